package check

import (
	"slices"

	"github.com/askomop/askomop/omop/sqltree"
)

// answer is yes, no, or that it can't be told.
type answer int

const (
	unknown answer = iota
	yes
	no
)

// and is no where either is, and yes where both are.
func (a answer) and(b answer) answer {
	switch {
	case a == no || b == no:
		return no
	case a == yes && b == yes:
		return yes
	}
	return unknown
}

// perPerson reports whether a query puts out at most one row a person.
func (st *statement) perPerson(r *result) answer {
	if a, ok := st.people[r]; ok {
		return a
	}
	st.people[r] = unknown // while it is found out: a recursive CTE reads itself
	a := st.findPerPerson(r)
	st.people[r] = a
	return a
}

func (st *statement) findPerPerson(r *result) answer {
	switch q := r.Tree.(type) {
	case *sqltree.Values:
		return yes
	case *sqltree.SetOp:
		if !q.All && len(r.Columns) == 1 && identityOf(st.OriginsOf(r.Columns[0])) == personKey {
			return yes
		}
		if q.Op == "EXCEPT" && q.All && len(r.Columns) == 1 && len(r.Inputs) > 0 {
			return st.perPerson(r.Inputs[0])
		}
		if q.Op == "INTERSECT" && q.All && len(r.Columns) == 1 &&
			!slices.ContainsFunc(r.Inputs, func(in *result) bool { return st.perPerson(in) != no }) {
			return no
		}
		if q.Op == "UNION" && q.All &&
			(st.overlap(r.Inputs) ||
				slices.ContainsFunc(r.Inputs, func(in *result) bool { return st.perPerson(in) == no })) {
			return no
		}
		return unknown
	case *sqltree.Select:
		if r.Scope == nil || q.Limit != nil {
			return unknown
		}
		if q.Qualify != nil {
			return st.pickedPerPerson(q, r.Scope)
		}
		return st.selectPerPerson(q, r.Scope)
	}
	return unknown
}

// overlap reports whether a person can be in several of these queries: each is chosen by concepts of an event
// alone, and nothing says that those of one are not among those of another.
func (st *statement) overlap(inputs []*result) bool {
	inputs = slices.Clone(inputs)
	for i, in := range inputs {
		inputs[i] = st.passedOn(in)
	}
	return len(inputs) > 1 && !slices.ContainsFunc(inputs, func(in *result) bool {
		q, ok := in.Tree.(*sqltree.Select)
		if !ok || in.Scope == nil || q.Limit != nil || q.Having != nil || q.Qualify != nil || len(in.Columns) != 1 ||
			identityOf(st.OriginsOf(in.Columns[0])) != personKey {
			return true
		}
		other := func(r *relation) bool { return r.Table == nil || !isEvent(r.Table) && r.Table.Group != "vocabulary" }
		chosen := slices.ContainsFunc(st.selections, func(s selection) bool {
			return s.scope == in.Scope && !s.exclude && identityOf(s.column) == conceptKey
		})
		apart := slices.ContainsFunc(st.tests, func(t *test) bool {
			if t.scope != in.Scope || t.clause == inValue {
				return false
			}
			if st.inEach(inputs, t) {
				return false
			}
			switch e := t.expr.(type) {
			case *sqltree.Compare, *sqltree.In:
				return t.not || !slices.ContainsFunc(st.selections,
					func(s selection) bool { return s.expr == e && !s.exclude }) && t.clause == inWhere
			case *sqltree.InQuery:
				return e.Not != t.not || identityOf(st.Origins(sqltree.Bare(e.Expr))) == personKey
			}
			return true
		})
		inConcepts := slices.ContainsFunc(st.tests, func(t *test) bool {
			e, ok := t.expr.(*sqltree.InQuery)
			return ok && t.scope == in.Scope && identityOf(st.Origins(sqltree.Bare(e.Expr))) == conceptKey
		})
		return !chosen && !inConcepts || apart || slices.ContainsFunc(in.Scope.Relations, other)
	})
}

// passedOn is the query whose rows a query puts out as they are: for SELECT pid FROM (SELECT person_id AS pid …) the
// latter.
func (st *statement) passedOn(r *result) *result {
	for range sqltree.MaxDepth {
		q, ok := r.Tree.(*sqltree.Select)
		if !ok || r.Scope == nil || len(r.Scope.Relations) != 1 || r.Scope.Relations[0].Inner == nil ||
			q.Where != nil || q.Distinct || len(q.DistinctOn) > 0 || !q.GroupBy.Empty() || q.Limit != nil ||
			q.Qualify != nil || len(q.List) != 1 || len(r.Scope.Relations[0].Inner.Columns) != 1 {
			return r
		}
		r = r.Scope.Relations[0].Inner
	}
	return r
}

// inEach reports whether each of some queries has a condition: it sets none of them apart.
func (st *statement) inEach(inputs []*result, t *test) bool {
	return !slices.ContainsFunc(inputs, func(in *result) bool {
		return !slices.ContainsFunc(st.tests, func(o *test) bool {
			return o.scope == in.Scope && o.clause == t.clause && o.not == t.not && sqltree.Equal(o.expr, t.expr)
		})
	})
}

func (st *statement) selectPerPerson(q *sqltree.Select, s *scope) answer {
	switch {
	case st.singleRow(s):
		return yes
	case q.GroupBy.Sets != nil || q.GroupBy.All:
		return unknown
	case len(q.GroupBy.Exprs) > 0:
		return st.groupsPerPerson(q.GroupBy.Exprs, s)
	case len(q.DistinctOn) > 0:
		return st.groupsPerPerson(q.DistinctOn, s)
	case q.Distinct:
		var exprs []sqltree.Expr
		for _, item := range q.List {
			exprs = append(exprs, item.Expr)
		}
		return st.groupsPerPerson(exprs, s)
	}
	if ranksRows(s) {
		return unknown
	}
	return st.rowsPerPerson(s)
}

// ranksRows reports whether a SELECT puts out a window's numbers, by which what is outside may keep one row of each
// person.
func ranksRows(s *scope) bool {
	return slices.ContainsFunc(s.Outputs, func(o *output) bool { _, window := o.Expr.(*sqltree.Window); return window })
}

// singleRow reports whether the scope puts out one row: without FROM, or aggregated as a whole.
func (st *statement) singleRow(s *scope) bool {
	if s.Tree == nil || !s.Tree.GroupBy.Empty() {
		return false
	}
	if s.Tree.From == nil {
		return true
	}
	return slices.ContainsFunc(s.Tree.List, func(i *sqltree.Item) bool { return aggregated(i.Expr) })
}

// groupsPerPerson reports whether groups by these expressions are people.
func (st *statement) groupsPerPerson(exprs []sqltree.Expr, s *scope) answer {
	person, wider := false, false
	for _, e := range exprs {
		e = numbered(e, s)
		if isConstant(e) {
			continue
		}
		from := st.Origins(e)
		if identityOf(from) == personKey {
			person = true
			continue
		}
		if c, ok := e.(*sqltree.Column); ok && all(st.Origins(c), isStart) &&
			all(from, func(o origin) bool { return o.Relation.Scope == s && isEvent(o.Relation.Table) }) {
			wider = true // a person with records on two days is there twice
			continue
		}
		if all(from, func(o origin) bool {
			return isEvent(o.Relation.Table) && (o.Column.Primary || o.Column.Name == "visit_occurrence_id")
		}) {
			return no // a group is a record or a visit
		}
		if len(from) == 1 && from[0].Relation.Scope == s && namesOneThing(from[0].Relation) &&
			from[0].Column.Name == from[0].Relation.Table.ConceptColumn && !st.chosenOne(from[0]) {
			wider = true // and one with two of several diseases
			continue
		}
		if dates := st.yearsIn(e); all(dates, isStart) &&
			all(dates, func(o origin) bool { return o.Relation.Scope == s && isEvent(o.Relation.Table) }) &&
			!st.comparesLiterals(s, dates) {
			wider = true // and one with records in two years
			continue
		}
		if !all(from, func(o origin) bool { return o.TableName() == "person" || o.TableName() == "death" }) {
			return unknown
		}
	}
	switch {
	case person && wider && ranksRows(s):
		return unknown
	case person && wider:
		return st.rowsPerPerson(s).and(unknown)
	case person:
		return yes
	}
	return unknown
}

// chosenOne reports whether the rows of a relation are chosen by a single concept id of its column.
func (st *statement) chosenOne(column origin) bool {
	return slices.ContainsFunc(st.selections, func(s selection) bool {
		return !s.exclude && len(s.constants) == 1 && len(s.placeholders) == 0 && slices.Contains(s.column, column)
	})
}

// comparesLiterals reports whether a condition of a SELECT compares one of the columns with a literal: one year may be
// left.
func (st *statement) comparesLiterals(s *scope, columns []origin) bool {
	return slices.ContainsFunc(st.tests, func(t *test) bool {
		what, with := compared(t.expr)
		if t.scope != s || what == nil || len(with) == 0 || !isConstant(with[0]) {
			return false
		}
		from := append(st.yearsIn(sqltree.Bare(what)), st.Origins(sqltree.Bare(what))...)
		return slices.ContainsFunc(from, func(o origin) bool { return slices.Contains(columns, o) })
	})
}

// pickedPerPerson is no where QUALIFY keeps one row of each of several groups of a person: its days, its visits.
func (st *statement) pickedPerPerson(q *sqltree.Select, s *scope) answer {
	c, ok := q.Qualify.(*sqltree.Compare)
	if !ok || c.Op != "=" || !isOne(c.Right) {
		return unknown
	}
	w, ok := st.Follow(sqltree.Bare(c.Left)).(*sqltree.Window)
	if !ok || !isRank(w) || st.groupsPerPerson(w.PartitionBy, s) != no {
		return unknown
	}
	return no
}

// numbered returns the expression of the SELECT list that a number in GROUP BY means.
func numbered(e sqltree.Expr, s *scope) sqltree.Expr {
	if c, ok := e.(*sqltree.Constant); ok {
		if n, ok := c.Int64(); ok && n >= 1 && int(n) <= len(s.Tree.List) {
			return s.Tree.List[n-1].Expr
		}
	}
	return e
}

// rowsPerPerson reports whether the joined relations of a scope have one row a person.
func (st *statement) rowsPerPerson(s *scope) answer {
	out := yes
	for _, rel := range s.Relations {
		if !rel.Semi && !st.absent(rel) && !picksOne(rel, s) {
			out = out.and(st.relationPerPerson(rel, s))
		}
	}
	return out
}

// picksOne reports whether a relation is joined by ASOF, which finds one row of it for each of the others.
func picksOne(rel *relation, s *scope) bool {
	return slices.ContainsFunc(s.Joins(), func(j *sqltree.Join) bool {
		return j.Kind == sqltree.JoinAsOf && slices.Contains(s.Below(j.Right), rel)
	})
}

func (st *statement) relationPerPerson(rel *relation, s *scope) answer {
	switch {
	case rel.Inner != nil:
		return st.perPerson(rel.Inner)
	case rel.Table == nil:
		return unknown
	}
	switch rel.Table.Name {
	case "person", "death", "concept", "location", "care_site", "provider", "cohort_definition", "vocabulary", "domain":
		return yes
	case "cohort": // it may hold one entry a person, or more
		return unknown
	case "observation_period":
		// Periods don't overlap: a date or a day within picks one of them.
		if st.Mentions(rel, rel.Table.StartDate, rel.Table.EndDate) {
			return unknown
		}
	case "payer_plan_period": // these may overlap: one plan for the hospital and one for drugs
		if st.Mentions(rel, rel.Table.StartDate, rel.Table.EndDate) && st.Mentions(rel, planColumns...) {
			return unknown
		}
	}
	if isEvent(rel.Table) {
		if st.Mentions(rel, rel.Table.Key...) && st.pinned(rel) || st.onlyFirst(rel) {
			return unknown
		}
		return no
	}
	return unknown
}

// planColumns tell which of a person's plans a period is of.
var planColumns = []string{"payer_concept_id", "payer_source_value", "payer_source_concept_id", "plan_concept_id",
	"plan_source_value", "plan_source_concept_id", "payer_plan_period_id", "family_source_value"}

// absent reports whether only those rows of the SELECT are kept for which an outer join found no row of rel.
func (st *statement) absent(rel *relation) bool {
	return rel.Optional && slices.ContainsFunc(st.tests, func(t *test) bool {
		n, ok := t.expr.(*sqltree.IsNull)
		if !ok || t.clause != inWhere || !t.must || n.Not != t.not {
			return false
		}
		c, ok := n.Expr.(*sqltree.Column)
		if ok && t.scope != rel.Scope { // the SELECT above, which alone reads what the join puts out
			if r := st.Refs[c]; r == nil || r.Relation == nil || r.Relation.Optional || r.Relation.Inner == nil ||
				r.Relation.Inner.Scope != rel.Scope || st.readers(r.Relation.Inner) > 1 {
				return false
			}
			c, ok = st.Follow(c).(*sqltree.Column)
		}
		return ok && st.Refs[c] != nil && st.Refs[c].Relation == rel
	})
}

// onlyFirst reports whether NOT EXISTS leaves out the rows of rel for which the person has another in the same table.
func (st *statement) onlyFirst(rel *relation) bool {
	return slices.ContainsFunc(st.tests, func(t *test) bool {
		e, ok := t.expr.(*sqltree.Exists)
		if !ok || e.Not == t.not || t.scope != rel.Scope || st.Subs[e.Query] == nil || st.Subs[e.Query].Scope == nil {
			return false
		}
		return slices.ContainsFunc(st.Subs[e.Query].Scope.Relations,
			func(r *relation) bool { return r.Table == rel.Table })
	})
}

// pinned reports whether one row of the relation is picked by its primary key.
func (st *statement) pinned(rel *relation) bool {
	return slices.ContainsFunc(st.pairs, func(e *equality) bool {
		side := func(list []origin) bool {
			return slices.ContainsFunc(list, func(o origin) bool { return o.Relation == rel && isPrimary(o) })
		}
		// each row of the other side has one partner, in the ON of an outer join, too
		tied := e.must() || e.test.clause == inOn && e.test.joint && !e.test.not
		return tied && (side(e.left) || side(e.right))
	})
}

// multiplies reports whether joining rel repeats the rows of the scope's other relations.
func (st *statement) multiplies(rel *relation, s *scope) bool {
	if rel.Semi || st.absent(rel) || st.relationPerPerson(rel, s) != no {
		return false
	}
	if rel.Inner != nil {
		return !st.pinnedInner(rel)
	}
	return rel.Table == nil || !st.pinned(rel)
}

// pinnedInner reports whether one row of a CTE or derived table is picked: it has one row for each record, and is
// joined by the record's key. Example: er.visit_occurrence_id = admitted.visit_occurrence_id, where admitted selects
// DISTINCT visit_occurrence_id.
func (st *statement) pinnedInner(rel *relation) bool {
	return slices.ContainsFunc(st.tests, func(t *test) bool {
		c, ok := t.expr.(*sqltree.Compare)
		if !ok || c.Op != "=" || t.not || !t.must && !(t.clause == inOn && t.joint) {
			return false
		}
		return st.isKeyOf(rel, sqltree.Bare(c.Left)) || st.isKeyOf(rel, sqltree.Bare(c.Right))
	})
}

// isKeyOf reports whether an expression is a column of rel that no two rows of rel have alike: the key of a record that
// rel puts out once.
func (st *statement) isKeyOf(rel *relation, e sqltree.Expr) bool {
	c, ok := e.(*sqltree.Column)
	if !ok || st.Refs[c] == nil || st.Refs[c].Relation != rel {
		return false
	}
	if rel.Inner == nil {
		from := st.Origins(c)
		return len(from) == 1 && isPrimary(from[0]) && isEvent(from[0].Relation.Table)
	}
	q, ok := rel.Inner.Tree.(*sqltree.Select)
	i := slices.IndexFunc(rel.Inner.Columns, func(o *sqltree.Output) bool { return o == st.Refs[c].Output })
	if !ok || rel.Inner.Scope == nil || i < 0 || i >= len(q.List) || len(q.List) != len(rel.Inner.Columns) {
		return false
	}
	inner, ok := sqltree.Bare(q.List[i].Expr).(*sqltree.Column)
	if !ok || st.Refs[inner] == nil {
		return false
	}
	switch {
	case q.Distinct && len(q.List) == 1:
		return true
	case !q.GroupBy.Empty():
		return len(q.GroupBy.Exprs) == 1 &&
			sqltree.Equal(numbered(q.GroupBy.Exprs[0], rel.Inner.Scope), q.List[i].Expr)
	}
	of := st.Refs[inner].Relation
	return of != nil && st.isKeyOf(of, inner) && !slices.ContainsFunc(rel.Inner.Scope.Relations,
		func(r *relation) bool { return r != of && st.multiplies(r, rel.Inner.Scope) })
}
