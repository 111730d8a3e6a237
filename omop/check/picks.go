package check

import (
	"slices"
	"strings"

	"github.com/askomop/askomop/omop/sqltree"
)

// A pick is how a statement keeps one record of each person by the order of its dates.
//
// Example: ROW_NUMBER() OVER (PARTITION BY person_id ORDER BY condition_start_date DESC) picks the last where a
// condition keeps number 1; DISTINCT ON and FIRST_VALUE pick by their order alone.
type pick struct {
	node sqltree.Node
	from []origin // the dates that put the records in order
	last bool     // the latest date comes first
	kept answer   // whether number 1 is kept; unknown where the numbers are used otherwise
}

// picks lists the picks of the statement.
func (p *pass) picks() []pick {
	return slices.DeleteFunc(p.everyPick(), func(k pick) bool { return !all(k.from, hasDate) })
}

// everyPick lists the picks, by whatever records are put in order.
func (p *pass) everyPick() []pick {
	var out []pick
	for _, s := range p.Scopes {
		for _, w := range windowsOf(s) {
			by := p.telling(w.OrderBy, w.PartitionBy)
			if len(by) == 0 {
				continue
			}
			next := pick{node: w, from: p.Origins(sqltree.Bare(by[0].Expr)), last: by[0].Desc, kept: yes}
			switch {
			case isRank(w) && p.keepsAnyRow(w, s):
				continue
			case isRank(w):
				next.kept = p.keepsNumberOne(w)
			case w.Func.Name == "last_value" && seesAll(w.Frame):
				next.last = !next.last
			case w.Func.Name != "first_value":
				continue
			}
			out = append(out, next)
		}
		if q := s.Tree; len(q.DistinctOn) > 0 && len(q.OrderBy) > len(q.DistinctOn) {
			by := q.OrderBy[len(q.DistinctOn)]
			out = append(out, pick{by.Expr, p.Origins(sqltree.Bare(numbered(by.Expr, s))), by.Desc, yes})
		}
	}
	return append(out, p.aggregatePicks()...)
}

// seesAll reports whether a frame reaches from the first row of a partition to the last.
func seesAll(f *sqltree.Frame) bool {
	return f != nil && f.Exclude == "" && f.Start.Kind == "UNBOUNDED PRECEDING" && f.End.Kind == "UNBOUNDED FOLLOWING"
}

// keepsAnyRow reports whether it makes no difference which row of a partition a number keeps: all that a SELECT puts
// out beside the number is the same in each.
//
// Example: LAST_VALUE(x) OVER (w ROWS BETWEEN UNBOUNDED PRECEDING AND UNBOUNDED FOLLOWING), ROW_NUMBER() OVER w.
func (p *pass) keepsAnyRow(number *sqltree.Window, s *scope) bool {
	same := 0
	for _, i := range s.Tree.List {
		e := sqltree.Bare(i.Expr)
		w, window := e.(*sqltree.Window)
		switch {
		case window && w == number, isConstant(e), isAmong(number.PartitionBy)(e):
		case p.sameWithin(e, number.PartitionBy):
			same++
		default:
			return false
		}
	}
	return same > 0
}

func isAmong(list []sqltree.Expr) func(sqltree.Expr) bool {
	return func(e sqltree.Expr) bool {
		return slices.ContainsFunc(list,
			func(x sqltree.Expr) bool { return sqltree.Equal(sqltree.Bare(x), sqltree.Bare(e)) })
	}
}

// sameWithin reports whether a value is one in all rows that agree in some others: it is one of those, of the person
// where they name one, or put together of no smaller part of the rows.
//
// Example: of person_id, COUNT(*) OVER (PARTITION BY person_id).
func (p *pass) sameWithin(e sqltree.Expr, by []sqltree.Expr) bool {
	e = sqltree.Bare(e)
	if isConstant(e) || isAmong(by)(e) {
		return true
	}
	switch e := e.(type) {
	case *sqltree.Window:
		return p.sameInPartition(e) && !slices.ContainsFunc(e.PartitionBy,
			func(x sqltree.Expr) bool { return !isAmong(by)(x) })
	case *sqltree.Func:
		return len(e.Args) > 0 && !aggregates[e.Name] &&
			!slices.ContainsFunc(e.Args, func(x sqltree.Expr) bool { return !p.sameWithin(x, by) })
	case *sqltree.Column:
		return all(p.Origins(e), func(o origin) bool { return o.TableName() == "person" }) &&
			slices.ContainsFunc(by, func(x sqltree.Expr) bool {
				return identityOf(p.Origins(sqltree.Bare(x))) == personKey
			})
	}
	return false
}

// sameInPartition reports whether a function over a window has one value in all rows of a partition.
func (p *pass) sameInPartition(w *sqltree.Window) bool {
	byOrder := isNamed(w.Func, "first_value") && len(p.telling(w.OrderBy, w.PartitionBy)) > 0
	return seesAll(w.Frame) || w.Frame == nil && (byOrder || len(w.OrderBy) == 0 && aggregates[w.Func.Name])
}

// aggregatePicks lists the picks by aggregates of each person: MAX_BY(x, date), FIRST(x ORDER BY date DESC).
func (p *pass) aggregatePicks() []pick {
	var out []pick
	for _, f := range p.Calls {
		if p.Homes[f] == nil || p.Homes[f].Tree == nil || !p.groupedByPerson(p.Homes[f]) {
			continue
		}
		switch {
		case isNamed(f, "max_by", "arg_max", "argmax") && len(f.Args) == 2:
			out = append(out, pick{f, p.Origins(sqltree.Bare(f.Args[1])), true, yes})
		case isNamed(f, "min_by", "arg_min", "argmin") && len(f.Args) == 2:
			out = append(out, pick{f, p.Origins(sqltree.Bare(f.Args[1])), false, yes})
		case isNamed(f, "first", "last", "any_value") && len(f.OrderBy) > 0:
			by := f.OrderBy[0]
			out = append(out, pick{f, p.Origins(sqltree.Bare(by.Expr)), by.Desc != (f.Name == "last"), yes})
		}
	}
	return out
}

func isNamed(f *sqltree.Func, names ...string) bool { return slices.Contains(names, f.Name) }

func isRank(w *sqltree.Window) bool {
	return w.Func.Name == "row_number" || w.Func.Name == "rank" || w.Func.Name == "dense_rank"
}

// keepsNumberOne tells whether conditions keep the rows with the number 1. That a number is at least 1 says nothing.
func (p *pass) keepsNumberOne(w *sqltree.Window) answer {
	out := no
	for _, t := range p.tests {
		if !p.Within(t.expr, func(x sqltree.Expr) bool { return x == sqltree.Expr(w) }) {
			continue
		}
		switch one, idle := p.asksNumberOne(t, w); {
		case one:
			return yes
		case !idle:
			out = unknown
		}
	}
	if out == no && (p.showsNumber(w) || p.computesWith(w)) {
		return unknown
	}
	return out
}

// asksNumberOne reports whether a condition wants the number 1, or any number at all.
func (p *pass) asksNumberOne(t *test, w *sqltree.Window) (one, idle bool) {
	is := func(e sqltree.Expr) bool { return sqltree.Bare(p.Follow(sqltree.Bare(e))) == sqltree.Expr(w) }
	what, with := compared(t.expr)
	if what == nil || len(with) == 0 || t.not {
		return false, false
	}
	c, plain := t.expr.(*sqltree.Compare)
	if !plain {
		other := slices.ContainsFunc(with, func(e sqltree.Expr) bool { return !isOne(e) })
		return is(what) && !other, false
	}
	op, value := c.Op, c.Right
	if is(c.Right) {
		op, value = flipped(op), c.Left
	} else if !is(c.Left) {
		return false, false
	}
	n, ok := number(value)
	one = ok && (n == 1 && (op == "=" || op == "<=") || n == 2 && op == "<")
	return one, ok && (n == 1 && op == ">=" || n == 0 && (op == ">" || op == "<>"))
}

// showsNumber reports whether the result holds the number of a row.
func (p *pass) showsNumber(w *sqltree.Window) bool {
	return slices.ContainsFunc(p.Result.Columns, func(o *output) bool {
		return o.Expr == sqltree.Expr(w) ||
			o.Expr != nil && p.Within(o.Expr, func(x sqltree.Expr) bool { return x == sqltree.Expr(w) }) ||
			o.Expr == nil && o.Ref != nil && o.Ref.Output != nil && o.Ref.Output.Expr == sqltree.Expr(w)
	})
}

// computesWith reports whether a function or an order sees the number of a row.
func (p *pass) computesWith(w *sqltree.Window) bool {
	sees := func(e sqltree.Expr) bool {
		return p.Within(e, func(x sqltree.Expr) bool { return x == sqltree.Expr(w) })
	}
	if slices.ContainsFunc(p.Calls,
		func(f *sqltree.Func) bool { return f != w.Func && slices.ContainsFunc(f.Args, sees) }) {
		return true
	}
	return slices.ContainsFunc(p.Scopes, func(s *scope) bool {
		ordered := slices.ContainsFunc(s.Tree.OrderBy, func(o *sqltree.Order) bool { return sees(o.Expr) })
		return ordered || slices.ContainsFunc(s.Tree.GroupBy.Exprs, sees)
	})
}

// asksKindOfPick reports whether the question is what a person's first or last record of anything was: "How many
// patients' first drug was metformin?"
func (p *pass) asksKindOfPick() bool {
	w := p.question.words
	for i, word := range w {
		if !isWordFor("place in order", word) || i+1 >= len(w) {
			continue
		}
		next := i + 1
		if isWordFor("recorded", w[next]) {
			next++
		}
		if next < len(w) && (isWordFor("record of anything", w[next]) ||
			isWordFor("record of anything", strings.TrimSuffix(w[next], "s"))) { // "people's first conditions were"
			told := slices.ContainsFunc(w[next+1:],
				func(x string) bool { return x == "was" || x == "were" || x == "is" })
			before := slices.ContainsFunc(w[max(0, i-3):i], func(x string) bool { return x == "was" || x == "is" })
			if before && next+1 < len(w) && (w[next+1] == "a" || w[next+1] == "an") { // "was their first visit an …?"
				return true
			}
			told = told && (next+1 == len(w) || w[next+1] != "of") // "the first diagnosis of asthma" names its kind
			if told || p.asks(w[next]+" of any kind", w[next]+" of any type") || i > 1 && (w[i-1] == "as" || w[i-2] == "as") {
				return true
			}
		}
	}
	return false
}

// judgeKindOfPick reports records of one drug or disease of which one is picked, where the question is what the first
// or last of all was.
func (p *pass) judgeKindOfPick() {
	if !p.asksKindOfPick() || p.asks("which", "what") {
		return
	}
	for _, k := range append(p.picks(), p.extremes()...) {
		rel := k.from[0].Relation
		if k.kept != yes || !namesOneThing(rel) && rel.Table.Name != "visit_occurrence" {
			continue
		}
		if rows, _ := p.chosenConcepts(rel); !rows.empty() && p.choosesBefore(rel, k) {
			p.report(k.node, "the question is what a person's record of anything was, and only records of one kind are put in order; choose the kind after the pick")
			return
		}
	}
}

// extremes lists the picks by MIN and MAX of the dates of each person.
func (p *pass) extremes() []pick {
	var out []pick
	for _, f := range p.Calls {
		if f.Name != "min" && f.Name != "max" || len(f.Args) != 1 || p.Homes[f] == nil || !p.groupedByPerson(p.Homes[f]) {
			continue
		}
		if from := p.Origins(f.Args[0]); len(from) == 1 && isStart(from[0]) {
			out = append(out, pick{f, from, f.Name == "max", yes})
		}
	}
	return out
}

// choosesBefore reports whether the rows of a relation are chosen by their concepts where they are put in order, or
// before.
func (p *pass) choosesBefore(rel *relation, k pick) bool {
	if w, window := k.node.(*sqltree.Window); window && rel.Scope != nil && slices.Contains(windowsOf(rel.Scope), w) &&
		rel.Scope.Tree.Qualify != nil && slices.ContainsFunc(p.selections, func(s selection) bool {
		return s.scope == rel.Scope && s.must && !s.exclude && s.clause == inWhere &&
			p.choosesColumn(&s, rel.Origin(rel.Table.ConceptColumn))
	}) {
		return true // WHERE comes before QUALIFY
	}
	return slices.ContainsFunc(p.selections, func(s selection) bool {
		return s.scope == rel.Scope && s.must && !s.exclude && (s.clause == inWhere || s.clause == inOn) &&
			p.choosesColumn(&s, rel.Origin(rel.Table.ConceptColumn)) && s.scope.Result != p.Result
	}) || slices.ContainsFunc(p.selections, func(s selection) bool {
		inner := s.scope.Parent
		return inner == rel.Scope && s.must && !s.exclude && p.choosesColumn(&s, rel.Origin(rel.Table.ConceptColumn))
	})
}

// keepsFirst reports whether a condition keeps the row with the number 1.
func (p *pass) keepsFirst(w *sqltree.Window) bool { return isRank(w) && p.keepsNumberOne(w) == yes }

// orderFuncs are the functions, beside those of windows, that find the first (false) or the last (true) of a person's
// rows by their order.
var orderFuncs = map[bool][]string{
	false: {"min", "arg_min", "min_by", "argmin", "first", "lag", "nth_value", "list", "array_agg", "any_value",
		"last_value"},
	true: {"max", "arg_max", "max_by", "argmax", "last", "last_value", "lead", "nth_value", "list", "array_agg", "any_value"},
}

// takes reports whether anything takes the first or the last date of the rows of a relation, or whether it is a row
// beside which nothing comes. The pick is one that takes the other, or that numbers records and keeps all of them.
func (p *pass) takes(rel *relation, last bool) (is bool, otherwise *pick) {
	of := func(list []origin) bool {
		return slices.ContainsFunc(list, func(o origin) bool { return o.Relation == rel && hasDate(o) })
	}
	ofRel := func(e sqltree.Expr) bool {
		return p.Within(e, func(x sqltree.Expr) bool {
			c, ok := x.(*sqltree.Column)
			return ok && of(p.Origins(c))
		})
	}
	for _, k := range p.picks() {
		switch {
		case !of(k.from):
		case k.kept == unknown, k.kept == yes && k.last == last:
			return true, nil
		default:
			otherwise = &k
		}
	}
	for _, f := range p.Calls {
		if slices.Contains(orderFuncs[last], f.Name) &&
			(slices.ContainsFunc(f.Args, ofRel) ||
				slices.ContainsFunc(f.OrderBy, func(o *sqltree.Order) bool { return ofRel(o.Expr) })) {
			return true, nil
		}
	}
	if slices.ContainsFunc(p.Scopes, joinsNearest) {
		return true, nil
	}
	for _, s := range p.Scopes {
		if (len(s.Tree.DistinctOn) > 0 && otherwise == nil || s.Tree.Limit != nil) &&
			slices.Contains(s.Relations, rel) {
			return true, nil
		}
	}
	return p.hasEarlier(rel) || p.noneBeyond(ofRel), otherwise
}

// noneBeyond reports whether a group of records may hold none beyond a day, which says of its first or last that it is
// not: BOOL_AND(d >= …), NOT BOOL_OR(d < …), COUNT(*) FILTER (WHERE d < …) = 0.
func (p *pass) noneBeyond(dated func(sqltree.Expr) bool) bool {
	of := func(f *sqltree.Func) bool {
		return slices.ContainsFunc(f.Args, dated) || f.Filter != nil && dated(f.Filter)
	}
	return slices.ContainsFunc(p.tests, func(t *test) bool {
		if f, ok := p.essence(t.expr).(*sqltree.Func); ok && of(f) {
			return isNamed(f, "bool_and", "every") && !t.not || isNamed(f, "bool_or") && t.not
		}
		c, ok := t.expr.(*sqltree.Compare)
		none := ok && (!t.not && (c.Op == "=" || c.Op == "<=") || t.not && (c.Op == ">" || c.Op == "<>"))
		if !none || !isZero(c.Right) {
			return false
		}
		f, ok := p.essence(c.Left).(*sqltree.Func)
		return ok && isNamed(f, "count", "count_star", "sum", "count_if", "countif") && of(f)
	})
}

// joinsNearest reports whether a SELECT joins the row that comes next before or after another, by ASOF JOIN.
func joinsNearest(s *scope) bool {
	return slices.ContainsFunc(s.Joins(), func(j *sqltree.Join) bool { return j.Kind == sqltree.JoinAsOf })
}
