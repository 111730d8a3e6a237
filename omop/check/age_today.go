package check

import (
	"slices"

	"github.com/askomop/askomop/omop"
	"github.com/askomop/askomop/omop/sqltree"
)

func ageToday() Rule {
	return Rule{
		ID: "age-today", Group: groupTime, Severity: omop.SeverityWarning,
		Summary: "The age is that of today, not that at the event; it grows with each day the statement is kept.",
		Instead: "Subtract from the event's date: EXTRACT(YEAR FROM condition_start_date) - year_of_birth.",
		Wrong:   `SELECT AVG(EXTRACT(YEAR FROM CURRENT_DATE) - p.year_of_birth) AS average_age FROM person AS p WHERE EXISTS (SELECT 1 FROM condition_occurrence AS co WHERE co.person_id = p.person_id AND co.condition_concept_id IN ([condition@asthma]))`,
		Right:   `SELECT AVG(EXTRACT(YEAR FROM co.first_date) - p.year_of_birth) AS average_age FROM person AS p JOIN (SELECT person_id, MIN(condition_start_date) AS first_date FROM condition_occurrence WHERE condition_concept_id IN ([condition@asthma]) GROUP BY person_id) AS co ON co.person_id = p.person_id`,
		check: func(p *pass) {
			severity := p.severity()
			if !slices.ContainsFunc(p.Bases,
				func(r *relation) bool { return r.Table.IsEvent() && !p.isNegative(r.Scope) }) {
				severity = omop.SeverityInfo // the age of everyone, now: nothing else to take it from
			}
			for _, f := range p.Calls {
				if (f.Name == "-" || isDateDiff(f) || f.Name == "age") && p.bornAndToday(f) {
					p.reportAs(severity, f, "this is the age today; take it from the event's date")
				}
			}
			for _, t := range p.tests {
				switch t.expr.(type) {
				case *sqltree.Compare, *sqltree.Between:
					if what, with := compared(t.expr); p.isBirth(what) && slices.ContainsFunc(with, p.isToday) {
						p.reportAs(severity, t.expr, "this is the age today; take it from the event's date")
					}
				}
			}
		},
	}
}

func (p *pass) bornAndToday(f *sqltree.Func) bool {
	born := slices.ContainsFunc(f.Args, p.isBirth)
	return born && (f.Name == "age" && len(f.Args) == 1 || slices.ContainsFunc(f.Args, p.isToday))
}

// isBirth reports whether a person's birth is in e, not in a function of it with an event.
func (p *pass) isBirth(e sqltree.Expr) bool {
	found := false
	sqltree.Inspect(e, func(x sqltree.Expr) {
		if c, ok := x.(*sqltree.Column); ok {
			found = found || all(p.Origins(c), isBirth)
		}
	})
	return found
}

func (p *pass) isToday(e sqltree.Expr) bool {
	return p.Within(e, func(x sqltree.Expr) bool {
		f, ok := x.(*sqltree.Func)
		return ok && slices.Contains([]string{
			"current_date", "today", "now", "current_timestamp", "get_current_timestamp", "localtimestamp",
			"transaction_timestamp", "getdate",
		}, f.Name)
	})
}
