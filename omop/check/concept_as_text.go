package check

import (
	"slices"

	"github.com/askomop/askomop/omop"
	"github.com/askomop/askomop/omop/sqltree"
)

func conceptAsText() Rule {
	return Rule{
		ID: "concept-as-text", Group: groupConcepts, Severity: omop.SeverityWarning,
		Summary: "A concept id is compared as a text, or with a text that is no id (an error).",
		Instead: "Write the id as a number, without quotes.",
		Wrong:   `SELECT COUNT(*) AS patients FROM person WHERE gender_concept_id = '8532'`,
		Right:   `SELECT COUNT(*) AS patients FROM person WHERE gender_concept_id = 8532`,
		check: func(p *pass) {
			for _, t := range p.tests {
				column, texts := compared(t.expr)
				if column == nil || !slices.ContainsFunc(texts, isText) {
					continue
				}
				from := p.Origins(sqltree.Bare(column))
				if identityOf(from) != conceptKey {
					continue
				}
				_, like := t.expr.(*sqltree.Like)
				if like || !slices.ContainsFunc(texts, isDigits) {
					p.reportAs(omop.SeverityError, t.expr,
						"%s is a number that has nothing to do with the text: compare concept_code, with its vocabulary_id, or choose by a concept id", from[0])
				} else {
					p.report(t.expr, "%s is a number; write %s without quotes", from[0], textOf(t.expr))
					if len(texts) == 1 {
						p.mend(texts[0].Pos(), quotedNumber, "$1")
					}
				}
			}
		},
	}
}

// isDigits reports whether a text can be an id.
func isDigits(e sqltree.Expr) bool {
	c, ok := e.(*sqltree.Constant)
	if !ok {
		return false
	}
	_, ok = id(c)
	return ok
}

func isText(e sqltree.Expr) bool {
	c, ok := e.(*sqltree.Constant)
	return ok && c.Kind == sqltree.String
}

// compared returns what a condition compares, and with what.
func compared(e sqltree.Expr) (what sqltree.Expr, with []sqltree.Expr) {
	switch e := e.(type) {
	case *sqltree.Compare:
		if isConstant(e.Left) {
			return e.Right, []sqltree.Expr{e.Left}
		}
		return e.Left, []sqltree.Expr{e.Right}
	case *sqltree.In:
		return e.Expr, e.List
	case *sqltree.Like:
		return e.Expr, []sqltree.Expr{e.Pattern}
	case *sqltree.Between:
		return e.Expr, []sqltree.Expr{e.Low, e.High}
	}
	return nil, nil
}
