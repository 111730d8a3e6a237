package study

import (
	"fmt"
	"slices"
	"strings"
)

// described says what is told of one group of people, or of several side by side.
func (q *Question) described() string {
	m := &q.Measure
	who := q.sides()
	switch m.Kind {
	case Characteristics:
		s := "the characteristics of " + who
		if len(m.Events) > 0 {
			names := make([]string, len(m.Events))
			for i := range m.Events {
				names[i] = m.Events[i].text()
			}
			s += ", with rows for " + joined(names, " and ")
		}
		return s
	case DrugUse:
		return "the use of the drug by " + who + q.useWindow()
	case Pathways:
		s := "the treatment pathways of " + who
		if m.Event != nil && len(m.Event.Concepts) > 0 {
			s += " with the drugs " + entityNames(m.Event.Concepts, " and ")
		}
		if m.Lines > 0 {
			s += fmt.Sprintf(", of %d lines", m.Lines)
		}
		if m.Overlap > 0 {
			s += fmt.Sprintf(", combined from %d days of overlap", m.Overlap)
		}
		return s + q.useWindow()
	case Restart, Indication, Treatments, Covered:
		return q.afterStart(who)
	case Attrition:
		return "the attrition of " + who
	case Overlap:
		return "the overlap of " + who
	}
	what := "risk"
	if m.OfRates {
		what = fmt.Sprintf("rate per %g person-years", perYears(m.Per))
	}
	s := "the crude " + what + " of " + q.Outcome.outcomeName("it")
	if len(m.Times) == 1 {
		s += " within " + m.Times[0].text()
	}
	s += " between " + who
	if len(m.Adjust) > 0 {
		by := make([]string, len(m.Adjust))
		for i := range m.Adjust {
			by[i] = m.Adjust[i].text()
		}
		s += ", stratified by " + joined(by, " and ")
	}
	return s
}

// useWindow says how long the use of a drug is looked at, and which gaps its eras bridge.
func (q *Question) useWindow() string {
	s := ""
	if r := q.Measure.Relation; r != nil && r.To != nil {
		s = ", looked at for " + r.To.text()
	}
	if n := q.Measure.Gap; n > 0 {
		s += fmt.Sprintf(", bridging gaps of %d days", n)
	}
	return s
}

// sides are the groups by their names, else the population.
func (q *Question) sides() string {
	i := slices.IndexFunc(q.Strata, func(s Stratum) bool { return s.Kind == Groups })
	if i < 0 {
		s := orAll(q.Population.text())
		if q.Outcome != nil && q.Measure.Kind != Comparison {
			s += " who " + q.Outcome.clause(q.Population.it())
		}
		return s
	}
	var names []string
	among := ""
	if q.Population.Entry != nil || len(q.Population.Criteria) > 0 {
		among = " among " + q.Population.text()
	}
	for _, g := range q.Strata[i].Groups {
		name := g.Name
		if g.Entry != nil {
			e := *g.Entry
			e.With = nil
			one := Cohort{Entry: &e, Criteria: g.Entry.With}
			name = one.text()
		}
		names = append(names, name)
	}
	return strings.ReplaceAll(joined(names, " and "), "  ", " ") + among
}

// Beside is the stratum whose groups have index dates of their own, where a measure is told of each group by itself; -1
// where there is none. What describes or compares groups tells of them together.
func (q *Question) Beside() int {
	if q.Population.Entry != nil ||
		!slices.Contains([]Kind{Count, Share, Number, Rate, Survival, CumulativeIncidence}, q.Measure.Kind) {
		return -1
	}
	return slices.IndexFunc(q.Strata, func(s Stratum) bool {
		return s.Kind == Groups && len(s.Groups) > 1 &&
			!slices.ContainsFunc(s.Groups, func(g Group) bool { return g.Entry == nil })
	})
}

// besides says a question of several groups as one of each: "The mean age at a first ever exposure to A; beside it, the
// mean age at …".
func (q *Question) besides(at int) string {
	var each []string
	for i := range q.Strata[at].Groups {
		one := q.Clone()
		one.Population.Entry, one.Strata = q.Strata[at].Groups[i].Entry, slices.Delete(one.Strata, at, at+1)
		said := one.String()
		if i > 0 {
			said = strings.ToLower(said[:1]) + said[1:]
		}
		each = append(each, said)
	}
	return strings.Join(each, "; beside it, ")
}
