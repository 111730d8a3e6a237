package privacy

import (
	"slices"
	"strings"

	"github.com/askomop/askomop/omop/sqltree"
)

// expandStars writes the columns of queries out where * stands for them, so that a
// column that is added to a query below does not come along.
func (v *env) expandStars() {
	if v.sel.From == nil {
		return
	}
	var list []*sqltree.Item
	for _, item := range v.sel.List {
		star, ok := item.Expr.(*sqltree.Star)
		if !ok || star.Columns || len(star.Replace) > 0 || usesColumns(v.sel.From) {
			list = append(list, item)
			continue
		}
		for _, src := range v.sources {
			if star.Table != "" && !strings.EqualFold(star.Table, src.name) {
				continue
			}
			if src.q == nil {
				list = append(list, &sqltree.Item{Expr: &sqltree.Star{Table: src.name, Exclude: star.Exclude}})
				continue
			}
			src.q.nameColumns()
			for _, c := range src.cols {
				if c.name == "*" {
					list = append(list, &sqltree.Item{Expr: &sqltree.Star{Table: src.name, Exclude: star.Exclude}})
				} else if !slices.ContainsFunc(star.Exclude, func(x string) bool {
					return strings.EqualFold(x, c.name)
				}) {
					list = append(list, &sqltree.Item{Expr: src.column(c.name)})
				}
			}
		}
	}
	v.sel.List = list
}

// usesColumns reports whether a join merges columns, so that * is not the columns of one table after those of the
// other.
func usesColumns(ref sqltree.TableRef) bool {
	j, ok := ref.(*sqltree.Join)
	return ok && (len(j.Using) > 0 || j.Kind == sqltree.JoinNatural || usesColumns(j.Left) || usesColumns(j.Right))
}

// resolve finds the column that a name stands for.
func (v *env) resolve(ref *sqltree.Column) column {
	own, found := v.find(ref)
	if found && v.knows(ref) {
		return own
	}
	for e := v.outer; e != nil; e = e.outer {
		c, ok := e.find(ref)
		switch {
		case !ok || found && !e.knows(ref):
			continue
		case c.ofGroups():
			return unproven("a subquery reads " + ref.Name() +
				" of the query around it, whose people can't be counted there")
		case !found || c.kind > own.kind:
			c.number, c.flag = nil, false
			return c
		}
		break
	}
	if found {
		return own
	}
	return column{name: ref.Name(), kind: Ident}
}

// knows reports whether a name is sure to be one of this SELECT. A table of the database may have a column that the
// model does not have; but WHERE n = 4 of a subquery over concepts is as well of the query around it.
func (v *env) knows(ref *sqltree.Column) bool {
	src, _, ok := v.findSource(ref)
	if !ok || ref.Table() != "" || src.q != nil || src.knows(ref.Name()) {
		return true
	} else if v.sel == nil {
		return false
	}
	_, isAlias := v.alias(ref.Name())
	return isAlias
}

func (v *env) find(ref *sqltree.Column) (column, bool) {
	src, c, ok := v.findSource(ref)
	if ref.Table() == "" && v.sel != nil && (!ok || src.q == nil) {
		if alias, found := v.alias(ref.Name()); found && (alias.kind > Key || !ok) {
			return alias, true
		}
	}
	return c, ok
}

// alias is the entry of the list that has a name.
func (v *env) alias(name string) (column, bool) {
	for i, item := range v.sel.List {
		if !strings.EqualFold(item.Alias, name) || v.reading[i] {
			continue
		}
		if i < len(v.items) {
			return *v.items[i], true
		}
		if v.reading == nil {
			v.reading = map[int]bool{}
		}
		v.reading[i] = true
		defer delete(v.reading, i)
		c := v.expr(item.Expr)
		c.number, c.flag, c.monotone = v.withForm(item.Expr), v.indicates(item.Expr), v.monotone(item.Expr)
		c.ofConstants = v.isOfConstants(item.Expr)
		return c, true
	}
	return column{}, false
}

// findSource finds the table that a name belongs to.
func (v *env) findSource(ref *sqltree.Column) (*source, column, bool) {
	var base *source
	known := false // by the model
	for _, src := range v.sources {
		if ref.Table() == "" && strings.EqualFold(ref.Name(), src.name) && src.rows() != plainRows &&
			!src.names(ref.Name()) {
			return src, column{name: ref.Name(), kind: Ident}, true // a whole row
		}
		if ref.Table() != "" && !strings.EqualFold(ref.Table(), src.name) {
			continue
		}
		if src.q == nil {
			knows := src.knows(ref.Name())
			if base == nil || knows && !known || knows == known && base.rows() < src.rows() {
				base, known = src, knows
			}
			continue
		}
		for _, c := range src.cols {
			if strings.EqualFold(c.name, ref.Name()) {
				return src, v.read(src, c), true
			}
			if c.name == "*" && base == nil {
				base = src
			}
		}
	}
	switch {
	case base == nil:
		return nil, column{}, false
	case base.rows() == plainRows:
		c := column{name: ref.Name(), kind: base.bound, attributes: base.attributes(),
			number: vocabularyNumber(base, ref.Name()), recorded: ref.Name(), joined: base.joined}
		if base.tellsApart(ref.Name()) {
			c.apart = base
			if f, ok := base.ref.(*sqltree.TableFunc); ok {
				c.spacing = spacingOf(f.Func)
			}
		}
		if base.plain {
			c.number = &number{common: true, scale: 1}
		}
		return base, c, true
	}
	c := ofPatients(ref.Name())
	c.part, c.required = base.optional, !base.optional && base.requires(ref.Name())
	return base, c, true
}

// names reports whether a query puts out a column of that name, which goes before a whole row.
func (s *source) names(name string) bool { return s.place(name) >= 0 }

// knows reports whether a table has a column as the model has it.
func (s *source) knows(name string) bool {
	t, ok := model().Table(s.table)
	if ok {
		_, ok = t.Column(name)
	}
	return ok
}

// requires reports whether a table has no NULL in a column, as the model has it.
func (s *source) requires(name string) bool {
	t, ok := model().Table(s.table)
	if !ok {
		return false
	}
	c, ok := t.Column(name)
	return ok && c.Required
}

// vocabularyNumber is a strength or a date of the vocabulary.
func vocabularyNumber(src *source, name string) *number {
	if src.plain {
		return nil
	}
	return recordedNumber(strings.ToLower(name))
}

// read is a column of a query as this SELECT sees it.
func (v *env) read(src *source, c *column) column {
	out := *c
	out.grouping, out.part, out.required = false, out.part || src.optional, out.required && !src.optional
	if src.rows() == plainRows && !out.kind.aggregated() {
		out.kind, out.attributes = max(out.kind, src.bound), union(out.attributes, src.attributes())
		out.joined = out.joined || src.joined
	}
	if src.rows() != personRows {
		if out.apart = nil; src.tellsApart(c.name) {
			out.apart = src
		}
	}
	if src.q.mixed {
		out.person, out.number = false, nil
	}
	seen := map[*headcount]*headcount{}
	through := func(at *headcount) *headcount {
		if seen[at] == nil {
			passed := v.through(src, at)
			if v.agg && !v.inside {
				own := *passed
				passed = v.wrapped("max", passed, nil)
				passed.self, passed.bound, passed.window, passed.unseen = own.self, own.bound, own.window, own.unseen
				passed.sum, passed.over, passed.unit, passed.only = own.sum, own.over, own.unit, own.only
				passed.ofSum, passed.form, passed.pairs = own.ofSum, own.form, own.pairs
				passed.spread = own.spread.through(func(at *headcount) *headcount { return v.wrapped("max", at, nil) })
				if src.isOneRow() {
					if own.print != nil {
						passed.print = v.wrapped("max", own.print, nil)
					}
					if passed.of = own.of; own.behind != nil {
						if passed.behind = v.wrapped("max", own.behind, nil); own.behind.print != nil {
							passed.behind.print = v.wrapped("max", own.behind.print, nil)
						}
					}
				}
			}
			seen[at] = passed
		}
		return seen[at]
	}
	out = out.through(through)
	if v.leavesOutRows() {
		out.rowsOf = cutRows(out.rowsOf)
	}
	if src.shifted && c.ofGroups() {
		out.rowsOf = append(slices.Clip(out.rowsOf), &rowNumber{in: src.q.env, text: c.name, item: c.origin, cut: true})
	}
	if out.number != nil && src.rows() != personRows && src.isConstructed() {
		out.number = &number{common: true, constant: c.number.constant, value: c.number.value, scale: 1}
	} else if out.number != nil {
		n := *c.number
		n.pins = nil
		here := func(p pin) pin { return p.elsewhere(v.through(src, p.at)) }
		for _, p := range c.number.pins {
			n.pins = append(n.pins, here(p))
		}
		n.ways = nil
		for _, p := range c.number.ways {
			n.ways = append(n.ways, here(p))
		}
		n.score, n.weights = eachPin(c.number.score, here), c.number.weights.through(here)
		out.number = &n
	}
	return out
}

// through is a headcount of a query in FROM, as a column that this SELECT reads.
func (v *env) through(src *source, at *headcount) *headcount {
	if at == nil {
		return nil
	}
	out := *at
	out.branches, out.one, out.behind = nil, v.through(src, at.one), v.through(src, at.behind)
	out.records, out.print = v.through(src, at.records), v.through(src, at.print)
	out.spread = at.spread.through(func(at *headcount) *headcount { return v.through(src, at) })
	out.people = func() (sqltree.Expr, error) {
		name, err := src.q.expose(at)
		if err != nil {
			return nil, err
		}
		return src.column(name), nil
	}
	return &out
}
