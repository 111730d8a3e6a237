package check

import (
	"slices"

	"github.com/askomop/askomop/omop/sqltree"
)

// sumsWholePeriods reports person-time that is the sum of whole periods of observation where people enter a cohort on
// an index date, or leave it with their first event: what lies before the one or after the other is not a time at risk.
func (p *pass) sumsWholePeriods() {
	for _, f := range p.Calls {
		s := p.Homes[f]
		if f.Name != "sum" || len(f.Args) != 1 || s == nil || !p.dividesBy(f, s) {
			continue
		}
		d, ok := p.difference(unplussed(f.Args[0]))
		if !ok || d.absolute {
			continue
		}
		end, start := p.Origins(d.first), p.Origins(d.second)
		if len(end) != 1 || len(start) != 1 || end[0].Relation != start[0].Relation || !isPeriod(end[0]) {
			continue
		}
		rel := end[0].Relation
		_, ownEnd := p.Follow(d.first).(*sqltree.Column)
		_, ownStart := p.Follow(d.second).(*sqltree.Column)
		if !ownEnd || !ownStart || start[0] != rel.Origin(rel.Table.StartDate) ||
			end[0] != rel.Origin(rel.Table.EndDate) {
			continue
		}
		if index := p.indexBeside(s); index != "" {
			p.report(f, "the whole of each period is added up, whatever %s is: time at risk begins at the index date and ends at the event", index)
		}
	}
}

// unplussed strips what is added to a difference, as the last day.
func unplussed(e sqltree.Expr) sqltree.Expr {
	for {
		f, ok := sqltree.Bare(e).(*sqltree.Func)
		if !ok || f.Name != "+" || len(f.Args) != 2 || !isConstant(f.Args[1]) {
			return e
		}
		e = f.Args[0]
	}
}

// dividesBy reports whether a count is divided by a sum in the SELECT's list.
func (p *pass) dividesBy(sum *sqltree.Func, s *scope) bool {
	return slices.ContainsFunc(s.Tree.List, func(i *sqltree.Item) bool {
		found := false
		sqltree.Inspect(i.Expr, func(x sqltree.Expr) {
			q, ok := x.(*sqltree.Func)
			found = found || ok && q.Name == "/" && len(q.Args) == 2 && isWithin(sum, q.Args[1]) &&
				p.Within(q.Args[0], func(e sqltree.Expr) bool {
					c, ok := e.(*sqltree.Func)
					return ok && (c.Name == "count" || c.Name == "count_star" || c.Name == "sum")
				})
		})
		return found
	})
}

// indexBeside names the first date of each person that a SELECT reads beside the periods, itself or through queries
// that pass rows on: time is at risk from there, or up to there.
func (p *pass) indexBeside(s *scope) string {
	for _, rel := range s.Relations {
		if rel.Inner == nil || rel.Inner.Scope == nil {
			continue
		}
		if p.passesRows(rel.Inner.Scope) {
			if name := p.indexBeside(rel.Inner.Scope); name != "" {
				return name
			}
		}
		for _, o := range rel.Inner.Columns {
			f, ok := o.Expr.(*sqltree.Func)
			if !ok || f.Name != "min" || len(f.Args) != 1 || p.Homes[f] == nil || !p.groupedByPerson(p.Homes[f]) ||
				!all(p.Origins(f.Args[0]),
					func(o origin) bool { return isStart(o) && o.TableName() != "observation_period" }) {
				continue
			}
			if slices.ContainsFunc(p.bounds, func(b bound) bool {
				return p.Follow(b.first) == sqltree.Expr(f) || p.Follow(b.second) == sqltree.Expr(f)
			}) {
				return o.Name
			}
		}
	}
	return ""
}

// judgeEnds reports time at risk that ends at the last of several ends, or begins at the first of several starts.
func (p *pass) judgeEnds() {
	ends := func(o origin) bool { return isPeriod(o) && o.Column.Name == o.Relation.Table.EndDate }
	starts := func(o origin) bool { return isPeriod(o) && o.Column.Name == o.Relation.Table.StartDate }
	for _, f := range p.Calls {
		if len(f.Args) < 2 || aggregates[f.Name] {
			continue
		}
		var whole []origin
		for _, a := range f.Args {
			if c, ok := sqltree.Bare(a).(*sqltree.Column); ok {
				whole = append(whole, p.Origins(c)...)
			}
		}
		switch {
		case f.Name == "greatest" && slices.ContainsFunc(whole, ends) && !slices.ContainsFunc(whole, starts) &&
			!p.inTest(f):
			p.report(f, "time at risk ends with the first of these: write LEAST")
		case f.Name == "least" && slices.ContainsFunc(whole, starts) && !slices.ContainsFunc(whole, ends) &&
			!p.inTest(f):
			p.report(f, "time at risk begins with the last of these: write GREATEST")
		}
	}
}

// judgeDeadOnly reports follow-up that ends at death or at the end of observation where an inner join leaves the dead
// only.
func (p *pass) judgeDeadOnly() {
	for _, f := range p.Calls {
		if f.Name != "least" || len(f.Args) < 2 || p.inTest(f) {
			continue
		}
		dead, whole := false, false
		for _, a := range f.Args {
			c, ok := sqltree.Bare(a).(*sqltree.Column)
			if !ok || p.Refs[c] == nil || p.Refs[c].Relation == nil {
				continue
			}
			from := p.Origins(c)
			dead = dead || all(from, func(o origin) bool { return isDeathDate(o) && !o.Relation.Optional }) &&
				!p.Refs[c].Relation.Optional && p.Refs[c].Relation.Table != nil
			whole = whole || all(from, isPeriod)
		}
		if dead && whole {
			p.report(f, "the inner join leaves those who died only, and for them LEAST is the death; write LEFT JOIN death and COALESCE")
		}
	}
}

// inTest reports whether a function stands in a condition.
func (p *pass) inTest(f *sqltree.Func) bool {
	return slices.ContainsFunc(p.tests, func(t *test) bool { return isWithin(f, t.expr) })
}

// sumsFromObservation reports person-time after an index date that begins with the observation.
func (p *pass) sumsFromObservation() {
	for _, f := range p.Calls {
		s := p.Homes[f]
		if f.Name != "sum" || len(f.Args) != 1 || s == nil || !p.dividesBy(f, s) {
			continue
		}
		var start, end sqltree.Expr
		switch d, ok := sqltree.Bare(unplussed(f.Args[0])).(*sqltree.Func); {
		case ok && d.Name == "-" && len(d.Args) == 2:
			end, start = d.Args[0], d.Args[1]
		case ok && isDateDiff(d):
			start, end = d.Args[1], d.Args[2]
		default:
			continue
		}
		c, plain := p.Follow(sqltree.Bare(start)).(*sqltree.Column)
		if _, whole := p.Follow(sqltree.Bare(end)).(*sqltree.Column); whole || !plain ||
			!all(p.Origins(c), func(o origin) bool {
				return isPeriod(o) && o.Column.Name == o.Relation.Table.StartDate
			}) {
			continue
		}
		if index := p.entryBeside(s); index != "" {
			p.report(f, "this begins with the observation, and people enter at %s: count from there", index)
		}
	}
}

// entryBeside names the first date by which a SELECT chooses people: an inner join with it places it in a period.
func (p *pass) entryBeside(s *scope) string {
	for _, rel := range s.Relations {
		if rel.Inner == nil || rel.Optional {
			continue
		}
		for _, o := range rel.Inner.Columns {
			f, ok := o.Expr.(*sqltree.Func)
			if !ok || f.Name != "min" || len(f.Args) != 1 || p.Homes[f] == nil || !p.groupedByPerson(p.Homes[f]) ||
				!all(p.Origins(f.Args[0]), isStart) {
				continue
			}
			placed := slices.ContainsFunc(p.bounds, func(b bound) bool {
				of := func(c *sqltree.Column) bool { return p.Follow(c) == sqltree.Expr(f) }
				return of(b.first) && all(p.Origins(b.second), isPeriod) ||
					of(b.second) && all(p.Origins(b.first), isPeriod)
			})
			if placed {
				return o.Name
			}
		}
	}
	return ""
}

// sumsOverlapping reports follow-up that is added up from each of a person's records to the end of observation, or to
// an event: the days after the second record count twice.
func (p *pass) sumsOverlapping() {
	for _, f := range p.Calls {
		if f.Name != "sum" || len(f.Args) != 1 || f.Distinct {
			continue
		}
		var start, end sqltree.Expr
		switch d, ok := sqltree.Bare(p.Follow(sqltree.Bare(unplussed(f.Args[0])))).(*sqltree.Func); {
		case ok && d.Name == "-" && len(d.Args) == 2:
			end, start = d.Args[0], d.Args[1]
		case ok && isDateDiff(d):
			start, end = d.Args[1], d.Args[2]
		default:
			continue
		}
		c, plain := sqltree.Bare(start).(*sqltree.Column)
		if !plain || p.Refs[c] == nil || p.Refs[c].Relation == nil || !p.spansObservation(end) {
			continue
		}
		rel, own := p.Refs[c].Relation, p.Follow(c)
		if _, computed := own.(*sqltree.Func); computed ||
			!all(p.Origins(c), func(o origin) bool { return isStart(o) && !isPeriod(o) && isEvent(o.Relation.Table) }) {
			continue
		}
		if p.relationPerPerson(rel, rel.Scope) == no && !p.ranksIn(rel.Scope) {
			p.report(f, "the time from each record of %s to the end is added up: it overlaps; begin with the first of each person", rel.Label())
		}
	}
}
