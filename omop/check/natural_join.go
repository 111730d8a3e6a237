package check

import (
	"strings"

	"github.com/askomop/askomop/omop"
	"github.com/askomop/askomop/omop/sqltree"
)

func naturalJoin() Rule {
	return Rule{
		ID: "natural-join", Group: groupKeys, Severity: omop.SeverityWarning,
		Summary: "NATURAL JOIN or USING also compares columns that may be NULL, such as provider_id: records without them are lost.",
		Instead: "Write which columns are to be equal: JOIN … ON b.person_id = a.person_id.",
		Wrong:   `SELECT COUNT(DISTINCT person_id) AS patients FROM (SELECT person_id, provider_id FROM condition_occurrence) AS co NATURAL JOIN (SELECT person_id, provider_id FROM drug_exposure) AS de`,
		Right:   `SELECT COUNT(DISTINCT co.person_id) AS patients FROM condition_occurrence AS co JOIN drug_exposure AS de ON de.person_id = co.person_id`,
		check: func(p *pass) {
			for _, s := range p.Scopes {
				for _, j := range s.Joins() {
					if j.Type == "INNER" || j.Type == "" {
						p.judgeShared(s, j)
					}
				}
			}
		},
	}
}

// judgeShared reports the columns beside the person by which two events are joined through their names, and which
// records may lack.
func (p *pass) judgeShared(s *scope, j *sqltree.Join) {
	names := p.shared(s, j)
	if len(names) < 2 {
		return
	}
	var loose []string
	person := false
	for _, name := range names {
		for _, e := range p.pairs {
			if e.node != sqltree.Node(j) || len(e.left) == 0 || len(e.right) == 0 ||
				!strings.EqualFold(p.nameOf(e), name) {
				continue
			}
			person = person || identityOf(e.left) == personKey
			l, r := e.left[0], e.right[0]
			if !l.Column.Required && !r.Column.Required && isEvent(l.Relation.Table) && isEvent(r.Relation.Table) &&
				identity(l) != personKey && (l.Column.Name != "visit_occurrence_id" || p.asksNoVisit()) {
				loose = append(loose, name)
			}
		}
	}
	if others := p.sharedByChance(j); len(others) > 0 {
		p.report(j, "this also compares %s, which say something else of each side", strings.Join(others, ", "))
		return
	}
	if person && len(loose) > 0 {
		p.report(j, "this also compares %s, which records may lack: NULL is not equal to NULL, and they are lost",
			strings.Join(loose, ", "))
	}
}

// asksNoVisit reports whether there is a question, and it says nothing of visits or of the same time.
func (p *pass) asksNoVisit() bool {
	return p.question.text != "" && len(p.question.words) > 0 &&
		!p.asks("visit", "visits", "stay", "stays", "encounter", "encounters", "admission", "admissions", "same",
			"during", "together", "hospitalization", "hospitalisation")
}

// nameOf is the name of the column by which USING or NATURAL joins.
func (p *pass) nameOf(e *equality) string { return e.left[0].Column.Name }

// sharedByChance lists the columns of two tables that a NATURAL JOIN compares though they are not keys: the year of
// birth of a person and that of a provider.
func (p *pass) sharedByChance(j *sqltree.Join) []string {
	if j.Kind != sqltree.JoinNatural {
		return nil
	}
	var out []string
	for _, e := range p.pairs {
		if e.node != sqltree.Node(j) || len(e.left) != 1 || len(e.right) != 1 {
			continue
		}
		l, r := e.left[0], e.right[0]
		key := identity(l) != "" && identity(l) != conceptKey
		if l.TableName() != r.TableName() && !key && l.Relation.Table.Group != "vocabulary" &&
			r.Relation.Table.Group != "vocabulary" {
			out = append(out, l.Column.Name)
		}
	}
	return out
}
