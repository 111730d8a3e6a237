package check

import (
	"slices"
	"strings"

	"github.com/askomop/askomop/omop"
	"github.com/askomop/askomop/omop/sqltree"
)

// Two things of which the question wants one, both in a time, or any: and of which a statement wants something else.

// judgeOrBoth reports people who must have two things where the question wants "this, that, or both".
func (p *pass) judgeOrBoth() {
	if !p.wordsFor("or both") {
		return
	}
	var must []*relation
	for _, d := range p.demanded() {
		if d.there == present && !d.set.empty() && isEvent(d.rel.Table) && !slices.Contains(must, d.rel) {
			must = append(must, d.rel)
		}
	}
	if len(must) == 2 {
		p.report(must[1].Node, "the question is of people with either, or both, and here they must have both; write UNION, or OR EXISTS")
	}
}

// judgeBothInYear reports two drugs or diseases of which only one must be of the year in which the question wants both.
func (p *pass) judgeBothInYear() {
	if p.yearsNamed() != 1 || !p.asks("both") || !p.wordsFor("each in the time") {
		return
	}
	var free, dated []*relation
	for _, r := range p.Bases {
		if !isEvent(r.Table) || isPeriod(origin{Relation: r}) || !namesOneThing(r) || p.isNegative(r.Scope) {
			continue
		}
		if slices.ContainsFunc(p.tests, func(t *test) bool {
			return p.ofLiteralTime(t.expr) && p.Within(t.expr, func(x sqltree.Expr) bool {
				return all(p.Origins(x), func(o origin) bool { return o.Relation == r })
			})
		}) {
			dated = append(dated, r)
		} else {
			free = append(free, r)
		}
	}
	if len(free) == 1 && len(dated) == 1 && !p.comparesDates(free[0], dated[0]) && !p.datesJoined() {
		p.report(free[0].Node, "the question wants both in the year, and %s is of any time here", free[0].Label())
	}
}

// judgeAnyIndex reports the first of each of two events where the question is of what came after any of the one.
func (p *pass) judgeAnyIndex() {
	if !p.wordsFor("any index") {
		return
	}
	firsts := 0
	for _, r := range p.Bases {
		if !isEvent(r.Table) || isPeriod(origin{Relation: r}) {
			continue
		}
		if !slices.ContainsFunc(p.extremes(), func(k pick) bool { return k.from[0].Relation == r && !k.last }) {
			return
		}
		firsts++
	}
	if firsts == 2 {
		p.report(p.main(), "the question is of any record of the one, and only the first of each is looked at here")
	}
}

// judgeAliveSide reports people who died by a day where the question is of those who were still alive.
func (p *pass) judgeAliveSide() {
	if !p.wordsFor("still alive") {
		return
	}
	var missing bool
	var wrong sqltree.Expr
	for _, t := range p.tests {
		what, with := compared(t.expr)
		dead := what != nil && all(p.Origins(sqltree.Bare(what)), isDeathDate)
		if n, ok := t.expr.(*sqltree.IsNull); ok && !n.Not && !t.not {
			missing = missing || all(p.Origins(sqltree.Bare(n.Expr)), isDeathDate)
		}
		c, ok := t.expr.(*sqltree.Compare)
		if !dead || !ok || t.not || !isConstant(with[0]) || p.isNegative(t.scope) {
			continue
		}
		if sideOf(c.Op) > 0 {
			return
		}
		wrong = c
	}
	if missing && wrong != nil {
		p.report(wrong, "who died by then was not alive: the death must come later, or be missing")
	}
}

// judgeNoPersonTime reports a rate per person-years in which no length of time is computed.
func (p *pass) judgeNoPersonTime() {
	if !p.asks("person years", "patient years", "person year", "person months") || p.wordsFor("pairs with a year") ||
		p.countsPersonYears() || p.readsOwnTables() ||
		!p.wordsFor("each group") {
		return
	}
	timed := slices.ContainsFunc(p.Calls, func(f *sqltree.Func) bool {
		_, ok := p.difference(f)
		return ok || isDateDiff(f) || f.Name == "age" || f.Name == "generate_series" || f.Name == "date_sub" || f.Name == "-"
	})
	if !timed && len(p.Bases) > 0 {
		p.report(p.main(), "the question is per person-years, and no time is added up here; add up the days of observation_period")
	}
}

// judgeAlwaysTrue reports an OR of which one side or the other holds of any number: x >= 1 OR x <= 3. A condition
// beside its exact opposite is written on purpose: x < 7 OR x >= 7 says that there is a number.
func (p *pass) judgeAlwaysTrue() {
	sqltree.Walk(p.Tree, func(n sqltree.Node) bool {
		or, ok := n.(*sqltree.Or)
		if !ok || len(or.Terms) != 2 {
			return true
		}
		a, one := sqltree.Bare(or.Terms[0]).(*sqltree.Compare)
		b, two := sqltree.Bare(or.Terms[1]).(*sqltree.Compare)
		if !one || !two || !sqltree.Equal(a.Left, b.Left) {
			return true
		}
		m, first := number(a.Right)
		k, second := number(b.Right)
		if sideOf(a.Op) < 0 {
			m, k, a, b = k, m, b, a
		}
		if first && second && sideOf(a.Op) > 0 && sideOf(b.Op) < 0 && (m < k || m == k && a.Op == ">=" && b.Op == "<=") {
			p.report(b, "one or the other holds of any number: this says nothing; write AND, or BETWEEN")
		}
		return true
	})
}

// judgeCountsItself reports a condition that wants at least one row in the frame of a window in which the row itself
// stands: COUNT(*) OVER (… RANGE BETWEEN CURRENT ROW AND INTERVAL 30 DAY FOLLOWING) >= 1.
func (p *pass) judgeCountsItself() {
	for _, t := range p.tests {
		c, ok := t.expr.(*sqltree.Compare)
		if !ok || !asksForAny(c) {
			continue
		}
		for _, side := range []sqltree.Expr{c.Left, c.Right} {
			w, ok := p.Follow(sqltree.Bare(side)).(*sqltree.Window)
			if ok && w.Func.Star && w.Func.Filter == nil && holdsItself(w.Frame) {
				p.reportAs(omop.SeverityWarning, t.expr,
					"the row itself is among those that the window counts, so that this says nothing; write > 1, or EXCLUDE CURRENT ROW")
			}
		}
	}
}

// holdsItself reports whether the row itself stands in a frame.
func holdsItself(f *sqltree.Frame) bool {
	return f == nil || f.Exclude == "" && !strings.HasSuffix(f.End.Kind, "PRECEDING") && (f.Start.Kind == "CURRENT ROW" ||
		strings.HasSuffix(f.Start.Kind, "PRECEDING"))
}

// judgeSameDayLater reports a record on the same day taken for one on a later.
func (p *pass) judgeSameDayLater() {
	if !p.wordsFor("strictly later") {
		return
	}
	const said = "the question wants a later day, and this lets the same day in; write %s"
	if slices.ContainsFunc(p.deepBounds, p.partsDays) {
		return
	}
	for _, b := range p.deepBounds {
		if (b.op == ">=" || b.op == "<=") && b.days == 0 && b.test.joint && b.test.clause.chooses() &&
			p.ofTwoStarts(b) && !p.isNegative(b.test.scope) {
			p.report(b.test.expr, said, b.op[:1])
			p.standBy()
			return
		}
	}
	for _, t := range p.tests { // MAX(d) FILTER (WHERE k = 'a') >= MIN(d) FILTER (WHERE k = 'b')
		c, ok := t.expr.(*sqltree.Compare)
		if !ok || c.Op != ">=" && c.Op != "<=" || t.not || !t.joint || !t.clause.chooses() {
			continue
		}
		left, right := p.extremeOfSome(c.Left), p.extremeOfSome(c.Right)
		if left != nil && right != nil && !sqltree.Equal(left, right) && p.Homes[left] == p.Homes[right] {
			p.report(c, said, c.Op[:1])
			p.standBy()
			return
		}
	}
}

// partsDays reports whether a bound keeps the starts of two records from being on the same day.
func (p *pass) partsDays(b bound) bool {
	return p.ofTwoStarts(b) && (b.op == "<>" || b.op == "<" && b.days <= 0 || b.op == ">" && b.days >= 0 ||
		b.op == "<=" && b.days < 0 || b.op == ">=" && b.days > 0)
}

// ofTwoStarts reports whether a bound is of the days between the starts of two records.
func (p *pass) ofTwoStarts(b bound) bool {
	first, second := p.Origins(b.first), p.Origins(b.second)
	start := func(o origin) bool { return isStart(o) && !isPeriod(o) }
	return b.fixed && !b.absolute && all(first, start) && all(second, start) && first[0].Relation != second[0].Relation
}

// extremeOfSome is the first or last date of some of the rows of a person, which a FILTER or a CASE chooses; nil for
// others.
func (p *pass) extremeOfSome(e sqltree.Expr) *sqltree.Func {
	f, ok := p.Follow(sqltree.Bare(e)).(*sqltree.Func)
	if !ok || !isNamed(f, "min", "max") || len(f.Args) != 1 || p.Homes[f] == nil || !p.groupedByPerson(p.Homes[f]) {
		return nil
	}
	date, of := f.Filter != nil, sqltree.Bare(f.Args[0])
	if c, cases := of.(*sqltree.Case); cases && len(c.Whens) == 1 && c.Else == nil {
		date, of = true, sqltree.Bare(c.Whens[0].Then)
	}
	if !date || !all(p.Origins(of), isStart) {
		return nil
	}
	return f
}

// judgeEraEnd reports what came after the start of an era, whenever that ended, where the question wants it within.
func (p *pass) judgeEraEnd() {
	ends := func(r *relation) bool {
		return isDrugEraTable(r) && (p.Mentions(r, r.Table.EndDate) || p.readsAll(r))
	}
	if !p.wordsFor("at one time") || slices.ContainsFunc(p.Bases, ends) {
		return
	}
	for _, b := range p.bounds {
		for _, side := range [][2]*sqltree.Column{{b.first, b.second}, {b.second, b.first}} {
			era, event := p.Origins(side[0]), p.Origins(side[1])
			if len(era) != 1 || len(event) != 1 || !isStart(era[0]) || !isDrugEraTable(era[0].Relation) ||
				era[0].Relation == event[0].Relation || !hasDate(event[0]) {
				continue
			}
			p.report(b.test.expr, "the question wants it within the era, and nothing here looks at when that ended; compare %s, too",
				era[0].Relation.Table.EndDate)
			return
		}
	}
}
