package check

import (
	"slices"

	"github.com/askomop/askomop/omop"
	"github.com/askomop/askomop/omop/sqltree"
)

func windowOfEveryone() Rule {
	return Rule{
		ID: "window-of-everyone", Group: groupCounting, Severity: omop.SeverityError,
		Summary: "LAG, LEAD or ROW_NUMBER runs over the records of everyone: the record before or after one is another person's, and one row is the first of them all. An age on the last day of all people is a warning.",
		Instead: "Write PARTITION BY person_id within OVER.",
		Wrong:   `SELECT AVG(next_start - visit_start_date) AS days FROM (SELECT person_id, visit_start_date, LEAD(visit_start_date) OVER (ORDER BY visit_start_date) AS next_start FROM visit_occurrence) AS v`,
		Right:   `SELECT AVG(next_start - visit_start_date) AS days FROM (SELECT person_id, visit_start_date, LEAD(visit_start_date) OVER (PARTITION BY person_id ORDER BY visit_start_date) AS next_start FROM visit_occurrence) AS v`,
		check: func(p *pass) {
			p.judgeAgeOfEveryone()
			for _, s := range p.Scopes {
				if p.mixesPeople(s) {
					for _, item := range s.Tree.List {
						p.judgeWindows(item.Expr, s)
					}
					p.judgeWindows(s.Tree.Qualify, s)
				}
			}
		},
	}
}

// mixesPeople reports whether a SELECT sees the records of several people, not put together, and tells whose they are.
func (p *pass) mixesPeople(s *scope) bool {
	if !s.Tree.GroupBy.Empty() || p.rowsPerPerson(s) != no || len(p.outer(s.Tree, s)) > 0 || p.comparesPeople(s) {
		return false
	}
	return !slices.ContainsFunc(p.tests, func(t *test) bool { // one person's records
		what, with := compared(t.expr)
		return t.scope == s && t.must && what != nil && identityOf(p.Origins(what)) == personKey && len(with) == 1 &&
			isConstant(with[0])
	})
}

// comparesPeople reports whether a SELECT looks at the person of the neighbouring row itself.
func (p *pass) comparesPeople(s *scope) bool {
	return slices.ContainsFunc(p.Calls, func(f *sqltree.Func) bool {
		return (f.Name == "lag" || f.Name == "lead") && p.Homes[f] == s && len(f.Args) > 0 &&
			identityOf(p.Origins(f.Args[0])) == personKey
	})
}

// judgeWindows reports the windows within e that look from one person's record at another's.
func (p *pass) judgeWindows(e sqltree.Expr, s *scope) {
	sqltree.Inspect(e, func(x sqltree.Expr) {
		w, ok := x.(*sqltree.Window)
		if ok && w.Func.Name == "row_number" && len(w.PartitionBy) > 0 && len(w.OrderBy) > 0 &&
			p.asks("each patient", "every patient", "each person", "per patient", "each patient s") &&
			p.putsOutPeople(s) && p.keepsFirst(w) &&
			all(p.Origins(w.OrderBy[0].Expr), hasDate) &&
			!slices.ContainsFunc(w.PartitionBy, func(e sqltree.Expr) bool {
				from := p.Origins(e)
				return identityOf(from) == personKey || len(from) == 0 ||
					slices.ContainsFunc(from, func(o origin) bool { return o.Column.Primary })
			}) {
			p.reportAs(omop.SeverityWarning, w,
				"one row is kept of all people together, and the question is of each; write PARTITION BY person_id")
			return
		}
		if ok && p.firstOfEveryone(w, s) {
			p.reportAs(omop.SeverityWarning, w,
				"this is the first date of all people together, and the question is of each person's; write PARTITION BY person_id")
			return
		}
		if !ok || len(w.PartitionBy) > 0 || len(w.OrderBy) == 0 {
			return
		}
		byPerson := identityOf(p.Origins(w.OrderBy[0].Expr)) == personKey
		switch w.Func.Name {
		case "lag", "lead":
			if len(w.Func.Args) == 0 ||
				!all(p.Origins(w.Func.Args[0]),
					func(o origin) bool { return isEvent(o.Relation.Table) && hasDate(o) }) {
				return
			}
			severity := p.severity()
			if !byPerson && !p.putsOutPeople(s) {
				severity = omop.SeverityWarning // the time between any two records may be meant
			}
			p.reportAs(severity, w, "%s looks at the next record of anyone; write PARTITION BY person_id", w.Func.Name)
		case "row_number":
			each := (p.asks("each", "every", "per patient", "per person") || slices.ContainsFunc(p.Calls,
				func(f *sqltree.Func) bool { return p.countsDistinctPeople(f) })) &&
				p.putsOutPeople(s) && all(p.Origins(w.OrderBy[0].Expr), hasDate)
			if (byPerson && len(w.OrderBy) > 1 || each) && p.keepsFirst(w) {
				p.report(w, "one row is the first of all people together; write PARTITION BY person_id")
			}
		}
	})
}

func (p *pass) putsOutPeople(s *scope) bool {
	return slices.ContainsFunc(s.Outputs, func(o *output) bool { return identityOf(p.OriginsOf(o)) == personKey })
}

// firstOfEveryone reports whether a window takes the earliest date of all rows where people and their first records are
// asked for: MIN(condition_start_date) OVER ().
func (p *pass) firstOfEveryone(w *sqltree.Window, s *scope) bool {
	return w.Func.Name == "min" && len(w.PartitionBy)+len(w.OrderBy) == 0 && len(w.Func.Args) == 1 &&
		p.wordsFor("first record") && p.putsOutPeople(s) && all(p.Origins(sqltree.Bare(w.Func.Args[0])), isStart)
}
