package check

import (
	"slices"
	"strings"

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
				if n, ok := number(b.Expr); ok && n > 1 && (p.namesTime(n) || p.namesTime(n+1)) {
					p.report(w, "ROWS counts records, and the question's time is of days; write RANGE BETWEEN INTERVAL … PRECEDING")
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
	home := func(r *relation) bool { return r.Table.Name == "person" && p.Mentions(r, "location_id") }
	if !p.wordsFor("where people live") || slices.ContainsFunc(p.Bases, home) { // where they live is read, too
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
	if each := p.ofEach(f); each != nil && (isNamed(each, "avg", "median", "max", "min") || each.Name == "/" && p.dividesSum(each)) {
		p.report(each, "the question's mean is of what each person has in all, and this is not all that they have; write SUM")
	}
}

// ofEach is the function of each person's rows of which another is the mean, or nil.
func (p *pass) ofEach(mean *sqltree.Func) *sqltree.Func {
	each, ok := p.essence(mean.Args[0]).(*sqltree.Func)
	person := func(e sqltree.Expr) bool { return identityOf(p.Origins(sqltree.Bare(e))) == personKey }
	w, window := p.essence(mean.Args[0]).(*sqltree.Window)
	if window && slices.ContainsFunc(w.PartitionBy, person) && len(w.OrderBy) == 0 {
		return w.Func
	}
	if !ok {
		return nil
	}
	home := p.Homes[each]
	if each.Name == "/" && len(each.Args) == 2 {
		if above, ok := p.essence(each.Args[0]).(*sqltree.Func); ok {
			home = p.Homes[above]
		}
	}
	if home == nil || home == p.Homes[mean] || !p.groupedByPerson(home) {
		return nil
	}
	return each
}

// dividesSum reports whether a quotient is a sum over a number of rows.
func (p *pass) dividesSum(f *sqltree.Func) bool {
	sum, ok := p.essence(f.Args[0]).(*sqltree.Func)
	n, counts := p.essence(f.Args[1]).(*sqltree.Func)
	return ok && counts && sum.Name == "sum" && strings.HasPrefix(n.Name, "count")
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
	for _, e := range p.partsOfEach(f) {
		columns := p.columnsIn(p.Follow(e))
		time := all(columns, func(o origin) bool { return hasDate(o) && !isBirth(o) })
		if time || all(columns, isClinicalConcept) && !p.asksOfKinds() {
			p.report(e, "the question's mean is over people, and this is one over parts of them: leave this out of GROUP BY")
			return
		}
	}
}

// partsOfEach lists by what rows are grouped of which a function is the mean, where a person is one of it.
func (p *pass) partsOfEach(mean *sqltree.Func) []sqltree.Expr {
	each := p.ofEach(mean)
	if each == nil {
		return nil
	}
	if w, window := p.essence(mean.Args[0]).(*sqltree.Window); window {
		return w.PartitionBy
	}
	var out []sqltree.Expr
	if home := p.Homes[each]; home != nil {
		for _, e := range home.Tree.GroupBy.Exprs {
			out = append(out, numbered(e, home))
		}
	}
	return out
}

// asksOfKinds reports whether the question's number is of each kind of a person's records, too: "per person and drug".
func (p *pass) asksOfKinds() bool {
	n := 0
	for _, w := range p.question.words {
		if w == "each" || w == "per" || w == "every" || w == "by" {
			n++
		}
	}
	return n > 1 || p.asks("person and", "patient and", "same", "different", "distinct")
}

// judgeThoseWithout reports a mean or median over everybody where the question's is over those with at least one: the
// others count as 0.
//
// Example: of "among people with at least one", COUNT(v.visit_occurrence_id) of person LEFT JOIN visit_occurrence.
func (p *pass) judgeThoseWithout() {
	f, ok := p.essence(p.last()).(*sqltree.Func)
	if !ok || len(f.Args) == 0 || !p.wordsFor("those with any") || !isNamed(f, "avg", "median", "quantile_cont", "quantile_disc") {
		return
	}
	each := p.ofEach(f)
	if each == nil || each.Name != "count" || each.Star || len(each.Args) != 1 || p.Homes[each] == nil {
		return
	}
	chosen := p.Homes[each].Tree.Where != nil || p.Homes[each].Tree.Having != nil || p.Homes[f] == nil ||
		p.Homes[f].Tree.Where != nil || f.Filter != nil
	if !chosen && all(p.Origins(sqltree.Bare(each.Args[0])), func(o origin) bool { return o.Relation.Optional }) {
		p.report(each, "the question is of those with any, and those without count as 0 here; leave them out by an inner join")
	}
}

// judgeStaysRepeated reports visits that a join repeats where the question is how many visits have something: "in how
// many inpatient stays was a procedure performed?".
func (p *pass) judgeStaysRepeated() {
	w := p.question.words
	s := p.Result.Scope
	if s == nil || len(w) < 4 || w[0] != "in" || w[1] != "how" || w[2] != "many" ||
		!slices.ContainsFunc(w[3:min(len(w), 6)], func(x string) bool { return isWordFor("visits", x) }) {
		return
	}
	f, ok := p.essence(p.last()).(*sqltree.Func)
	if !ok || p.Homes[f] != s || !p.countsRows(f) || !s.Tree.GroupBy.Empty() || s.Tree.Qualify != nil {
		return
	}
	visits := slices.ContainsFunc(s.Relations, func(r *relation) bool {
		return r.Table != nil && r.Table.Name == "visit_occurrence" && !r.Semi
	})
	i := slices.IndexFunc(s.Relations, func(r *relation) bool {
		return r.Table != nil && isEvent(r.Table) && r.Table.Name != "visit_occurrence" && !r.Semi && !isPeriod(origin{Relation: r})
	})
	if visits && i >= 0 {
		p.report(f, "the join repeats a visit for each of its %s, and the question is how many visits there are; write COUNT(DISTINCT visit_occurrence_id)",
			s.Relations[i].Label())
	}
}
