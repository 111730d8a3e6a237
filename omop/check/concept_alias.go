package check

import (
	"github.com/askomop/askomop/omop"
	"github.com/askomop/askomop/omop/sqltree"
)

func conceptAlias() Rule {
	return Rule{
		ID: "concept-alias", Group: groupKeys, Severity: omop.SeverityError,
		Summary: "One alias of concept is joined to two different columns, so that only rows remain in which both are the same concept. A name that is shown for another column than the one it is joined to is a warning.",
		Instead: "Join concept once for each column, each time under an alias of its own.",
		Wrong:   `SELECT c.concept_name, COUNT(*) AS patients FROM person AS p JOIN concept AS c ON c.concept_id = p.gender_concept_id AND c.concept_id = p.race_concept_id GROUP BY c.concept_name`,
		Right:   `SELECT g.concept_name AS gender, r.concept_name AS race, COUNT(*) AS patients FROM person AS p JOIN concept AS g ON g.concept_id = p.gender_concept_id JOIN concept AS r ON r.concept_id = p.race_concept_id GROUP BY g.concept_name, r.concept_name`,
		check: func(p *pass) {
			p.judgeTwoUses()
			p.judgeNameForOther()
			p.judgeNameBesideID()
			p.judgeNameOfEither()
		},
	}
}

// judgeTwoUses reports an alias of concept that is joined to two columns at once, itself or through another alias.
func (p *pass) judgeTwoUses() {
	before := map[*relation][]origin{}
	same := map[*relation]*relation{} // another alias of concept that has the same concept
	first := func(rel *relation) *relation {
		for same[rel] != nil {
			rel = same[rel]
		}
		return rel
	}
	var joined []conceptJoin
	for _, t := range p.tests {
		c, ok := t.expr.(*sqltree.Compare)
		if !ok || c.Op != "=" || t.not || !t.joint || t.clause != inOn && t.clause != inWhere {
			continue
		}
		left, right := p.namedBy(c.Left), p.namedBy(c.Right)
		switch {
		case left != nil && right != nil:
			if a, b := first(left), first(right); a != b {
				same[b] = a
			}
		case left != nil:
			joined = append(joined, conceptJoin{left, p.Origins(sqltree.Bare(c.Right)), c})
		case right != nil:
			joined = append(joined, conceptJoin{right, p.Origins(sqltree.Bare(c.Left)), c})
		}
	}
	for _, e := range p.pairs {
		for _, side := range [][2][]origin{{e.left, e.right}, {e.right, e.left}} {
			if e.test == nil && len(side[0]) == 1 && side[0][0].String() == "concept.concept_id" &&
				side[0][0].Relation.Scope == e.scope {
				joined = append(joined, conceptJoin{side[0][0].Relation, side[1], e.node})
			}
		}
	}
	for _, j := range joined {
		if len(j.column) != 1 || j.column[0].Relation.Table.Group == "vocabulary" || !j.column[0].Column.IsConcept() {
			continue
		}
		rel := first(j.concept)
		for _, b := range before[rel] {
			if otherUse(b, j.column[0]) {
				p.report(j.node, "%s already names %s; join concept again under another alias for %s", j.concept.Name, b,
					j.column[0])
				break
			}
		}
		before[rel] = append(before[rel], j.column[0])
	}
}

// conceptJoin is a condition that joins an alias of concept to a column.
type conceptJoin struct {
	concept *relation
	column  []origin
	node    sqltree.Node
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
