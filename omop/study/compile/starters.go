package compile

import (
	"fmt"
	"slices"
	"strings"

	"github.com/askomop/askomop/omop/study"
)

// starters are the people of a population from their first index date on, each once, as far as that lies in an
// observation period:
//
//	person_id  gender_concept_id  index_date  first_date  last_date
//	17         8532               2009-03-01  2008-01-01  2010-12-31
//
// with a column for each stratum; first_date and last_date are the ends of the observation period, which
// Measure.Relation may shorten.
type starters struct {
	c    *compiler
	dims []dimension // over the named query that the answer is counted of
	keys []string    // their columns
	own  *query      // the named query "observed"
}

func (c *compiler) startersOf() *starters {
	whole := c.question
	defer func() { c.question = whole }()
	c.question = whole.Clone()
	if e := c.question.Population.Entry; e != nil && e.Which == study.Any {
		e.Which = study.First
	}
	w := &rows{c: c, q: c.newQuery()}
	w.index = c.population(w.q)
	if c.refusal == nil && (w.index == nil || !w.index.single) {
		c.refuse("population.entry.which", "it is counted from one index date of each person: the first")
	}
	if c.refusal != nil {
		return nil
	}
	w.unique = true
	w.outcomeHolds()
	start := w.index.start()
	op := w.q.addTable("JOIN", "observation_period", "op", func(op string) []string {
		return []string{op + ".person_id = " + w.q.who,
			fmt.Sprintf("%s BETWEEN %s.observation_period_start_date AND %s.observation_period_end_date", start, op,
				op)}
	})
	s := &starters{c: c, own: w.q}
	c.question.Outcome = nil // whose date no stratum takes
	s.dims = w.dimensions()
	w.q.choose(w.q.who, "person_id")
	for _, d := range s.dims {
		w.q.choose(d.key, d.keyName())
		s.keys = append(s.keys, d.keyName())
	}
	last := op + ".observation_period_end_date"
	if r := c.question.Measure.Relation; r != nil && r.To != nil {
		last = fmt.Sprintf("LEAST(%s, %s)", last, asDate(shifted(start, r.To)))
	}
	w.q.choose(start, "index_date")
	w.q.choose(op+".observation_period_start_date", "first_date")
	w.q.choose(last, "last_date")
	return s
}

// list writes the columns of the strata of an alias, each followed by a comma.
func (s *starters) list(alias string) string {
	var b strings.Builder
	for _, k := range s.keys {
		fmt.Fprintf(&b, "%s.%s, ", alias, k)
	}
	return b.String()
}

// among finishes the answer over a named query in which each person of a stratum has one row, or one for each value of
// the dimensions within: patients in percent of all that have.
func (s *starters) among(name string, with []namedQuery, further []dimension, within ...string) {
	t, _ := s.c.over(name, with, append(s.dims, further...))
	t.unique = true
	var cells []string
	for _, d := range t.dims[:len(s.dims)] {
		cells = append(cells, d.cellName())
		t.order = append(t.order, d.name)
	}
	cells = append(cells, within...)
	t.order = append(t.order, within...)
	t.order = append(t.order, "patients DESC")
	for _, d := range further {
		t.order = append(t.order, d.name)
	}
	s.c.plan.Ranked = &Ranking{By: "patients"}
	if s.c.question.Top != nil {
		t.order = append([]string{"patients DESC"}, t.order...)
	} else {
		s.c.plan.Ranked.Within = slices.Clone(t.order[:len(cells)])
	}
	all := func(r string) string {
		over := ""
		for i, cell := range cells {
			over += map[bool]string{true: "PARTITION BY ", false: ", "}[i == 0] + r + "." + cell
		}
		return fmt.Sprintf("CAST(SUM(%s.patients) OVER (%s) AS BIGINT)", r, over)
	}
	t.finish(
		aggregate{Column: Column{"percentage", Estimate, study.Persons}, bound: shareBound("patients", "all_patients"),
			later: func(r string) string {
				return fmt.Sprintf("ROUND(100.0 * %s.patients / %s, 2)", r, all(r))
			}},
		aggregate{Column: Column{"patients", Numerator, study.Persons},
			expr: func(u unit) string { return distinct(u.who) }},
		aggregate{Column: Column{"all_patients", Denominator, study.Persons}, later: all})
}

// share finishes the answer over a named query whose rows are people of the denominator, with hit for those of the
// numerator.
func (s *starters) share(name string, with []namedQuery, further []dimension) {
	t, r := s.c.over(name, with, append(s.dims, further...))
	t.hits, t.unit.hit = true, r+".hit"
	part := aggregate{Column: Column{"patients", Numerator, study.Persons}, expr: func(u unit) string {
		return fmt.Sprintf("COUNT(DISTINCT CASE WHEN %s = 1 THEN %s END)", u.hit, u.who)
	}}
	whole := aggregate{Column: Column{"all_patients", Denominator, study.Persons},
		expr: func(u unit) string { return distinct(u.who) }}
	t.finish(aggregate{Column: Column{"percentage", Estimate, study.Persons},
		bound: shareBound("patients", "all_patients"), expr: func(u unit) string {
			return fmt.Sprintf("ROUND(100.0 * %s\n / NULLIF(%s, 0), 2)", part.expr(u), whole.expr(u))
		}}, part, whole)
}
