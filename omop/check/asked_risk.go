package check

import (
	"slices"

	"github.com/askomop/askomop/omop/sqltree"
)

// Time under observation that a question wants on one side of an event: up to it, before it or after it.

// judgeRiskEnds reports person-time that is the sum of whole periods where the question's ends at the event.
//
// Example: of "per 1,000 person-years, at risk until the first stroke", SUM(observation_period_end_date -
// observation_period_start_date) whether or not there was a stroke.
func (p *pass) judgeRiskEnds() {
	if !p.wordsFor("until the event") {
		return
	}
	if f := p.neverTaken(); f != nil {
		p.report(f, "the end of observation is always there, so that what stands behind it is never taken: write LEAST")
		return
	}
	var whole *sqltree.Func
	for _, f := range p.Calls {
		d, ok := p.difference(f)
		if !ok || d.absolute {
			continue
		}
		end, start := p.Origins(d.first), p.Origins(d.second)
		switch {
		case !all(start, isPeriodStart):
		case !all(end, isPeriodFinish) || !p.plainColumn(d.first) || !p.plainColumn(d.second):
			return // up to something else
		default:
			whole = f
		}
	}
	if whole != nil && !p.cutsPeriods() {
		p.report(whole, "the question's time ends at the event, and these are whole periods: end them at the event by LEAST")
	}
}

// neverTaken is the COALESCE of which a column of a period that is always there is the first, or nil: COALESCE(
// observation_period_end_date, event_date) is never the date of the event.
func (p *pass) neverTaken() *sqltree.Func {
	for _, f := range p.Calls {
		if !isNamed(f, "coalesce", "ifnull") || len(f.Args) < 2 {
			continue
		}
		c, ok := sqltree.Bare(f.Args[0]).(*sqltree.Column)
		if ok && p.plainColumn(c) && !p.isOptional(c) && all(p.Origins(c), func(o origin) bool {
			return o.TableName() == "observation_period" && isPeriodFinish(o) && !o.Relation.Optional
		}) {
			return f
		}
	}
	return nil
}

// plainColumn reports whether nothing is computed behind a column.
func (p *pass) plainColumn(c *sqltree.Column) bool {
	_, plain := p.Follow(c).(*sqltree.Column)
	return plain
}

// cutsPeriods reports whether anything chooses between the end of a period and another date.
func (p *pass) cutsPeriods() bool {
	ends := func(e sqltree.Expr) bool {
		return p.Within(e, func(x sqltree.Expr) bool { return all(p.Origins(x), isPeriodFinish) })
	}
	found := false
	sqltree.Walk(p.Tree, func(n sqltree.Node) bool {
		switch n := n.(type) {
		case *sqltree.Case:
			found = found || ends(n)
		case *sqltree.Func:
			found = found || slices.Contains([]string{"least", "coalesce", "ifnull", "if", "iif", "min", "nullif"}, n.Name) && ends(n)
		}
		return !found
	})
	return found
}

func isPeriodStart(o origin) bool { return isPeriod(o) && o.Column.Name == o.Relation.Table.StartDate }

func isPeriodFinish(o origin) bool { return isPeriod(o) && o.Column.Name == o.Relation.Table.EndDate }

// judgeObservedSide reports the length of a whole period, or the observation on the other side of an event, where the
// question wants so many days before it, or after.
//
// Example: of "at least 365 days of prior observation", observation_period_end_date - observation_period_start_date.
func (p *pass) judgeObservedSide() {
	side := p.sideOfObservation()
	if side == 0 {
		return
	}
	var length, other sqltree.Expr
	for _, b := range p.deepBounds {
		if b.op == "<" || b.op == "<=" {
			b.first, b.second, b.days, b.op = b.second, b.first, -b.days, flipped(b.op)
		}
		if b.op[0] != '>' || !b.fixed || b.days < 30 || b.absolute || b.test.not { // first - second >= days
			continue
		}
		late, early := all(p.Origins(b.first), isPeriod), all(p.Origins(b.second), isPeriod)
		switch {
		case late && early:
			length = b.test.expr
		case late == (side > 0):
			return
		case late || early:
			other = b.test.expr
		}
	}
	where := map[bool]string{true: "after", false: "before"}[side > 0]
	if length != nil {
		p.report(length, "this is the length of the whole period, and the question is of the observation %s the event; compare with the event's date", where)
	} else if other != nil {
		p.report(other, "the question wants observation %s the event, and this looks on the other side", where)
	}
}

// sideOfObservation is where the question wants so much observation: -1 before an event, 1 after it, 0 where it does
// not say.
//
// Example: -1 of "365 days of prior observation" and of "observed for at least a year before", 1 of "followed by 180
// days of observation".
func (p *pass) sideOfObservation() int {
	w := p.question.words
	for i, word := range w {
		if !isWordFor("observation", word) {
			continue
		}
		for _, step := range []int{-1, 1} {
			at := i + step
			for at > 0 && at < len(w)-1 && p.standsBesideTime(w[at]) {
				at += step
			}
			switch {
			case at < 0 || at >= len(w):
			case isWordFor("before an event", w[at]), step < 0 && w[at] == "after": // "after 365 days of observation"
				return -1
			case isWordFor("after an event", w[at]):
				return 1
			}
		}
	}
	return 0
}

// standsBesideTime reports whether a word says how long: "at least 365 days of".
func (p *pass) standsBesideTime(word string) bool {
	_, number := asNumber(word)
	return number || isWordFor("beside a time", word)
}
