package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"os"
	"slices"
	"strings"
	"time"

	"github.com/askomop/askomop/coding"
	"github.com/askomop/askomop/evaldata"
	"github.com/askomop/askomop/internal/demodb"
	"github.com/askomop/askomop/omop"
	"github.com/askomop/askomop/omop/study/compile"
	"github.com/askomop/askomop/rag"
	"github.com/askomop/askomop/rag/library"
	"github.com/askomop/askomop/rag/read"
)

// bench runs templates over one database and remembers what it ran.
type bench struct {
	*demodb.Database
	tables map[string]*omop.Table
}

func (b bench) run(ctx context.Context, template string) (*omop.Table, error) {
	if t, ok := b.tables[template]; ok {
		return t, nil
	}
	t, err := b.Run(ctx, template)
	if err == nil {
		b.tables[template] = t
	}
	return t, err
}

// comparePairs reads each wording of the library, compiles it and compares its rows with those of the pair's reviewed
// SQL.
func comparePairs(ctx context.Context, r *read.Reader, b bench, only string) error {
	pairs, err := library.Read(evaldata.Pairs, "pairs")
	if err != nil {
		return err
	}
	outcomes := map[string]int{}
	rightPairs := 0
	for _, p := range pairs {
		if !strings.HasPrefix(p.ID, only) {
			continue
		}
		for i, wording := range append([]string{p.Question}, p.Paraphrases...) {
			outcome, detail := b.compare(ctx, r, p, wording)
			outcomes[outcome]++
			if i == 0 && outcome == "right" {
				rightPairs++
			}
			if outcome != "right" {
				fmt.Printf("%s\t%s\t%s\n\t%s\n", strings.ToUpper(outcome), p.ID, wording,
					strings.ReplaceAll(detail, "\n", " "))
			}
		}
	}
	fmt.Printf("%v; %d pairs right by their own question\n", outcomes, rightPairs)
	return nil
}

// asked is a question of a file with the SQL that a person wrote for it; none where it should be refused.
type asked struct {
	ID       string  `json:"id"`
	Question string  `json:"question"`
	SQL      *string `json:"sql"`
}

// compareFile reads each question of a JSON file and compares its rows with those of its SQL.
func compareFile(ctx context.Context, r *read.Reader, b bench, path string) error {
	data, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	var all []asked
	if err := json.Unmarshal(data, &all); err != nil {
		return fmt.Errorf("read %s: %w", path, err)
	}
	outcomes := map[string]int{}
	for _, a := range all {
		p := rag.Pair{ID: a.ID, SQL: "SELECT 1 WHERE FALSE"}
		if a.SQL != nil {
			p.SQL = *a.SQL
		}
		outcome, detail := b.compare(ctx, r, p, a.Question)
		if a.SQL == nil && outcome == "refused" {
			outcome = "rightly refused"
		}
		outcomes[outcome]++
		if outcome != "right" && outcome != "rightly refused" {
			fmt.Printf("%s\t%s\t%s\n\t%s\n", strings.ToUpper(outcome), p.ID, a.Question,
				strings.ReplaceAll(detail, "\n", " "))
		}
	}
	fmt.Println(outcomes)
	return nil
}

func (b bench) compare(ctx context.Context, r *read.Reader, p rag.Pair, wording string) (outcome, detail string) {
	reading, err := r.Read(ctx, wording)
	if err != nil {
		return "error", err.Error()
	}
	if reading.Question == nil {
		return "refused", string(reading.Refusal.Kind) + ": " + reading.Refusal.Why
	}
	out, _ := json.Marshal(reading.Question)
	plan, err := compile.Compile(reading.Question, compile.Options{})
	if err != nil {
		return "uncompiled", err.Error() + " " + string(out)
	}
	got, err := b.run(ctx, plan.SQL)
	var none *coding.NoConceptError
	if errors.As(err, &none) {
		return "uncoded", err.Error()
	}
	if err != nil {
		return "error", err.Error() + " " + string(out)
	}
	want, err := b.run(ctx, p.SQL)
	if err != nil {
		return "error", "its own SQL: " + err.Error()
	}
	if why := difference(want, got); why != "" {
		return "wrong", why + " " + string(out)
	}
	return "right", ""
}

// difference says in what two results differ, beside the names and the order of their columns and columns that only got
// has.
func difference(want, got *omop.Table) string {
	if len(want.Rows) != len(got.Rows) {
		return fmt.Sprintf("%d rows instead of %d", len(got.Rows), len(want.Rows))
	}
	for i := range want.Columns {
		found := false
		for j := range got.Columns {
			found = found || slices.Equal(column(want, i), column(got, j))
		}
		if !found {
			return fmt.Sprintf("no column has the values of %s: %v, but %v", want.Columns[i].Name,
				want.Rows[:min(2, len(want.Rows))], got.Rows[:min(2, len(got.Rows))])
		}
	}
	return ""
}

// column is the sorted text of a column.
func column(t *omop.Table, i int) []string {
	var values []string
	for _, row := range t.Rows {
		values = append(values, text(row[i]))
	}
	slices.Sort(values)
	return values
}

func text(v any) string {
	if d, ok := v.(time.Time); ok {
		return d.Format(time.DateOnly)
	}
	var f float64
	if n, err := fmt.Sscan(fmt.Sprint(v), &f); err == nil && n == 1 && !math.IsNaN(f) {
		return fmt.Sprintf("%.5g", f)
	}
	return fmt.Sprint(v)
}
