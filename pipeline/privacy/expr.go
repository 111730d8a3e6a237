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
	}
	return combined(v.below(e)...)
}

// cast is the value of an expression in another type: a count that has become a text is none any more.
func (v *env) cast(x *sqltree.Cast) column {
	c := v.expr(x.Expr)
	if c.kind.counts() && !isNumeric(x.Type) {
		return combined(c)
	}
	return c
}

// isNumeric reports whether a type holds numbers.
func isNumeric(name string) bool {
	name, _, _ = strings.Cut(strings.ToUpper(strings.TrimSpace(name)), "(")
	switch strings.TrimSpace(name) {
	case "TINYINT", "SMALLINT", "INTEGER", "INT", "BIGINT", "HUGEINT", "UTINYINT", "USMALLINT", "UINTEGER", "UBIGINT", "UHUGEINT", "INT1", "INT2", "INT4", "INT8",
		"FLOAT", "FLOAT4", "FLOAT8", "REAL", "DOUBLE", "DOUBLE PRECISION", "DECIMAL", "NUMERIC", "NUMBER":
		return true
	}
	return false
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

// yesOrNo is the value of a condition: many people have the same, but for a condition on counts.
func (v *env) yesOrNo(e sqltree.Expr) column {
	c := combined(v.below(e)...)
	if c.kind < People {
		c.kind = Key
	}
	return c
}

// test is the value of a condition on the rows of a subquery.
func (v *env) test(e sqltree.Expr) column {
	c := v.yesOrNo(e)
	sqltree.Walk(e, func(n sqltree.Node) bool {
		inner, ok := n.(sqltree.Query)
		if !ok {
			return true
		}
		q := v.a.query(inner, v.scope, v)
		v.probed = v.probed || q.probed
		if _, exists := e.(*sqltree.Exists); !exists && slices.ContainsFunc(q.cols, func(c *column) bool { return c.kind >= People || len(c.atoms) > 0 }) {
			c.kind = Measure
			c.atoms = append(c.atoms, &atom{people: func() (sqltree.Expr, error) { return nil, errFixed }})
		}
		return false
	})
	return c
}

// subquery is the value of a query that stands for one value.
func (v *env) subquery(x *sqltree.Subquery) column {
	q := v.a.query(x.Query, v.scope, v)
	if len(q.cols) != 1 {
		return column{kind: Ident}
	}
	c := *q.cols[0]
	if q.rows == personRows && c.kind == Key {
		c.kind = Value // that of one person
	}
	v.probed = v.probed || q.probed
	through := func(at *atom) *atom {
		return &atom{self: at.self, of: at.of, people: func() (sqltree.Expr, error) { return instead(q, at) }}
	}
	var atoms []*atom
	for _, at := range c.atoms {
		atoms = append(atoms, through(at))
	}
	var ratios []ratio
	for _, r := range c.ratios {
		ratios = append(ratios, ratio{through(r.part), through(r.whole)})
	}
	c.atoms, c.ratios, c.grouping = atoms, ratios, false
	return c
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
		conditions = append(conditions, v.expr(w.If))
		then := v.expr(w.Then)
		person, idents = person || then.person, idents || then.kind == Ident
		results = append(results, then)
	}
	results = append(results, v.expr(x.Else))
	out := combined(results...)
	if told := combined(conditions...); told.kind >= People {
		out = combined(out, told)
	}
	if idents && out.kind == Value {
		out.kind, out.person = Ident, person
	}
	out.part = true
	return out
}

// coarse is a part of a date: a year, quarter or month is shared by many.
func (v *env) coarse(field string, date sqltree.Expr) column {
	c := v.expr(date)
	switch strings.ToLower(strings.Trim(field, "'")) {
	case "year", "quarter", "month", "decade", "century", "isoyear":
		if c.own = false; c.kind == Value {
			return column{}
		}
	}
	if c.kind == Value || c.kind == Ident {
		return column{kind: Value}
	}
	return c
}

// function is the value of a call or an operator.
func (v *env) function(f *sqltree.Func) column {
	if isAggregate(f.Name) {
		return v.aggregate(f)
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

// same is the value of a call that leaves its first argument as it is, more or less.
func (v *env) same(f *sqltree.Func) column {
	parts := v.below(f)
	if len(parts) == 0 {
		return column{}
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
			out.ratios = append(out.ratios, ratio{part, whole})
		}
	}
	return out
}
