package privacy

import (
	"slices"
	"strings"

	"github.com/askomop/askomop/omop/sqltree"
)

// source is one table of a FROM clause: of the database, or a query.
type source struct {
	name     string
	table    string // of the database
	q        *query // nil for a table of the database
	cols     []*column
	optional bool // its columns may be NULL for want of a partner
	plain    bool // a table function, VALUES
}

func (s *source) rows() rowKind {
	switch {
	case s.q != nil:
		return s.q.rows
	case s.plain || withoutPeople[strings.ToLower(s.table)]:
		return plainRows
	}
	return personRows
}

func (s *source) column(name string) sqltree.Expr {
	return &sqltree.Column{Names: []string{s.name, name}}
}

func (s *source) personExpr() (sqltree.Expr, error) {
	if s.q == nil {
		return s.column(personColumn(s.table)), nil
	}
	for _, c := range s.cols { // by the name that it has here
		if c.person && c.name != "" {
			return s.column(c.name), nil
		}
	}
	name, err := s.q.personName()
	if err != nil {
		return nil, err
	}
	return s.column(name), nil
}

// sources lists what a FROM clause reads.
func (a *analysis) sources(ref sqltree.TableRef, sc scope, outer *env, optional bool) []*source {
	switch t := ref.(type) {
	case *sqltree.BaseTable:
		src := &source{name: t.RefName(), table: t.Name, optional: optional}
		if q, ok := sc[strings.ToLower(t.Name)]; ok && t.Schema == "" && t.Catalog == "" {
			src.q, src.cols = q, renamed(q.cols, t.Columns)
		}
		return []*source{src}
	case *sqltree.Subselect:
		if t.Alias == "" {
			t.Alias = a.newName() // a name to refer to it by
		}
		q := a.query(t.Query, sc, outer)
		return []*source{{name: t.Alias, q: q, cols: renamed(q.cols, t.Columns), optional: optional}}
	case *sqltree.Join:
		left := a.sources(t.Left, sc, outer, optional || t.Type == "RIGHT" || t.Type == "FULL")
		right := a.sources(t.Right, sc, &env{a: a, scope: sc, outer: outer, sources: left}, optional || t.Type == "LEFT" || t.Type == "FULL")
		if t.Type == "SEMI" || t.Type == "ANTI" {
			return left
		}
		if t.On != nil {
			v := &env{a: a, scope: sc, outer: outer, sources: slices.Concat(left, right)}
			if v.condition(t.On) && len(left) > 0 {
				a.noteJoin(v)
			}
		}
		return slices.Concat(left, right)
	case *sqltree.TableFunc:
		v := &env{a: a, scope: sc, outer: outer}
		if outer != nil {
			v.sources = outer.sources
		}
		a.rowsTell(v, t.Func)
		return []*source{{name: t.Alias, plain: true}}
	case nil:
		return nil
	}
	a.problems = append(a.problems, notUnderstood(ref))
	return []*source{{name: "", table: "?"}}
}

// notUnderstood says what could be written instead of a table reference that the tree has no form for.
func notUnderstood(ref sqltree.TableRef) string {
	const so = " is not understood, so whom it shows can't be told; "
	if o, ok := ref.(*sqltree.Other); ok && o.Kind == "PIVOT" {
		return "PIVOT" + so + "COUNT(…) FILTER (WHERE …) with GROUP BY gives the same"
	}
	return "a table of the FROM clause" + so + "a plain table or a subquery would be"
}

// rowsTell notes where a number of people decides how many rows there are, or which comes first.
func (a *analysis) rowsTell(v *env, e sqltree.Expr) {
	if e == nil {
		return
	}
	if c := v.expr(e); c.tells {
		a.problems = append(a.problems, "how many rows it has, or which of them, is a number of people")
	}
}

// noteJoin marks queries that are joined by numbers of people: which rows they have tells the numbers.
func (a *analysis) noteJoin(v *env) {
	for _, src := range v.sources {
		if src.q != nil && src.q.rows == groupRows {
			src.q.probed = true
		}
	}
}

func renamed(cols []*column, names []string) []*column {
	if len(names) == 0 {
		return cols
	}
	out := slices.Clone(cols)
	for i, name := range names {
		if i < len(out) {
			c := *out[i]
			c.name = name
			out[i] = &c
		}
	}
	return out
}

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
				} else if !slices.ContainsFunc(star.Exclude, func(x string) bool { return strings.EqualFold(x, c.name) }) {
					list = append(list, &sqltree.Item{Expr: src.column(c.name)})
				}
			}
		}
	}
	v.sel.List = list
}

// usesColumns reports whether a join merges columns, so that * is not the columns of one table after those of the other.
func usesColumns(ref sqltree.TableRef) bool {
	j, ok := ref.(*sqltree.Join)
	return ok && (len(j.Using) > 0 || j.Kind == sqltree.JoinNatural || usesColumns(j.Left) || usesColumns(j.Right))
}

// resolve finds the column that a name stands for.
func (v *env) resolve(ref *sqltree.Column) column {
	for e := v; e != nil; e = e.outer {
		if c, ok := e.find(ref); ok {
			if e != v { // one row of the query around: its own value
				c.atoms = nil
			}
			return c
		}
	}
	return column{name: ref.Name(), kind: Ident}
}

func (v *env) find(ref *sqltree.Column) (column, bool) {
	var base *source
	for _, src := range v.sources {
		if ref.Table() != "" && !strings.EqualFold(ref.Table(), src.name) {
			continue
		}
		if src.q == nil {
			if base == nil || base.rows() < src.rows() {
				base = src
			}
			continue
		}
		for _, c := range src.cols {
			if strings.EqualFold(c.name, ref.Name()) {
				return v.read(src, c), true
			}
			if c.name == "*" && base == nil {
				base = &source{name: src.name, table: "?", plain: src.q.rows == plainRows}
			}
		}
	}
	if ref.Table() == "" {
		for _, c := range v.items { // an alias of the list
			if strings.EqualFold(c.name, ref.Name()) && (c.kind > Key || base == nil) {
				return *c, true
			}
		}
	}
	switch {
	case base == nil:
		return column{}, false
	case base.rows() == plainRows:
		return column{name: ref.Name()}, true
	}
	c := ofPatients(ref.Name())
	c.part = base.optional
	return c, true
}

// read is a column of a query as this SELECT sees it.
func (v *env) read(src *source, c *column) column {
	out := *c
	out.atoms, out.ratios, out.grouping = nil, nil, false
	out.part = out.part || src.optional
	seen := map[*atom]*atom{}
	through := func(at *atom) *atom {
		if seen[at] == nil {
			passed := v.through(src, at)
			if v.agg && !v.inside {
				self := passed.self
				passed = v.wrapped("max", passed, nil)
				passed.self = self
			}
			seen[at] = passed
		}
		return seen[at]
	}
	for _, at := range c.atoms {
		out.atoms = append(out.atoms, through(at))
	}
	for _, r := range c.ratios {
		out.ratios = append(out.ratios, ratio{through(r.part), through(r.whole)})
	}
	if c.kind == Key && src.q.rows == personRows {
		out.kind = Key
	}
	return out
}

// through is an atom of a query in FROM, as a column that this SELECT reads.
func (v *env) through(src *source, at *atom) *atom {
	return &atom{self: at.self, of: at.of, people: func() (sqltree.Expr, error) {
		name, err := src.q.expose(at)
		if err != nil {
			return nil, err
		}
		return src.column(name), nil
	}}
}
