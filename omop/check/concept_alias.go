package check

import (
	"github.com/askomop/askomop/omop"
	"github.com/askomop/askomop/omop/sqltree"
)

func conceptAlias() Rule {
	return Rule{
		ID: "concept-alias", Group: groupKeys, Severity: omop.SeverityError,
		Summary: "One alias of concept is joined to two different columns, so that only rows remain in which both are the same concept.",
		Instead: "Join concept once for each column, each time under an alias of its own.",
		Wrong:   `SELECT c.concept_name, COUNT(*) AS patients FROM person AS p JOIN concept AS c ON c.concept_id = p.gender_concept_id AND c.concept_id = p.race_concept_id GROUP BY c.concept_name`,
		Right:   `SELECT g.concept_name AS gender, r.concept_name AS race, COUNT(*) AS patients FROM person AS p JOIN concept AS g ON g.concept_id = p.gender_concept_id JOIN concept AS r ON r.concept_id = p.race_concept_id GROUP BY g.concept_name, r.concept_name`,
		check: func(p *pass) {
			before := map[*relation][]origin{}
			for _, t := range p.tests {
				c, ok := t.expr.(*sqltree.Compare)
				if !ok || c.Op != "=" || t.not || !t.joint || t.clause != inOn && t.clause != inWhere {
					continue
				}
				rel, other := p.namedBy(c.Left), c.Right
				if rel == nil {
					rel, other = p.namedBy(c.Right), c.Left
				}
				column := p.Origins(sqltree.Bare(other))
				if rel == nil || len(column) != 1 || column[0].Relation.Table.Group == "vocabulary" ||
					!column[0].Column.IsConcept() {
					continue
				}
				for _, b := range before[rel] {
					if otherUse(b, column[0]) {
						p.report(c, "%s already names %s; join concept again under another alias for %s", rel.Name, b,
							column[0])
						break
					}
				}
				before[rel] = append(before[rel], column[0])
			}
		},
	}
}

// namedBy returns the relation of concept whose concept_id e is.
func (p *pass) namedBy(e sqltree.Expr) *relation {
	c, ok := sqltree.Bare(e).(*sqltree.Column)
	if !ok {
		return nil
	}
	r := p.Refs[c]
	if r == nil || r.Column == nil || r.Relation.Table.Name != "concept" || r.Column.Name != "concept_id" {
		return nil
	}
	return r.Relation
}

// otherUse reports whether two columns are of different kinds, so that one concept is hardly in both.
func otherUse(a, b origin) bool {
	if a == b {
		return false
	}
	if a.Relation == b.Relation || isSource(a) != isSource(b) || isType(a) != isType(b) {
		return true
	}
	_, _, other := otherDomains([]origin{a}, []origin{b})
	return other
}
