package privacy

import (
	"slices"
	"strings"

	"github.com/askomop/askomop/omop/sqltree"
)

// A row meets several rows of a table without people where not all of the key of that table is known from it: a record
// meets each of the ancestors of its concept, and the one concept that it names.

// many are the tables by which a record may be in several rows with other names, as one of a disease is in a row for
// each of the ancestors of its concept; by what is constant, all rows are alike.
func (v *env) many(constant []sqltree.Expr) []*source {
	var known, out []*source // known are those whose rows are told by those of a person
	for _, s := range v.sources {
		switch {
		case s.rows() == personRows && s.q != nil && s.q.env != nil && len(s.q.env.many(nil)) > 0:
			out = append(out, s)
		case s.rows() != plainRows || s.plain || s.isOneRow() || len(v.sources) == 1:
			known = append(known, s)
		}
	}
	for found := true; found; {
		found = false
		for _, s := range v.sources {
			if !slices.Contains(known, s) && !slices.Contains(out, s) && v.meetsOnce(s, known, constant) {
				known, found = append(known, s), true
			}
		}
	}
	return slices.DeleteFunc(slices.Clone(v.sources), func(s *source) bool { return slices.Contains(known, s) })
}

// isOneEach reports whether every row of FROM is another person, with what is known of that person: then people need
// not be told apart to be counted, which takes the engine much memory.
func (v *env) isOneEach() bool {
	first := slices.IndexFunc(v.sources, (*source).onePerPerson)
	if first < 0 || !v.linked() {
		return false
	}
	known := []*source{v.sources[first]}
	for range v.sources {
		for _, s := range v.sources {
			if !slices.Contains(known, s) && v.isOfOne(s, known) {
				known = append(known, s)
			}
		}
	}
	return len(known) == len(v.sources)
}

// isOfOne reports whether each row meets one row of a table at the most, by the person or by the key of a table without
// people.
func (v *env) isOfOne(s *source, known []*source) bool {
	switch {
	case s.q == nil && s.onePerPerson():
		return v.fixes(s, "person_id", known, nil)
	case s.q == nil:
		return !s.hasPeople() && v.meetsOnce(s, known, nil)
	}
	return s.onePerPerson() &&
		slices.ContainsFunc(s.cols, func(c *column) bool { return c.person && v.fixes(s, c.name, known, nil) })
}

// groupsByMany reports whether the SELECT groups by what is of them, or by what a UNION of several tables' records puts
// into one column, so that groups of its rows may be parts of others: an ingredient, of which the one table tells, has
// those of the products of the other.
func (v *env) groupsByMany() bool {
	if !v.agg || v.rows == plainRows {
		return false
	}
	isUnion := func(s *source) bool {
		return s.q != nil && len(s.q.inputs) > 1 && s.rows() == personRows && v.keysRead(s)
	}
	if slices.ContainsFunc(v.sources, isUnion) {
		return true
	}
	return slices.ContainsFunc(v.many(nil), func(set *source) bool {
		return usesColumns(v.sel.From) || v.keysRead(set)
	})
}

// repeatsRecords reports whether a record may meet several rows of a table without people that the SELECT does not tell
// apart: of deaths by two diseases of which one is a kind of the other, there are more rows than deaths by as many as
// had the kind.
func (v *env) repeatsRecords(src *source) bool {
	return v.a.closed && src.rows() == plainRows && !v.groupsBy(src) && slices.Contains(v.many(v.keys()), src)
}

// tellsRepeated reports whether the SELECT groups by what tells the rows apart by which a table of a query below
// repeats records.
func (v *env) tellsRepeated(of, table *source) bool {
	inner := of.q.env
	if inner == nil || !slices.Contains(inner.sources, table) || table.isConstructed() || !inner.joinedByKey(table) {
		return false
	}
	var constant []sqltree.Expr
	for _, e := range v.keys() {
		if c, ok := e.(*sqltree.Column); ok && v.isColumnOf(c, of) {
			constant = append(constant, of.q.item(of.place(c.Name())))
		}
	}
	return !slices.Contains(inner.many(constant), table)
}

// meetsOnce reports whether each row meets one row of a table without people at the most: all columns of its key are
// those of known tables, or constant.
func (v *env) meetsOnce(src *source, known []*source, constant []sqltree.Expr) bool {
	fixed := func(name string) bool { return v.fixes(src, name, known, constant) }
	if src.q == nil {
		t, isTable := model().Table(src.table)
		isOther := func(name string) bool { return !fixed(name) }
		return isTable && len(t.Key) > 0 && !slices.ContainsFunc(t.Key, isOther)
	}
	if slices.ContainsFunc(src.cols, func(c *column) bool { return src.tellsApart(c.name) && fixed(c.name) }) {
		return true
	}
	inner := src.q.env
	if inner == nil || inner.agg || len(inner.sources) != 1 || inner.sources[0].q != nil {
		return false
	}
	below := inner.sources[0]
	t, isTable := model().Table(below.table)
	return isTable && len(t.Key) > 0 && !slices.ContainsFunc(t.Key, func(name string) bool {
		return !inner.fixes(below, name, nil, nil) && !slices.ContainsFunc(src.cols, func(c *column) bool {
			i := src.place(c.name)
			of, ok := src.q.item(i).(*sqltree.Column)
			return ok && strings.EqualFold(of.Name(), name) && fixed(c.name)
		})
	})
}

// item is an entry of a SELECT's list; nil where it has none.
func (q *query) item(i int) sqltree.Expr {
	if q.env == nil || i < 0 || i >= len(q.env.sel.List) {
		return nil
	}
	return q.env.sel.List[i].Expr
}

// fixes reports whether a column of a table is that of known tables, or constant.
func (v *env) fixes(src *source, name string, known []*source, constant []sqltree.Expr) bool {
	isColumn := func(e sqltree.Expr) bool {
		c, ok := e.(*sqltree.Column)
		return ok && strings.EqualFold(c.Name(), name) && v.isColumnOf(c, src)
	}
	isKnown := func(e sqltree.Expr) bool {
		return !slices.ContainsFunc(v.sources, func(s *source) bool {
			return !slices.Contains(known, s) && v.reads(e, s)
		})
	}
	if slices.ContainsFunc(constant, isColumn) || isUsed(v.sel.From, src.ref, name) {
		return true
	}
	return slices.ContainsFunc(v.joins(), func(e sqltree.Expr) bool {
		switch x := e.(type) {
		case *sqltree.In:
			return !x.Not && len(x.List) == 1 && isColumn(x.Expr) && isPlainConstant(x.List[0])
		case *sqltree.Compare:
			return x.Op == "=" && (isColumn(x.Left) && isKnown(x.Right) || isColumn(x.Right) && isKnown(x.Left))
		}
		return false
	})
}

// isUsed reports whether USING joins a table by a column.
func isUsed(from, table sqltree.TableRef, name string) bool {
	j, ok := from.(*sqltree.Join)
	if !ok || !mentions(j, table) {
		return false
	}
	isIt := func(of string) bool { return strings.EqualFold(of, name) }
	return slices.ContainsFunc(j.Using, isIt) || isUsed(j.Left, table, name) || isUsed(j.Right, table, name)
}
