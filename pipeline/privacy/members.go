package privacy

import (
	"slices"

	"github.com/askomop/askomop/omop/sqltree"
)

// Rows that are chosen by what others have tell it: of the 4,000 people with a diagnosis that one who died of dementia
// had, too, the diagnoses are all that this one had.
//
//	WHERE condition_concept_id IN (SELECT condition_concept_id FROM condition_occurrence JOIN death USING (person_id) …)
//
// So rows are chosen by other rows of people only where these are of the same person, or are all that there are. Where
// the others are groups that are joined, those that choose must be of enough people.

// refuseMembers refuses to choose rows by those of a subquery that are of other people.
func (v *env) refuseMembers(e sqltree.Expr, inner *query) {
	isOfPlain := v.rows == plainRows && v.outer == nil // see refuseMembership
	if !v.a.closed || isOfPlain || inner == nil || inner.rows == plainRows || inner.isOfAll() {
		return
	}
	switch x := e.(type) {
	case *sqltree.InQuery:
		if v.isOwn(x.Expr) {
			return
		}
	case *sqltree.Exists:
		if !inner.env.isTied() {
			return
		}
	}
	if v := inner.env; v != nil && v.agg && v.sel.Having != nil {
		v.a.refuse("members-number")
	}
	v.a.refuse("members")
}

// isOwn reports whether an expression, or an element of a row, is what identifies people or records.
func (v *env) isOwn(e sqltree.Expr) bool {
	if f, ok := e.(*sqltree.Func); ok && f.Name == "row" {
		return slices.ContainsFunc(f.Args, v.isOwn)
	}
	return v.expr(e).kind == Ident
}

// isOfAll reports whether a query reads all rows of a table, or groups of enough people.
func (q *query) isOfAll() bool {
	v := q.env
	if v == nil {
		return false
	}
	if v.agg && !v.single && slices.ContainsFunc(sqltree.Conjuncts(v.sel.Having), v.isThreshold) {
		return true
	}
	return v.sel.Where == nil && v.sel.Having == nil && len(v.sources) == 1 && v.sources[0].q == nil
}

// isTied reports whether a subquery is tied to the row around it, and by nothing that says that both are of the same
// person or record.
func (v *env) isTied() bool {
	if v == nil || v.ofOuterPerson() {
		return false
	}
	tied := false
	for _, e := range v.joins() {
		if !v.readsOuter(e) {
			continue
		}
		c, ok := e.(*sqltree.Compare)
		if ok && c.Op == "=" && v.resolvesTo(c.Left, Ident) && v.resolvesTo(c.Right, Ident) {
			return false
		}
		tied = true
	}
	return tied
}

func (v *env) resolvesTo(e sqltree.Expr, kind Kind) bool {
	c, ok := e.(*sqltree.Column)
	return ok && v.resolve(c).kind == kind
}

// chooseByGroups notes the people of groups that are joined to people's rows: those whose rows have no partner among
// them are left out.
func (v *env) chooseByGroups(q *query) {
	if !v.a.closed || v.rows != personRows {
		return
	}
	if slices.ContainsFunc(v.sources, v.mayLackOthers) {
		v.a.refuse("members")
	}
	for _, src := range v.sources {
		if src.q == nil || src.q.rows != groupRows || src.isOneRow() || src.optional || src.q.isOfAll() ||
			v.readsSame(src.q) {
			continue
		}
		var at *headcount
		if src.q.group != nil {
			at = v.through(src, src.q.group)
			if v.agg {
				at = v.wrapped("min", at, nil)
			}
		}
		q.probed, q.presence = q.probed || q.rows != personRows, append(q.presence, at)
	}
}

// mayLackOthers reports whether rows may have no partner in a table of other people, which a LEFT JOIN finds: those who
// were born in another month than one person.
func (v *env) mayLackOthers(src *source) bool {
	switch {
	case !src.optional || src.rows() == plainRows || src.isOneRow():
		return false
	case src.rows() == groupRows:
		return !src.q.isOfAll() && !v.readsSame(src.q)
	}
	return len(v.components) > 1 && slices.ContainsFunc(v.components, func(c []*source) bool {
		return !slices.ContainsFunc(c, func(s *source) bool { return !s.optional }) && slices.Contains(c, src)
	})
}

// readsSame reports whether a query is made of all rows of a query that the SELECT reads, too: of the same people.
// Example: the years in which those at risk are at risk.
func (v *env) readsSame(q *query) bool {
	for _, in := range q.inputs {
		if !v.readsSame(in) {
			return false
		}
	}
	if len(q.inputs) > 0 {
		return true
	}
	return q.env != nil && q.env.sel.Where == nil && q.env.sel.Having == nil && len(q.env.sources) == 1 &&
		slices.ContainsFunc(v.sources, func(s *source) bool { return s.q != nil && s.q == q.env.sources[0].q })
}

// refuseOtherMembers does the same of a SEMI or ANTI join.
func (v *env) refuseOtherMembers(t *sqltree.Join, right []*source) {
	ofOthers := slices.ContainsFunc(right, func(s *source) bool {
		return s.rows() != plainRows && (s.q == nil || !s.q.isOfAll())
	})
	tied := slices.ContainsFunc(t.Using, func(name string) bool { return ofPatients(name).kind == Ident }) ||
		slices.ContainsFunc(sqltree.Conjuncts(t.On), func(e sqltree.Expr) bool {
			c, ok := e.(*sqltree.Compare)
			return ok && c.Op == "=" && v.resolvesTo(c.Left, Ident) && v.resolvesTo(c.Right, Ident)
		})
	if ofPeople := func(s *source) bool { return s.rows() != plainRows }; v.a.closed && ofOthers && !tied &&
		slices.ContainsFunc(v.sources[:len(v.sources)-len(right)], ofPeople) {
		v.a.refuse("members")
	}
}

// refusePairs refuses rows that are made of several people's records, or of several groups of people other than by what
// these are alike in: that there is one would tell of two people, or of two years in which somebody was born.
func (v *env) refusePairs() {
	ofGroups := slices.DeleteFunc(slices.Clone(v.sources),
		func(s *source) bool { return s.rows() != groupRows || s.isOneRow() })
	pairs := func(e sqltree.Expr) bool {
		readsSeveral := func(e sqltree.Expr) bool {
			of := slices.DeleteFunc(slices.Clone(ofGroups), func(s *source) bool { return !v.reads(e, s) })
			return len(of) > 1
		}
		eq, ok := e.(*sqltree.Compare)
		return readsSeveral(e) && !(ok && eq.Op == "=" && !readsSeveral(eq.Left) && !readsSeveral(eq.Right))
	}
	if v.a.closed && (!v.linked() || slices.ContainsFunc(v.joins(), pairs)) {
		v.a.refuse("pairs")
	}
}
