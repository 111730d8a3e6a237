package check

import (
	"slices"

	"github.com/askomop/askomop/omop/sqltree"
)

// Days that are covered by exposures or stays: each of them once, and the last one, too.

// judgeDaysTwice reports the days of a person's records that are added up where the question counts each day once:
// those of records that overlap are added up more than once.
//
// Example: of "the share of 180 days covered, each day counted once", SUM(LEAST(e, d0 + 180) - s) … GROUP BY person_id.
func (p *pass) judgeDaysTwice() {
	if !p.wordsFor("different days") && !p.wordsFor("days covered") || p.mergesDays() {
		return
	}
	for _, f := range p.Calls {
		home := p.Homes[f]
		if f.Name != "sum" || f.Distinct || len(f.Args) != 1 || home == nil || home.Tree == nil ||
			!p.groupedByPerson(home) && !p.partitionedByPerson(f) && !p.ofOnePerson(home) {
			continue
		}
		rel := p.lasts(f.Args[0])
		if rel != nil && slices.Contains([]string{"drug_exposure", "visit_occurrence", "device_exposure"}, rel.Table.Name) {
			p.report(f, "a person's records can overlap, and the days that they share are added up more than once; count different days, or put together what overlaps first")
			return
		}
	}
}

// lasts is the relation of which an expression counts the days that a record lasts, or nil.
func (p *pass) lasts(e sqltree.Expr) *relation {
	var rel *relation
	start, end := false, false
	p.Within(e, func(x sqltree.Expr) bool {
		if c, ok := x.(*sqltree.Column); ok {
			for _, o := range p.Origins(c) {
				own := o.Relation.Table != nil && isEvent(o.Relation.Table) && !isPeriod(o)
				switch {
				case own && (isEnd(o) || o.Column.Name == "days_supply"):
					end, rel = true, o.Relation
				case own && isStart(o):
					start = true
				}
			}
		}
		return false
	})
	supply := func(o origin) bool { return o.Column.Name == "days_supply" }
	if c, ok := p.Follow(sqltree.Bare(e)).(*sqltree.Column); ok && all(p.Origins(c), supply) {
		start = true
	}
	if f, ok := p.essence(e).(*sqltree.Func); ok && isNamed(f, "coalesce", "least", "greatest") {
		start = true
	}
	if !end || !start {
		return nil
	}
	return rel
}

// mergesDays reports whether anything may put together records that overlap: days one by one, a look at the record
// before, another record of the table that covers the same days.
func (p *pass) mergesDays() bool {
	if p.calls("generate_series", "range", "unnest", "range_agg", "list_distinct", "list_unique", "lag", "lead", "multirange", "list_reduce", "reduce",
		"list_transform", "list_aggregate", "flatten", "bit_or", "bit_count") || len(p.Others) > 0 {
		return true
	}
	if slices.ContainsFunc(p.Scopes, func(s *scope) bool {
		return p.readsOwnResult(s) || slices.ContainsFunc(windowsOf(s),
			func(w *sqltree.Window) bool { return len(w.OrderBy) > 0 && !isRank(w) })
	}) {
		return true
	}
	last := func(list []origin) bool {
		return slices.ContainsFunc(list, func(o origin) bool { return isEnd(o) || o.Column.Name == "days_supply" })
	}
	return slices.ContainsFunc(p.tests, func(t *test) bool { // the end of one record beside the date of another
		columns := p.deepColumns(t.expr)
		return last(columns) && slices.ContainsFunc(columns, func(o origin) bool {
			return slices.ContainsFunc(columns, func(x origin) bool {
				return x.Relation != o.Relation && x.Relation.Table == o.Relation.Table
			})
		})
	}) || slices.ContainsFunc(p.Sets, func(r *result) bool {
		dated := func(o *output) bool { return slices.ContainsFunc(p.OriginsOf(o), hasDate) }
		return slices.ContainsFunc(r.Columns, dated)
	})
}

// deepColumns are the columns that an expression sees, also behind what derived columns stand for.
func (p *pass) deepColumns(e sqltree.Expr) []origin {
	var out []origin
	p.Within(e, func(x sqltree.Expr) bool {
		if c, ok := x.(*sqltree.Column); ok {
			out = append(out, p.Origins(c)...)
		}
		return false
	})
	return out
}

// judgeRangeEnd reports the days from a start to an end that RANGE lists where the question counts the last one, too:
// RANGE stops before it.
//
// Example: of "in hospital on 15 March, the day of discharge included", UNNEST(RANGE(visit_start_date, visit_end_date,
// INTERVAL 1 DAY)).
func (p *pass) judgeRangeEnd() {
	if p.wordsFor("without the last day") || !p.wordsFor("with the last day") && !p.wordsFor("under way") {
		return
	}
	for _, f := range p.Calls {
		if !isNamed(f, "range", "generate_series") || len(f.Args) != 3 {
			continue
		}
		start, last := p.Origins(sqltree.Bare(f.Args[0])), sqltree.Bare(f.Args[1])
		if less, ok := last.(*sqltree.Func); ok && f.Name == "generate_series" && less.Name == "-" && len(less.Args) == 2 {
			last = sqltree.Bare(less.Args[0])
		} else if f.Name == "generate_series" {
			continue
		}
		own := func(o origin) bool {
			return len(start) > 0 && o.Relation == start[0].Relation && (isEnd(o) || isPeriodFinish(o))
		}
		if all(start, func(o origin) bool { return isStart(o) || isPeriodStart(o) }) && p.endsWith(last, own) {
			p.report(f, "the list stops before the last day, and the question counts that, too; write GENERATE_SERIES, or add a day")
			return
		}
	}
}

// endsWith reports whether an expression is an end that is wanted, whatever stands for one that is missing.
func (p *pass) endsWith(e sqltree.Expr, wanted func(origin) bool) bool {
	if f, ok := e.(*sqltree.Func); ok && isNamed(f, "coalesce", "ifnull") && len(f.Args) > 0 {
		return p.endsWith(sqltree.Bare(f.Args[0]), wanted)
	}
	c, ok := p.Follow(e).(*sqltree.Column)
	return ok && all(p.Origins(c), wanted)
}
