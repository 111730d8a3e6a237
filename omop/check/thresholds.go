package check

import (
	"slices"

	"github.com/askomop/askomop/omop/sqltree"
	"github.com/askomop/askomop/omop/study"
)

// A threshold is a condition on how many there are of something in each group, as HAVING COUNT(*) >= 3.
type threshold struct {
	test *test
	f    *sqltree.Func
	n    float64
	of   thing
}

// thing is what a count counts; "" where it can't be told.
type thing string

const (
	ofRecords  thing = "records"
	ofDays     thing = "different days"
	ofYears    thing = "different years"
	ofConcepts thing = "different concepts"
	ofVisits   thing = "different visits"
	ofPeople   thing = "people"
)

// thresholds lists the counts of groups that are compared with a number above 1, or with more than 1.
func (p *pass) thresholds() []threshold {
	var out []threshold
	for _, t := range p.tests {
		if t.clause != inHaving && t.clause != inWhere && t.clause != inQualify && t.clause != inOn {
			continue
		}
		what, with := compared(t.expr)
		if what == nil || len(with) == 0 {
			continue
		}
		n, ok := number(with[0])
		if !ok || n < 1 {
			continue
		}
		switch f := p.essence(what).(type) {
		case *sqltree.Func:
			out = append(out, threshold{t, f, n, p.thingOf(f)})
		case *sqltree.Window:
			if len(f.PartitionBy) > 0 && len(f.OrderBy) == 0 {
				out = append(out, threshold{t, f.Func, n, p.thingOf(f.Func)})
			}
		}
	}
	return out
}

// thingOf tells what a count counts of the rows that it sees.
func (p *pass) thingOf(f *sqltree.Func) thing {
	home := p.Homes[f]
	if home == nil {
		return ""
	}
	if !f.Distinct {
		if (p.countsRows(f) || f.Name == "count") && p.seesRecords(home) {
			return ofRecords
		}
		return ""
	}
	if f.Name != "count" || len(f.Args) != 1 {
		return ""
	}
	arg := sqltree.Bare(f.Args[0])
	from := p.Origins(arg)
	switch {
	case p.Within(arg, isYear):
		return ofYears
	case len(from) == 0:
		return ""
	case identityOf(from) == personKey:
		return ofPeople
	case all(from, hasDate):
		return ofDays
	case all(from, func(o origin) bool {
		return o.Relation.Table.ConceptColumn != "" && o.Column.Name == o.Relation.Table.ConceptColumn
	}):
		return ofConcepts
	case all(from, func(o origin) bool { return o.Column.Name == "visit_occurrence_id" && !o.Column.Primary }):
		return ofVisits
	case all(from, func(o origin) bool { return o.Column.Primary && isEvent(o.Relation.Table) }):
		return ofRecords
	}
	return ""
}

// seesRecords reports whether the rows of a SELECT, before they are grouped, are records of one event table.
func (p *pass) seesRecords(s *scope) bool {
	events := 0
	for _, rel := range s.Relations {
		switch {
		case rel.Semi:
		case rel.Inner != nil && p.onlyChooses(rel) && p.rowsPerPerson(rel.Inner.Scope) == no, isEvent(rel.Table):
			events++
		case rel.Table == nil && p.relationPerPerson(rel, s) != yes,
			rel.Table != nil && rel.Table.Name == "concept_ancestor" && !p.belowOne(rel):
			return false // its rows may be anything
		}
	}
	return events == 1
}

// belowOne reports whether a concept_ancestor has each concept once: those below one ancestor.
func (p *pass) belowOne(rel *relation) bool {
	return slices.ContainsFunc(p.selections, func(s selection) bool {
		return s.must && !s.exclude && len(s.constants) == 1 && slices.Contains(s.column, rel.Origin("ancestor_concept_id"))
	})
}

// wantedThings are the things that a number of events counts in a study question.
var wantedThings = map[study.Distinct]thing{
	study.ByRecord: ofRecords, study.ByDay: ofDays, study.ByConcept: ofConcepts, study.ByIngredient: ofConcepts,
	study.ByVisit: ofVisits,
}

// judgeTimes reports a number of events of which the statement counts something else than the question.
func (p *pass) judgeTimes(mentions []mention) {
	for _, m := range mentions {
		if m.has == nil || m.has.Times == nil || m.has.Apart > 0 {
			continue
		}
		for _, h := range p.thresholds() {
			if p.Homes[h.f] == nil || !p.groupedByPerson(p.Homes[h.f]) && !p.partitionedByPerson(h.f) {
				continue
			}
			if r := m.has.Times; !near(r.Min, h.n) && !near(r.Max, h.n) {
				continue
			}
			if p.judgeThing(h, wantedThings[m.has.Distinct]) {
				return
			}
		}
	}
}

// near reports whether a bound is there and lies at a number, or beside it.
func near(bound *float64, n float64) bool { return bound != nil && *bound >= n-1 && *bound <= n+1 }

// partitionedByPerson reports whether a window function counts within each person.
func (p *pass) partitionedByPerson(f *sqltree.Func) bool {
	return slices.ContainsFunc(windowsOf(p.Homes[f]), func(w *sqltree.Window) bool {
		return w.Func == f && len(w.PartitionBy) == 1 && identityOf(p.Origins(w.PartitionBy[0])) == personKey
	})
}

// judgeThing reports a count of another thing than is wanted. Records on different days are records, too.
func (p *pass) judgeThing(h threshold, want thing) bool {
	if h.of == "" || h.of == want || want == ofRecords && h.of != ofConcepts && h.of != ofYears ||
		want == ofVisits && h.of == ofDays {
		return false
	}
	if want == ofDays &&
		slices.ContainsFunc(p.bounds, func(b bound) bool { return b.op == "<" || b.op == ">" || b.op == "<>" }) {
		return false // one lies after another
	}
	p.report(h.f, "the question is how many %s there are, and this counts %s", want, h.of)
	return true
}

// judgeThresholds does the same by the words behind a number, where the question is not understood as a whole.
//
// Example: of "Which drugs did at least 100 patients take?" it is people that the count of each drug must count.
func (p *pass) judgeThresholds() {
	if len(p.findings) > 0 {
		return
	}
	for i, word := range p.question.words {
		n, ok := asNumber(word)
		if !ok || n < 2 || namesYear(n) {
			continue
		}
		want := p.thingNamed(p.question.words[i+1:])
		if want == "" && p.wordsFor("of some that are listed") && i+2 < len(p.question.words) && p.question.words[i+1] == "of" {
			want = ofConcepts
		}
		for _, h := range p.thresholds() {
			if want != "" && h.n >= float64(n-1) && h.n <= float64(n+1) && p.judgeThing(h, want) {
				return
			}
		}
	}
}

// thingsNamed are the words for things of which a question wants different ones.
var thingsNamed = map[thing][]string{
	ofDays:  {"days", "dates", "occasions"},
	ofYears: {"years"},
	ofConcepts: {"conditions", "drugs", "procedures", "concepts", "diagnoses", "medications", "tests", "diseases",
		"ingredients", "medicines"},
	ofVisits: {"visits", "encounters"},
}

// thingNamed is the thing that the words behind a number name: people, or different things of some kind.
func (p *pass) thingNamed(w []string) thing {
	w = w[:min(4, len(w))]
	at := slices.IndexFunc(w, func(word string) bool {
		return slices.Contains([]string{"different", "distinct", "separate", "unique"}, word)
	})
	if at < 0 {
		if len(w) > 0 && slices.Contains(people, w[0]) {
			return ofPeople
		}
		return ""
	}
	for _, word := range w[at+1:] {
		if slices.Contains(people, word) {
			return ofPeople
		}
		for of, names := range thingsNamed {
			if slices.Contains(names, word) {
				return of
			}
		}
	}
	return ""
}
