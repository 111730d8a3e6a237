package privacy

import (
	"slices"
	"strings"

	"github.com/askomop/askomop/omop/sqltree"
)

// A LEFT JOIN of people to a table without them keeps rows of nobody: the days of a calendar on which nobody died. To
// count them, or to choose them, tells what the others have:
//
//	generate_series(…) AS t(day) LEFT JOIN death d ON d.death_date = t.day AND cause = 442774 WHERE d.person_id IS NULL
//
// are all days but that one's. So a condition must leave such rows out, and a number must not depend on how many there
// are, as COUNT(d.person_id) does not. What an expression is in a row of nobody, is worked out below.

const ofNobody = "rows that nobody has, which a LEFT JOIN keeps, are counted in it, and tell what the others have; COUNT(person_id) is shown"

// mayBeNobody reports whether the rows of FROM may be of nobody: all tables with people may lack a partner, or have
// such rows themselves.
func (v *env) mayBeNobody() bool {
	isSomebody := func(s *source) bool { return s.hasPeople() && !s.optional && !s.q.keepsNobody() }
	return v.a.closed && slices.ContainsFunc(v.sources, (*source).hasPeople) &&
		!slices.ContainsFunc(v.sources, isSomebody)
}

// hasPeople reports whether the rows of a table are people's, or groups': a place is nobody's.
func (s *source) hasPeople() bool {
	isPlace := s.q == nil && strings.EqualFold(s.table, "location")
	return s.rows() != plainRows && !s.isOneRow() && !isPlace
}

// keepsNobody reports whether the rows of a query may be of nobody.
func (q *query) keepsNobody() bool {
	if q == nil {
		return false
	}
	return slices.ContainsFunc(q.inputs, (*query).keepsNobody) || q.env != nil && !q.env.agg && q.env.keepsNobody()
}

// keepsNobody reports whether rows of nobody pass all conditions.
func (v *env) keepsNobody() bool {
	return v.mayBeNobody() && !slices.ContainsFunc(v.passed(), func(e sqltree.Expr) bool {
		is := v.inNobody(e)
		return is == isNullThere || is == isZeroThere
	})
}

// refuseNobody refuses a condition on people that rows of nobody pass, or may.
func (v *env) refuseNobody() {
	if slices.ContainsFunc(v.passed(), v.readsPeople) && v.keepsNobody() {
		v.a.refuse("nobody")
	}
}

// passed are the conditions that each row of FROM has passed.
func (v *env) passed() []sqltree.Expr {
	return slices.Concat(innerConditions(v.sel.From), sqltree.Conjuncts(v.sel.Where), sqltree.Conjuncts(v.sel.Qualify))
}

// innerConditions are those of joins that keep no row without a partner.
func innerConditions(ref sqltree.TableRef) []sqltree.Expr {
	j, ok := ref.(*sqltree.Join)
	if !ok {
		return nil
	}
	out := append(innerConditions(j.Left), innerConditions(j.Right)...)
	if j.Type == "INNER" {
		out = append(out, sqltree.Conjuncts(j.On)...)
	}
	return out
}

// readsPeople reports whether an expression names what is of people.
func (v *env) readsPeople(e sqltree.Expr) bool {
	return holdsIn(e, func(n sqltree.Node) bool {
		c, ok := n.(*sqltree.Column)
		if !ok {
			return false
		}
		src, _, found := v.findSource(c)
		if !found {
			named := v.aliased(c)
			return named != nil && v.readsPeople(named)
		}
		return src.hasPeople()
	})
}

// countsNobody reports whether an aggregate depends on how many rows there are of nobody. A smallest value, or kinds,
// of the table that was joined to don't: each of its rows is there, if they are not grouped by what people have.
func (v *env) countsNobody(f *sqltree.Func) bool {
	if !v.keepsNobody() {
		return false
	}
	arg, k := argument(f), kindOf(f.Name)
	isOfAll := k == extreme || f.Name == "any_value" || k == counting && f.Distinct
	if isOfAll && arg != nil && !v.readsPeople(arg) && !v.readsPeople(f.Filter) &&
		!slices.ContainsFunc(v.keys(), v.readsPeople) {
		return false
	}
	none := []there{isNullThere}
	if f.Name == "count_if" || f.Name == "countif" || k == summing {
		none = append(none, isZeroThere)
	}
	isOut := f.Filter != nil && slices.Contains([]there{isNullThere, isZeroThere}, v.inNobody(f.Filter))
	return !isOut && (arg == nil || !slices.Contains(none, v.inNobody(arg)))
}

// there is what an expression is in a row of nobody.
type there uint8

const (
	isAnyThere  there = iota // it can't be told
	isNullThere              // NULL
	isZeroThere              // 0 or false
	isTrueThere              // true
)

func (v *env) inNobody(e sqltree.Expr) there {
	switch x := e.(type) {
	case *sqltree.Column:
		return v.columnInNobody(x)
	case *sqltree.Constant:
		switch {
		case isNull(x):
			return isNullThere
		case isZero(x) || x.Kind == sqltree.Bool && x.Text == "false":
			return isZeroThere
		case x.Kind == sqltree.Bool:
			return isTrueThere
		}
	case *sqltree.Cast:
		if is := v.inNobody(x.Expr); is != isTrueThere {
			return is
		}
	case *sqltree.Extract:
		return v.firstNull(x.From)
	case *sqltree.IsNull:
		if v.inNobody(x.Expr) == isNullThere {
			return truthThere(!x.Not)
		}
	case *sqltree.IsTruth:
		if is := v.inNobody(x.Expr); is != isAnyThere {
			return truthThere((is == truthThere(x.Value)) != x.Not)
		}
	case *sqltree.Compare:
		if x.Op != "IS DISTINCT FROM" && x.Op != "IS NOT DISTINCT FROM" {
			return v.firstNull(x.Left, x.Right)
		}
	case *sqltree.Between:
		return v.firstNull(x.Expr)
	case *sqltree.Like:
		return v.firstNull(x.Expr)
	case *sqltree.In:
		return v.firstNull(x.Expr)
	case *sqltree.InQuery:
		if !x.Not {
			return v.firstNull(x.Expr)
		}
	case *sqltree.Not, *sqltree.And, *sqltree.Or:
		return v.logicInNobody(e)
	case *sqltree.Case:
		return v.caseInNobody(x)
	case *sqltree.Func:
		return v.funcInNobody(x)
	}
	return isAnyThere
}

// columnInNobody is what a column is: NULL, if it is one of people, or what a query below makes of that. One that USING
// makes of two is the other table's.
func (v *env) columnInNobody(c *sqltree.Column) there {
	src, _, ok := v.findSource(c)
	switch {
	case !ok:
		if named := v.aliased(c); named != nil {
			return v.inNobody(named)
		}
	case !src.hasPeople() || usesColumns(v.sel.From) && c.Table() == "":
	case src.optional:
		return isNullThere
	case src.q != nil && src.q.env != nil:
		if i := src.place(c.Name()); i >= 0 && i < len(src.q.env.sel.List) {
			return src.q.env.inNobody(src.q.env.sel.List[i].Expr)
		}
	}
	return isAnyThere
}

// aliased is the entry of the list that a condition names; nil where it names none.
func (v *env) aliased(c *sqltree.Column) sqltree.Expr {
	e := v.orderedExpr(c)
	namesItself := func(n sqltree.Node) bool {
		of, ok := n.(*sqltree.Column)
		return ok && strings.EqualFold(of.Name(), c.Name())
	}
	if holdsIn(e, namesItself) {
		return nil
	}
	return e
}

func truthThere(is bool) there {
	if is {
		return isTrueThere
	}
	return isZeroThere
}

// firstNull is NULL where one of some expressions is.
func (v *env) firstNull(list ...sqltree.Expr) there {
	if slices.ContainsFunc(list, func(e sqltree.Expr) bool { return v.inNobody(e) == isNullThere }) {
		return isNullThere
	}
	return isAnyThere
}

func (v *env) logicInNobody(e sqltree.Expr) there {
	terms, decides, rest := []sqltree.Expr(nil), isZeroThere, isTrueThere
	switch x := e.(type) {
	case *sqltree.Not:
		switch v.inNobody(x.Expr) {
		case isNullThere:
			return isNullThere
		case isZeroThere:
			return isTrueThere
		case isTrueThere:
			return isZeroThere
		}
		return isAnyThere
	case *sqltree.And:
		terms = x.Terms
	case *sqltree.Or:
		terms, decides, rest = x.Terms, isTrueThere, isZeroThere
	}
	null, other := false, false
	for _, t := range terms {
		switch v.inNobody(t) {
		case decides:
			return decides
		case isNullThere:
			null = true
		case isAnyThere:
			other = true
		}
	}
	_, isAnd := e.(*sqltree.And)
	switch {
	case null && (isAnd || !other): // NULL AND something is NULL or false
		return isNullThere
	case other:
		return isAnyThere
	}
	return rest
}

// caseInNobody is what a CASE gives, where its conditions can be told.
func (v *env) caseInNobody(x *sqltree.Case) there {
	if x.Operand != nil && v.inNobody(x.Operand) != isNullThere {
		return isAnyThere
	}
	for _, w := range x.Whens {
		if x.Operand != nil { // nothing is equal to NULL
			continue
		}
		switch v.inNobody(w.If) {
		case isTrueThere:
			return v.inNobody(w.Then)
		case isAnyThere:
			return isAnyThere
		}
	}
	if x.Else == nil {
		return isNullThere
	}
	return v.inNobody(x.Else)
}

func (v *env) funcInNobody(f *sqltree.Func) there {
	switch f.Name {
	case "coalesce", "ifnull":
		for _, e := range f.Args {
			if is := v.inNobody(e); is != isNullThere {
				return is
			}
		}
		return isNullThere
	case "nullif", "round", "floor", "ceil", "ceiling", "abs", "date_trunc", "datetrunc", "strftime", "lower", "upper":
		if len(f.Args) > 0 && v.inNobody(f.Args[0]) == isNullThere {
			return isNullThere
		}
	case "+", "-", "*", "/", "//", "%", "date_diff", "datediff", "date_part", "datepart", "year", "month", "day":
		return v.firstNull(f.Args...)
	}
	return isAnyThere
}
