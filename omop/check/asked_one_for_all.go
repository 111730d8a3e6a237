package check

import (
	"slices"

	"github.com/askomop/askomop/omop/sqltree"
)

// judgeOneForAll reports a first or last visit of a person whose kind is looked at, where the question is of people all
// of whose visits are of a kind, and says nothing of an order.
//
// Example: of "how many had outpatient visits only", ROW_NUMBER() OVER (PARTITION BY person_id ORDER BY
// visit_start_date) = 1 and then visit_concept_id = 9202.
func (p *pass) judgeOneForAll() {
	if !p.asks("only", "exclusively", "nothing but", "solely", "no other") || p.asksInTime() ||
		p.asks("first", "last", "initial", "earliest", "latest", "recent", "index", "new", "start", "started", "only visit",
			"only one", "only once", "counted only", "only the", "only if") {
		return
	}
	kind := func(o origin) bool { return o.String() == "visit_occurrence.visit_concept_id" }
	for _, k := range p.picks() {
		w, ok := k.node.(*sqltree.Window)
		if !ok || k.kept != yes || !isRank(w) || len(w.PartitionBy) != 1 ||
			identityOf(p.Origins(sqltree.Bare(w.PartitionBy[0]))) != personKey ||
			!all(k.from, func(o origin) bool { return isStart(o) && o.TableName() == "visit_occurrence" }) {
			continue
		}
		home := p.Homes[w.Func]
		before := slices.ContainsFunc(p.selections,
			func(s selection) bool { return s.scope == home && all(s.column, kind) })
		behind := slices.ContainsFunc(p.selections,
			func(s selection) bool { return s.scope != home && s.must && all(s.column, kind) })
		if !before && behind {
			p.report(w, "the question is of all visits of a person, and only one of them is looked at here; "+
				"write NOT EXISTS, or BOOL_AND")
			p.standBy()
			return
		}
	}
}
