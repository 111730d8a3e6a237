package compile_test

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"math"
	"os"
	"slices"
	"sort"
	"strings"
	"testing"
	"time"

	"github.com/askomop/askomop/evaldata"
	"github.com/askomop/askomop/internal/demodb"
	"github.com/askomop/askomop/internal/needs"
	"github.com/askomop/askomop/omop"
	"github.com/askomop/askomop/omop/sqltree"
	"github.com/askomop/askomop/omop/study"
	"github.com/askomop/askomop/omop/study/compile"
	"github.com/askomop/askomop/rag"
	"github.com/askomop/askomop/rag/library"
)

// pairsFile holds the meaning of the library's pairs as study questions, written from their questions.
const pairsFile = "testdata/pairs.jsonl"

type pairQuestion struct {
	ID       string          `json:"id"`
	Question json.RawMessage `json:"question"`
}

func pairQuestions(t testing.TB) []pairQuestion {
	t.Helper()
	f, err := os.Open(pairsFile)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	var all []pairQuestion
	lines := bufio.NewScanner(f)
	lines.Buffer(nil, 1<<20)
	for lines.Scan() {
		var p pairQuestion
		if err := json.Unmarshal(lines.Bytes(), &p); err != nil {
			t.Fatal(err)
		}
		all = append(all, p)
	}
	if err := lines.Err(); err != nil {
		t.Fatal(err)
	}
	return all
}

// The compiled SQL of each pair's question gives the rows of the pair's reviewed SQL.
func TestCompiledQuestionsGiveTheRowsOfTheirPairs(t *testing.T) {
	needs.Time(t, "runs the whole library twice")
	db := demodb.Demo(t)
	pairs, err := library.Read(evaldata.Pairs, "pairs")
	if err != nil {
		t.Fatal(err)
	}
	reviewed := map[string]rag.Pair{}
	for _, p := range pairs {
		reviewed[p.ID] = p
	}
	only := os.Getenv("ASKOMOP_PAIR")
	right := 0
	for _, p := range pairQuestions(t) {
		if only != "" && !strings.HasPrefix(p.ID, only) {
			continue
		}
		pair, ok := reviewed[p.ID]
		if !ok {
			t.Errorf("%s is no pair", p.ID)
			continue
		}
		q, err := study.Parse(p.Question)
		if err != nil {
			t.Errorf("%s: %v", p.ID, err)
			continue
		}
		plan, err := compile.Compile(q, compile.Options{})
		if err != nil {
			t.Errorf("%s: %v", p.ID, err)
			continue
		}
		if only != "" {
			t.Logf("%s\n%s\n-- people\n%s", p.ID, plan.SQL, plan.People)
		}
		want, err := db.Run(t.Context(), pair.SQL)
		if err != nil {
			t.Fatalf("%s: its own SQL: %v", p.ID, err)
		}
		got, err := db.Run(t.Context(), plan.SQL)
		if err != nil {
			t.Errorf("%s: %v\n%s", p.ID, err, plan.SQL)
			continue
		}
		if why := difference(comparable(want), comparable(got)); why != "" {
			t.Errorf("%s: %s\nwant %s\ngot  %s\n%s", p.ID, why, head(want), head(got), plan.SQL)
			continue
		}
		if why := faultsOf(t, db, plan, got); why != "" {
			t.Errorf("%s: %s", p.ID, why)
			continue
		}
		right++
	}
	t.Logf("%d of %d pairs are compiled to the same rows", right, len(pairs))
}

// faultsOf are those of a plan beside its rows: columns without their roles, SQL that is not understood, people that do not fit.
func faultsOf(t testing.TB, db *demodb.Database, plan *compile.Plan, got *omop.Table) string {
	if len(plan.Columns)+len(plan.Support) != len(got.Columns) {
		return fmt.Sprintf("%d columns have a role, the answer has %d", len(plan.Columns)+len(plan.Support), len(got.Columns))
	}
	for i, c := range got.Columns {
		if i >= len(plan.Columns) {
			if plan.Support[i-len(plan.Columns)] != c.Name {
				return fmt.Sprintf("column %d is %s, not the support that was named", i, c.Name)
			}
			continue
		}
		if plan.Columns[i].Name != c.Name {
			return fmt.Sprintf("column %d is %s, its role is of %s", i, c.Name, plan.Columns[i].Name)
		}
	}
	if _, err := sqltree.Parse(context.Background(), db.Engine, plan.SQL); err != nil {
		return err.Error()
	}
	if plan.People == "" {
		return ""
	}
	people, err := db.Run(t.Context(), plan.People)
	if err != nil {
		return fmt.Sprintf("its people: %v\n%s", err, plan.People)
	}
	return peopleFit(plan, got, people)
}

// peopleFit compares the counts of people in an answer with the people behind its rows.
func peopleFit(plan *compile.Plan, got, people *omop.Table) string {
	var strata []int
	counted := map[int]bool{} // column: of those counted only
	for i, c := range plan.Columns {
		switch {
		case c.Role == compile.Stratum:
			strata = append(strata, i)
		case c.Name == "patients" && (c.Role == compile.Count || c.Role == compile.Denominator && people.Columns[len(people.Columns)-1].Name == "counted"):
			counted[i] = false
		case c.Of == study.Persons && c.Role == compile.Numerator:
			counted[i] = true
		}
	}
	if i := slices.Index(plan.Support, plan.Behind); i >= 0 {
		counted[len(plan.Columns)+i] = false
	}
	hit := -1
	for i, c := range people.Columns {
		if c.Name == "counted" {
			hit = i
		}
	}
	all, hits, seen := map[string]int{}, map[string]int{}, map[string]bool{}
	valued := people.Columns[len(people.Columns)-1].Name == "value" // a person has a row for each of theirs
	for _, row := range people.Rows {
		key, person := fmt.Sprint(row[:len(strata)]), fmt.Sprint(row[:len(strata)+1])
		if valued && seen[person] {
			continue
		}
		seen[person] = true
		all[key]++
		if hit >= 0 && fmt.Sprint(row[hit]) == "1" {
			hits[key]++
		}
	}
	for _, row := range got.Rows {
		var values []any
		for _, i := range strata {
			values = append(values, row[i])
		}
		key := fmt.Sprint(values)
		if len(strata) == 0 {
			key = "[]"
		}
		for i, numerator := range counted {
			want := all[key]
			if numerator && hit >= 0 {
				want = hits[key]
			} else if numerator {
				continue
			}
			if fmt.Sprint(row[i]) != fmt.Sprint(want) {
				return fmt.Sprintf("%s of %s is %v, its people are %d", got.Columns[i].Name, key, row[i], want)
			}
		}
	}
	return ""
}

// comparable brings two results to what they have in common: average ages are of one decimal, whatever the pair shows.
func comparable(t *omop.Table) *omop.Table {
	out := &omop.Table{Rows: make([][]any, len(t.Rows))}
	for i, c := range t.Columns {
		out.Columns = append(out.Columns, c)
		for r, row := range t.Rows {
			v := row[i]
			if f, ok := v.(float64); ok && c.Name == "average_age" {
				v = math.Round(f*10) / 10
			}
			out.Rows[r] = append(out.Rows[r], v)
		}
	}
	return out
}

// difference says in what two results differ, beside the names and the order of their columns and columns that only got has.
func difference(want, got *omop.Table) string {
	if len(want.Rows) != len(got.Rows) {
		return fmt.Sprintf("%d rows instead of %d", len(got.Rows), len(want.Rows))
	}
	candidates := make([][]int, len(want.Columns))
	for i := range want.Columns {
		for j := range got.Columns {
			if slices.Equal(sorted(values(want, []int{i})), sorted(values(got, []int{j}))) {
				candidates[i] = append(candidates[i], j)
			}
		}
		if len(candidates[i]) == 0 {
			return fmt.Sprintf("no column has the values of %s", want.Columns[i].Name)
		}
	}
	var all []int
	for i := range want.Columns {
		all = append(all, i)
	}
	target := sorted(values(want, all))
	chosen := make([]int, len(all))
	var fits func(i int) bool
	fits = func(i int) bool {
		if i == len(all) {
			return slices.Equal(target, sorted(values(got, chosen)))
		}
		for _, j := range candidates[i] {
			if !slices.Contains(chosen[:i], j) {
				if chosen[i] = j; fits(i + 1) {
					return true
				}
			}
		}
		return false
	}
	if !fits(0) {
		return "the columns agree one by one, but not row by row"
	}
	return ""
}

func values(t *omop.Table, columns []int) []string {
	var out []string
	for _, row := range t.Rows {
		var b strings.Builder
		for _, c := range columns {
			fmt.Fprintf(&b, "%s|", text(row[c]))
		}
		out = append(out, b.String())
	}
	return out
}

func text(v any) string {
	switch v := v.(type) {
	case nil:
		return "NULL"
	case float64:
		return fmt.Sprintf("%.6g", v)
	case int64:
		return fmt.Sprintf("%.6g", float64(v))
	case int32:
		return fmt.Sprintf("%.6g", float64(v))
	case time.Time:
		return v.Format(time.DateOnly)
	}
	var f float64
	if n, err := fmt.Sscan(fmt.Sprint(v), &f); err == nil && n == 1 && !math.IsNaN(f) && fmt.Sprint(f) == fmt.Sprint(v) {
		return fmt.Sprintf("%.6g", f)
	}
	return fmt.Sprint(v)
}

func sorted(s []string) []string { sort.Strings(s); return s }

func head(t *omop.Table) string {
	names := make([]string, len(t.Columns))
	for i, c := range t.Columns {
		names[i] = c.Name
	}
	return fmt.Sprint(names, t.Rows[:min(3, len(t.Rows))])
}
