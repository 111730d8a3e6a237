package check

import (
	"slices"

	"github.com/askomop/askomop/omop"
	"github.com/askomop/askomop/omop/sqltree"
)

func unusedPart() Rule {
	return Rule{
		ID: "unused-part", Group: groupStatement, Severity: omop.SeverityWarning,
		Summary: "A CTE is made and never read, or records are numbered and no condition looks at the number: what it was to choose is not chosen.",
		Instead: "Join the CTE or choose by it, keep the rows with the number 1, or leave the part out.",
		Wrong:   `WITH women AS (SELECT person_id FROM person WHERE gender_concept_id = 8532) SELECT COUNT(DISTINCT co.person_id) AS patients FROM condition_occurrence AS co WHERE co.condition_concept_id IN ([condition@asthma])`,
		Right:   `WITH women AS (SELECT person_id FROM person WHERE gender_concept_id = 8532) SELECT COUNT(DISTINCT co.person_id) AS patients FROM condition_occurrence AS co JOIN women ON women.person_id = co.person_id WHERE co.condition_concept_id IN ([condition@asthma])`,
		check: func(p *pass) {
			for _, cte := range p.Unread {
				if readsTable(cte.Query) {
					p.report(cte, "%s is made here and never read: what it chooses is not chosen", cte.Name)
				}
			}
			for _, s := range p.Scopes {
				for _, w := range windowsOf(s) {
					if isRank(w) && len(w.PartitionBy) > 0 && p.keepsNumberOne(w) == no && !p.hidesColumns() {
						p.report(w, "records are numbered here and all of them kept: no condition looks at the number")
					}
				}
			}
		},
	}
}

// readsTable reports whether a query reads anything at all, and is not a list of constants.
func readsTable(q sqltree.Query) bool {
	found := false
	sqltree.Walk(q, func(n sqltree.Node) bool {
		_, table := n.(*sqltree.BaseTable)
		found = found || table
		return !found
	})
	return found
}

// hidesColumns reports whether a column of the statement can't be followed to what it stands for.
func (p *pass) hidesColumns() bool {
	return len(p.Others) > 0 || slices.ContainsFunc(p.Sets, func(r *result) bool { return r.Columns == nil })
}

// leaveOutIdle takes out of a statement what no part of the result reads: what stands there says nothing of the
// numbers.
func (st *statement) leaveOutIdle() {
	idle := map[sqltree.Query]bool{}
	for _, cte := range st.CTEs() {
		if st.Idle(cte) {
			sqltree.Walk(cte.Query, func(n sqltree.Node) bool {
				if q, ok := n.(sqltree.Query); ok {
					idle[q] = true
				}
				return true
			})
		}
	}
	if len(idle) == 0 {
		return
	}
	in := func(s *scope) bool { return s != nil && s.Tree != nil && idle[s.Tree] }
	st.Scopes = slices.DeleteFunc(st.Scopes, in)
	st.Bases = slices.DeleteFunc(st.Bases, func(r *relation) bool { return in(r.Scope) })
	st.Calls = slices.DeleteFunc(st.Calls, func(f *sqltree.Func) bool { return in(st.Homes[f]) })
	st.Sets = slices.DeleteFunc(st.Sets, func(r *result) bool { return idle[r.Tree] })
}
