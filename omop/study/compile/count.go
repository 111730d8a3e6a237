package compile

import (
	"fmt"
	"slices"
	"strings"

	"github.com/askomop/askomop/omop/study"
)

// count counts people, or what the index records are.
func (c *compiler) count() {
	m := &c.question.Measure
	if m.Of == study.Providers && c.question.Population.Entry == nil {
		c.providers()
		return
	}
	w := c.counted()
	if c.refusal != nil {
		return
	}
	t := &table{rows: w, dims: w.dimensions(), ages: m.Of == study.Persons, every: c.everyYear()}
	counts := w.counts(m.Of)
	if m.Cumulative || m.Change {
		t.overTime(counts)
		return
	}
	t.finish(counts...)
}

// counts are the numbers of units, the asked one first.
func (w *rows) counts(of study.Unit) []aggregate {
	people := aggregate{Column: Column{"patients", Count, study.Persons},
		expr: func(u unit) string { return distinct(u.who) }}
	if of == study.Persons {
		return []aggregate{people}
	}
	if w.index == nil {
		w.c.refuse("measure.of", "%s are counted of the population's entry event", of)
		return nil
	}
	d := domains[w.index.domain]
	var counted aggregate
	switch of {
	case study.Records:
		id := w.index.col(recordID)
		counted = aggregate{Column: Column{d.records, Count, of}, expr: func(unit) string {
			if w.multiplied() {
				return distinct(id)
			}
			return fmt.Sprintf("COUNT(%s)", id)
		}}
	case study.Concepts, study.Ingredients:
		id := w.index.col(concept)
		if of == study.Ingredients {
			id = w.index.ingredient("measure.of")
		}
		w.q.filter(id + " <> 0")
		counted = aggregate{Column: Column{plural(d.name), Count, of}, expr: func(unit) string { return distinct(id) }}
	case study.SourceValues:
		id := w.index.col(sourceValue)
		counted = aggregate{Column: Column{"source_values", Count, of}, expr: func(unit) string { return distinct(id) }}
	case study.Providers:
		id := w.index.col(providerID)
		counted = aggregate{Column: Column{"providers", Count, of}, expr: func(unit) string { return distinct(id) }}
	case study.Stays:
		stays, id := w.stays(), w.index.col(recordID)
		return []aggregate{stays, people,
			{Column: Column{d.records, Count, study.Records},
				expr: func(unit) string { return fmt.Sprintf("COUNT(%s)", id) }}}
	default:
		w.c.refuse("measure.of", "%s are not counted", of)
	}
	e := w.c.question.Population.Entry
	switch {
	case of == study.SourceValues:
		id := w.index.col(recordID)
		records := aggregate{Column: Column{d.records, Count, study.Records},
			expr: func(unit) string { return fmt.Sprintf("COUNT(%s)", id) }}
		return []aggregate{counted, records, people}
	case len(e.Concepts) == 0 && len(w.c.question.Population.Criteria) == 0 &&
		(len(w.c.question.Strata) == 0 || w.c.question.Top != nil):
		// how large a table is, or what is most frequent in it: counting its people takes much longer
		return []aggregate{counted}
	}
	return []aggregate{counted, people}
}

// multiplied reports whether an index record may stand in several rows.
func (w *rows) multiplied() bool {
	return slices.ContainsFunc(w.q.from, func(s *source) bool { return s.many })
}

func distinct(expr string) string { return fmt.Sprintf("COUNT(DISTINCT %s)", expr) }

func plural(name string) string {
	if strings.HasSuffix(name, "s") {
		return name
	}
	return name + "s"
}

// overTime compares each count with the one before, or adds them up.
func (t *table) overTime(counts []aggregate) {
	at := -1
	for i := range t.c.question.Strata {
		if t.c.question.Strata[i].Kind.IsTime() {
			at = i
		}
	}
	if at < 0 {
		t.c.refuse("strata", "needs a stratum of time")
		return
	}
	name := counts[0].Name
	over := func(r string) string {
		var others []string
		for i, d := range t.dims {
			if i != at {
				others = append(others, r+"."+d.cellName())
			}
		}
		by := "ORDER BY " + r + "." + t.dims[at].cellName()
		if len(others) > 0 {
			by = "PARTITION BY " + strings.Join(others, ", ") + " " + by
		}
		return "OVER (" + by + ")"
	}
	if t.c.question.Measure.Cumulative {
		t.finish(append(counts, aggregate{Column: Column{"cumulative_" + name, Count, counts[0].Of},
			later: func(r string) string { return fmt.Sprintf("SUM(%s.%s) %s", r, name, over(r)) }})...)
		return
	}
	if only := t.c.question.Strata[at].Only; len(only) == 2 && len(t.dims) == 1 {
		t.between(counts[0], only)
		return
	}
	before := func(r string) string { return fmt.Sprintf("LAG(%s.%s) %s", r, name, over(r)) }
	t.finish(append(counts,
		aggregate{Column: Column{"change", Change, counts[0].Of},
			later: func(r string) string { return fmt.Sprintf("%s.%s - %s", r, name, before(r)) }},
		aggregate{Column: Column{"percentage_change", Change, counts[0].Of},
			later: func(r string) string {
				return fmt.Sprintf("ROUND(100.0 * (%s.%s - %s)\n / NULLIF(%s, 0), 2)", r, name, before(r), before(r))
			}})...)
}

// between is the change of a count from one value of the only stratum to the other, in one row.
func (t *table) between(n aggregate, only []string) {
	key := t.dims[0].key
	sides := []string{"earlier", "later"}
	name := func(i int) string { return n.Name + "_" + sides[i] }
	count := func(i int) func(u unit) string {
		return func(u unit) string { return fmt.Sprintf("%s FILTER (WHERE %s = %s)", n.expr(u), key, number(only[i])) }
	}
	t.dims = nil
	t.finish(
		aggregate{Column: Column{"percentage_change", Change, n.Of}, later: func(r string) string {
			return fmt.Sprintf("ROUND(100.0 * (%s.%s - %s.%s) / NULLIF(%s.%s, 0), 2)", r, name(1), r, name(0), r,
				name(0))
		}},
		aggregate{Column: Column{name(0), Count, n.Of}, expr: count(0)},
		aggregate{Column: Column{name(1), Count, n.Of}, expr: count(1)})
}
