package pipeline

import (
	"context"
	"fmt"
	"regexp"
	"strings"

	"github.com/askomop/askomop/coding"
	"github.com/askomop/askomop/omop"
)

// implausible is a result that a right query hardly has, or cannot have at all.
type implausible struct {
	what       string // without any number of the result
	impossible bool
}

func (e *implausible) Error() string { return "The query ran, but " + e.what + "." }

// plausible looks at the result of a template that a model wrote for a question;
// SQL of people has been looked at by people.
func (p *Pipeline) plausible(ctx context.Context, r *Run) error {
	if _, ok := p.parts.Writer.(mender); !ok || r.Question == "" {
		return nil
	}
	if column, most, ok := beyondWhole(r.Table, r.SQL); ok {
		if !strings.Contains(r.SQL, column) {
			column = "…" // a name that comes from the data, as PIVOT makes them
		}
		return &implausible{fmt.Sprintf("a share (column %s) is above %s: numerator and denominator do not count the same population, or rows were multiplied by a join", column, most), true}
	}
	what := emptiness(r.Table)
	if what == "" {
		return nil
	}
	explained, err := p.absent(ctx, r.Concepts)
	if err != nil || explained {
		return err
	}
	return &implausible{what: what + ", although every entity in it has records when looked at alone: look for a condition or a join that excludes everything, and for what is compared with what"}
}

// emptiness says in which way a result holds nothing; "" for one that holds something.
func emptiness(t *omop.Table) string {
	switch {
	case len(t.Rows) == 0:
		return "its result has no rows"
	case len(t.Rows) > 1 || len(t.Rows[0]) == 0:
		return ""
	}
	switch v := t.Rows[0][0].(type) {
	case nil:
		return "its result is NULL"
	case int64:
		if v == 0 {
			return "it counts nothing"
		}
	}
	return ""
}

// absent reports whether one of the concept sets has no record at all, which explains an empty result.
func (p *Pipeline) absent(ctx context.Context, sets []coding.ConceptSet) (bool, error) {
	if p.parts.Usage == nil || len(sets) == 0 {
		return true, nil
	}
	for _, s := range sets {
		used, err := p.parts.Usage.Used(ctx, s.IDs())
		if err != nil {
			return false, fmt.Errorf("looking whether the empty result is plausible: %w", err)
		}
		if len(used) == 0 {
			return true, nil
		}
	}
	return false, nil
}

var (
	shareName  = regexp.MustCompile(`(?i)(^|_)(percent|percentage|pct|share|proportion|fraction|prevalence)(_|$)`)
	changeName = regexp.MustCompile(`(?i)change|growth|increase|decrease|difference|per_`)
	hundred    = regexp.MustCompile(`\b100(\.0*)?\b`)
)

// beyondWhole looks for a share above the whole: 100 where the SQL or the column's name speaks of percent, else 1.
func beyondWhole(t *omop.Table, sql string) (column, most string, found bool) {
	for i, c := range t.Columns {
		if !shareName.MatchString(c.Name) || changeName.MatchString(c.Name) {
			continue
		}
		limit, words := 1.0, "1"
		if name := strings.ToLower(c.Name); hundred.MatchString(sql) || strings.Contains(name, "percent") || strings.Contains(name, "pct") {
			limit, words = 100, "100 percent"
		}
		for _, row := range t.Rows {
			if x, ok := number(row[i]); ok && x > limit+1e-9 {
				return c.Name, words, true
			}
		}
	}
	return "", "", false
}
