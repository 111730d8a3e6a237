package check

import (
	"slices"

	"github.com/askomop/askomop/omop"
	"github.com/askomop/askomop/omop/sqltree"
)

func birthFields() Rule {
	return Rule{
		ID: "birth-fields", Group: groupTime, Severity: omop.SeverityWarning,
		Summary: "A date of birth is made of month_of_birth and day_of_birth, which may be missing: people without them drop out. Where no database is named that tells whether it matters, this is a note.",
		Instead: "Write COALESCE(month_of_birth, 7), COALESCE(day_of_birth, 1), or use the year alone.",
		Wrong:   `SELECT AVG(DATE_DIFF('day', MAKE_DATE(p.year_of_birth, p.month_of_birth, p.day_of_birth), d.death_date)) AS average_days FROM person AS p JOIN death AS d ON d.person_id = p.person_id`,
		Right:   `SELECT AVG(DATE_DIFF('day', MAKE_DATE(p.year_of_birth, COALESCE(p.month_of_birth, 7), COALESCE(p.day_of_birth, 1)), d.death_date)) AS average_days FROM person AS p JOIN death AS d ON d.person_id = p.person_id`,
		check: func(p *pass) {
			p.judgeBirthYearAsAge()
			reported := false
			for _, f := range p.Calls {
				if reported || aggregates[f.Name] ||
					!f.Operator && f.Name != "make_date" && f.Name != "concat" && f.Name != "make_timestamp" {
					continue
				}
				for _, a := range f.Args {
					from := p.Origins(sqltree.Bare(a))
					if all(from, isBirthPart) && !p.minded(from[0]) &&
						!slices.ContainsFunc(f.Args,
							func(e sqltree.Expr) bool { return p.isCoalesced(e) && sameOrigin(p, e, from[0]) }) {
						reported = true
						severity := omop.SeverityInfo // whether it is missing is a matter of the database
						switch {
						case p.opt.Generated:
							severity = p.severity()
						case p.opt.BirthDays != nil && p.opt.BirthDays(p.ctx):
							return
						case p.opt.BirthDays != nil:
							severity = p.severity()
						}
						p.reportAs(severity, f, "%s may be missing, and then the whole is NULL; write COALESCE", from[0])
						break
					}
				}
			}
		},
	}
}

// judgeBirthYearAsAge reports a year of birth that is compared with an age.
func (p *pass) judgeBirthYearAsAge() {
	for _, t := range p.tests {
		what, with := compared(t.expr)
		if what == nil || !all(p.Origins(sqltree.Bare(what)),
			func(o origin) bool { return o.String() == "person.year_of_birth" }) {
			continue
		}
		for _, e := range with {
			if n, ok := number(e); ok && n > 0 && n < 150 {
				p.report(t.expr, "year_of_birth is compared with %v, which is an age; subtract it from the event's year", n)
				break
			}
		}
	}
}

func isBirthPart(o origin) bool {
	return o.String() == "person.month_of_birth" || o.String() == "person.day_of_birth"
}

func (p *pass) isCoalesced(e sqltree.Expr) bool {
	f, ok := sqltree.Bare(e).(*sqltree.Func)
	return ok && (f.Name == "coalesce" || f.Name == "ifnull")
}

func sameOrigin(p *pass, e sqltree.Expr, o origin) bool {
	return slices.Contains(p.Origins(sqltree.Bare(e)), o)
}
