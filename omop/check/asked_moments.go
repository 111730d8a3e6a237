package check

import (
	"slices"

	"github.com/askomop/askomop/omop/sqltree"
)

// judgeRowsForDays reports a window of so many rows where the question's is of so many days.
//
// Example: of "three visits within 180 days", COUNT(*) OVER (… ORDER BY visit_start_date ROWS 180 PRECEDING).
func (p *pass) judgeRowsForDays() {
	for _, s := range p.Scopes {
		for _, w := range windowsOf(s) {
			if w.Frame == nil || w.Frame.Mode != "ROWS" {
				continue
			}
			for _, b := range []sqltree.Bound{w.Frame.Start, w.Frame.End} {
				if n, ok := number(b.Expr); ok && n > 1 && p.namesTime(n) {
					p.report(w, "ROWS counts records, and the question's %g are days; write RANGE BETWEEN INTERVAL %g DAY PRECEDING", n, n)
					return
				}
			}
		}
	}
}

// namesTime reports whether a number of the question is one of days, or of other parts of time.
func (p *pass) namesTime(n float64) bool {
	w := p.question.words
	for i := range len(w) - 1 {
		if m, ok := asNumber(w[i]); ok && float64(m) == n && daysIn[w[i+1]] > 0 {
			return true
		}
	}
	return false
}

// judgeErasOfAYear reports records that eras count where the question is of those of some time: an era counts all of
// its records, also those before and after.
func (p *pass) judgeErasOfAYear() {
	if !p.namesYearAsked() && (p.meaning.Question == nil || !p.asksPeriod(p.meaning.Question)) {
		return
	}
	for _, f := range p.Calls {
		if f.Name != "sum" || len(f.Args) != 1 {
			continue
		}
		from := p.Origins(sqltree.Bare(f.Args[0]))
		if all(from, func(o origin) bool {
			return o.Column.Name == "drug_exposure_count" || o.Column.Name == "condition_occurrence_count"
		}) {
			p.report(f, "an era counts all of its records, also those outside of the question's time; count them in their own table")
			return
		}
	}
}

// judgeHome reports the place of a care site, a provider or a visit where the question is where people live.
func (p *pass) judgeHome() {
	if !p.wordsFor("where people live") {
		return
	}
	for _, e := range p.pairs {
		for _, side := range [][2][]origin{{e.left, e.right}, {e.right, e.left}} {
			place := func(o origin) bool { return o.Column.Name == "location_id" && o.TableName() == "location" }
			site := slices.IndexFunc(side[0], func(o origin) bool {
				return o.Column.Name == "location_id" && o.TableName() == "care_site"
			})
			if site >= 0 && all(side[1], place) {
				p.report(e.node, "this is where the care site is, and the question is where people live; join person.location_id")
				return
			}
		}
	}
}

// judgeMeansForTotals reports a mean of each person's mean where the question's is of what each person has in all.
func (p *pass) judgeMeansForTotals() {
	f, ok := p.essence(p.last()).(*sqltree.Func)
	if !ok || f.Name != "avg" || len(f.Args) != 1 || !p.wordsFor("mean") || !p.wordsFor("total") || p.wordsFor("mean of means") ||
		!p.wordsFor("each person") && !p.asksEachOfPeople() {
		return
	}
	each, ok := p.essence(f.Args[0]).(*sqltree.Func)
	if ok && (each.Name == "avg" || each.Name == "median") && p.Homes[each] != nil && p.Homes[each] != p.Homes[f] &&
		p.groupedByPerson(p.Homes[each]) {
		p.report(each, "the question's mean is of what each person has in all, and this is the mean of a person's records; write SUM")
	}
}

// judgeGroupsOfTime reports a mean over people's months, or other parts of time, where the question's is over people.
//
// Example: of "the mean paid per person", AVG over GROUP BY person_id, DATE_TRUNC('month', …).
func (p *pass) judgeGroupsOfTime() {
	f, ok := p.essence(p.last()).(*sqltree.Func)
	if !ok || f.Name != "avg" && f.Name != "median" || len(f.Args) != 1 || !p.wordsFor("each person") && !p.asksEachOfPeople() ||
		p.wordsFor("a part of time") {
		return
	}
	each, ok := p.essence(f.Args[0]).(*sqltree.Func)
	if !ok || p.Homes[each] == nil || p.Homes[each] == p.Homes[f] || !p.groupedByPerson(p.Homes[each]) {
		return
	}
	home := p.Homes[each]
	for _, e := range home.Tree.GroupBy.Exprs {
		by := p.Follow(numbered(e, home))
		if slices.ContainsFunc(grains, func(g string) bool { return isPartOfDate(by, g) }) {
			p.report(e, "the question's mean is over people, and this is one over their parts of time: leave the time out of GROUP BY")
			return
		}
	}
}
