package privacy

import (
	"errors"
	"slices"
	"strings"

	"github.com/askomop/askomop/omop/sqltree"
)

// env is what the expressions of one SELECT can refer to.
type env struct {
	a       *analysis
	sel     *sqltree.Select
	scope   scope
	outer   *env
	sources []*source
	items   []*column // of the list, as far as it has been read
	rows    rowKind   // of what FROM reads
	agg     bool      // the SELECT groups
	inside  bool      // within an aggregate's argument

	single   bool // each group is one person or record, as GROUP BY says by columns
	byRecord bool // it groups by something that stands for one person or record
	group    *atom
	probed   bool
}

// selection reads one SELECT.
func (a *analysis) selection(s *sqltree.Select, sc scope, outer *env) *query {
	v := &env{a: a, sel: s, scope: sc, outer: outer}
	v.sources = a.sources(s.From, sc, outer, false)
	for _, src := range v.sources {
		v.rows = max(v.rows, src.rows())
	}
	v.agg = groups(s)
	if s.GroupBy.Sets != nil {
		a.totals, a.sets = true, true
	}
	q := &query{a: a, node: s, env: v, exposed: map[*atom]string{}}
	v.expandStars()
	v.single = v.agg && v.rows == personRows && v.groupsByIdent()
	for _, item := range s.List {
		c := v.item(item)
		a.singles = a.singles || v.picksPeople(item.Expr)
		v.items = append(v.items, c)
		q.cols = append(q.cols, c)
	}
	v.grouping()
	q.rows = v.putsOut()
	if v.agg && q.rows == personRows {
		ownValues(q.cols)
	}
	q.group = v.groupAtom()
	v.group = q.group
	for _, src := range v.sources {
		q.probed = q.probed || src.q != nil && src.q.probed
	}
	for _, condition := range []sqltree.Expr{s.Where, s.Having, s.Qualify} {
		if v.condition(condition) && q.rows != personRows {
			q.probed = true
		}
	}
	q.probed = q.probed || v.probed && q.rows != personRows
	a.rowsTell(v, s.Limit)
	a.rowsTell(v, s.Offset)
	if q.rows == plainRows {
		for _, o := range s.OrderBy {
			a.rowsTell(v, o.Expr)
		}
	}
	if q.probed && q.rows == plainRows {
		a.untold = true
	}
	return q
}

// groupsByIdent reports whether GROUP BY names a column that stands for one person or record.
func (v *env) groupsByIdent() bool {
	exprs := slices.Clone(v.sel.GroupBy.Exprs)
	for i, e := range exprs {
		if c, ok := e.(*sqltree.Constant); ok {
			if n, ok := c.Int64(); ok && n >= 1 && int(n) <= len(v.sel.List) {
				exprs[i] = v.sel.List[n-1].Expr
			}
		}
	}
	if v.sel.GroupBy.All {
		for _, item := range v.sel.List {
			exprs = append(exprs, item.Expr)
		}
	}
	return slices.ContainsFunc(exprs, func(e sqltree.Expr) bool {
		c, ok := e.(*sqltree.Column)
		if !ok {
			return false
		}
		found, ok := v.find(c)
		for _, item := range v.sel.List { // an alias of the list
			if named, isColumn := item.Expr.(*sqltree.Column); !ok && isColumn && strings.EqualFold(item.Alias, c.Name()) {
				found, ok = v.find(named)
			}
		}
		return ok && found.kind == Ident
	})
}

// ownValues makes of counts and averages what they are where each group is one person: values of that person.
func ownValues(cols []*column) {
	for _, c := range cols {
		if c.kind >= People {
			c.kind, c.atoms, c.ratios, c.family = Value, nil, nil, nil
		}
	}
}

func (v *env) item(item *sqltree.Item) *column {
	if star, ok := item.Expr.(*sqltree.Star); ok { // of tables of the database: the rest was expanded
		if v.rows == plainRows && !star.Columns {
			return &column{name: "*"}
		}
		return &column{name: "*", kind: Ident}
	}
	c := v.expr(item.Expr)
	c.flag = v.indicates(item.Expr)
	if c.name = item.Alias; c.name == "" {
		if ref, ok := item.Expr.(*sqltree.Column); ok {
			c.name = ref.Name()
		}
	}
	return &c
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
	if !v.agg {
		return
	}
	for i, c := range v.items { // what is not aggregated is made of what the rows are grouped by
		c.grouping = !aggregates(v.sel.List[i].Expr)
		v.byRecord = v.byRecord || c.grouping && v.sel.GroupBy.All && c.kind == Ident
	}
	for _, e := range v.sel.GroupBy.Exprs {
		v.byRecord = v.byRecord || v.groupExpr(e).kind == Ident
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
	case v.rows == personRows && v.sel.Distinct:
		for _, c := range v.items {
			if c.kind == Value || c.kind == Ident {
				return personRows
			}
		}
		return groupRows
	}
	return v.rows
}

// groupAtom is the number of people behind a row of the result.
func (v *env) groupAtom() *atom {
	switch {
	case v.agg && v.rows == personRows:
		return v.peopleWhere(nil)
	case v.rows == groupRows:
		for _, src := range v.sources {
			if src.q != nil && src.q.group != nil {
				at := v.through(src, src.q.group)
				if v.agg {
					return v.wrapped("sum", at, nil)
				}
				return at
			}
		}
	}
	return nil
}

// condition reports whether a condition depends on numbers of people, and notes what else it tells.
func (v *env) condition(e sqltree.Expr) bool {
	if e == nil {
		return false
	}
	v.a.singles = v.a.singles || v.picksPeople(e)
	c := v.expr(e)
	return c.kind >= People || len(c.atoms) > 0
}

// picksPeople reports whether a condition compares what stands for one person with constants.
func (v *env) picksPeople(e sqltree.Expr) bool {
	found := false
	sqltree.Walk(e, func(n sqltree.Node) bool {
		switch n := n.(type) {
		case sqltree.Query:
			return false
		case *sqltree.Compare, *sqltree.In, *sqltree.Between, *sqltree.Like:
			if v.comparesIdent(n.(sqltree.Expr)) {
				found = true
			}
		}
		return !found
	})
	return found
}

func (v *env) comparesIdent(e sqltree.Expr) bool {
	ident, other, constant := false, false, false
	sqltree.Walk(e, func(n sqltree.Node) bool {
		switch n := n.(type) {
		case sqltree.Query:
			other = true
			return false
		case *sqltree.Func:
			other = other || isAggregate(n.Name)
		case *sqltree.Column:
			if v.expr(n).kind == Ident {
				ident = true
			} else {
				other = true
			}
		case *sqltree.Constant:
			constant = constant || n.Kind != sqltree.Null
		}
		return true
	})
	return ident && constant && !other
}

// personExpr names the person in the SELECT's own scope.
func (v *env) personExpr() (sqltree.Expr, error) {
	var certain, optional []sqltree.Expr
	var problem error
	for _, src := range v.sources {
		if src.rows() != personRows {
			continue
		}
		e, err := src.personExpr()
		if err != nil {
			problem = err
			continue
		}
		if src.optional {
			optional = append(optional, e)
		} else {
			certain = append(certain, e)
		}
	}
	switch {
	case len(certain) > 0:
		return certain[0], nil
	case len(optional) == 1:
		return optional[0], nil
	case len(optional) > 1:
		return &sqltree.Func{Name: "coalesce", Args: optional}, nil
	case problem != nil:
		return nil, problem
	}
	return nil, errors.New("the tables that the query reads name no person")
}

// onePerPerson reports whether every row of FROM is another person.
func (v *env) onePerPerson() bool {
	if len(v.sources) != 1 {
		return false
	}
	src := v.sources[0]
	if src.q == nil {
		return strings.EqualFold(src.table, "person")
	}
	inner := src.q.env
	if inner == nil || src.q.rows != personRows {
		return false
	}
	if inner.agg {
		return len(inner.sel.GroupBy.Exprs) == 1 && inner.sel.GroupBy.Sets == nil && inner.groupedByPerson()
	}
	return inner.onePerPerson()
}
