package check

import (
	"slices"

	"github.com/askomop/askomop/omop/sqltree"
)

// isNegative reports whether the rows of a SELECT are those that must not be there: within NOT EXISTS
// or NOT IN, in the part of EXCEPT that is taken away, or joined for their absence.
func (p *pass) isNegative(s *scope) bool {
	negative := false
	for at := s; at != nil; at = at.Parent {
		for _, t := range p.tests {
			switch e := t.expr.(type) {
			case *sqltree.Exists:
				negative = negative != (e.Not != t.not && p.holdsScope(e.Query, at))
			case *sqltree.InQuery:
				negative = negative != (e.Not != t.not && p.holdsScope(e.Query, at))
			}
		}
	}
	return negative || p.takenAway(s.Result)
}

// holdsScope reports whether a query is that of a SELECT, or a set operation of it.
func (p *pass) holdsScope(q sqltree.Query, s *scope) bool {
	r := p.Subs[q]
	return r != nil && (r.Scope == s || slices.ContainsFunc(r.Inputs, func(in *result) bool { return in.Scope == s }))
}

// takenAway reports whether a result is only used to be missing.
func (p *pass) takenAway(r *result) bool {
	for _, set := range p.Sets {
		if q, ok := set.Tree.(*sqltree.SetOp); ok && q.Op == "EXCEPT" && len(set.Inputs) > 1 && set.Inputs[1] == r {
			return true
		}
	}
	used, away := 0, 0
	for _, s := range p.Scopes {
		for _, rel := range s.Relations {
			if !readsResult(rel, r) {
				continue
			}
			used++
			if rel.Semi && isAnti(rel) || p.absent(rel) ||
				s.Result != r && len(s.Relations) == 1 && p.directlyNegative(s) {
				away++
			}
		}
	}
	return used > 0 && used == away
}

// directlyNegative is isNegative without looking at who reads the SELECT.
func (p *pass) directlyNegative(s *scope) bool {
	return slices.ContainsFunc(p.tests, func(t *test) bool {
		switch e := t.expr.(type) {
		case *sqltree.Exists:
			return e.Not != t.not && p.holdsScope(e.Query, s)
		case *sqltree.InQuery:
			return e.Not != t.not && p.holdsScope(e.Query, s)
		}
		return false
	})
}

// readsResult reports whether a relation is a query's result, under whatever names of columns.
func readsResult(rel *relation, r *result) bool {
	return rel.Inner != nil && (rel.Inner == r || rel.Inner.Tree == r.Tree)
}

// isAnti reports whether a relation stands on the right of an ANTI join.
func isAnti(rel *relation) bool {
	return slices.ContainsFunc(rel.Scope.Joins(), func(j *sqltree.Join) bool {
		return j.Type == "ANTI" && slices.Contains(rel.Scope.Below(j.Right), rel)
	})
}
