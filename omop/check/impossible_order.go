package check

import (
	"slices"

	"github.com/askomop/askomop/omop"
	"github.com/askomop/askomop/omop/sqltree"
)

func impossibleOrder() Rule {
	return Rule{
		ID: "impossible-order", Group: groupTime, Severity: omop.SeverityInfo,
		Summary: "The statement looks for events after death, or for ends before starts: mistakes of the data.",
		Instead: "Turn the comparison round, unless the quality of the data is the question.",
		Wrong:   `SELECT COUNT(DISTINCT co.person_id) AS patients FROM condition_occurrence AS co JOIN death AS d ON d.person_id = co.person_id WHERE co.condition_start_date > d.death_date`,
		Right:   `SELECT COUNT(DISTINCT co.person_id) AS patients FROM condition_occurrence AS co JOIN death AS d ON d.person_id = co.person_id WHERE co.condition_start_date <= d.death_date`,
		check: func(p *pass) {
			p.reversed()
			p.neverOverlap()
			for _, b := range p.bounds {
				if b.op == ">" || b.op == ">=" {
					b.first, b.second, b.days, b.op = b.second, b.first, -b.days, flipped(b.op)
				}
				if b.op != "<" && (b.op != "<=" || b.days >= 0) || b.absolute || !b.fixed || b.days > 0 {
					continue
				}
				// first lies before second
				first, second := p.Origins(b.first), p.Origins(b.second)
				switch {
				case all(first, isDeathDate) && all(second, isStart) && b.test.clause.chooses():
					p.report(b.test.expr, "events after death are mistakes of the data, mostly")
				case all(first, isEnd) && all(second, isStart) && p.sameRow(b.first, b.second):
					severity := p.severity()
					if b.test.clause.chooses() && !p.wordsFor("quality of the data") &&
						!p.says("quality", "invalid", "bad", "error", "errors", "negative", "implausible", "impossible",
							"reversed", "wrong", "violation", "violations", "dq", "issue", "issues", "problem",
							"problems", "before", "check", "suspicious", "inconsistent") {
						severity = omop.SeverityWarning
					}
					p.reportAs(severity, b.test.expr, "an end before its own start is a mistake of the data")
				}
			}
		},
	}
}

// neverOverlap reports two records each of which is to begin after the other has ended.
func (p *pass) neverOverlap() {
	type pair struct{ starts, ends *relation }
	after := map[pair]bool{}
	for _, b := range p.bounds {
		if b.op == "<" || b.op == "<=" {
			b.first, b.second, b.days, b.op = b.second, b.first, -b.days, flipped(b.op)
		}
		first, second := p.Origins(b.first), p.Origins(b.second)
		if b.op != ">" && b.op != ">=" || b.absolute || !b.fixed || b.days < 0 || !b.test.must ||
			!b.test.clause.chooses() ||
			len(first) != 1 || len(second) != 1 || !isStart(first[0]) || !isEnd(second[0]) ||
			first[0].Relation == second[0].Relation {
			continue
		}
		x, y := first[0].Relation, second[0].Relation
		if after[pair{y, x}] {
			p.reportAs(omop.SeverityError, b.test.expr,
				"%s begins after %s has ended and the other way round: no rows do; write <= to find those that overlap",
				x.Label(), y.Label())
			return
		}
		after[pair{x, y}] = true
	}
}

// reversed reports BETWEEN end AND start, and durations that are taken from the end to the start.
func (p *pass) reversed() {
	for _, t := range p.tests {
		b, ok := t.expr.(*sqltree.Between)
		if !ok || b.Not {
			continue
		}
		if p.shrinks(b) {
			p.reportAs(omop.SeverityError, b,
				"the upper end lies before the lower one: nothing lies between them; turn them round")
			continue
		}
		low, high := p.Origins(sqltree.Bare(b.Low)), p.Origins(sqltree.Bare(b.High))
		if all(low, isEnd) && all(high, isStart) && low[0].Relation == high[0].Relation {
			p.reportAs(omop.SeverityError, b,
				"the end stands before the start: nothing lies between them; turn them round")
		}
	}
	for _, f := range p.Calls {
		d, ok := p.difference(f)
		if !ok || d.absolute || f.Name == "abs" {
			continue
		}
		first, second := p.Origins(d.first), p.Origins(d.second)
		if sqltree.Equal(d.first, d.second) && len(first) == 1 && len(second) == 1 && p.isPlainDifference(f) {
			p.reportAs(omop.SeverityWarning, f, "%s is taken from itself: this is always 0", first[0])
		}
		if all(first, isStart) && all(second, isDeathDate) && p.averaged(f) && !p.inAbs(f) {
			p.reportAs(omop.SeverityWarning, f,
				"this counts from the death back to the event: the days are negative; turn them round")
		}
		if all(first, isStart) && all(second, isEnd) && p.sameRow(d.first, d.second) && !p.inAbs(f) {
			p.reportAs(omop.SeverityWarning, f,
				"this counts from the end to the start: the days are negative; turn them round")
		}
	}
}

// isPlainDifference reports whether nothing is added to either of the dates whose difference is taken.
func (p *pass) isPlainDifference(f *sqltree.Func) bool {
	return !slices.ContainsFunc(f.Args, func(a sqltree.Expr) bool {
		_, computed := sqltree.Bare(a).(*sqltree.Func)
		return computed
	})
}

// averaged reports whether a difference is what a sum or a mean is taken of.
func (p *pass) averaged(f *sqltree.Func) bool {
	return slices.ContainsFunc(p.Calls, func(g *sqltree.Func) bool {
		return slices.Contains(sums, g.Name) && len(g.Args) > 0 && sqltree.Bare(g.Args[0]) == sqltree.Expr(f)
	})
}

// shrinks reports whether BETWEEN goes from a date to an earlier one, counted from the same date.
func (p *pass) shrinks(b *sqltree.Between) bool {
	low, ok := p.shift(b.Low)
	high, also := p.shift(b.High)
	return ok && also && low.fixed && high.fixed && high.days < low.days &&
		p.Refs[low.column] != nil && p.Refs[high.column] != nil &&
		p.Refs[low.column].Relation == p.Refs[high.column].Relation &&
		sqltree.Equal(low.column, high.column)
}

// sameRow reports whether two columns are those of one row of one table, as they are there.
func (p *pass) sameRow(a, b *sqltree.Column) bool {
	x, ok := p.Follow(a).(*sqltree.Column)
	y, also := p.Follow(b).(*sqltree.Column)
	return ok && also && p.Refs[a].Relation == p.Refs[b].Relation && p.Refs[x].Relation == p.Refs[y].Relation
}

// inAbs reports whether a difference is taken without its sign.
func (p *pass) inAbs(f *sqltree.Func) bool {
	return slices.ContainsFunc(p.Calls, func(g *sqltree.Func) bool {
		return g.Name == "abs" && len(g.Args) == 1 && sqltree.Bare(g.Args[0]) == sqltree.Expr(f)
	})
}

func isDeathDate(o origin) bool { return o.TableName() == "death" && hasDate(o) }

func isStart(o origin) bool {
	return isEvent(o.Relation.Table) && o.Column.Name == o.Relation.Table.StartDate
}

func isEnd(o origin) bool {
	return isEvent(o.Relation.Table) && o.Relation.Table.EndDate != "" && o.Column.Name == o.Relation.Table.EndDate
}
