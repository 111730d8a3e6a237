package check

import (
	"slices"

	"github.com/askomop/askomop/omop"
	"github.com/askomop/askomop/omop/sqltree"
)

func sourceConcept() Rule {
	return Rule{
		ID: "source-concept", Group: groupConcepts, Severity: omop.SeverityError,
		Summary: "A column of source concepts is filtered by standard concepts, which it seldom holds.",
		Instead: "Filter the standard column, such as condition_concept_id.",
		Wrong:   `SELECT COUNT(DISTINCT person_id) AS patients FROM condition_occurrence WHERE condition_source_concept_id IN ([condition@asthma])`,
		Right:   `SELECT COUNT(DISTINCT person_id) AS patients FROM condition_occurrence WHERE condition_concept_id IN ([condition@asthma])`,
		check: func(p *pass) {
			for _, s := range p.selections {
				for _, o := range s.column {
					columns, route := p.chosen(o)
					if !route.mapped && all(columns, isSource) && len(s.placeholders) > 0 {
						p.report(s.placeholders[0], "%s holds the source's concepts; %s stands for standard ones",
							columns[0], s.placeholders[0])
					}
				}
			}
			for _, s := range p.selections {
				if !s.must || s.exclude || len(s.column) != 1 || s.column[0].String() != "concept.standard_concept" {
					continue
				}
				columns, route := p.chosen(s.column[0].Relation.Origin("concept_id"))
				if !route.mapped && !route.below && all(columns, isSource) {
					p.reportAs(omop.SeverityWarning, s.expr,
						"%s holds the source's concepts, most of which are not standard; these records drop out",
						columns[0])
				}
			}
			p.judgeMixedConcepts()
			for _, e := range p.pairs {
				for _, side := range [][2][]origin{{e.left, e.right}, {e.right, e.left}} {
					if all(side[0], isSource) && all(side[1], isAncestry) {
						p.report(e.node, "%s holds the source's concepts; concept_ancestor holds standard ones",
							side[0][0])
					}
				}
			}
			if p.opt.Vocabulary == nil {
				return
			}
			for _, l := range p.literals() {
				if l.known && !l.route.mapped && all(l.columns, isSource) && l.concept.Standard == "S" &&
					l.concept.Invalid == "" {
					p.report(l.node, "%s is a standard concept; %s holds the source's", l.concept, l.columns[0])
				}
			}
		},
	}
}

// judgeMixedConcepts reports the source's concept or the standard one, whichever is given, looked for in the hierarchy.
// The source's has no place there. Example: COALESCE(condition_source_concept_id, condition_concept_id).
func (p *pass) judgeMixedConcepts() {
	for _, t := range p.tests {
		c, ok := t.expr.(*sqltree.Compare)
		if !ok || c.Op != "=" || t.not {
			continue
		}
		for _, side := range [][2]sqltree.Expr{{c.Left, c.Right}, {c.Right, c.Left}} {
			from := p.Origins(sqltree.Bare(side[0]))
			i := slices.IndexFunc(from, isSource)
			if i >= 0 && !all(from, isSource) && all(p.Origins(sqltree.Bare(side[1])), isAncestry) {
				p.report(c, "%s holds the source's concepts; concept_ancestor holds standard ones", from[i])
				return
			}
		}
	}
}

func isAncestry(o origin) bool { return o.TableName() == "concept_ancestor" }
