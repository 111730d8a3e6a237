package check

import (
	"slices"

	"github.com/askomop/askomop/omop/sqltree"
)

// Statements that slip at one step: at what the rows are tied by, what is picked before what, and what a function
// passes over.

// judgeStaysOfPeople reports visits that are chosen by the person alone where the question is of what was recorded at
// the visit: all stays of who had it at one of them.
//
// Example: of "how many stays had pneumonia recorded at that stay", v.person_id IN (SELECT person_id …).
func (p *pass) judgeStaysOfPeople() {
	s := p.Result.Scope
	if !p.wordsFor("belongs to the visit") || !p.headsWithVisits() || s == nil {
		return
	}
	at := slices.IndexFunc(s.Relations, func(r *relation) bool {
		return r.Table != nil && r.Table.Name == "visit_occurrence"
	})
	if at < 0 || !slices.ContainsFunc(p.Bases, func(r *relation) bool {
		return isEvent(r.Table) && r.Table.Name != "visit_occurrence"
	}) {
		return
	}
	v := s.Relations[at]
	ofVisit := func(o origin) bool { return o.Relation == v }
	var person sqltree.Node
	for _, t := range p.tests {
		in, ok := t.expr.(*sqltree.InQuery)
		switch {
		case p.Within(t.expr, func(x sqltree.Expr) bool { return p.columnOf(x, v, "visit_occurrence_id") }):
			return
		case !ok || t.scope != s || !t.must || t.not || in.Not:
		case !p.columnOf(in.Expr, v, "person_id") || len(p.outer(in.Query, p.scopeOf(in.Query))) > 0:
			return
		default:
			person = in
		}
	}
	for _, e := range p.pairs {
		if !slices.ContainsFunc(e.left, ofVisit) && !slices.ContainsFunc(e.right, ofVisit) {
			continue
		}
		if identityOf(e.left) != personKey {
			return
		}
		other := slices.Concat(e.left, e.right)
		if e.must() && slices.ContainsFunc(other, func(o origin) bool { return !ofVisit(o) && o.Relation.Scope != s }) {
			person = e.node
		}
	}
	dated := func(b bound) bool {
		return slices.ContainsFunc(slices.Concat(p.Origins(b.first), p.Origins(b.second)), ofVisit)
	}
	if person != nil && !slices.ContainsFunc(p.bounds, dated) {
		p.report(person, "these are all visits of the people who had it at one of them; compare visit_occurrence_id")
	}
}

// scopeOf is the scope of a query that is a single SELECT, or nil.
func (p *pass) scopeOf(q sqltree.Query) *scope {
	i := slices.IndexFunc(p.Scopes, func(s *scope) bool { return sqltree.Query(s.Tree) == q })
	if i < 0 {
		return p.Result.Scope
	}
	return p.Scopes[i]
}

// columnOf reports whether an expression is a column of a relation.
func (p *pass) columnOf(e sqltree.Expr, rel *relation, column string) bool {
	return all(p.Origins(sqltree.Bare(e)), func(o origin) bool { return o.Relation == rel && o.Column.Name == column })
}

// headsWithVisits reports whether visits are what the question counts: "how many inpatient stays".
func (p *pass) headsWithVisits() bool {
	w := p.question.words
	return len(w) > 3 && w[0] == "how" && w[1] == "many" &&
		slices.ContainsFunc(w[2:min(5, len(w))], func(x string) bool { return isWordFor("visits", x) })
}

// judgeDaysForRecords reports the days of each person that are counted where the question wants several records of one
// day counted apart.
func (p *pass) judgeDaysForRecords() {
	if !p.wordsFor("records of one day apart") {
		return
	}
	day := func(e sqltree.Expr) bool { return all(p.Origins(sqltree.Bare(e)), hasDate) }
	for _, f := range p.Calls {
		if f.Name != "count" || !f.Distinct || len(f.Args) != 1 {
			continue
		}
		of := []sqltree.Expr{f.Args[0]}
		if row, ok := sqltree.Bare(f.Args[0]).(*sqltree.Func); ok && isNamed(row, "row", "struct_pack") {
			of = row.Args
		}
		if slices.ContainsFunc(of, day) && !slices.ContainsFunc(of, func(e sqltree.Expr) bool {
			return !day(e) && identityOf(p.Origins(sqltree.Bare(e))) != personKey
		}) {
			p.report(f, "several records of one day are one here, and the question counts each; leave DISTINCT out")
			return
		}
	}
	f, ok := p.essence(p.onlyNumber()).(*sqltree.Func)
	if !ok || p.Homes[f] == nil || !p.countsRows(f) || len(p.Homes[f].Relations) != 1 {
		return
	}
	rel := p.Homes[f].Relations[0]
	if rel.Inner == nil || rel.Inner.Scope == nil {
		return
	}
	inner := rel.Inner.Scope
	keys := p.keysOf(inner)
	other := func(e sqltree.Expr) bool {
		return !day(e) && identityOf(p.Origins(sqltree.Bare(e))) != personKey
	}
	if slices.ContainsFunc(keys, day) && !slices.ContainsFunc(keys, other) {
		p.report(inner.Tree, "several records of one day are one here, and the question counts each; leave the groups out")
	}
}

// keysOf are what tells the rows of a SELECT apart, of those that put several together: by DISTINCT or GROUP BY.
func (p *pass) keysOf(s *scope) []sqltree.Expr {
	var keys []sqltree.Expr
	switch {
	case s.Tree.Distinct && len(s.Tree.DistinctOn) == 0:
		for _, i := range s.Tree.List {
			keys = append(keys, i.Expr)
		}
	case len(s.Tree.GroupBy.Sets) <= 1:
		for _, e := range s.Tree.GroupBy.Exprs {
			keys = append(keys, numbered(e, s))
		}
	}
	return keys
}

// judgeTimeAfterPick reports the first or last record of all, of which only those of some time are kept, where the
// question is of the first or last of that time.
//
// Example: of "the last blood pressure of 2009 (the last one of that year)", year(d) = 2009 behind ROW_NUMBER() … = 1.
func (p *pass) judgeTimeAfterPick() {
	if !p.wordsFor("one of the time") {
		return
	}
	for _, k := range slices.Concat(p.picks(), p.extremes()) {
		if k.kept != yes || len(k.from) != 1 {
			continue
		}
		at, by := p.pickedIn(k)
		if at == nil || slices.ContainsFunc(by, func(e sqltree.Expr) bool {
			return identityOf(p.Origins(sqltree.Bare(e))) != personKey
		}) {
			continue
		}
		var after, before sqltree.Expr
		for _, t := range p.tests {
			what, with := compared(t.expr)
			if what == nil || len(with) == 0 || !isConstant(with[0]) || !p.Within(what, func(x sqltree.Expr) bool {
				return slices.Contains(p.Origins(x), k.from[0])
			}) {
				continue
			}
			reads := func(r *relation) bool { return r.Inner != nil && r.Inner.Scope == at }
			switch {
			case t.scope == at && (t.clause == inHaving || t.clause == inQualify),
				t.scope != at && slices.ContainsFunc(t.scope.Relations, reads):
				after = t.expr
			default:
				before = t.expr
			}
		}
		if after != nil && before == nil {
			p.report(after, "the question's record is the %s of this time, and here it is that of all: who has one beyond it is left out; choose the time first",
				map[bool]string{true: "last", false: "first"}[k.last])
			return
		}
	}
}

// pickedIn is the SELECT in which a pick is made, and by what its rows are parted; nil where that can't be told.
func (p *pass) pickedIn(k pick) (*scope, []sqltree.Expr) {
	switch n := k.node.(type) {
	case *sqltree.Window:
		for _, s := range p.Scopes {
			if slices.Contains(windowsOf(s), n) {
				return s, n.PartitionBy
			}
		}
	case *sqltree.Func:
		if s := p.Homes[n]; s != nil && n.Filter == nil && s.Tree != nil {
			return s, p.keysOf(s)
		}
	}
	for _, s := range p.Scopes {
		q := s.Tree
		orders := slices.ContainsFunc(q.OrderBy, func(o *sqltree.Order) bool { return o.Expr == k.node })
		if orders && len(q.DistinctOn) > 0 {
			return s, q.DistinctOn
		}
	}
	return nil, nil
}

// judgeUnequalDates reports two dates that must only differ where the question says which comes first.
//
// Example: of "depression after a diagnosis of Parkinson's disease", HAVING MIN(…) <> MIN(…).
func (p *pass) judgeUnequalDates() {
	said := slices.Concat(afterWords, beforeWords, sequenceWords)
	if !slices.ContainsFunc(p.question.words, func(w string) bool { return slices.Contains(said, w) }) ||
		p.asks("different day", "different days", "either order", "any order", "another day", "not on the same") {
		return
	}
	dated := func(e sqltree.Expr) bool {
		e = sqltree.Bare(p.Follow(sqltree.Bare(e)))
		if f, ok := e.(*sqltree.Func); ok && isNamed(f, "min", "max") && len(f.Args) == 1 {
			e = f.Args[0]
		}
		return all(p.Origins(sqltree.Bare(e)), isStart)
	}
	var apart *sqltree.Compare
	for _, t := range p.tests {
		c, ok := t.expr.(*sqltree.Compare)
		switch {
		case ok && (c.Op == "<>" || c.Op == "IS DISTINCT FROM") && t.must && !t.not && dated(c.Left) && dated(c.Right):
			apart = c
		case ok && isConstant(c.Right), ok && isConstant(c.Left):
		case p.Within(t.expr, func(x sqltree.Expr) bool { return slices.ContainsFunc(p.Origins(x), hasDate) }):
			return // they may be put in order here
		}
	}
	ordered := slices.ContainsFunc(p.Calls, func(f *sqltree.Func) bool {
		return isNamed(f, "-", "date_diff", "datediff", "least", "greatest", "sign", "age", "lag", "lead")
	})
	if apart != nil && !ordered {
		p.report(apart, "the question says which of the two comes first, and <> lets in either order")
		p.standBy()
	}
}

// judgePassedOver reports the mean of a CASE whose conditions all look at what an outer join may not find, where the
// question's share is of all: AVG passes over those without it.
//
// Example: of "what percentage died, of all people with a hip fracture", CASE WHEN d.death_date < … THEN 1 WHEN
// d.death_date IS NOT NULL THEN 0 END.
func (p *pass) judgePassedOver() {
	if !p.wordsFor("share") || !p.asks("of all", "of everybody", "of everyone", "among all") {
		return
	}
	for _, f := range p.Calls {
		if f.Name != "avg" && f.Name != "mean" || len(f.Args) != 1 || f.Filter != nil {
			continue
		}
		c, ok := sqltree.Bare(p.Follow(sqltree.Bare(f.Args[0]))).(*sqltree.Case)
		if !ok || c.Else != nil && !isNull(c.Else) || len(c.Whens) < 2 ||
			slices.ContainsFunc(c.Whens, func(w *sqltree.When) bool { return !p.needsPartner(w.If) }) {
			continue
		}
		p.report(f, "AVG passes over those for whom the outer join finds nothing, and the question's share is of all; write ELSE 0")
		return
	}
}

// needsPartner reports whether a condition is one comparison with what an outer join may not find, which holds of no
// row without it: NULL is neither above nor below.
func (p *pass) needsPartner(e sqltree.Expr) bool {
	switch e := e.(type) {
	case *sqltree.IsNull:
		return e.Not && p.mayLack(e.Expr)
	case *sqltree.Compare:
		return e.Op != "IS DISTINCT FROM" && e.Op != "IS NOT DISTINCT FROM" && (p.mayLack(e.Left) || p.mayLack(e.Right))
	case *sqltree.Between:
		return !e.Not && (p.mayLack(e.Expr) || p.mayLack(e.Low))
	}
	return false
}

// mayLack reports whether a value is of a row that an outer join may not find, also behind + and -.
func (p *pass) mayLack(e sqltree.Expr) bool {
	switch e := sqltree.Bare(e).(type) {
	case *sqltree.Column:
		return p.Refs[e] != nil && p.Refs[e].Relation != nil && p.Refs[e].Relation.Optional
	case *sqltree.Func:
		return isNamed(e, "-", "+", "date_diff", "datediff") && slices.ContainsFunc(e.Args, p.mayLack)
	}
	return false
}
