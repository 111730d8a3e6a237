package write

import (
	"cmp"
	_ "embed" // the words that ask for tables
	"fmt"
	"slices"
	"strings"
	"sync"

	"github.com/askomop/askomop/internal/lazyregexp"
	"github.com/askomop/askomop/internal/tsv"
	"github.com/askomop/askomop/rag"
	"github.com/askomop/askomop/rag/mask"
)

// Facts is what a prompt says of the database. It is declared by the data model or
// counted over all people, never taken from one person's records.
type Facts struct {
	Version   string // of the CDM: "5.4"
	Dialect   string // omop.Engine.Dialect: "duckdb"
	FirstYear string // of the clinical events, empty where unknown
	LastYear  string
	Missing   []string     // what the database lacks, a sentence each
	Tables    []TableFacts // the tables that hold rows, in the order of the data model
}

// TableFacts describes a table in words.
type TableFacts struct {
	Name    string
	About   string   // what a row stands for
	Domain  string   // of the placeholders that its concept column takes; empty for none
	Columns []string // a phrase each: "death_date (date): day of death"
	// what a model that writes SPARQL is shown in place of the name: the class of the rows, and how they are reached
	Class string
}

// Shown is the name of the table in prompts.
func (t TableFacts) Shown() string { return cmp.Or(t.Class, t.Name) }

// Sentences says what is particular to this database.
func (f Facts) Sentences() []string {
	var s []string
	if f.FirstYear != "" {
		s = append(s, fmt.Sprintf("Its records lie between %s and %s. \"Today\" and \"now\" are the end of that time.",
			f.FirstYear, f.LastYear))
	}
	return append(s, f.Missing...)
}

// alwaysShown are the tables that every question may need.
var alwaysShown = []string{"person", "observation_period"}

//go:embed tables.tsv
var tableTable string

// tableWords are the beginnings and endings of words that ask for tables. A table that no entity and no example leads
// to has to be offered by them: the specialty of a doctor, the dose form of a drug, a stretch of treatment.
var tableWords = sync.OnceValue(func() map[string][]string {
	words := map[string][]string{}
	for _, row := range tsv.Rows(tableTable) {
		for beginning := range strings.FieldsSeq(row[0]) {
			words[beginning] = strings.Fields(row[1])
		}
	}
	return words
})

// tablesOfWords are the tables that the words of a question ask for.
func tablesOfWords(question string) map[string]bool {
	asked := map[string]bool{}
	for _, w := range mask.Words(question) {
		for beginning, tables := range tableWords() {
			if !asksFor(w, beginning) {
				continue
			}
			for _, t := range tables {
				asked[t] = true
			}
		}
	}
	return asked
}

// asksFor reports whether a word begins, or for "-…" ends, as an entry of the table of words says.
func asksFor(w, part string) bool {
	if ending, is := strings.CutPrefix(part, "-"); is {
		return len(w) > len(ending) && strings.HasSuffix(w, ending)
	}
	return w == part || w == part+"s" || len(part) > 3 && strings.HasPrefix(w, part)
}

// eraOf is the table of eras beside the table of a domain's events.
var eraOf = map[string]string{"drug": "drug_era", "condition": "condition_era"}

// tablesFor chooses the tables that a question may need: those of its entities'
// domains, those that the examples read, those that its words ask for, and those that every question may need.
func (f Facts) tablesFor(m rag.Masked, examples []rag.Match) []TableFacts {
	named := tablesOfWords(m.Question)
	for domain, era := range eraOf { // eras come with their domain
		if len(m.Entities) > 0 && !slices.ContainsFunc(m.Entities,
			func(e rag.Mention) bool { return e.Domain == domain }) {
			delete(named, era)
		}
	}
	for _, e := range examples {
		for _, word := range identifier.FindAllString(e.Pair.SQL, -1) {
			named[strings.ToLower(word)] = true
		}
	}
	var chosen []TableFacts
	for _, t := range f.Tables {
		ofEntity := t.Domain != "" && slices.ContainsFunc(m.Entities, func(e rag.Mention) bool { return e.Domain == t.Domain })
		if ofEntity || named[t.Name] || slices.Contains(alwaysShown, t.Name) {
			chosen = append(chosen, t)
		}
	}
	return chosen
}

var identifier = lazyregexp.New(`[A-Za-z_][A-Za-z0-9_]*`)
