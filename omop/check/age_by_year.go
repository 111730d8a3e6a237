package check

import (
	"slices"

	"github.com/askomop/askomop/omop"
	"github.com/askomop/askomop/omop/sqltree"
)

func ageByYear() Rule {
	return Rule{
		ID: "age-by-year", Group: groupTime, Severity: omop.SeverityInfo,
		Summary: "The age is a difference of years, up to one year too high, though the database has dates of birth.",
		Instead: "Use DATE_DIFF over birth_datetime where a year matters, as at an age limit.",
		Wrong:   `SELECT COUNT(DISTINCT co.person_id) AS patients FROM condition_occurrence AS co JOIN person AS p ON p.person_id = co.person_id WHERE EXTRACT(YEAR FROM co.condition_start_date) - p.year_of_birth >= 18`,
		Right:   `SELECT COUNT(DISTINCT co.person_id) AS patients FROM condition_occurrence AS co JOIN person AS p ON p.person_id = co.person_id WHERE co.condition_start_date >= p.birth_datetime + INTERVAL '18' YEAR`,
		check: func(p *pass) {
			if p.opt.BirthDates == nil {
				return
			}
			for _, f := range p.Calls {
				if f.Name != "-" || len(f.Args) != 2 || isConstant(f.Args[0]) {
					continue
				}
				if all(p.Origins(f.Args[1]), func(o origin) bool { return o.Column.Name == "year_of_birth" }) &&
					p.Within(f.Args[0], isYear) && p.opt.BirthDates(p.ctx) {
					p.report(f, "years are subtracted from year_of_birth; birth_datetime gives the exact age")
				}
			}
		},
	}
}

func isYear(e sqltree.Expr) bool {
	switch e := e.(type) {
	case *sqltree.Extract:
		return e.Field == "YEAR"
	case *sqltree.Func:
		return slices.Contains([]string{"year", "date_part", "date_trunc"}, e.Name)
	}
	return false
}
