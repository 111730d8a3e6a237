package check

import (
	"slices"

	"github.com/askomop/askomop/omop"
	"github.com/askomop/askomop/omop/sqltree"
)

func periodDates() Rule {
	return Rule{
		ID: "period-dates", Group: groupTime, Severity: omop.SeverityWarning,
		Summary: "Events are joined to observation_period or payer_plan_period by the person alone: events outside of the period count, and one event once for each period.",
		Instead: "Add the dates: event date BETWEEN the period's start and end.",
		Wrong:   `SELECT COUNT(DISTINCT co.person_id) AS patients FROM condition_occurrence AS co JOIN observation_period AS op ON op.person_id = co.person_id WHERE co.condition_concept_id IN ([condition@asthma])`,
		Right:   `SELECT COUNT(DISTINCT co.person_id) AS patients FROM condition_occurrence AS co JOIN observation_period AS op ON op.person_id = co.person_id AND co.condition_start_date BETWEEN op.observation_period_start_date AND op.observation_period_end_date WHERE co.condition_concept_id IN ([condition@asthma])`,
		check: func(p *pass) {
			p.sumsWholePeriods()
			p.judgeEnds()
			p.judgeDeadOnly()
			p.sumsFromObservation()
			p.sumsOverlapping()
			reported := map[*relation]bool{}
			for _, e := range p.pairs {
				if identityOf(e.left) != personKey || identityOf(e.right) != personKey || e.test != nil && e.test.not {
					continue
				}
				for _, side := range [][2][]origin{{e.left, e.right}, {e.right, e.left}} {
					if !all(side[0], isPeriod) ||
						!slices.ContainsFunc(side[1],
							func(o origin) bool { return isEvent(o.Relation.Table) && !isPeriod(o) }) {
						continue
					}
					rel := side[0][0].Relation
					if reported[rel] {
						continue
					}
					if p.beginsBefore(rel) {
						reported[rel] = true
						p.report(e.node, "a period of the person that began early enough is taken, even if it ended before the event; say that the event lies within %s", rel.Table.Name)
						continue
					}
					if p.Mentions(rel, rel.Table.StartDate, rel.Table.EndDate) &&
						(p.wordsFor("own end of observation") || !p.followsUnplaced(rel)) {
						continue
					}
					reported[rel] = true
					p.report(e.node, "%s is joined by the person alone; say that the event lies between its dates",
						rel.Table.Name)
				}
			}
		},
	}
}

func isPeriod(o origin) bool {
	return o.Relation != nil && o.Relation.Table != nil &&
		(o.TableName() == "observation_period" || o.TableName() == "payer_plan_period")
}

// beginsBefore reports whether a period is chosen by how long before an event it began, and nothing in the statement
// looks at its end.
func (p *pass) beginsBefore(rel *relation) bool {
	start := rel.Origin(rel.Table.StartDate)
	return !rel.Optional && !p.Mentions(rel, rel.Table.EndDate) && slices.ContainsFunc(p.bounds, func(b bound) bool {
		if b.op == "<" || b.op == "<=" {
			b.first, b.second, b.days, b.op = b.second, b.first, -b.days, flipped(b.op)
		}
		event, begin := p.Origins(b.first), p.Origins(b.second)
		return b.op[0] == '>' && b.fixed && b.days > 0 && b.test.clause.chooses() && len(begin) == 1 &&
			begin[0] == start &&
			all(event, func(o origin) bool { return isStart(o) && !isPeriod(o) })
	})
}

// followsUnplaced reports whether time is counted from an event to the end of a period of which no condition says
// that the event lies in it: a person with two periods is followed twice, and through what lies between.
func (p *pass) followsUnplaced(rel *relation) bool {
	for _, t := range p.tests {
		placed := p.Within(t.expr, func(x sqltree.Expr) bool {
			c, ok := x.(*sqltree.Column)
			return ok && slices.ContainsFunc(p.Origins(c),
				func(o origin) bool { return o.Relation == rel && hasDate(o) })
		})
		if placed {
			return false
		}
	}
	return slices.ContainsFunc(p.Calls, func(f *sqltree.Func) bool {
		d, ok := p.difference(f)
		if !ok {
			return false
		}
		_, own := p.Follow(d.first).(*sqltree.Column) // not the last end of several periods
		end, start := p.Origins(d.first), p.Origins(d.second)
		return own && len(end) == 1 && end[0] == rel.Origin(rel.Table.EndDate) &&
			all(start, func(o origin) bool { return isStart(o) && !isPeriod(o) })
	})
}
