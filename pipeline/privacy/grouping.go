package privacy

import (
	"slices"
	"strings"

	"github.com/askomop/askomop/omop/sqltree"
)

// groupsByIdent reports whether GROUP BY names a column that stands for one person or record.
func (v *env) groupsByIdent() bool {
	exprs := slices.Clone(v.sel.GroupBy.Exprs)
	if v.sel.GroupBy.All {
		for _, item := range v.sel.List {
			exprs = append(exprs, item.Expr)
		}
	}
	return slices.ContainsFunc(exprs, func(e sqltree.Expr) bool {
		c, ok := v.groupedExpr(e).(*sqltree.Column)
		if !ok {
			return false
		}
		found, ok := v.find(c)
		return ok && found.kind == Ident
	})
}

// ownValues makes of counts and averages what they are where each group is one person: values of that person.
func ownValues(cols []*column) {
	for _, c := range cols {
		if c.kind.aggregated() {
			c.kind, c.headcounts, c.ratios, c.numbers, c.attributes = Value, nil, nil, nil, []string{"of the person"}
		}
	}
}

// groups reports whether a SELECT puts several rows into one.
func groups(s *sqltree.Select) bool {
	if !s.GroupBy.Empty() || s.Having != nil {
		return true
	}
	return slices.ContainsFunc(s.List, func(i *sqltree.Item) bool { return aggregates(i.Expr) })
}

// aggregates reports whether an expression holds an aggregate of its own SELECT.
func aggregates(e sqltree.Expr) bool {
	found := false
	sqltree.Walk(e, func(n sqltree.Node) bool {
		switch n := n.(type) {
		case sqltree.Query:
			return false
		case *sqltree.Window:
			for _, a := range n.Func.Args {
				found = found || aggregates(a)
			}
			for _, o := range n.OrderBy {
				found = found || aggregates(o.Expr)
			}
			return false
		case *sqltree.Func:
			found = found || isAggregate(n.Name)
		}
		return !found
	})
	return found
}

// grouping looks what the SELECT groups by.
func (v *env) grouping() {
	v.refuseMixedKeys()
	if !v.agg {
		v.keepGrouping()
		return
	}
	for i, c := range v.items { // what is not aggregated is made of what the rows are grouped by
		c.grouping = !aggregates(v.sel.List[i].Expr)
		v.byRecord = v.byRecord || c.grouping && v.sel.GroupBy.All && c.kind == Ident
	}
	for _, e := range v.sel.GroupBy.Exprs {
		key := v.groupExpr(e)
		v.byRecord = v.byRecord || key.kind == Ident
		v.a.groupsByNumbers = v.a.groupsByNumbers || key.ofGroups() && !v.isOfAll(v.groupedExpr(e))
	}
	for i, c := range v.items {
		v.a.groupsByNumbers = v.a.groupsByNumbers || v.sel.GroupBy.All && c.grouping && c.ofGroups() &&
			!v.isOfAll(v.sel.List[i].Expr)
	}
}

// refuseMixedKeys refuses to tell rows apart by what is an id for some and something else for others.
func (v *env) refuseMixedKeys() {
	keys := slices.Clone(v.sel.GroupBy.Exprs)
	for i := range keys {
		keys[i] = v.groupedExpr(keys[i])
	}
	for _, item := range v.sel.List {
		if v.sel.Distinct || v.sel.GroupBy.All && !aggregates(item.Expr) {
			keys = append(keys, item.Expr)
		}
	}
	mixes := func(e sqltree.Expr) bool {
		_, isStar := e.(*sqltree.Star)
		return !isStar && v.expr(e).kind == Ident && !v.namesRecords(e)
	}
	if v.a.closed && v.rows == personRows && slices.ContainsFunc(keys, mixes) {
		v.a.refuse("key-mixed")
	}
}

// isOfAll reports whether an expression is a column of a query of one row, such as a total beside each group.
func (v *env) isOfAll(e sqltree.Expr) bool {
	c, ok := e.(*sqltree.Column)
	if !ok {
		return false
	}
	src, _, ok := v.findSource(c)
	return ok && src.isOneRow()
}

// keepGrouping notes the columns by which a query in FROM has grouped, where each row is still one of its groups: there
// may be names beside, of a vocabulary, but no groups of another query. Example: a CTE that counts by code, read in the
// order of the counts.
func (v *env) keepGrouping() {
	ofGroups := slices.DeleteFunc(slices.Clone(v.sources), func(s *source) bool { return s.rows() == plainRows })
	if v.rows != groupRows || len(ofGroups) != 1 {
		return
	}
	for i, c := range v.items {
		ref, ok := v.sel.List[i].Expr.(*sqltree.Column)
		if !ok {
			continue
		}
		src, _, _ := v.findSource(ref)
		c.grouping = src == ofGroups[0] && slices.ContainsFunc(src.cols,
			func(in *column) bool { return in.grouping && strings.EqualFold(in.name, ref.Name()) })
	}
}

// groupExpr is an entry of GROUP BY, which may name an item of the list by number or alias.
func (v *env) groupExpr(e sqltree.Expr) *column {
	switch x := e.(type) {
	case *sqltree.Constant:
		if n, ok := x.Int64(); ok && n >= 1 && int(n) <= len(v.items) {
			return v.items[n-1]
		}
	case *sqltree.Column:
		if x.Table() == "" {
			for _, c := range v.items {
				if strings.EqualFold(c.name, x.Name()) {
					return c
				}
			}
		}
	}
	c := v.expr(e)
	return &c
}

func (v *env) groupedByPerson() bool {
	for _, e := range v.sel.GroupBy.Exprs {
		if v.groupExpr(e).person {
			return true
		}
	}
	return v.sel.GroupBy.All && slices.ContainsFunc(v.items, func(c *column) bool { return c.person })
}

// putsOut is what a row of the result stands for.
func (v *env) putsOut() rowKind {
	switch {
	case v.agg && v.rows == personRows && v.byRecord:
		return personRows
	case v.agg:
		return min(v.rows, groupRows)
	case v.rows == personRows && v.sel.Distinct && len(v.sel.DistinctOn) == 0:
		for _, c := range v.items {
			if c.kind == Value || c.kind == Ident {
				return personRows
			}
		}
		return groupRows
	}
	return v.rows
}

// groupHeadcount is the number of people behind a row of the result.
func (v *env) groupHeadcount() *headcount {
	switch {
	case v.agg && v.rows == personRows:
		return v.peopleWhere(nil)
	case v.rows == personRows && v.sel.Distinct:
		return v.distinctHeadcount()
	case v.rows == groupRows:
		for _, src := range v.sources {
			if src.q != nil && src.q.group != nil {
				at := v.through(src, src.q.group)
				if v.agg && v.disjoint() {
					return v.wrapped("sum", at, nil)
				}
				if v.agg {
					return v.wrapped("max", at, nil)
				}
				return at
			}
		}
	}
	return nil
}

// bounds reports whether the people behind a row of the query's result are known to be so many at least, and may be
// more: those of the largest of the groups of which it is made.
func (q *query) bounds() bool {
	if q.env == nil || q.env.rows != groupRows {
		return slices.ContainsFunc(q.inputs, (*query).bounds)
	}
	return q.env.agg || slices.ContainsFunc(q.env.sources, func(s *source) bool { return s.q != nil && s.q.bounds() })
}

// distinctHeadcount is the people behind a row of SELECT DISTINCT: those who are alike in all of its list.
func (v *env) distinctHeadcount() *headcount {
	w := &sqltree.Window{}
	for _, item := range v.sel.List {
		isWindow := func(n sqltree.Node) bool { _, ok := n.(*sqltree.Window); return ok }
		if !holdsIn(item, isWindow) {
			w.PartitionBy = append(w.PartitionBy, item.Expr)
		}
	}
	return v.inWindow(w, column{headcounts: []*headcount{v.peopleWhere(nil)}}).headcounts[0]
}

// groupsBy reports whether the SELECT groups by a column that tells the rows of a table apart.
func (v *env) groupsBy(src *source) bool {
	return src != nil && slices.ContainsFunc(v.keys(), func(e sqltree.Expr) bool { return v.expr(e).apart == src })
}

// groupedExpr is what an entry of GROUP BY stands for: an entry of the list by its number or alias.
func (v *env) groupedExpr(e sqltree.Expr) sqltree.Expr {
	switch x := e.(type) {
	case *sqltree.Constant:
		if n, ok := x.Int64(); ok && n >= 1 && int(n) <= len(v.sel.List) {
			return v.sel.List[n-1].Expr
		}
	case *sqltree.Column:
		if _, _, ok := v.findSource(x); !ok && x.Table() == "" {
			for _, item := range v.sel.List {
				if strings.EqualFold(item.Alias, x.Name()) {
					return item.Expr
				}
			}
		}
	}
	return e
}

// isGrouped reports whether the rows of a group are alike in an expression, as GROUP BY says.
func (v *env) isGrouped(e sqltree.Expr) bool {
	return slices.ContainsFunc(v.sel.GroupBy.Exprs,
		func(key sqltree.Expr) bool { return sqltree.Equal(v.groupedExpr(key), e) })
}
