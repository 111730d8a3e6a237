package check

import (
	"slices"
	"strings"

	"github.com/askomop/askomop/omop/sqltree"
)

// judgeEndUnseen reports what began by a day where the question is of what was going on then, and nothing looks at
// when it ended.
//
// Example: of "had cover in force on 1 July 2009", payer_plan_period_start_date <= '2009-07-01'.
func (p *pass) judgeEndUnseen() {
	if !p.wordsFor("under way") || p.asks("began", "begun", "started", "starting", "start", "since") {
		return
	}
	for _, t := range p.tests {
		e, ok := t.expr.(*sqltree.Compare)
		if !ok || !t.must || t.not || t.clause > inHaving || sidesOf(e) != "<" || !p.ofLiteralTime(e) {
			continue
		}
		what, _ := compared(e)
		from := p.columnsIn(what)
		if len(from) != 1 || from[0].Relation.Table.EndDate == "" || from[0].Column.Name != from[0].Relation.Table.StartDate {
			continue
		}
		of := from[0].Relation.Table
		if slices.ContainsFunc(p.Bases, func(r *relation) bool {
			return r.Table == of && (p.Mentions(r, of.EndDate, strings.TrimSuffix(of.EndDate, "date")+"datetime",
				"days_supply", "verbatim_end_date") || p.readsAll(r))
		}) || p.boundsBelow(from[0]) {
			continue
		}
		p.report(e, "the question is of what was going on that day, and nothing here looks at %s: "+
			"what had ended before counts, too", of.EndDate)
		return
	}
}

// boundsBelow reports whether a column must also not lie before something.
func (p *pass) boundsBelow(column origin) bool {
	return slices.ContainsFunc(p.tests, func(t *test) bool {
		return strings.Contains(sidesOf(t.expr), ">") && slices.Contains(p.columnsIn(t.expr), column)
	})
}

// judgeWindowFromAdmission reports days after an event that are counted from admission where the question's begin with
// the discharge, and nothing looks at when stays end.
//
// Example: of "died within 30 days of discharge", death_date <= visit_start_date + 30.
func (p *pass) judgeWindowFromAdmission() {
	if !p.wordsFor("from discharge") ||
		p.asks("after admission", "from admission", "of admission", "admission to admission") ||
		p.readsColumn("*.visit_end_date") || p.readsColumn("*.visit_end_datetime") {
		return
	}
	ofStay := func(o origin) bool { return o.TableName() == "visit_occurrence" && isStart(o) }
	for _, b := range p.bounds {
		w, ok := asWindow(b) // first - second <= days
		if ok && w.days >= 2 && w.test.clause.chooses() && all(p.Origins(w.second), ofStay) &&
			p.Refs[w.first] != p.Refs[w.second] {
			p.report(w.test.expr, "the days are counted from the admission, and the question's begin with the discharge; "+
				"count from visit_end_date")
			return
		}
	}
}
