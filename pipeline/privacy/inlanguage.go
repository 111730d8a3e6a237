package privacy

import (
	"slices"
	"strings"

	"github.com/askomop/askomop/omop/sqltree"
)

// inLanguage looks for constructs of language.tsv that can be told only by whose rows a SELECT reads.
func (v *env) inLanguage() {
	if !v.a.closed {
		return
	} else if v.rows == plainRows {
		v.plainInLanguage()
	}
	if v.rows == plainRows && v.outer == nil {
		return
	}
	v.noteLooks()
	s := v.sel
	if s.Limit != nil || s.Offset != nil {
		v.limitInLanguage()
	}
	if len(s.DistinctOn) > 0 && v.rows != plainRows &&
		!slices.ContainsFunc(s.DistinctOn, func(e sqltree.Expr) bool { return v.expr(e).person }) {
		v.a.refuse("distinct-on")
	}
	if v.outer != nil && v.outer.sel != nil && v.rows != plainRows && !v.tiedByEquality() {
		v.a.refuse("correlated")
	} else if v.outer != nil && v.outer.sel != nil && v.tiesOtherGroups() {
		v.a.refuse("correlated-groups")
	}
	for _, e := range append(joinConditions(s.From), s.Where, s.Having, s.Qualify) {
		v.conditionInLanguage(e)
	}
	ofUnion := v.readsUnionOfNumbers()
	if ofUnion && v.agg {
		v.a.refuse("union-numbers", "an aggregate")
	}
	sqltree.Walk(s, func(n sqltree.Node) bool {
		switch n := n.(type) {
		case sqltree.Query:
			return n == sqltree.Query(s)
		case sqltree.TableRef:
			return false
		case sqltree.Expr:
			v.comparisonInLanguage(n)
		}
		switch n := n.(type) {
		case *sqltree.Window:
			if ofUnion {
				v.a.refuse("union-numbers", "a window")
			}
			v.windowInLanguage(n)
			for _, e := range n.Func.Args {
				v.aggregatesInLanguage(e)
			}
			return false
		case *sqltree.Func:
			if isAggregate(n.Name) {
				v.aggregateInLanguage(n)
			}
		}
		return true
	})
}

func (v *env) aggregatesInLanguage(e sqltree.Expr) {
	sqltree.Walk(e, func(n sqltree.Node) bool {
		if f, ok := n.(*sqltree.Func); ok && isAggregate(f.Name) {
			v.aggregateInLanguage(f)
		}
		return !isQuery(n)
	})
}

func (v *env) aggregateInLanguage(f *sqltree.Func) {
	name := strings.ToUpper(f.Name)
	k := kindOf(f.Name)
	byPerson := v.rows == personRows && v.groupedByPerson()
	switch {
	case k == extreme && v.rows == personRows && !v.single && v.expr(argument(f)).kind == Ident:
		v.a.refuse("of-one", name+" of ids") // by which one of them is told from the others
	case (k == listing || k == extreme && len(f.Args) > 1) && !byPerson && v.rows == personRows:
		v.a.refuse("of-one", name)
	case v.rows != groupRows || v.allOneRow():
	case f.Filter != nil:
		v.a.refuse("of-groups-filter")
	case !ofGroupsShown(f):
		v.a.refuse("of-groups", name)
	}
}

// conditionInLanguage refuses conditions on numbers of groups of people, other than that of a smallest number. What is
// counted of each person is none.
func (v *env) conditionInLanguage(condition sqltree.Expr) {
	for _, e := range sqltree.Conjuncts(condition) {
		if v.holdsNumber(e, true) && !v.isLeast(e) && !v.isOfLateral(e) {
			v.a.refuse("condition")
		}
	}
}

// holdsNumber reports whether an expression is made of numbers of groups of people. What subqueries choose by them,
// such as the unit of most records, is none. Own says whether those of the SELECT itself count.
func (v *env) holdsNumber(e sqltree.Expr, own bool) bool {
	found := false
	sqltree.Walk(e, func(n sqltree.Node) bool {
		switch n := n.(type) {
		case *sqltree.Subquery:
			v.expr(n)
			q := v.a.read[n.Query]
			found = found || q != nil && len(q.cols) > 0 && q.cols[0].kind.aggregated() && !q.env.ofOuterPerson()
			return false
		case sqltree.Query:
			return false
		case *sqltree.Column:
			found = found || v.resolve(n).kind.aggregated()
		case *sqltree.Window:
			found = found || own && v.expr(n).kind.aggregated()
			return false
		case *sqltree.Func:
			if isAggregate(n.Name) {
				found = found || own && v.expr(n).kind.aggregated()
				return false
			}
		}
		return true
	})
	return found
}

// isOfLateral reports whether an expression names what a subquery beside has of the same person.
func (v *env) isOfLateral(e sqltree.Expr) bool {
	return holdsIn(e, func(n sqltree.Node) bool {
		c, ok := n.(*sqltree.Column)
		if !ok {
			return false
		}
		src, _, ok := v.findSource(c)
		return ok && src.q != nil && src.q.env.ofOuterPerson()
	})
}

// comparisonInLanguage refuses comparisons of what each person has with numbers of many, wherever they stand: those
// below and above a median are half of all.
func (v *env) comparisonInLanguage(e sqltree.Expr) {
	c, isCase := e.(*sqltree.Case)
	compares := isCase && c.Operand != nil
	switch e.(type) {
	case *sqltree.Compare, *sqltree.Between, *sqltree.In:
		compares = true
	}
	if compares && v.rows == personRows && v.holdsNumber(e, false) && !v.isOfLateral(e) {
		v.a.refuse("condition")
	}
}

// isLeast reports whether a condition says that one number is larger than a constant. HAVING COUNT(*) - COUNT(*) FILTER
// (WHERE …) >= 2 would tell of those two.
func (v *env) isLeast(e sqltree.Expr) bool {
	x, ok := e.(*sqltree.Compare)
	if !ok {
		return false
	}
	number, bound := x.Left, x.Right
	if x.Op == "<" || x.Op == "<=" {
		number, bound = bound, number
	}
	_, constant := literal(bound)
	c := v.expr(number)
	return constant && x.Op != "=" && x.Op != "<>" && c.kind.counts() && !c.combines()
}

// allOneRow reports whether all numbers that are read stand in one row.
func (v *env) allOneRow() bool {
	return !slices.ContainsFunc(v.sources, func(s *source) bool { return s.rows() == groupRows && !s.isOneRow() })
}

func (v *env) windowInLanguage(w *sqltree.Window) {
	f := w.Func
	if f.Filter != nil || f.Distinct || w.IgnoreNulls {
		v.a.refuse("window-form")
	}
	ofPeople := v.rows == personRows && !v.agg
	known := []string{"sum", "avg", "lag", "lead", "rank", "dense_rank", "row_number"}
	if ofPeople {
		known = append(known, "min", "max", "count", "first_value", "last_value", "nth_value")
	}
	v.a.overGroups = v.a.overGroups || v.rows != plainRows && !ofPeople
	switch {
	case v.rows == plainRows:
		return
	case !slices.Contains(known, strings.ToLower(f.Name)):
		v.a.refuse("window-function", strings.ToUpper(f.Name))
	case ofPeople && !slices.ContainsFunc(w.PartitionBy, func(e sqltree.Expr) bool { return v.expr(e).kind == Ident }):
		v.a.refuse("window-people")
	}
	if w.Frame != nil && !frameInLanguage(w.Frame, ofPeople) {
		v.a.refuse("window-frame")
	}
}

// leastInLanguage refuses what tells of groups that are not shown by the rows that there are. Groups that are left out
// by fewer people than are shown were there all the same for windows and LIMIT: a total, a place or a number before, or
// one row too few, would tell of them. Keys that are numbers of people put those into one row that are the same.
func (a *analysis) leastInLanguage(q *query) {
	if a.overGroups && q.probed && q.rows != personRows {
		a.refuse("window-least", a.min)
	}
	if a.aggregatesPicked {
		a.refuse("picked", a.min)
	}
	if a.groupsByNumbers {
		a.refuse("key-number")
	}
	if slices.ContainsFunc(a.cutBy, func(of *sqltree.Item) bool {
		return of == nil || !slices.ContainsFunc(q.cols, func(c *column) bool { return c.origin == of })
	}) {
		a.refuse("limit-unseen")
	}
	if a.limitsGroups && a.choosesGroups {
		a.refuse("limit-least", a.min)
	}
}

// frameInLanguage reports whether a frame is that of a running total, of a moving one, or of all rows; of a person's
// own records it may be any of rows that are counted.
func frameInLanguage(f *sqltree.Frame, ofPerson bool) bool {
	fixed := func(e sqltree.Expr) bool { return e == nil || isConstant(e) }
	if f.Mode != "ROWS" || f.Exclude != "" || !fixed(f.Start.Expr) || !fixed(f.End.Expr) {
		return false
	}
	return ofPerson || f.End.Kind == "CURRENT ROW" ||
		f.Start.Kind == "UNBOUNDED PRECEDING" && f.End.Kind == "UNBOUNDED FOLLOWING"
}

// limitInLanguage refuses what picks people by their place. One record of the person around, or one row that is put
// out of a group, is none of that.
func (v *env) limitInLanguage() {
	if v.rows == personRows && (!v.agg || v.single) && !v.ofOuterPerson() {
		v.a.refuse("limit")
	}
}

// tiedByEquality reports whether a subquery that reads columns of the query around it is tied to it by an equality of
// two columns.
func (v *env) tiedByEquality() bool {
	reads, tied := false, false
	for _, e := range append(sqltree.Conjuncts(v.sel.Where), joinConditions(v.sel.From)...) {
		for _, e := range sqltree.Conjuncts(e) {
			if !v.readsOuter(e) {
				continue
			}
			reads = true
			c, ok := e.(*sqltree.Compare)
			tied = tied || ok && c.Op == "=" && v.readsOuter(c.Left) != v.readsOuter(c.Right)
		}
	}
	return !reads || tied
}

// readsOuter reports whether an expression names a column of a query around.
func (v *env) readsOuter(e sqltree.Expr) bool {
	return holdsIn(e, func(n sqltree.Node) bool {
		c, ok := n.(*sqltree.Column)
		if !ok {
			return false
		}
		if _, found := v.find(c); found {
			return false
		}
		for o := v.outer; o != nil; o = o.outer {
			if _, found := o.find(c); found {
				return true
			}
		}
		return false
	})
}

// readsUnionOfNumbers reports whether FROM reads a UNION whose inputs are numbers of people.
func (v *env) readsUnionOfNumbers() bool {
	return slices.ContainsFunc(v.sources, func(s *source) bool {
		if s.q == nil {
			return false
		}
		union, _ := s.q.unionBelow()
		return union != nil && union.rows == groupRows &&
			slices.ContainsFunc(union.cols, func(c *column) bool { return c.kind.aggregated() })
	})
}
