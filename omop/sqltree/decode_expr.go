package sqltree

import "strings"

// exprs decodes a list of expressions; nil stays nil.
func (d *decoder) exprs(list []any) []Expr {
	var out []Expr
	for _, v := range list {
		e, alias := d.aliased(v)
		if alias != "" { // an argument by name
			e = &Named{Loc: At(pos(e)), Name: alias, Expr: e}
		}
		out = append(out, e)
	}
	return out
}

// expr decodes an expression, or returns nil where v is none.
func (d *decoder) expr(v any) Expr {
	e, _ := d.aliased(v)
	return e
}

// aliased decodes an expression and the alias that the parser keeps on it.
func (d *decoder) aliased(v any) (Expr, string) {
	o := asObject(v)
	if o == nil {
		return nil, ""
	}
	alias := o.str("alias")
	e := d.byClass(o)
	if e == nil || !o.complete() {
		return d.other(o), alias
	}
	return e, alias
}

func (d *decoder) byClass(o *object) Expr {
	loc, typ := d.at(o), o.str("type")
	switch o.str("class") {
	case "COLUMN_REF":
		return d.column(o, loc)
	case "CONSTANT":
		return d.constant(o, loc)
	case "FUNCTION":
		return d.function(o, loc)
	case "COMPARISON":
		return d.comparison(o, loc, typ)
	case "CONJUNCTION":
		return d.conjunction(o, loc, typ)
	case "OPERATOR":
		return d.operator(o, loc, typ)
	case "BETWEEN":
		return &Between{Loc: loc, Expr: d.expr(o.get("input")), Low: d.expr(o.get("lower")),
			High: d.expr(o.get("upper"))}
	case "CASE":
		return d.caseExpr(o, loc)
	case "CAST":
		return d.cast(o, loc)
	case "SUBQUERY":
		return d.subqueryExpr(o, loc)
	case "WINDOW":
		return d.window(o, loc)
	case "STAR":
		return d.star(o, loc)
	case "COLLATE":
		return &Collate{Loc: loc, Expr: d.expr(o.get("child")), Collation: o.str("collation")}
	case "LAMBDA":
		return d.lambda(o, loc)
	case "POSITIONAL_REFERENCE":
		index, ok := o.int("index")
		if !ok {
			return nil
		}
		return &Position{Loc: loc, Index: index}
	}
	return nil
}

// bareFuncs are the functions that SQL writes without parentheses; the parser sees columns.
var bareFuncs = map[string]bool{
	"current_date": true, "current_time": true, "current_timestamp": true, "localtime": true, "localtimestamp": true,
}

func (d *decoder) column(o *object, loc Loc) Expr {
	names, ok := o.strings("column_names")
	if !ok || len(names) == 0 {
		return nil
	}
	if offset, ok := o.int("query_location"); ok && len(names) == 1 {
		if p, ok := d.masked.placeholder(int(offset)); ok {
			d.seen[p.Pos()] = true
			return &p
		}
	}
	if lower := strings.ToLower(names[0]); len(names) == 1 && bareFuncs[lower] {
		return &Func{Loc: loc, Name: lower, Bare: true}
	}
	return &Column{Loc: loc, Names: names}
}

var compareOps = map[string]string{
	"COMPARE_EQUAL": "=", "COMPARE_NOTEQUAL": "<>",
	"COMPARE_LESSTHAN": "<", "COMPARE_LESSTHANOREQUALTO": "<=",
	"COMPARE_GREATERTHAN": ">", "COMPARE_GREATERTHANOREQUALTO": ">=",
	"COMPARE_DISTINCT_FROM": "IS DISTINCT FROM", "COMPARE_NOT_DISTINCT_FROM": "IS NOT DISTINCT FROM",
}

func (d *decoder) comparison(o *object, loc Loc, typ string) Expr {
	op, ok := compareOps[typ]
	if !ok {
		return nil
	}
	c := &Compare{Loc: loc, Op: op, Left: d.expr(o.get("left")), Right: d.expr(o.get("right"))}
	if t := truthTest(c); t != nil {
		return t
	}
	return c
}

// truthTest undoes CAST(x AS BOOLEAN) IS [NOT] DISTINCT FROM TRUE, which x IS [NOT] TRUE becomes.
func truthTest(c *Compare) Expr {
	cast, isCast := c.Left.(*Cast)
	value, isConst := c.Right.(*Constant)
	if !isCast || !isConst || cast.Type != "BOOLEAN" || cast.Pos() >= 0 || value.Kind != Bool ||
		value.Pos() != c.Pos() {
		return nil
	}
	return &IsTruth{Loc: c.Loc, Not: c.Op == "IS DISTINCT FROM", Value: value.Text == "true", Expr: cast.Expr}
}

func (d *decoder) conjunction(o *object, loc Loc, typ string) Expr {
	terms := d.exprs(o.list("children"))
	switch typ {
	case "CONJUNCTION_AND":
		return NewAnd(loc, terms...)
	case "CONJUNCTION_OR":
		return NewOr(loc, terms...)
	}
	return nil
}

func (d *decoder) caseExpr(o *object, loc Loc) Expr {
	c := &Case{Loc: loc, Else: d.expr(o.get("else_expr"))}
	if k, ok := c.Else.(*Constant); ok && k.Kind == Null && k.Pos() < 0 {
		c.Else = nil
	}
	for _, v := range o.list("case_checks") {
		check := asObject(v)
		if check == nil {
			return nil
		}
		c.Whens = append(c.Whens, &When{If: d.expr(check.get("when_expr")), Then: d.expr(check.get("then_expr"))})
	}
	c.restoreOperand()
	return c
}

// restoreOperand undoes CASE x WHEN a …, which arrives as CASE WHEN x = a … with
// comparisons that have no place of their own.
func (c *Case) restoreOperand() {
	var operand Expr
	for i, w := range c.Whens {
		cmp, ok := w.If.(*Compare)
		if !ok || cmp.Op != "=" || cmp.Pos() >= 0 || cmp.Left.Pos() < 0 {
			return
		}
		if i == 0 {
			operand = cmp.Left
		}
		if cmp.Left.Pos() != operand.Pos() || !Equal(cmp.Left, operand) {
			return
		}
	}
	c.Operand = operand
	for _, w := range c.Whens {
		w.If = w.If.(*Compare).Right
	}
}

func (d *decoder) subqueryExpr(o *object, loc Loc) Expr {
	q := d.subquery(o.get("subquery"))
	if q == nil {
		return nil
	}
	left, op := d.expr(o.get("child")), o.str("comparison_type")
	switch o.str("subquery_type") {
	case "SCALAR":
		return &Subquery{Loc: loc, Query: q}
	case "EXISTS":
		return &Exists{Loc: loc, Query: q}
	case "ANY":
		if left == nil || compareOps[op] == "" {
			return nil
		}
		if op == "COMPARE_EQUAL" {
			return &InQuery{Loc: loc, Expr: left, Query: q}
		}
		return &Quantified{Loc: loc, Op: compareOps[op], Left: left, Query: q}
	}
	return nil
}

func (d *decoder) star(o *object, loc Loc) Expr {
	s := &Star{Loc: loc, Table: o.str("relation_name"), Columns: o.bool("columns"), Pattern: d.expr(o.get("expr"))}
	var ok bool
	if s.Exclude, ok = o.strings("exclude_list"); !ok {
		return nil
	}
	for _, v := range o.list("replace_list") {
		r := asObject(v)
		if r == nil {
			return nil
		}
		s.Replace = append(s.Replace, &Named{Name: r.str("key"), Expr: d.expr(r.get("value"))})
	}
	return s
}

func (d *decoder) lambda(o *object, loc Loc) Expr {
	left := d.expr(o.get("lhs"))
	if left == nil {
		return nil
	}
	// Only the arrow's parameters are expressions with a place.
	return &Lambda{Loc: loc, Left: left, Body: d.expr(o.get("expr")), Keyword: left.Pos() < 0}
}
