package check

import (
	"fmt"
	"strings"

	"github.com/askomop/askomop/omop"
)

func personKeyRule() Rule {
	return Rule{
		ID: "person-key", Group: groupKeys, Severity: omop.SeverityError,
		Summary: "person_id is compared with a column that identifies no person.",
		Instead: "Join person_id to person_id, or to a cohort's subject_id.",
		Wrong:   `SELECT COUNT(DISTINCT p.person_id) AS patients FROM person AS p JOIN condition_occurrence AS co ON co.condition_occurrence_id = p.person_id`,
		Right:   `SELECT COUNT(DISTINCT p.person_id) AS patients FROM person AS p JOIN condition_occurrence AS co ON co.person_id = p.person_id`,
		check: func(p *pass) {
			p.reportKeys(personMismatch, func(m mismatch) string {
				return fmt.Sprintf("%s is a person, %s is not; join person_id to person_id", m.a, m.b)
			})
			p.misnamed()
			p.mixedUnions()
		},
	}
}

// misnamed reports columns that a query puts out as person_id although they identify
// something else: whoever reads the query takes them for people.
func (p *pass) misnamed() {
	for _, s := range p.Scopes {
		for _, item := range s.Tree.List {
			if !strings.EqualFold(item.Alias, "person_id") && !strings.EqualFold(item.Alias, "subject_id") {
				continue
			}
			if from := p.Origins(item.Expr); len(from) > 0 && identityOf(from) != "" && identityOf(from) != personKey {
				p.report(item.Expr, "%s is put out as %s, but identifies no person", from[0], item.Alias)
			}
		}
	}
}

// mixedUnions reports the inputs of a UNION that put another key where the others have the person.
func (p *pass) mixedUnions() {
	for _, set := range p.Sets {
		for _, c := range set.Columns {
			if c.Name != "person_id" && c.Name != "subject_id" || len(c.Inputs) != len(set.Inputs) {
				continue
			}
			for i, in := range c.Inputs {
				from := p.OriginsOf(in)
				if id := identityOf(from); id != "" && id != personKey {
					p.report(set.Inputs[i].Tree, "%s stands where %s of the others stands, but identifies no person",
						from[0], c.Name)
				}
			}
		}
	}
}
