package pipeline

import (
	"fmt"
	"slices"
	"strings"

	"github.com/askomop/askomop/omop/sqltree"
	"github.com/askomop/askomop/rag"
)

// difference says in words how two readings differ.
func difference(a, b *Run) string {
	if a.Study != nil && b.Study != nil {
		return fmt.Sprintf("One is %q, the other %q", a.Study.String(), b.Study.String())
	}
	var said []string
	tell := func(what string, one, other []string) {
		if x, y := missingIn(one, other), missingIn(other, one); len(x)+len(y) > 0 {
			said = append(said, fmt.Sprintf("%s: %s, against %s", what, orNothing(x), orNothing(y)))
		}
	}
	tell("tables", wordsOf(a, tableWord), wordsOf(b, tableWord))
	tell("concepts", placeholdersOf(a), placeholdersOf(b))
	tell("numbers and dates", wordsOf(a, numberWord), wordsOf(b, numberWord))
	tell("words of SQL", wordsOf(a, keyWord), wordsOf(b, keyWord))
	if len(said) == 0 {
		return "They read the same tables, concepts and numbers, and join or group them otherwise"
	}
	return "They differ in " + strings.Join(said, "; ")
}

// DifferenceOfSQL says in words how two templates differ.
func DifferenceOfSQL(one, other string) string {
	return difference(&Run{Template: rag.Template{SQL: one}}, &Run{Template: rag.Template{SQL: other}})
}

func missingIn(all, other []string) []string {
	var out []string
	for _, s := range all {
		if !slices.Contains(other, s) {
			out = append(out, s)
		}
	}
	return out
}

func orNothing(all []string) string {
	if len(all) == 0 {
		return "nothing"
	}
	return strings.Join(all[:min(len(all), 6)], ", ")
}

func placeholdersOf(r *Run) []string {
	holders, err := sqltree.Placeholders(r.Template.SQL)
	if err != nil {
		return nil
	}
	var out []string
	for _, h := range holders {
		if s := strings.ToLower(h.String()); !slices.Contains(out, s) {
			out = append(out, s)
		}
	}
	return out
}

// wordsOf are the words of a run's SQL of one sort, each once.
func wordsOf(r *Run, is func(sqltree.Token) bool) []string {
	var out []string
	for _, t := range sqltree.Tokens(r.Template.SQL) {
		if s := strings.ToLower(t.Text); is(t) && !slices.Contains(out, s) {
			out = append(out, s)
		}
	}
	return out
}

func tableWord(t sqltree.Token) bool {
	return t.Kind == sqltree.WordToken && slices.ContainsFunc(eventTableNames(), func(name string) bool {
		return strings.EqualFold(name, t.Text)
	})
}

func numberWord(t sqltree.Token) bool {
	return t.Kind == sqltree.NumberToken && len(t.Text) > 1 || t.Kind == sqltree.StringToken
}

func keyWord(t sqltree.Token) bool {
	return t.Kind == sqltree.WordToken && slices.Contains([]string{"distinct", "min", "max", "avg", "median", "sum",
		"left", "exists", "not", "count"}, strings.ToLower(t.Text))
}

func eventTableNames() []string {
	var out []string
	for _, t := range eventTables() {
		out = append(out, t.Name)
	}
	return append(out, "person", "death", "observation_period", "drug_era", "condition_era", "provider", "care_site",
		"cost")
}
