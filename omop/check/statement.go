package check

import (
	"github.com/askomop/askomop/omop/schema"
	"github.com/askomop/askomop/omop/sqltree"
)

// statement is a resolved statement with what its conditions say.
type statement struct {
	*sqltree.Resolved
	tests      []*test            // see tests.go
	pairs      []*equality        // see equalities.go
	selections []selection        // see selections.go
	bounds     []bound            // see dates.go
	gapBounds  []bound            // the same, with the differences that derived columns stand for
	deepBounds []bound            // the same, with all that derived columns stand for
	people     map[*result]answer // see rows.go
	question   question           // see question.go
	asked      string             // the question as it is written
	meaning    Meaning            // see meaning.go
	agrees     bool               // its result is that of its question
	otherwise  bool               // only another reading of its question gives its result
	surely     []string           // what findings say that no other reading mends
	regardless []string           // what findings say that holds where the question is answered so by convention, too
	// otherConcepts tells that it would be, with the concepts by which the question's records are chosen, and that
	// these make much of a difference
	otherConcepts bool
}

// read resolves a statement and collects what its conditions say.
func read(tree *sqltree.Statement, s *schema.Schema) *statement {
	writeGroups(tree)
	st := &statement{Resolved: sqltree.Resolve(tree, s), people: make(map[*result]answer)}
	st.leaveOutIdle()
	st.collectTests()
	st.collectEqualities()
	st.collectSelections()
	st.collectBounds()
	return st
}

// writeGroups writes out by what GROUP BY ALL groups: by each column of the SELECT list that is no aggregate. A star
// stands for columns that are not known yet.
func writeGroups(tree *sqltree.Statement) {
	sqltree.Walk(tree, func(n sqltree.Node) bool {
		q, ok := n.(*sqltree.Select)
		if !ok || !q.GroupBy.All || standsIn[*sqltree.Star](q) {
			return true
		}
		q.GroupBy.All = false
		for _, i := range q.List {
			if !aggregated(i.Expr) {
				q.GroupBy.Exprs = append(q.GroupBy.Exprs, i.Expr)
			}
		}
		return true
	})
}

// The names of package sqltree that every rule uses.
type (
	scope    = sqltree.Scope
	relation = sqltree.Relation
	result   = sqltree.Result
	output   = sqltree.Output
	ref      = sqltree.Ref
	origin   = sqltree.Origin
)
