package privacy

import (
	"slices"
	"strings"

	"github.com/askomop/askomop/omop/sqltree"
)

// expr tells what an expression holds.
func (v *env) expr(e sqltree.Expr) column {
	switch x := e.(type) {
	case nil, *sqltree.Constant, *sqltree.Interval, *sqltree.Placeholder:
		return column{}
	case *sqltree.Column:
		return v.resolve(x)
	case *sqltree.Cast:
		return v.cast(x)
	case *sqltree.Collate:
		return v.expr(x.Expr)
	case *sqltree.Subquery:
		return v.subquery(x)
	case *sqltree.Extract:
		return v.coarse(x.Field, x.From)
	case *sqltree.Case:
		return v.branches(x)
	case *sqltree.Func:
		return v.function(x)
	case *sqltree.Window:
		return v.over(x)
	case *sqltree.Exists, *sqltree.InQuery, *sqltree.Quantified:
		return v.test(x)
	case *sqltree.Compare, *sqltree.And, *sqltree.Or, *sqltree.Not, *sqltree.In, *sqltree.IsNull, *sqltree.IsTruth, *sqltree.Between, *sqltree.Like:
		return v.yesOrNo(x)
	case *sqltree.Star, *sqltree.Position:
		return column{kind: Ident}
	case *sqltree.Named, *sqltree.Subscript, *sqltree.Field:
		return combined(v.below(e)...)
	}
	if v.rows == plainRows && v.outer == nil {
		return combined(v.below(e)...)
	}
	return unproven("a part of an expression" + notRead + "operators, functions and CASE are")
}

// cast is the value of an expression in another type: a count that has become a text is none any more.
func (v *env) cast(x *sqltree.Cast) column {
	c := v.expr(x.Expr)
	if (c.kind.counts() || c.sum) && !isNumeric(x.Type) || c.kind == Ident {
		return combined(c)
	}
	return c
}

// isNumeric reports whether a type holds numbers.
func isNumeric(name string) bool {
	name, _, _ = strings.Cut(strings.ToUpper(strings.TrimSpace(name)), "(")
	switch name = strings.TrimSpace(name); name {
	case "FLOAT", "FLOAT4", "FLOAT8", "REAL", "DOUBLE", "DOUBLE PRECISION", "DECIMAL", "NUMERIC", "NUMBER":
		return true
	}
	return isWhole(name)
}

// below are the values of the expressions that e consists of.
func (v *env) below(e sqltree.Expr) []column {
	var parts []column
	sqltree.Walk(e, func(n sqltree.Node) bool {
		if n == sqltree.Node(e) {
			return true
		}
		switch n := n.(type) {
		case sqltree.Expr:
			parts = append(parts, v.expr(n))
			return false
		case sqltree.Query:
			return false
		}
		return true
	})
	return parts
}

// yesOrNo is the value of a condition: many people have the same, but for a condition on counts, and for one on what identifies them.
func (v *env) yesOrNo(e sqltree.Expr) column {
	parts := v.below(e)
	c := combined(parts...)
	switch {
	case v.asksForAny(e, parts):
		return column{}
	case c.kind == Ident && v.matchesRecords(e, parts):
		c.kind = Key
	case c.kind == Ident:
		v.a.singles = true
	case !c.kind.aggregated():
		c.kind = Key
	}
	return c
}

// asksForAny reports whether a condition asks whether a number of people or records is 0: as <5 and 0 tell too.
func (v *env) asksForAny(e sqltree.Expr, parts []column) bool {
	x, ok := e.(*sqltree.Compare)
	return ok && len(parts) == 2 && parts[0].kind.counts() && isZero(x.Right) && (x.Op == "=" || x.Op == "<>" || x.Op == ">")
}

// matchesRecords reports whether a condition compares what identifies people and records with each other, as joins do, or asks whether there is
// any. All other comparisons pick people: with a number, with a range of numbers, with a part of an id.
func (v *env) matchesRecords(e sqltree.Expr, parts []column) bool {
	all := !slices.ContainsFunc(parts, func(c column) bool { return c.kind != Ident })
	switch x := e.(type) {
	case *sqltree.IsNull:
		return true
	case *sqltree.Compare:
		return all && isName(x.Left) && isName(x.Right)
	case *sqltree.InQuery:
		return all && (isName(x.Expr) || isRow(x.Expr))
	case *sqltree.In:
		return !slices.ContainsFunc(x.List, func(e sqltree.Expr) bool {
			p, ok := e.(*sqltree.Placeholder)
			return !(ok && p.Domain == sqltree.Cohort) && (!isName(e) || v.expr(e).kind != Ident)
		})
	}
	return false
}

func isRow(e sqltree.Expr) bool {
	f, ok := e.(*sqltree.Func)
	return ok && f.Name == "row" && !slices.ContainsFunc(f.Args, func(e sqltree.Expr) bool { return !isName(e) })
}

// isName reports whether an expression is a column, or the first of some that is there.
func isName(e sqltree.Expr) bool {
	switch x := e.(type) {
	case *sqltree.Column:
		return true
	case *sqltree.Func:
		return (x.Name == "coalesce" || x.Name == "ifnull") && !slices.ContainsFunc(x.Args, func(e sqltree.Expr) bool { return !isName(e) })
	}
	return false
}

// test is the value of a condition on the rows of a subquery.
func (v *env) test(e sqltree.Expr) column {
	parts := v.below(e)
	var inner *query
	sqltree.Walk(e, func(n sqltree.Node) bool {
		if x, ok := n.(sqltree.Query); ok && inner == nil {
			inner = v.a.query(x, v.scope, v)
			return false
		}
		return inner == nil
	})
	_, exists := e.(*sqltree.Exists)
	v.refuseMembership(inner)
	c := combined(parts...)
	if !exists {
		for _, col := range inner.cols {
			plain := *col
			plain.atoms, plain.ratios = nil, nil
			if col.kind.aggregated() || len(col.atoms) > 0 {
				c = combined(c, unproven("it compares with the numbers of people of a subquery"))
			}
			parts = append(parts, plain)
		}
	}
	own := combined(parts...)
	switch {
	case c.kind == Unproven:
	case own.kind == Ident && !exists && v.matchesRecords(e, parts):
		c.kind = Key
	case own.kind == Ident && !exists:
		v.a.singles = true
		c.kind = Ident
	case !c.kind.aggregated():
		c.kind = Key
	}
	if inner.probed || inner.cut || inner.rows == groupRows && slices.ContainsFunc(inner.cols, func(c *column) bool { return c.kind == Unproven }) {
		c = unproven("whether a subquery has rows that are chosen by numbers of people tells these")
	}
	return c
}

const membership = "its rows are those that some people's records name; COUNT(DISTINCT person_id) of these records, grouped by it, is shown"

// refuseMembership refuses rows without people, such as concepts, that are there because some people's records name them: of few people they would list
// what these have. Example: concepts among the conditions of those who died. Any record at all may name them.
func (v *env) refuseMembership(inner *query) {
	if v.sel == nil || v.sel.From == nil || v.rows != plainRows || v.outer != nil || inner.rows == plainRows || inner.env == nil {
		return
	}
	if s := inner.env.sel; s.Where != nil || s.Having != nil || s.Limit != nil || len(inner.env.sources) > 1 || inner.env.sources[0].q != nil {
		v.a.problem(membership)
	}
}

// subquery is the value of a query that stands for one value.
func (v *env) subquery(x *sqltree.Subquery) column {
	q := v.a.query(x.Query, v.scope, v)
	if len(q.cols) != 1 {
		return column{kind: Ident}
	}
	c := *q.cols[0]
	c.number, c.flag = nil, false
	if q.rows == personRows && !c.kind.aggregated() { // that of one person: the row's own, or anybody's
		if c.kind = max(c.kind, Value); !q.env.ofOuterPerson() {
			c.kind = Ident
		}
		return c
	}
	if q.probed && len(q.presence) == 0 {
		return unproven("a subquery chooses its rows by numbers of people")
	}
	var through func(at *atom) *atom
	through = func(at *atom) *atom {
		if at == nil {
			return nil
		}
		return &atom{self: at.self, bound: at.bound, sum: at.sum, over: at.over, of: at.of, behind: through(at.behind), people: func() (sqltree.Expr, error) { return instead(q, at) }}
	}
	if q.probed || q.cut {
		v.probed = v.probed || q.probed
		for _, at := range q.presence {
			if at == nil {
				return unproven("a subquery chooses its rows by numbers of people")
			}
		}
		if q.cut && !c.kind.aggregated() && q.group != nil {
			c.atoms = append(c.atoms, q.group) // the largest group's name
			c.kind = Measure
		}
	}
	c.grouping = false
	return c.through(through)
}

// ofOuterPerson reports whether the rows of a subquery are of the person of the row around it.
func (v *env) ofOuterPerson() bool {
	if v == nil || v.outer == nil || !v.linked() {
		return false
	}
	for _, e := range append(joinConditions(v.sel.From), sqltree.Conjuncts(v.sel.Where)...) {
		eq, ok := e.(*sqltree.Compare)
		if !ok || eq.Op != "=" {
			continue
		}
		left, ok1 := eq.Left.(*sqltree.Column)
		right, ok2 := eq.Right.(*sqltree.Column)
		if !ok1 || !ok2 {
			continue
		}
		_, l, here := v.findSource(left)
		_, r, there := v.findSource(right)
		if here != there && v.resolve(left).person && v.resolve(right).person && (l.person || r.person) {
			return true
		}
	}
	return false
}

// instead is the subquery with the atom's number in the place of its own value.
func instead(q *query, at *atom) (sqltree.Expr, error) {
	s, ok := q.node.(*sqltree.Select)
	if !ok || q.fixed {
		return nil, errFixed
	}
	e, err := at.people()
	if err != nil {
		return nil, err
	}
	copied := sqltree.Clone(s)
	copied.List = []*sqltree.Item{{Expr: e}}
	return &sqltree.Subquery{Query: copied}, nil
}

// branches is the worst of what a CASE can give; a count that its conditions look at comes through.
func (v *env) branches(x *sqltree.Case) column {
	conditions := []column{}
	if x.Operand != nil {
		conditions = append(conditions, v.expr(x.Operand))
	}
	results := []column{}
	person, idents := false, false
	for _, w := range x.Whens {
		if x.Operand == nil {
			conditions = append(conditions, v.condition(w.If))
		} else {
			conditions = append(conditions, v.yesOrNo(&sqltree.Compare{Op: "=", Left: x.Operand, Right: w.If}))
		}
		then := v.expr(w.Then)
		person, idents = person || then.person, idents || then.kind == Ident
		results = append(results, then)
	}
	results = append(results, v.expr(x.Else))
	out, told := combined(results...), combined(conditions...)
	switch {
	case told.kind.aggregated():
		out = combined(out, told)
	case out.kind == Key && out.attributes != nil && !v.agg:
		out.kind = max(out.kind, v.readBy(x)) // a value that is shown of some only
	}
	out.attributes = union(out.attributes, told.attributes)
	if idents {
		out.kind, out.person = Ident, person
	}
	out.part = true
	return out
}

// readBy is Value where a CASE shows what many share of those whom it picks by a value that few share.
func (v *env) readBy(x *sqltree.Case) Kind {
	kind := Key
	for _, w := range x.Whens {
		sqltree.Walk(w.If, func(n sqltree.Node) bool {
			if c, ok := n.(*sqltree.Column); ok && v.resolve(c).kind == Value {
				kind = Value
			}
			return true
		})
	}
	return kind
}

// coarse is a part of a date: a year, quarter or month is shared by many.
func (v *env) coarse(field string, date sqltree.Expr) column {
	c := v.expr(date)
	switch strings.ToLower(strings.Trim(field, "'")) {
	case "year", "quarter", "month", "decade", "century", "isoyear":
		if c.own = false; c.kind == Value {
			return column{attributes: c.attributes}
		}
	}
	if c.kind == Value {
		return column{kind: Value, attributes: c.attributes}
	}
	return c
}

// function is the value of a call or an operator.
func (v *env) function(f *sqltree.Func) column {
	if isAggregate(f.Name) {
		return v.aggregate(f)
	}
	if k := kindOf(f.Name); k == rowMaking {
		v.unnest(f)
	} else if k != scalar && !(v.rows == plainRows && v.outer == nil) {
		return unproven("the function " + f.Name + notRead + "docs/privacy.md lists those that are")
	}
	switch f.Name {
	case "/", "//":
		if len(f.Args) == 2 {
			return v.quotient(f.Args[0], f.Args[1])
		}
	case "+", "-":
		if len(f.Args) == 2 {
			l, r := v.expr(f.Args[0]), v.expr(f.Args[1])
			out := combined(l, r)
			if l.kind.counts() && r.kind.counts() {
				out.kind = Records // a sum or difference of counts counts
			}
			return out
		}
	case "coalesce", "ifnull", "nullif", "round", "abs", "floor", "ceil", "ceiling":
		return v.same(f)
	case "year", "quarter", "month", "decade":
		if len(f.Args) == 1 {
			return v.coarse(f.Name, f.Args[0])
		}
	case "date_trunc", "datetrunc", "date_part", "datepart":
		if len(f.Args) == 2 {
			if field, ok := f.Args[0].(*sqltree.Constant); ok {
				return v.coarse(field.Text, f.Args[1])
			}
		}
	}
	return combined(v.below(f)...)
}

// unnest refuses lists whose length is people's.
func (v *env) unnest(f *sqltree.Func) {
	for _, e := range f.Args {
		list, ok := e.(*sqltree.Func)
		if ok && (list.Name == "list_value" || list.Name == "row") {
			continue
		}
		if c := v.expr(e); c.kind != Key || c.attributes != nil || len(c.atoms) > 0 {
			v.a.problem("how many rows it has, or which of them, depends on people's data")
		}
	}
}

// same is the value of a call that leaves its first argument as it is, more or less.
func (v *env) same(f *sqltree.Func) column {
	parts := v.below(f)
	if len(parts) == 0 {
		return column{}
	}
	if f.Name == "nullif" && len(f.Args) == 2 {
		v.yesOrNo(&sqltree.Compare{Op: "=", Left: f.Args[0], Right: f.Args[1]})
	}
	if f.Name == "nullif" && parts[0].kind.counts() && !isZero(f.Args[1]) {
		return combined(parts...) // that it is NULL tells the count
	}
	for _, p := range parts[1:] {
		if p.kind != Key {
			out := combined(parts...)
			if f.Name == "coalesce" && parts[0].person && p.person {
				out.kind, out.person = Ident, true
			}
			return out
		}
	}
	return parts[0]
}

// quotient is a share or a rate: of each number above and each below, one may count part of the other.
func (v *env) quotient(above, below sqltree.Expr) column {
	l, r := v.expr(above), v.expr(below)
	out := combined(l, r)
	for _, part := range l.atoms {
		for _, whole := range r.atoms {
			if part.bound || whole.bound {
				continue
			}
			of := ratio{part: part, whole: whole}
			if l.kind != People || r.kind != People {
				of.rest = restOf(v, whole.of, part.of)
			}
			out.ratios = append(out.ratios, of)
		}
	}
	return out
}
