package check

import (
	"slices"

	"github.com/askomop/askomop/omop/sqltree"
)

// sumsWholePeriods reports person-time that is the sum of whole periods of observation where people enter a cohort on an
// index date, or leave it with their first event: what lies before the one or after the other is no time at risk.
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
		if !ownEnd || !ownStart || start[0] != rel.Origin(rel.Table.StartDate) || end[0] != rel.Origin(rel.Table.EndDate) {
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
			found = found || ok && q.Name == "/" && len(q.Args) == 2 && isWithin(sum, q.Args[1]) && p.Within(q.Args[0], func(e sqltree.Expr) bool {
				c, ok := e.(*sqltree.Func)
				return ok && (c.Name == "count" || c.Name == "count_star" || c.Name == "sum")
			})
		})
		return found
	})
}

// indexBeside names the first date of each person that a SELECT reads beside the periods, itself or through queries that
// pass rows on: time is at risk from there, or up to there.
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
			if !ok || f.Name != "min" || len(f.Args) != 1 || p.Homes[f] == nil || !p.groupedByPerson(p.Homes[f]) || !all(p.Origins(f.Args[0]), func(o origin) bool { return isStart(o) && o.TableName() != "observation_period" }) {
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
