package translate

import (
	"github.com/askomop/askomop/omop/graph/sparql"
	"github.com/askomop/askomop/omop/sqltree"
)

// query translates a SELECT, the outermost or one within.
func (t *Translator) query(q *sparql.Query, s *scope) (*sqltree.Select, []Column) {
	r := t.filtered(q.Where, s)
	if q.Values != nil {
		r.join(t.values(q.Values))
	}
	v := &env{r: r, scope: s}
	grouped := isGrouped(q)
	var keys []sqltree.Expr
	if grouped {
		v, keys = t.grouping(q, v)
	}
	sel := r.body(nil)
	sel.Distinct = q.Distinct
	sel.GroupBy.Exprs = keys
	columns := t.project(q, v, sel)
	for _, h := range q.Having {
		sel.Having = and(sel.Having, t.condition(h, v))
	}
	t.order(q, v, sel)
	if q.Limit >= 0 {
		sel.Limit = sqltree.NewInt(q.Limit)
	}
	if q.Offset > 0 {
		sel.Offset = sqltree.NewInt(q.Offset)
	}
	return sel, columns
}

func isGrouped(q *sparql.Query) bool {
	if len(q.GroupBy) > 0 || len(q.Having) > 0 {
		return true
	}
	for _, i := range q.Items {
		if sparql.Aggregates(i.Expr) {
			return true
		}
	}
	return false
}

// grouping is the env of a grouped query: its variables are the keys, and aggregates look at the solutions.
func (t *Translator) grouping(q *sparql.Query, within *env) (*env, []sqltree.Expr) {
	keys := newRelation()
	var exprs []sqltree.Expr
	for _, k := range q.GroupBy {
		value := t.expr(k.Expr, within)
		value.Row = nil
		if isNullConstant(value.Expr) {
			continue // of all solutions the same
		}
		exprs = append(exprs, value.Expr)
		if k.Var != "" {
			keys.Bind(k.Var, value)
			if within.r.values[k.Var] == nil {
				within.r.Bind(k.Var, value)
			}
		}
	}
	return &env{r: keys, scope: within.scope, grouped: true, within: within, whole: len(q.GroupBy) == 0}, exprs
}

// project makes the SELECT list. What (expression AS ?name) names can be used by what follows.
func (t *Translator) project(q *sparql.Query, v *env, sel *sqltree.Select) []Column {
	items := q.Items
	if q.Star {
		for _, name := range q.Output() {
			items = append(items, &sparql.Item{Var: name, Expr: &sparql.Var{Pos: q.Pos, Name: name}})
		}
	}
	names := make([]string, len(items))
	for i, item := range items {
		names[i] = item.Var
	}
	aliases := columnNames(names)
	var columns []Column
	for i, item := range items {
		value := t.expr(item.Expr, v)
		if v.r.values[item.Var] == nil {
			v.r.Bind(item.Var, value)
		}
		columns = append(columns, Column{Name: item.Var, Type: value.Type, nullable: value.Nullable})
		sel.List = append(sel.List, &sqltree.Item{Expr: value.Expr, Alias: aliases[i]})
	}
	if len(sel.List) == 0 {
		sel.List = one()
	}
	return columns
}

// order translates ORDER BY. SPARQL puts what has no value first.
func (t *Translator) order(q *sparql.Query, v *env, sel *sqltree.Select) {
	for _, o := range q.OrderBy {
		value := t.expr(o.Expr, v)
		if q.Distinct && !isConstant(value.Expr) && !shows(sel, value) {
			t.fail(o.Expr.Offset(), "SELECT DISTINCT can be ordered only by what it shows")
		}
		for _, key := range orderKeys(value) {
			if isConstant(key) {
				continue // it sorts nothing, and a number would be a column's place in SQL
			}
			order := &sqltree.Order{Expr: key, Desc: o.Desc}
			if value.Nullable {
				order.Nulls = "FIRST"
				if o.Desc {
					order.Nulls = "LAST"
				}
			}
			sel.OrderBy = append(sel.OrderBy, order)
		}
	}
}

func isConstant(e sqltree.Expr) bool {
	_, ok := e.(*sqltree.Constant)
	return ok
}

// shows reports whether a value is a column of the SELECT.
func shows(sel *sqltree.Select, v Value) bool {
	for _, i := range sel.List {
		if sqltree.Equal(i.Expr, v.Expr) {
			return true
		}
	}
	return false
}

// subselect is a query within a group.
func (t *Translator) subselect(q *sparql.Query) *Relation {
	// What is known around it is of other variables, though some have the same name.
	sel, columns := t.query(q, &scope{})
	names := make([]string, len(columns))
	byName := map[string]Value{}
	aliases := make([]string, len(columns))
	for i, c := range columns {
		names[i] = c.Name
		aliases[i] = sel.List[i].Alias
		byName[c.Name] = Value{Type: c.Type, Nullable: c.nullable}
	}
	return t.table(sel, names, aliases, func(name string) Value { return byName[name] })
}
