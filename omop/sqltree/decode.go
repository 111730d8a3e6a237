package sqltree

import "slices"

// decoder turns the parser's JSON into nodes. A part it does not know, or that has a
// field it does not know, becomes an *Other.
type decoder struct {
	masked *Masked
	seen   map[int]bool // places of the placeholders that became nodes
}

// at returns the place of o in the template.
func (d *decoder) at(o *object) Loc {
	offset, ok := o.int("query_location")
	if !ok || offset < 0 || offset > int64(len(d.masked.SQL)) {
		return Loc{} // the parser writes 2^64-1 for "unknown"
	}
	return At(d.masked.Original(int(offset)))
}

// stray returns the placeholders that did not become expressions.
func (d *decoder) stray() []Placeholder {
	return slices.DeleteFunc(slices.Clone(d.masked.Placeholders), func(p Placeholder) bool { return d.seen[p.Pos()] })
}

func (d *decoder) other(o *object) *Other {
	kind := o.str("type")
	if kind == "" {
		kind = o.str("class")
	}
	return &Other{Loc: d.at(o), Kind: kind, Raw: o.raw()}
}

// query decodes a query node, or returns nil where v is none.
func (d *decoder) query(v any) Query {
	o := asObject(v)
	if o == nil {
		return nil
	}
	var q Query
	switch o.str("type") {
	case "SELECT_NODE":
		q = d.selectNode(o)
	case "SET_OPERATION_NODE":
		q = d.setOp(o, o.str("setop_type"), o.bool("setop_all"), false)
	case "RECURSIVE_CTE_NODE":
		o.ignore("cte_name", "aliases", "key_targets") // the CTE has them too
		q = d.setOp(o, "UNION", o.bool("union_all"), true)
	}
	if q == nil || !o.complete() {
		return d.other(o)
	}
	return q
}

// subquery decodes the {"node": …} in which the parser wraps a query.
func (d *decoder) subquery(v any) Query {
	o := asObject(v)
	if o == nil {
		return nil
	}
	node, params := o.get("node"), o.get("named_param_map")
	if !isEmptyJSON(params) {
		return d.other(o)
	}
	return d.query(node)
}

func (d *decoder) selectNode(o *object) Query {
	from := o.object("from_table")
	if from != nil && from.str("type") == "EXPRESSION_LIST" {
		return d.values(o, from)
	}
	s := &Select{}
	for _, v := range o.list("select_list") {
		e, alias := d.aliased(v)
		s.List = append(s.List, &Item{Expr: e, Alias: alias})
	}
	if from != nil && from.str("type") != "EMPTY" {
		s.From = d.table(from)
	}
	s.Where = d.expr(o.get("where_clause"))
	s.Having = d.expr(o.get("having"))
	s.Qualify = d.expr(o.get("qualify"))
	var ok bool
	if s.GroupBy, ok = d.groupBy(o); !ok {
		return nil
	}
	for _, v := range o.list("modifiers") {
		m := asObject(v)
		if m != nil && m.str("type") == "DISTINCT_MODIFIER" {
			s.Distinct = true
			s.DistinctOn = d.exprs(m.list("distinct_on_targets"))
			if !m.complete() {
				return nil
			}
		}
	}
	if !d.common(o, &s.Common, true) {
		return nil
	}
	return s
}

// values decodes VALUES (…), which the parser writes as SELECT * over the list.
func (d *decoder) values(o, from *object) Query {
	q := &Values{}
	for _, row := range from.list("values") {
		cells, _ := row.([]any)
		q.Rows = append(q.Rows, d.exprs(cells))
	}
	from.ignore("alias", "expected_names", "expected_types")
	o.ignore("select_list", "aggregate_handling", "from_table")
	d.at(from)
	if !from.complete() || !d.common(o, &q.Common, false) {
		return nil
	}
	return q
}

func (d *decoder) groupBy(o *object) (GroupBy, bool) {
	var g GroupBy
	switch o.str("aggregate_handling") {
	case "", "STANDARD_HANDLING":
	case "FORCE_AGGREGATES":
		g.All = true
	default:
		return g, false
	}
	g.Exprs = d.exprs(o.list("group_expressions"))
	for _, v := range o.list("group_sets") {
		members, _ := v.([]any)
		set := make([]int, 0, len(members))
		for _, m := range members {
			i, ok := asInt(m)
			if !ok || i < 0 || i >= int64(len(g.Exprs)) {
				return g, false
			}
			set = append(set, int(i))
		}
		g.Sets = append(g.Sets, set)
	}
	g.normalize()
	return g, true
}

// normalize drops the sets of a plain list and numbers the expressions in the order
// in which the sets name them, so that one grouping has one form.
func (g *GroupBy) normalize() {
	if len(g.Sets) == 1 && len(g.Sets[0]) == len(g.Exprs) && len(g.Exprs) > 0 {
		g.Sets = nil
		return
	}
	if len(g.Sets) == 0 {
		g.Sets = nil
		return
	}
	number := make(map[int]int)
	var exprs []Expr
	for _, set := range g.Sets {
		for i, e := range set {
			if _, ok := number[e]; !ok {
				number[e] = len(exprs)
				exprs = append(exprs, g.Exprs[e])
			}
			set[i] = number[e]
		}
		slices.Sort(set)
	}
	g.Exprs = exprs
}

// setOp decodes a set operation. The two sides of a recursive CTE's UNION differ in
// meaning and are kept apart.
func (d *decoder) setOp(o *object, op string, all, recursive bool) Query {
	s := &SetOp{Op: op, All: all}
	if op == "UNION_BY_NAME" {
		s.Op, s.ByName = "UNION", true
	}
	switch s.Op {
	case "UNION", "EXCEPT", "INTERSECT":
	default:
		return nil
	}
	inputs := []any{o.get("left"), o.get("right")}
	if children := o.list("children"); len(children) > 0 {
		inputs = children
	}
	for _, v := range inputs {
		q := d.query(v)
		if q == nil {
			return nil
		}
		if recursive {
			s.Inputs = append(s.Inputs, q)
		} else {
			s.add(q)
		}
	}
	if !d.common(o, &s.Common, false) {
		return nil
	}
	return s
}

// add appends an input; a UNION inside a UNION of the same kind gives its inputs instead.
func (s *SetOp) add(q Query) {
	inner, ok := q.(*SetOp)
	if ok && s.Op == "UNION" && inner.Op == s.Op && inner.All == s.All && !s.ByName && !inner.ByName && inner.bare() {
		s.Inputs = append(s.Inputs, inner.Inputs...)
		return
	}
	s.Inputs = append(s.Inputs, q)
}

// common decodes the WITH clause and the modifiers; distinct tells that the caller reads DISTINCT.
func (d *decoder) common(o *object, c *Common, distinct bool) bool {
	if ctes := o.object("cte_map"); ctes != nil {
		for _, v := range ctes.list("map") {
			cte := d.cte(asObject(v))
			if cte == nil {
				return false
			}
			c.With = append(c.With, cte)
		}
	}
	for _, v := range o.list("modifiers") {
		m := asObject(v)
		if m == nil {
			return false
		}
		switch m.str("type") {
		case "DISTINCT_MODIFIER":
			if !distinct {
				return false
			}
			continue
		case "ORDER_MODIFIER":
			c.OrderBy = d.orders(m.list("orders"))
		case "LIMIT_PERCENT_MODIFIER":
			c.Percent = true
			fallthrough
		case "LIMIT_MODIFIER":
			c.Limit, c.Offset = d.expr(m.get("limit")), d.expr(m.get("offset"))
			if k, ok := c.Limit.(*Constant); ok && k.Kind == Null { // LIMIT ALL
				c.Limit = nil
			}
		default:
			return false
		}
		if !m.complete() {
			return false
		}
	}
	return true
}

func (d *decoder) cte(entry *object) *CTE {
	if entry == nil {
		return nil
	}
	o := entry.object("value")
	if o == nil {
		return nil
	}
	c := &CTE{Name: entry.str("key"), Query: d.subquery(o.get("query")), Key: d.exprs(o.list("key_targets"))}
	o.ignore("materialized") // a hint to the planner that the parser no longer passes on
	var ok bool
	if c.Columns, ok = o.strings("aliases"); !ok || c.Query == nil || !o.complete() {
		return nil
	}
	if wrapped := o.object("query"); wrapped != nil {
		if node := wrapped.object("node"); node != nil {
			c.Recursive = node.str("type") == "RECURSIVE_CTE_NODE"
		}
	}
	return c
}

func (d *decoder) orders(list []any) []*Order {
	var out []*Order
	for _, v := range list {
		o := asObject(v)
		if o == nil {
			continue
		}
		key := &Order{Expr: d.expr(o.get("expression")), Desc: o.str("type") == "DESCENDING"}
		switch o.str("null_order") {
		case "NULLS FIRST":
			key.Nulls = "FIRST"
		case "NULLS LAST":
			key.Nulls = "LAST"
		}
		if !o.complete() {
			key.Expr = d.other(o)
		}
		out = append(out, key)
	}
	return out
}
