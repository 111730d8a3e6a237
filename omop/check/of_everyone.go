package check

import (
	"slices"

	"github.com/askomop/askomop/omop"
	"github.com/askomop/askomop/omop/sqltree"
)

// Whose date a first or last date is: one person's, or that of all people together.

// ofEveryone reports whether a date is the first or last that anybody has: MIN or MAX over all rows of a query, which
// no row around it chooses.
//
// Example: t.first of CROSS JOIN (SELECT MIN(visit_start_date) AS first FROM visit_occurrence) AS t.
func (p *pass) ofEveryone(e sqltree.Expr) bool {
	switch x := p.Follow(sqltree.Bare(e)).(type) {
	case *sqltree.Subquery:
		r := p.Subs[x.Query]
		return r != nil && len(r.Columns) == 1 && r.Columns[0].Expr != nil && p.ofEveryone(r.Columns[0].Expr)
	case *sqltree.Window:
		return takesExtreme(x.Func) && len(x.PartitionBy)+len(x.OrderBy) == 0
	case *sqltree.Func:
		home := p.Homes[x]
		return takesExtreme(x) && home != nil && p.singleRow(home) && len(p.outer(home.Tree, home)) == 0 &&
			!p.ofOnePerson(home)
	}
	return false
}

func takesExtreme(f *sqltree.Func) bool {
	return (f.Name == "min" || f.Name == "max") && len(f.Args) == 1
}

// ofOnePerson reports whether a SELECT reads the rows of one person that is named, or comes from outside by LATERAL.
func (p *pass) ofOnePerson(s *scope) bool {
	return slices.ContainsFunc(p.tests, func(t *test) bool {
		what, with := compared(t.expr)
		return t.scope == s && t.must && what != nil && len(with) == 1 &&
			identityOf(p.Origins(sqltree.Bare(what))) == personKey
	})
}

// judgeAgeOfEveryone reports ages at the first or last day that anyone has. An age at the end of the data is one by the
// last day of observation. Example: YEAR(MAX(death_date) OVER ()) - year_of_birth.
func (p *pass) judgeAgeOfEveryone() {
	ofRecord := func(o origin) bool { return (isStart(o) || o.TableName() == "death") && !isPeriod(o) }
	atEvent := len(p.question.words) > 0 && !p.wordsFor("end of the data")
	ofAll := func(x sqltree.Expr) bool {
		switch x := x.(type) {
		case *sqltree.Window:
			return p.ofEveryone(x) && all(p.Origins(x.Func.Args[0]), ofRecord)
		case *sqltree.Subquery:
			return atEvent && p.ofEveryone(x) && all(p.Origins(x), ofRecord)
		case *sqltree.Func:
			return atEvent && takesExtreme(x) && p.ofEveryone(x) && all(p.Origins(sqltree.Bare(x.Args[0])), ofRecord)
		}
		return false
	}
	birth := func(e sqltree.Expr) bool { return all(p.Origins(sqltree.Bare(e)), isBirth) }
	for _, f := range p.Calls {
		if f.Name != "-" && !isDateDiff(f) && f.Name != "age" || len(f.Args) < 2 ||
			!p.seesBirth(f) && !slices.ContainsFunc(f.Args, birth) {
			continue
		}
		if slices.ContainsFunc(f.Args, func(a sqltree.Expr) bool { return p.Within(a, ofAll) }) {
			p.reportAs(omop.SeverityWarning, f, "this day is the first or last of all people together, whatever the person's own; write PARTITION BY person_id, or take the date of the row")
			return
		}
	}
}

// judgeObservationOfEveryone reports the first or last day on which anybody is observed where each person's is meant:
// as how far back somebody is known, and as the time for which somebody is at risk.
//
// Example: of "observed for at least 365 days before", d - 365 >= (SELECT MIN(observation_period_start_date) FROM …).
func (p *pass) judgeObservationOfEveryone() {
	observed := func(e sqltree.Expr) bool { return p.ofEveryone(e) && all(p.Origins(sqltree.Bare(e)), isPeriod) }
	if p.sideOfObservation() != 0 {
		for _, t := range p.tests {
			for _, e := range operands(t.expr) {
				if t.must && t.clause.chooses() && p.Within(e, observed) {
					p.report(t.expr, "this is the first or last day on which anybody is observed; compare with the person's own observation_period")
					return
				}
			}
		}
	}
	if !p.wordsFor("person time") {
		return
	}
	for _, f := range p.Calls {
		if args := f.Args[max(0, len(f.Args)-2):]; (f.Name == "-" || isDateDiff(f)) && len(args) == 2 &&
			observed(args[0]) && observed(args[1]) {
			p.report(f, "this is the time from the first to the last day on which anybody is observed, and not each person's; add up the days of observation_period")
			return
		}
	}
}
