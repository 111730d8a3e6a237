package check

import (
	"slices"

	"github.com/askomop/askomop/omop/sqltree"
)

// judgeUnmappedOfAll reports a share of all records of which those without a standard concept have dropped out: concept
// 0 is in no vocabulary and not standard.
//
// Example: of "what share of all deaths", COUNT(*) over death JOIN concept AS c … AND c.standard_concept = 'S'.
func (p *pass) judgeUnmappedOfAll() {
	if !p.wordsFor("share") || !p.wordsFor("of all of them") || p.wordsFor("of mapped ones") {
		return
	}
	s := p.wholeOfShare()
	if s == nil {
		return
	}
	for _, rel := range s.Relations {
		if rel.Table == nil || rel.Table.Name != "concept" || rel.Optional || rel.Semi {
			continue
		}
		key := rel.Origin("concept_id")
		named := slices.ContainsFunc(p.partners(key), func(o origin) bool {
			filled := o.Relation.Table.Group != "vocabulary" && !o.Column.Primary && isFilledConcept(o)
			return filled || o.Column.Name == "cause_concept_id"
		})
		i := slices.IndexFunc(p.tests, func(t *test) bool {
			here := t.scope == s && (t.clause == inWhere || t.clause == inOn)
			return t.must && !t.not && here && p.leavesZeroOut(t, rel)
		})
		if named && i >= 0 {
			p.report(p.tests[i].expr, "the question's share is of all, and this leaves out those with concept 0, which "+
				"could not be mapped; write LEFT JOIN, or look at the concept's id alone")
			return
		}
	}
}

// leavesZeroOut reports whether a condition on a concept wants one of a vocabulary, which concept 0 is not.
func (p *pass) leavesZeroOut(t *test, rel *relation) bool {
	e, ok := t.expr.(*sqltree.Compare)
	if !ok || e.Op != "=" {
		return false
	}
	what, with := compared(e)
	return len(with) == 1 && isConstant(with[0]) && all(p.Origins(sqltree.Bare(what)), func(o origin) bool {
		return o.Relation == rel && o.Column.Name == "standard_concept"
	})
}

// wholeOfShare is the SELECT over whose rows the result's share is taken, or nil.
func (p *pass) wholeOfShare() *scope {
	f, ok := p.essence(p.last()).(*sqltree.Func)
	if !ok {
		return nil
	}
	if f.Name == "/" && len(f.Args) == 2 {
		if _, whole := p.counted(f.Args[1]); whole != nil {
			return p.Homes[whole]
		}
		return nil
	}
	if isNamed(f, "avg", "mean") {
		return p.Homes[f]
	}
	return nil
}
