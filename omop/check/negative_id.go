package check

import (
	"strings"

	"github.com/askomop/askomop/omop"
	"github.com/askomop/askomop/omop/sqltree"
)

func negativeID() Rule {
	return Rule{
		ID: "negative-id", Group: groupConcepts, Severity: omop.SeverityError,
		Summary: "A concept id is compared with a negative number, or by its size (a warning): what has no concept is concept 0, and a larger id says nothing. Mapped records that are told by whether their concept is missing are a warning, too: it never is.",
		Instead: "Write concept_id = 0 for records that were not mapped.",
		Wrong:   `SELECT COUNT(*) AS unmapped FROM condition_occurrence WHERE condition_concept_id = -1`,
		Right:   `SELECT COUNT(*) AS unmapped FROM condition_occurrence WHERE condition_concept_id = 0`,
		check: func(p *pass) {
			p.judgeMappedByNull()
			for _, t := range p.tests {
				what, with := compared(t.expr)
				if what == nil || identityOf(p.Origins(sqltree.Bare(what))) != conceptKey {
					continue
				}
				for _, e := range with {
					n, ok := signed(e)
					less := false
					if c, is := t.expr.(*sqltree.Compare); is && n == 0 && ok {
						less = c.Op == "<" && !isConstant(c.Left) || c.Op == ">" && isConstant(c.Left)
					}
					if ok && (n < 0 && !strings.HasPrefix(opOf(t.expr), ">") || less) {
						p.report(t.expr, "no concept has a negative id; records without a concept have 0")
						break
					}
					if ok && comparesSize(t.expr, n) {
						p.reportAs(omop.SeverityWarning, t.expr,
							"a concept's id is no size: compare value_as_number, or choose concepts by their ids")
						break
					}
				}
			}
		},
	}
}

// opOf is the operator of a comparison, as if its literal stood on the right.
func opOf(e sqltree.Expr) string {
	c, ok := e.(*sqltree.Compare)
	switch {
	case !ok:
		return ""
	case isConstant(c.Left):
		return flipped(c.Op)
	}
	return c.Op
}

// firstOwnConcept is the id from which a site numbers concepts of its own, by the CDM's convention.
const firstOwnConcept = 2_000_000_000

// comparesSize reports whether a condition wants ids above or below n, where n tells neither mapped records from
// unmapped ones nor a site's own concepts from others.
func comparesSize(e sqltree.Expr, n float64) bool {
	op := opOf(e)
	between, _ := e.(*sqltree.Between)
	mapped := n == 0 || n == 1 && (op == ">=" || op == "<")
	bySize := between != nil || op == "<" || op == "<=" || op == ">" || op == ">="
	return bySize && !mapped && n > 0 && n < firstOwnConcept-1
}
