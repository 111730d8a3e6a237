// Package plainform writes a statement in the plainest form that says the same: conditions stand in WHERE, tables are
// read without CTEs or derived tables that only choose or rename, and a negation stands at what it denies. Whoever
// looks for what a statement does finds it there in one form, whichever clauses it was written in.
//
// Example:
//
//	WITH dx AS (SELECT person_id AS who, condition_concept_id AS what FROM condition_occurrence)
//	SELECT COUNT(DISTINCT CASE WHEN NOT (d.what <> 201826) THEN d.who END) FROM dx AS d
//
// is plainly
//
//	SELECT COUNT(DISTINCT d.person_id) FROM condition_occurrence AS d WHERE d.condition_concept_id = 201826
//
// The form is for reading, not for running: its result can differ where NULLs decide or where a union repeats rows. The
// package knows the CDM's columns, by which names are resolved, and nothing of what is right or wrong in a statement.
package plainform

import (
	"github.com/askomop/askomop/omop/schema"
	"github.com/askomop/askomop/omop/sqltree"
)

// form is a statement on its way to its plain form.
type form struct {
	*sqltree.Resolved
	changed, reworded bool
	flattened         map[string]bool // CTEs that were read in place, in lower case
}

// Of returns the plain form of a statement, whose nodes keep their places in the text, or false where it is in that
// form already. The statement stays as it is.
func Of(tree *sqltree.Statement, s *schema.Schema) (*sqltree.Statement, bool) {
	f := &form{flattened: make(map[string]bool)}
	out := sqltree.Clone(tree)
	f.straighten(out)
	f.mergeUnions(out)
	f.unwrap(out)
	f.Resolved = sqltree.Resolve(out, s)
	f.joinsByCondition()
	f.countLists()
	f.countConditions(out)
	f.Resolved = sqltree.Resolve(out, s)
	f.flatten()
	f.dropCTEs()
	f.inlineValues()
	f.straighten(out)
	f.conditionsOfCounts()
	f.nameSets()
	return out, f.changed
}

// selects lists the SELECTs below a node.
func selects(n sqltree.Node) []*sqltree.Select {
	var out []*sqltree.Select
	sqltree.Walk(n, func(n sqltree.Node) bool {
		if q, ok := n.(*sqltree.Select); ok {
			out = append(out, q)
		}
		return true
	})
	return out
}

// simple reports whether a SELECT only chooses rows and computes columns: each of its rows is one of its FROM.
func simple(q *sqltree.Select) bool {
	return !q.Distinct && q.DistinctOn == nil && q.GroupBy.Empty() && q.Having == nil && q.Qualify == nil &&
		q.Limit == nil && q.Offset == nil
}

// everything reports whether a SELECT list is a star alone.
func everything(list []*sqltree.Item) bool {
	if len(list) != 1 {
		return false
	}
	s, ok := list[0].Expr.(*sqltree.Star)
	return ok && !s.Columns && len(s.Exclude) == 0 && len(s.Replace) == 0
}
