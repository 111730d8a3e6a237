package check

import (
	"strings"

	"github.com/askomop/askomop/omop"
	"github.com/askomop/askomop/omop/sqltree"
)

func placeholderPlace() Rule {
	return Rule{
		ID: "placeholder-place", Group: groupStatement, Severity: omop.SeverityError,
		Summary: "A placeholder stands outside of IN (…), where a set of concepts means nothing.",
		Instead: "Write column IN ([domain@text]); a placeholder stands for many concept ids.",
		Wrong:   `SELECT COUNT(DISTINCT person_id) AS patients FROM condition_occurrence WHERE condition_concept_id = [condition@asthma]`,
		Right:   `SELECT COUNT(DISTINCT person_id) AS patients FROM condition_occurrence WHERE condition_concept_id IN ([condition@asthma])`,
		check: func(p *pass) {
			for _, ph := range sqltree.Misplaced(p.Tree) {
				p.report(&ph, "%s must stand inside IN (…)", ph)
				p.mend(strings.LastIndexByte(p.Tree.Text[:max(0, ph.Pos())], '='), equalSet, "IN ($1)")
			}
		},
	}
}
