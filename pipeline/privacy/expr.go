package privacy

import (
	"slices"
	"strings"

	"github.com/askomop/askomop/omop/sqltree"
)

// expr tells what an expression holds.
func (v *env) expr(e sqltree.Expr) column {
	switch x := e.(type) {
	case nil, *sqltree.Constant, *sqltree.Placeholder:
		return column{}
	case *sqltree.Interval:
		return v.person(v.expr(x.Expr), "INTERVAL")
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
	case *sqltree.Star, *sqltree.Position:
		return column{kind: Ident}
	case *sqltree.Subscript:
		return v.element(x)
	case *sqltree.Named, *sqltree.Field:
		return v.person(combined(v.below(e)...), "a struct")
	}
	if isCondition(e) {
		return v.person(v.truth(e), "a condition")
	}
	if v.rows == plainRows && v.outer == nil {
		return combined(v.below(e)...)
	}
	return unproven("a part of an expression" + notRead + "operators, functions and CASE are")
}

// cast is the value of an expression in another type: a count that has become a text is none any more.
func (v *env) cast(x *sqltree.Cast) column {
	c := v.expr(x.Expr)
	switch {
	case c.kind.aggregated() && !isNumeric(x.Type) && !isTime(x.Type) && !isText(x.Type),
		c.kind.aggregated() && v.a.closed && !holdsAny(x):
		return notACell("CAST to " + x.Type)
	case (c.kind.counts() || c.sum) && !isNumeric(x.Type) || c.kind == Ident:
		return combined(c)
	}
	if !c.spacing.keeps(x.Type) {
		c.apart = nil
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
			if isCondition(e) && isCondition(n) {
				parts = append(parts, v.truth(n))
			} else {
				parts = append(parts, v.expr(n))
			}
			return false
		case sqltree.Query:
			return false
		}
		return true
	})
	return parts
}

// branches is the worst of what a CASE can give; a count that its conditions look at comes through.
func (v *env) branches(x *sqltree.Case) column {
	conditions := []column{}
	if x.Operand != nil {
		conditions = append(conditions, v.expr(x.Operand))
	}
	results := []column{}
	person, idents := x.Else == nil || isNull(x.Else) || v.expr(x.Else).person, false
	for _, w := range x.Whens {
		if x.Operand == nil {
			conditions = append(conditions, v.condition(w.If))
		} else {
			conditions = append(conditions, v.yesOrNo(&sqltree.Compare{Op: "=", Left: x.Operand, Right: w.If}))
		}
		then := v.expr(w.Then)
		person, idents = person && (then.person || isNull(w.Then)), idents || then.kind == Ident
		results = append(results, then)
	}
	results = append(results, v.expr(x.Else))
	out, told := combined(results...), combined(conditions...)
	switch {
	case told.kind.aggregated() && v.inside && v.rows == groupRows:
		return unproven(selectedGroups)
	case told.kind.aggregated() && (!v.guards(x) || v.a.closed && !v.givesCells(x)):
		return notACell("CASE")
	case told.kind.aggregated():
		out = combined(out, told)
	case out.kind == Key && out.attributes != nil && !v.agg:
		out.kind = max(out.kind, v.readBy(x)) // a value that is shown of some only
	}
	out.attributes, out.joined = union(out.attributes, told.attributes), out.joined || told.joined
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
	parts := v.below(f)
	if slices.ContainsFunc(parts, column.ofGroups) {
		return v.cell(f, parts)
	}
	switch f.Name {
	case "coalesce", "ifnull", "nullif", "round", "abs", "floor", "ceil", "ceiling":
		return v.same(f, parts)
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
	return combined(parts...)
}

// unnest refuses lists whose length is people's.
func (v *env) unnest(f *sqltree.Func) {
	for _, e := range f.Args {
		list, ok := e.(*sqltree.Func)
		if ok && (list.Name == "list_value" || list.Name == "row") {
			continue
		}
		if c := v.expr(e); c.kind != Key || c.attributes != nil || len(c.headcounts) > 0 {
			v.a.problem("how many rows it has, or which of them, depends on people's data")
		}
	}
}

// same is the value of a call that leaves its first argument as it is, more or less.
func (v *env) same(f *sqltree.Func, parts []column) column {
	if len(parts) == 0 {
		return column{}
	}
	if f.Name == "nullif" && len(f.Args) == 2 {
		v.yesOrNo(&sqltree.Compare{Op: "=", Left: f.Args[0], Right: f.Args[1]})
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
