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
			p.judgePreferredSource()
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

// judgeMappedBack reports records that are chosen by what maps to a standard concept where the question speaks of no
// codes: those without a source concept are left out. Example: condition_source_concept_id IN (SELECT concept_id_1 FROM
// concept_relationship WHERE relationship_id = 'Maps to' AND concept_id_2 = 201826).
func (p *pass) judgeMappedBack(l literal) {
	if !l.known || l.concept.Standard != "S" || l.exclude || !l.route.mapped || len(p.question.words) == 0 || p.wordsFor("source codes") ||
		!all(l.columns, isSource) {
		return
	}
	standard := func(s selection) bool {
		return slices.ContainsFunc(s.column,
			func(o origin) bool { return o.TableName() == l.columns[0].TableName() && isStandard(o) })
	}
	if !slices.ContainsFunc(p.selections, standard) {
		p.reportAs(omop.SeverityWarning, l.node, "records are chosen by the source's concepts that map to %s: those without one do not count; choose the standard column",
			l.concept)
	}
}

// judgePreferredSource reports standard concepts that are looked for in the source's concept where there is one, and in
// the standard one elsewhere only. Example: COALESCE(NULLIF(condition_source_concept_id, 0), condition_concept_id) =
// 201826.
func (p *pass) judgePreferredSource() {
	if p.opt.Vocabulary == nil {
		return
	}
	for _, l := range p.literals() {
		p.judgeMappedBack(l)
		if !l.known || l.concept.Standard != "S" || l.exclude || l.route.mapped || l.route.below {
			continue
		}
		e := p.preferred(l.what)
		if e == nil {
			continue
		}
		if from := p.columnsIn(e); all(from, isSource) {
			p.report(l.node, "%s is a standard concept, and %s is looked at before the standard column: a record with a source concept does not count", l.concept, from[0])
		}
	}
}

// preferred is what an expression takes where it is there, before something else; nil where it takes one thing.
func (p *pass) preferred(e sqltree.Expr) sqltree.Expr {
	switch e := p.Follow(sqltree.Bare(e)).(type) {
	case *sqltree.Func:
		if (e.Name == "coalesce" || e.Name == "ifnull") && len(e.Args) > 1 {
			return e.Args[0]
		}
	case *sqltree.Case:
		if len(e.Whens) == 1 && e.Else != nil && !isConstant(e.Else) {
			return e.Whens[0].Then
		}
	}
	return nil
}

func isAncestry(o origin) bool { return o.TableName() == "concept_ancestor" }
