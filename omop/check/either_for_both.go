package check

import (
	"slices"

	"github.com/askomop/askomop/omop"
	"github.com/askomop/askomop/omop/sqltree"
)

func eitherForBoth() Rule {
	return Rule{
		ID: "either-for-both", Group: groupCounting, Severity: omop.SeverityWarning,
		Summary: "People who have both of two things are looked for, but one of the two is enough: two kinds of the one count as two.",
		Instead: "Read the table once for each (two EXISTS, or INTERSECT), or count DISTINCT ancestor_concept_id.",
		Wrong:   `SELECT COUNT(*) AS patients FROM (SELECT person_id FROM condition_occurrence WHERE condition_concept_id IN ([condition@diabetes], [condition@hypertension]) GROUP BY person_id HAVING COUNT(DISTINCT condition_concept_id) = 2) AS both_of_them`,
		Right:   `SELECT COUNT(*) AS patients FROM (SELECT person_id FROM condition_occurrence WHERE condition_concept_id IN ([condition@diabetes]) INTERSECT SELECT person_id FROM condition_occurrence WHERE condition_concept_id IN ([condition@hypertension])) AS both_of_them`,
		check: func(p *pass) {
			for _, t := range p.tests {
				p.judgeKinds(t)
			}
			p.judgeNeither()
			p.judgeEither()
			if p.wants("both") &&
				!p.asks("or both", "both sexes", "both genders", "both men", "both women", "both groups", "both males",
					"both females") {
				p.judgeOneList()
			}
		},
	}
}

// judgeNeither reports people who may have one of two things where the question is who has neither.
// Example: a.person_id IS NULL OR b.person_id IS NULL, NOT (has_a AND has_b).
func (p *pass) judgeNeither() {
	if !p.asks("neither") {
		return
	}
	sqltree.Walk(p.Tree, func(n sqltree.Node) bool {
		or, ok := n.(*sqltree.Or)
		if ok && !slices.ContainsFunc(or.Terms, func(e sqltree.Expr) bool { return !isAbsent(e) }) {
			p.report(or, "who lacks one of the two is kept here, and the question is who has neither; write AND")
		}
		return true
	})
	for _, set := range p.Sets { // everybody but those who have both
		q, ok := set.Tree.(*sqltree.SetOp)
		if !ok || q.Op != "EXCEPT" || len(set.Inputs) != 2 {
			continue
		}
		if both, ok := p.passedOn(set.Inputs[1]).Tree.(*sqltree.SetOp); ok && both.Op == "INTERSECT" {
			p.report(both, "only who has both is left out here, and the question is who has neither; write UNION")
		}
	}
	for _, t := range p.tests { // fewer than two of the two
		c, ok := t.expr.(*sqltree.Compare)
		n, number := numberOf(c)
		if !ok || !number || t.not || c.Op != "<" && c.Op != "<=" || c.Op == "<" && n < 2 || n < 1 {
			continue
		}
		if f, ok := p.Follow(sqltree.Bare(c.Left)).(*sqltree.Func); ok && p.thingOf(f) == ofConcepts {
			p.report(c, "who has one of the two is kept here, and the question is who has neither; write = 0")
		}
	}
}

// numberOf is the number with which a condition compares.
func numberOf(c *sqltree.Compare) (float64, bool) {
	if c == nil {
		return 0, false
	}
	return number(c.Right)
}

// judgeEither reports people who may have either of two things where the question is who has both.
// Example: a > 0 OR b > 0 of two counts.
func (p *pass) judgeEither() {
	if !p.asks("both") || p.asks("or") {
		return
	}
	sqltree.Walk(p.Tree, func(n sqltree.Node) bool {
		or, ok := n.(*sqltree.Or)
		if ok && !slices.ContainsFunc(or.Terms, func(e sqltree.Expr) bool { return !isPresent(e) }) {
			p.report(or, "who has one of the two is kept here, and the question is who has both; write AND")
		}
		return true
	})
}

// isPresent reports whether a condition says that there is something, by a number of records or a flag of a person.
func isPresent(e sqltree.Expr) bool {
	switch e := e.(type) {
	case *sqltree.Column:
		return true
	case *sqltree.Compare:
		return e.Op == ">" && isZero(e.Right) || e.Op == ">=" && isOne(e.Right)
	}
	return false
}

// isAbsent reports whether a condition says that something is not there.
func isAbsent(e sqltree.Expr) bool {
	switch e := e.(type) {
	case *sqltree.Not:
		return true
	case *sqltree.IsNull:
		return !e.Not
	case *sqltree.Exists:
		return e.Not
	case *sqltree.InQuery:
		return e.Not
	case *sqltree.Compare:
		return (e.Op == "=" || e.Op == "<=") && isZero(e.Right) || e.Op == "<" && isOne(e.Right)
	}
	return false
}

// judgeKinds reports a count of distinct concepts, or of records, that is to be as large as a list of concepts where
// several concepts stand for one of the list: its descendants.
func (p *pass) judgeKinds(t *test) {
	c, ok := t.expr.(*sqltree.Compare)
	if !ok || t.not || !slices.Contains([]string{"=", ">=", ">"}, c.Op) {
		return
	}
	n, ok := number(c.Right)
	if c.Op == ">" {
		n++
	}
	f, counts := p.Follow(sqltree.Bare(c.Left)).(*sqltree.Func)
	if !ok || !counts || n < 2 || p.Homes[f] == nil || !p.groupedByPerson(p.Homes[f]) {
		return
	}
	p.judgeRecordsForKinds(f, n)
	if f.Name != "count" || !f.Distinct || len(f.Args) != 1 {
		return
	}
	from := p.Origins(f.Args[0])
	if len(from) != 1 || !isEvent(from[0].Relation.Table) ||
		from[0].Column.Name != from[0].Relation.Table.ConceptColumn {
		return
	}
	for _, sel := range p.selections {
		if sel.exclude || !sel.must || len(sel.constants)+len(sel.placeholders) != int(n) {
			continue
		}
		for _, o := range sel.column {
			columns, route := p.chosen(o)
			if slices.Contains(columns, from[0]) && (route.below || len(sel.placeholders) > 0) {
				p.report(f, "two concepts below one of the list are two as well: who has one of the %v only is counted too", n)
				return
			}
		}
	}
}

// judgeRecordsForKinds reports records of a list of concepts that are counted where each of the list is wanted: two of
// one are as many as one of both.
func (p *pass) judgeRecordsForKinds(f *sqltree.Func, n float64) {
	if f.Distinct || p.thingOf(f) != ofRecords || !p.asks("both") {
		return
	}
	for _, sel := range p.selections {
		listed := len(sel.constants) == int(n) && n == 2 && all(sel.column, isKind) && sel.scope == p.Homes[f]
		if listed && sel.must && !sel.exclude {
			p.report(f, "two records of one of these count as one of both; write COUNT(DISTINCT %s)", sel.column[0].Column.Name)
			return
		}
	}
}

// judgeOneList reports people chosen by one list of concepts where both of two are asked for.
func (p *pass) judgeOneList() {
	var chosen []selection
	var events []*relation
	for _, sel := range p.selections {
		for _, o := range sel.column {
			columns, _ := p.chosen(o)
			for _, c := range columns {
				if !isEvent(c.Relation.Table) || c.Column.Name != c.Relation.Table.ConceptColumn || sel.exclude {
					continue
				}
				chosen = append(chosen, sel)
				if !slices.Contains(events, c.Relation) {
					events = append(events, c.Relation)
				}
			}
		}
	}
	if len(events) != 1 || len(chosen) != 1 || len(chosen[0].constants)+len(chosen[0].placeholders) != 2 ||
		!chosen[0].must {
		return
	}
	if p.oneRecordServes(events[0]) {
		p.report(chosen[0].expr, "who has either of the two is enough here; for both, read %s once for each",
			events[0].Table.Name)
	}
}
