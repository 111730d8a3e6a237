package privacy

import (
	"slices"
	"strings"

	"github.com/askomop/askomop/omop/sqltree"
)

// over is the value of a function over a window of rows.
func (v *env) over(w *sqltree.Window) column {
	var parts []column
	byPerson := false
	for _, e := range w.PartitionBy {
		c := v.expr(e)
		byPerson = byPerson || c.kind == Ident
		parts = append(parts, c)
	}
	for _, o := range w.OrderBy {
		parts = append(parts, v.expr(o.Expr))
	}
	around := combined(parts...)
	groups := v.agg || v.rows == groupRows
	k := kindOf(w.Func.Name)
	switch {
	case around.kind == Unproven:
		return around
	case v.rows == plainRows && around.kind == Key && len(around.headcounts) == 0:
		return combined(v.below(w.Func)...)
	case v.rows == personRows && !v.agg && byPerson:
		return column{kind: Value, attributes: []string{"of the person"}} // of that person
	case v.rows == personRows && !v.agg && isAggregate(w.Func.Name):
		return unproven("a window over all people" + notRead + "GROUP BY is shown")
	case v.rows == personRows && !v.agg && k == windowing && isRank(w.Func.Name):
		return unproven("a place among other people tells how many of them are before; quantiles are shown")
	case v.rows == personRows && !v.agg:
		return column{kind: Ident} // another person's value
	case groups && slices.ContainsFunc(w.OrderBy, v.tellsByOrder):
		return unproven(notMonotone)
	case groups && v.a.closed && slices.ContainsFunc(w.PartitionBy,
		func(e sqltree.Expr) bool { return v.expr(e).ofGroups() && !v.isOfAll(e) }):
		return unproven(sameNumbers)
	case groups && v.a.closed && !isRank(w.Func.Name) && slices.ContainsFunc(w.OrderBy,
		func(o *sqltree.Order) bool { return v.expr(v.orderedExpr(o.Expr)).combines() }):
		return unproven(notMonotone)
	case groups && choosesRecord(w.Func.Name) && slices.ContainsFunc(w.OrderBy,
		func(o *sqltree.Order) bool { return v.expr(v.orderedExpr(o.Expr)).ofGroups() }):
		return unproven("which number is before a hidden one tells how large that is; in the order of what the rows are grouped by it is shown")
	case groups && isRank(w.Func.Name):
		byMeasure := func(o *sqltree.Order) bool { return v.expr(v.orderedExpr(o.Expr)).kind == Measure }
		between, by, why := v.placedBy(w)
		if why != "" {
			return unproven(why)
		}
		return column{place: true, placed: append(slices.Clip(around.headcounts), between...),
			rank: len(around.headcounts) > 0, rankedBy: by, average: slices.ContainsFunc(w.OrderBy, byMeasure)}
	case k != windowing && !isAggregate(w.Func.Name):
		return unproven("the function " + w.Func.Name + " over a window" + notRead +
			"SUM, COUNT, LAG and the like are shown")
	}
	if count := v.asCount(w.Func); count != nil && groups {
		out := severalTimes(v.over(windowOf(w, count)))
		out.window, out.from = true, v.sel
		return out
	}
	out := v.overGroups(w)
	out.window, out.from = true, v.sel
	if groups {
		out.rowsOf = v.rowNumbers(w)
	}
	if groups && len(w.PartitionBy) > 0 {
		v.partitions = append(v.partitions, w.PartitionBy)
	}
	if out.kind.counts() {
		own := sqltree.Clone(w)
		at := &headcount{window: true, unit: out.counted(),
			people: func() (sqltree.Expr, error) { return sqltree.Clone(own), nil }}
		if w.Func.Name == "sum" && at.unit == ofPeople && len(out.numbers) == 1 && out.numbers[0].behind != nil &&
			out.numbers[0].behind.print != nil { // its people are as many times in it as in the groups
			at.behind = at.rewritten(func(e sqltree.Expr) sqltree.Expr { return e })
			at.behind.print = v.overHeadcount(w, "sum", out.numbers[0].behind.print).rewritten(cutOff)
		}
		out.numbers = append([]*headcount{at}, out.numbers...)
	}
	return out
}

func isRank(name string) bool {
	switch name {
	case "row_number", "rank", "dense_rank", "rank_dense", "ntile", "percent_rank", "cume_dist":
		return true
	}
	return false
}

// inWindow gives the headcounts of an aggregate its window.
func (v *env) inWindow(w *sqltree.Window, c column) column {
	through := func(at *headcount) *headcount {
		out := at.rewritten(func(e sqltree.Expr) sqltree.Expr {
			item := &sqltree.Item{Expr: e}
			sqltree.Rewrite(item, func(e sqltree.Expr) sqltree.Expr {
				if f, ok := e.(*sqltree.Func); ok && isAggregate(f.Name) {
					return windowOf(w, f)
				}
				return e
			})
			return item.Expr
		})
		out.self = at.self
		return out
	}
	c.numbers = nil // of a window they are told by the column itself
	return c.through(through)
}

// windowOf is another function over the same window.
func windowOf(w *sqltree.Window, f *sqltree.Func) *sqltree.Window {
	copied := sqltree.Clone(w)
	copied.Func = f
	return copied
}

// overGroups is a window over rows that are groups of people.
func (v *env) overGroups(w *sqltree.Window) column {
	var arg column
	if expr := argument(w.Func); expr != nil {
		arg = v.expr(expr)
	}
	switch {
	case arg.kind == Unproven:
		return arg
	case v.a.closed && arg.window:
		return unproven(windowOfWindow)
	}
	if w.Func.Filter != nil {
		return unproven("a window over some of the groups only tells of the others; without FILTER it is shown")
	}
	if expr := argument(w.Func); w.Func.Name == "sum" && arg.ofGroups() && !v.isPlainCount(expr) {
		return notACell("SUM OVER a formula")
	}
	v.a.sumsOver = v.a.sumsOver || arg.kind.aggregated() && !arg.kind.counts()
	out := column{kind: Measure}
	across := "sum"
	switch w.Func.Name {
	case "sum":
		told := tellsAcross(arg, func(at *headcount) *headcount { return v.overHeadcount(w, "sum", at) })
		if across = "min"; !arg.kind.counts() {
			out.numbers = told
		}
		if (arg.kind.counts() || arg.multiple) && v.isPlainCount(argument(w.Func)) {
			if across = "sum"; arg.kind.counts() {
				out.kind = Records
			}
			out.multiple = arg.multiple
			for _, at := range arg.headcounts {
				out.headcounts = append(out.headcounts, v.overHeadcount(w, "max", at).bounding())
			}
			for _, at := range arg.numbers { // a running total tells them
				part := *at
				part.unseen = true
				out.numbers = append(out.numbers, &part)
			}
		}
	case "lag", "lead":
		across = w.Func.Name
		out.kind = arg.kind
		if arg.kind == People {
			out.kind = Records
		}
	case "avg":
		across = "min"
		for _, at := range arg.numbers {
			out.numbers = append(out.numbers, v.overHeadcount(w, "sum", at))
			out.numbers[len(out.numbers)-1].unit = at.unit
		}
	default:
		return notACell(strings.ToUpper(w.Func.Name) + " OVER")
	}
	for _, at := range arg.headcounts {
		people := v.overHeadcount(w, across, at)
		if (across == "lag" || across == "lead") && !v.a.totals {
			people.bounding() // those of another row are no whole that this row's are part of
		}
		out.headcounts = append(out.headcounts, people)
	}
	if len(out.headcounts) == 0 && out.kind.aggregated() {
		return unproven("the people behind the window can't be counted")
	}
	return out
}

// overHeadcount is a headcount of the rows of a window.
func (v *env) overHeadcount(w *sqltree.Window, across string, at *headcount) *headcount {
	out := at.rewritten(func(e sqltree.Expr) sqltree.Expr {
		f := sqltree.Clone(w.Func)
		f.Name, f.Distinct = across, false
		if len(f.Args) == 0 {
			f.Args = []sqltree.Expr{e}
		} else {
			f.Args[0] = e
		}
		return windowOf(w, f)
	})
	if at.one != nil {
		out.one = v.overHeadcount(w, "min", at.one)
	}
	return out
}
