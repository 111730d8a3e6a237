package check

import (
	"slices"
	"strings"

	"github.com/askomop/askomop/omop/sqltree"
)

// An order is idle where all rows among which it chooses are alike in it: by a constant, or by what the rows are parted
// by.
//
// Example: in ROW_NUMBER() OVER (PARTITION BY person_id ORDER BY person_id, condition_start_date) the first is idle,
// and the second says which record is number 1.

// telling lists the orders that are not idle among rows that are parted by some expressions.
func (p *pass) telling(orders []*sqltree.Order, parted []sqltree.Expr) []*sqltree.Order {
	return slices.DeleteFunc(slices.Clone(orders), func(o *sqltree.Order) bool { return p.isIdle(o.Expr, parted) })
}

// isIdle reports whether rows that are alike in some expressions are alike in e.
func (p *pass) isIdle(e sqltree.Expr, parted []sqltree.Expr) bool {
	e = sqltree.Bare(p.Follow(sqltree.Bare(e)))
	if q, ok := e.(*sqltree.Subquery); ok { // (SELECT NULL)
		s, ok := q.Query.(*sqltree.Select)
		return ok && s.From == nil && len(s.List) == 1 && isConstant(s.List[0].Expr)
	}
	if isConstant(e) {
		return true
	}
	from := p.Origins(e)
	return slices.ContainsFunc(parted, func(by sqltree.Expr) bool {
		if sqltree.Equal(e, sqltree.Bare(p.Follow(sqltree.Bare(by)))) && p.sameColumns(e, p.Follow(sqltree.Bare(by))) {
			return true
		}
		_, column := e.(*sqltree.Column)
		other := p.Origins(sqltree.Bare(by))
		samePerson := identityOf(from) == personKey && identityOf(other) == personKey
		return column && (samePerson || len(from) == 1 && len(other) == 1 && from[0] == other[0])
	})
}

// judgeIdleOrders reports picks of one record by an order that says nothing of which.
func (p *pass) judgeIdleOrders() {
	for _, s := range p.Scopes {
		for _, w := range windowsOf(s) {
			if len(w.PartitionBy) > 0 && len(w.OrderBy) > 0 && len(p.telling(w.OrderBy, w.PartitionBy)) == 0 {
				p.judgeIdleWindow(s, w)
			}
		}
	}
	for _, f := range p.Calls {
		home := p.Homes[f]
		if home == nil || home.Tree == nil || !p.groupedByPerson(home) {
			continue
		}
		var parted []sqltree.Expr
		for _, e := range home.Tree.GroupBy.Exprs {
			parted = append(parted, numbered(e, home))
		}
		ordered := isNamed(f, "first", "last") && len(f.OrderBy) > 0 && len(p.telling(f.OrderBy, parted)) == 0
		extreme := isNamed(f, "arg_min", "arg_max", "argmin", "argmax", "min_by", "max_by") && len(f.Args) == 2 &&
			p.isIdle(f.Args[1], parted)
		if (ordered || extreme) && !p.isIdle(f.Args[0], parted) {
			p.report(f, "all records of a person are alike in this order: any of them is taken; order by the date")
		}
	}
}

// judgeIdleWindow reports a window whose order is idle and by which a record is chosen.
func (p *pass) judgeIdleWindow(s *scope, w *sqltree.Window) {
	looksAlong := isNamed(w.Func, "first_value", "last_value", "nth_value", "lag", "lead") && len(w.Func.Args) > 0 &&
		!p.isIdle(w.Func.Args[0], w.PartitionBy)
	rowsBefore := w.Frame != nil && w.Frame.Mode == "ROWS" &&
		!(strings.HasPrefix(w.Frame.Start.Kind, "UNBOUNDED") && strings.HasPrefix(w.Frame.End.Kind, "UNBOUNDED"))
	switch {
	case rowsBefore:
		p.report(w, "all of these records are alike in this order: any of them are those before; order by the date")
	case isNamed(w.Func, "rank", "dense_rank") && p.keepsFirst(w):
		p.report(w,
			"all of these records are alike in this order: each has the number 1, and all are kept; order by the date")
	case w.Func.Name == "row_number" && p.keepsFirst(w) && !p.givesItsGroup(s, w) && p.rowsPerPerson(s) == no, looksAlong:
		p.report(w, "all of these records are alike in this order: any of them is taken; order by the date")
	}
}

// judgeOrderedByKey reports records that are put in the order of their ids, or of their concepts', where the question
// wants the first or the last of a person.
func (p *pass) judgeOrderedByKey() {
	if !p.asksInTime() || p.asks("id", "ids") || len(p.picks()) > 0 || slices.ContainsFunc(p.Calls, p.looksAlongDates) || p.limitsByDate() {
		return
	}
	for _, k := range append(p.everyPick(), p.extremeKeys()...) {
		switch {
		case k.kept != yes:
		case all(k.from, isRecordKey):
			p.report(k.node, "the question is of the first or the last in time, and ids are no dates; order by the date")
			return
		case all(k.from, isEventConcept):
			p.report(k.node,
				"the question is of the first or the last in time, and this takes the concept with the smallest or largest id; order by the date")
			return
		case all(k.from, isAmount) && !p.asksForExtreme():
			p.report(k.node, "the question is of the first or the last in time, and this is the one by %s; order by the date",
				k.from[0].Column.Name)
			return
		}
	}
}

// extremeKeys lists the MIN and MAX of ids of records, or of their concepts, of each person.
func (p *pass) extremeKeys() []pick {
	var out []pick
	add := func(f *sqltree.Func, by []sqltree.Expr) {
		if !isNamed(f, "min", "max") || len(f.Args) != 1 || len(by) != 1 || identityOf(p.Origins(by[0])) != personKey {
			return
		}
		out = append(out, pick{f, p.Origins(sqltree.Bare(f.Args[0])), f.Name == "max", yes})
	}
	for _, s := range p.Scopes {
		for _, w := range windowsOf(s) {
			add(w.Func, w.PartitionBy)
		}
	}
	for _, f := range p.Calls {
		s := p.Homes[f]
		switch {
		case s == nil || s.Tree == nil || s.Tree.Having != nil:
		case len(s.Tree.GroupBy.Exprs) == 1:
			add(f, []sqltree.Expr{numbered(s.Tree.GroupBy.Exprs[0], s)})
		case isNamed(f, "min", "max") && len(f.Args) == 1 && p.isOfOnePerson(s):
			out = append(out, pick{f, p.Origins(sqltree.Bare(f.Args[0])), f.Name == "max", yes})
		}
	}
	for _, s := range p.Scopes {
		if s.Tree.Limit != nil && isOne(s.Tree.Limit) && len(s.Tree.OrderBy) > 0 && p.isOfOnePerson(s) {
			by := s.Tree.OrderBy[0]
			out = append(out, pick{by.Expr, p.Origins(sqltree.Bare(numbered(by.Expr, s))), by.Desc, yes})
		}
	}
	return out
}

// isOfOnePerson reports whether the rows of a SELECT are those of the person in a row around it.
func (p *pass) isOfOnePerson(s *scope) bool {
	within := func(list []origin) bool {
		return slices.ContainsFunc(list, func(o origin) bool { return o.Relation.Scope == s })
	}
	return slices.ContainsFunc(p.pairs, func(e *equality) bool {
		return e.scope == s && e.must() && identityOf(e.left) == personKey && identityOf(e.right) == personKey &&
			within(e.left) != within(e.right)
	})
}

// limitsByDate reports whether LIMIT keeps a row by its date.
func (p *pass) limitsByDate() bool {
	return slices.ContainsFunc(p.Scopes, func(s *scope) bool {
		return s.Tree.Limit != nil && slices.ContainsFunc(s.Tree.OrderBy, func(o *sqltree.Order) bool {
			return p.Within(numbered(o.Expr, s), func(x sqltree.Expr) bool { return all(p.Origins(x), hasDate) })
		})
	})
}

// asksForExtreme reports whether the question is of a highest, lowest, longest or most frequent one as well.
func (p *pass) asksForExtreme() bool {
	return slices.ContainsFunc([]string{"smallest value", "largest value", "long", "short", "most", "rarest"}, p.wordsFor)
}

// isAmount reports whether a column holds an amount of a record, which says nothing of when it was.
func isAmount(o origin) bool { return isGiven(o) && isEvent(o.Relation.Table) }

func isRecordKey(o origin) bool { return isPrimary(o) && isEvent(o.Relation.Table) }

func isEventConcept(o origin) bool { return o.Column.IsConcept() && isEvent(o.Relation.Table) }

// looksAlongDates reports whether a function finds an earliest or a latest date, or goes along them.
func (p *pass) looksAlongDates(f *sqltree.Func) bool {
	for _, o := range f.OrderBy {
		if all(p.Origins(sqltree.Bare(o.Expr)), hasDate) {
			return true
		}
	}
	return (slices.Contains(orderFuncs[false], f.Name) || slices.Contains(orderFuncs[true], f.Name)) &&
		slices.ContainsFunc(f.Args, func(e sqltree.Expr) bool { return all(p.Origins(sqltree.Bare(e)), hasDate) })
}

// asksInTime reports whether the question wants the first or the last of something, and not a time: "the first 30
// days", "the last year".
func (p *pass) asksInTime() bool {
	w := p.question.words
	for i, word := range w[:max(0, len(w)-1)] {
		next := w[i+1]
		_, number := asNumber(next)
		if isWordFor("place in order", word) && !number && !isWordFor("a part of time", next) &&
			!isWordFor("no place in time", next) {
			return true
		}
	}
	return false
}
