package check

import (
	"slices"
	"strconv"
	"strings"

	"github.com/askomop/askomop/omop"
	"github.com/askomop/askomop/omop/sqltree"
)

func ageFixedYear() Rule {
	return Rule{
		ID: "age-fixed-year", Group: groupTime, Severity: omop.SeverityWarning,
		Summary: "The age of patients with an event is that in one fixed year, whenever the event was.",
		Instead: "Subtract from the event's date: EXTRACT(YEAR FROM condition_start_date) - year_of_birth.",
		Wrong:   `SELECT COUNT(DISTINCT co.person_id) AS patients FROM condition_occurrence AS co JOIN person AS p ON p.person_id = co.person_id WHERE co.condition_concept_id IN ([condition@asthma]) AND 2010 - p.year_of_birth >= 65`,
		Right:   `SELECT COUNT(DISTINCT co.person_id) AS patients FROM condition_occurrence AS co JOIN person AS p ON p.person_id = co.person_id WHERE co.condition_concept_id IN ([condition@asthma]) AND EXTRACT(YEAR FROM co.condition_start_date) - p.year_of_birth >= 65`,
		check: func(p *pass) {
			if !slices.ContainsFunc(p.Bases, func(r *relation) bool {
				return r.Table.IsEvent() && r.Table.Name != "observation_period" &&
					(r.Table.Name != "death" || p.wants("at death", "death"))
			}) {
				return
			}
			p.judgeBirthYears()
			for _, f := range p.Calls {
				if f.Name != "-" && !isDateDiff(f) && f.Name != "age" || !slices.ContainsFunc(f.Args, p.isBirth) {
					continue
				}
				for _, a := range f.Args {
					if year, ok := fixedYear(a); ok && !p.asksFor(year, f) {
						p.report(f, "this is the age in %d, whenever the event was; take it from the event's date",
							year)
					}
				}
			}
		},
	}
}

// judgeBirthYears reports a year of birth compared with what an age leaves of one year, as 2010 - 65.
func (p *pass) judgeBirthYears() {
	for _, t := range p.tests {
		what, with := compared(t.expr)
		if what == nil {
			continue
		}
		for _, pair := range [][2]sqltree.Expr{{what, with[0]}, {with[0], what}} {
			f, ok := written(pair[1]).(*sqltree.Func)
			if !ok || f.Name != "-" || len(f.Args) != 2 || !p.isBirth(pair[0]) {
				continue
			}
			_, age := number(f.Args[1])
			if year, ok := fixedYear(f.Args[0]); ok && age && !p.asksFor(year, f) {
				p.report(t.expr, "this is the age in %d, whenever the event was; take it from the event's date", year)
			}
		}
	}
}

// written is an expression as the text has it: 2010 - 65 for its result 1945.
func written(e sqltree.Expr) sqltree.Expr {
	e = sqltree.Bare(e)
	if c, ok := e.(*sqltree.Constant); ok && c.From != nil {
		return c.From
	}
	return e
}

// fixedYear is the year of a literal: 2010, DATE '2010-12-31'.
func fixedYear(e sqltree.Expr) (int, bool) {
	switch x := sqltree.Bare(e).(type) {
	case *sqltree.Extract:
		e = x.From
	case *sqltree.Func:
		if x.Name == "year" && len(x.Args) == 1 {
			e = x.Args[0]
		}
	}
	c, ok := sqltree.Bare(e).(*sqltree.Constant)
	if !ok || len(c.Text) < 4 || c.Kind == sqltree.Int && len(c.Text) != 4 {
		return 0, false
	}
	year, err := strconv.Atoi(c.Text[:4])
	return year, err == nil && year >= 1900 && year <= 2100
}

// asksFor reports whether the question names the year, or the statement names it or a day of it anywhere else: then it
// is the year of the question.
func (p *pass) asksFor(year int, but *sqltree.Func) bool {
	text := strconv.Itoa(year)
	found := slices.Contains(p.question.words, text)
	sqltree.Walk(p.Tree, func(n sqltree.Node) bool {
		if f, ok := n.(*sqltree.Func); ok && (f == but || slices.ContainsFunc(f.Args, p.isBirth)) {
			return false
		}
		if c, ok := n.(*sqltree.Constant); ok && (c.Text == text || strings.HasPrefix(c.Text, text+"-")) {
			found = true
		}
		return !found
	})
	return found
}
