package check

import (
	"slices"

	"github.com/askomop/askomop/omop"
	"github.com/askomop/askomop/omop/sqltree"
)

func readmission() Rule {
	return Rule{
		ID: "readmission", Group: groupTime, Severity: omop.SeverityWarning,
		Summary: "A readmission is counted from the admission rather than the discharge, or any next visit is taken for one.",
		Instead: "Count from visit_end_date, and choose the kind of visit before LEAD looks for the next.",
		Wrong:   `SELECT COUNT(*) AS readmissions FROM (SELECT visit_start_date, LEAD(visit_start_date) OVER (PARTITION BY person_id ORDER BY visit_start_date) AS next_start FROM visit_occurrence WHERE visit_concept_id = 9201) AS v WHERE next_start - visit_start_date <= 30`,
		Right:   `SELECT COUNT(*) AS readmissions FROM (SELECT visit_end_date, LEAD(visit_start_date) OVER (PARTITION BY person_id ORDER BY visit_start_date) AS next_start FROM visit_occurrence WHERE visit_concept_id = 9201) AS v WHERE next_start - visit_end_date <= 30`,
		check: func(p *pass) {
			if !p.wants("readmission", "readmissions", "readmitted", "readmit", "rehospitalization",
				"rehospitalizations", "rehospitalized", "rehospitalisation", "rehospitalised", "readm") {
				if p.wordsFor("another of the kind") || p.wordsFor("followed by") && p.asksDays() {
					p.judgeNextOfAny()
				}
				return
			}
			p.judgeFromAdmission()
			p.judgeNextOfAny()
		},
	}
}

// judgeFromAdmission reports a window of days between the starts of two stays.
func (p *pass) judgeFromAdmission() {
	if p.asks("of admission", "after admission", "from admission") {
		return
	}
	starts := func(c *sqltree.Column) bool {
		return all(p.Origins(c), func(o origin) bool {
			return o.String() == "visit_occurrence.visit_start_date" ||
				o.String() == "visit_occurrence.visit_start_datetime"
		})
	}
	for _, b := range p.bounds {
		w, ok := asWindow(b)
		if ok && w.days >= 7 && starts(w.first) && starts(w.second) && !sqltree.Equal(w.first, w.second) {
			p.report(b.test.expr,
				"the days are counted from one admission to the next; count from visit_end_date, the discharge")
			return
		}
	}
}

// judgeNextOfAny reports LEAD over visits of any kind whose kind is asked afterwards, of the first of the two only.
func (p *pass) judgeNextOfAny() {
	for _, f := range p.Calls {
		if f.Name != "lead" && f.Name != "lag" || len(f.Args) == 0 ||
			!all(p.Origins(f.Args[0]),
				func(o origin) bool { return o.TableName() == "visit_occurrence" && hasDate(o) }) {
			continue
		}
		seen := p.Homes[f]
		rel := p.Origins(f.Args[0])[0].Relation
		kind := rel.Origin("visit_concept_id")
		chosen := func(inside bool) bool {
			return slices.ContainsFunc(p.selections, func(s selection) bool {
				return slices.Contains(s.column, kind) &&
					(s.scope == seen || seen.Result != s.scope.Result &&
						!reads(s.scope, seen.Result, sqltree.MaxDepth)) == inside
			})
		}
		ranks := slices.IndexFunc(p.Calls, func(g *sqltree.Func) bool {
			return (g.Name == "lead" || g.Name == "lag") && len(g.Args) > 0 &&
				slices.Contains(p.Origins(g.Args[0]), kind)
		})
		between := ranks >= 0 && !p.wordsFor("next of any kind") && (p.wordsFor("followed by") && p.asksDays() ||
			p.wordsFor("another of the kind") && p.wantsSame(kind, p.Calls[ranks]))
		if chosen(false) && !chosen(true) && (ranks < 0 || between) && !p.partitionedBy(f, kind) {
			p.report(f, "the next visit of any kind is taken, and one of another kind can lie between; choose visit_concept_id before %s", f.Name)
			return
		}
	}
}

// wantsSame reports whether a record and the one beside it, which a window function reads, are to be of one kind.
func (p *pass) wantsSame(kind origin, beside *sqltree.Func) bool {
	var own, other []string
	for _, t := range p.tests {
		c, ok := t.expr.(*sqltree.Compare)
		if !ok || c.Op != "=" || t.not || !isConstant(c.Right) {
			continue
		}
		text := sqltree.Bare(c.Right).(*sqltree.Constant).Text
		if w, window := p.Follow(sqltree.Bare(c.Left)).(*sqltree.Window); window && w.Func == beside {
			other = append(other, text)
		} else if slices.Contains(p.Origins(sqltree.Bare(c.Left)), kind) {
			own = append(own, text)
		}
	}
	return len(own) == 1 && slices.Equal(own, other)
}

// partitionedBy reports whether a window function looks along records of one value of a column.
func (p *pass) partitionedBy(f *sqltree.Func, column origin) bool {
	return slices.ContainsFunc(windowsOf(p.Homes[f]), func(w *sqltree.Window) bool {
		return w.Func == f &&
			slices.ContainsFunc(w.PartitionBy,
				func(e sqltree.Expr) bool { return slices.Contains(p.Origins(e), column) })
	})
}
