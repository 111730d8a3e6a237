package privacy

import (
	"fmt"
	"slices"
	"strings"

	"github.com/askomop/askomop/omop/sqltree"
)

// repetition is a table by whose rows those of people are repeated.
type repetition struct {
	src *source
	why string
}

// repetitions are the tables by which rows of one person may be in the result more often than those of another, for
// another reason than that they have more records. Example: FROM person JOIN range(1000) AS r(i) ON r.i = 0 OR
// race_concept_id = 8515.
func (v *env) repetitions() []repetition {
	return slices.DeleteFunc(v.allRepetitions(), func(r repetition) bool { return v.groupsBy(r.src) })
}

// allRepetitions are those by which the SELECT groups, too.
func (v *env) allRepetitions() []repetition {
	var out []repetition
	for _, src := range v.sources {
		if src.rows() == personRows {
			if src.q != nil {
				isTold := func(r repetition) bool { return v.tellsRepeated(src, r.src) }
				out = append(out, slices.DeleteFunc(slices.Clone(src.q.repetitions), isTold)...)
			}
			continue
		}
		known := !src.isConstructed() && v.joinedByKey(src) && !v.repeatsRecords(src)
		if len(v.sources) == 1 || src.isOneRow() || known ||
			v.joinedByNumbers(src) && (v.isSpan(src) || v.groupsBy(src) && src.series() != nil) {
			continue
		}
		out = append(out, repetition{src,
			fmt.Sprintf("rows of people are repeated by %s; COUNT(DISTINCT person_id) is shown", src.described())})
	}
	return out
}

// multiplied says why people's rows are repeated; "" where they are not.
func (v *env) multiplied() string {
	if !v.linked() {
		return "its rows are pairs of people, of which there are as many as the squares of groups; COUNT(DISTINCT person_id) is shown"
	}
	for _, r := range v.repetitions() {
		return r.why
	}
	return ""
}

func (s *source) described() string {
	switch {
	case s.name != "":
		return s.name
	case s.table != "":
		return s.table
	}
	return "a table of the FROM clause"
}

// isConstructed reports whether a table was made by the query rather than read: it holds as many rows as its author
// liked.
func (s *source) isConstructed() bool {
	switch {
	case s.q == nil:
		return s.plain
	case s.q.rows == groupRows:
		return !s.q.grouped()
	}
	return s.q.constructed
}

// grouped reports whether the rows of a query are groups that it makes itself.
func (q *query) grouped() bool { return q.env != nil && q.env.agg }

// isOneRow reports whether a table has one row only.
func (s *source) isOneRow() bool { return s.q != nil && s.q.isOneRow() }

func (q *query) isOneRow() bool {
	switch x := q.node.(type) {
	case *sqltree.Select:
		if len(rowMakers(x)) > 0 {
			return false
		}
		return x.From == nil || groups(x) && x.GroupBy.Empty() || q.env != nil && !groups(x) &&
			!slices.ContainsFunc(q.env.sources, func(s *source) bool { return !s.isOneRow() })
	case *sqltree.Values:
		return len(x.Rows) == 1
	}
	return false
}

// joinedByKey reports whether a table without people is joined by a column of its own, to a column of another.
func (v *env) joinedByKey(src *source) bool {
	for _, e := range append(joinConditions(v.sel.From), sqltree.Conjuncts(v.sel.Where)...) {
		if eq, ok := e.(*sqltree.Compare); ok && eq.Op == "=" &&
			(v.isColumnOf(eq.Left, src) && v.readsOther(eq.Right, src) ||
				v.isColumnOf(eq.Right, src) && v.readsOther(eq.Left, src)) {
			return true
		}
	}
	return usesColumns(v.sel.From)
}

// joinedByNumbers reports whether each row of a person meets as many rows of a table as a number of theirs says, such
// as the years of an observation period: that the rows are counted is the same as a sum of that number.
func (v *env) joinedByNumbers(src *source) bool {
	found := false
	for _, e := range append(joinConditions(v.sel.From), sqltree.Conjuncts(v.sel.Where)...) {
		if !v.reads(e, src) {
			continue
		}
		var sides []sqltree.Expr
		switch x := e.(type) {
		case *sqltree.Compare:
			sides = []sqltree.Expr{x.Left, x.Right}
		case *sqltree.Between:
			sides = []sqltree.Expr{x.Expr, x.Low, x.High}
		}
		own := false
		for _, side := range sides {
			if c, ok := side.(*sqltree.Column); ok && v.isColumnOf(c, src) && src.tellsApart(c.Name()) {
				own = true
			} else if n := v.number(side); n == nil || n.flag || n.constant || v.reads(side, src) {
				return false
			}
		}
		if !own {
			return false
		}
		found = true
	}
	return found
}

// reads reports whether an expression names a column of a table.
func (v *env) reads(e sqltree.Expr, src *source) bool {
	return holdsIn(e, func(n sqltree.Node) bool {
		c, ok := n.(*sqltree.Column)
		return ok && v.isColumnOf(c, src)
	})
}

// readsOther reports whether an expression names a column, and none of a table.
func (v *env) readsOther(e sqltree.Expr, src *source) bool {
	isColumn := func(n sqltree.Node) bool { _, ok := n.(*sqltree.Column); return ok }
	return holdsIn(e, isColumn) && !v.reads(e, src)
}

func (v *env) isColumnOf(e sqltree.Expr, src *source) bool {
	c, ok := e.(*sqltree.Column)
	if !ok {
		return false
	}
	found, _, ok := v.findSource(c)
	return ok && found == src
}

// tellsApart reports whether no two rows of a table have the same in a column.
func (s *source) tellsApart(name string) bool {
	if s.q == nil {
		return s.plain
	}
	i := s.place(name)
	if i < 0 {
		return false
	}
	switch x := s.q.node.(type) {
	case *sqltree.Values:
		differs, _ := differing(x, i)
		return differs
	case *sqltree.SetOp:
		return s.q.series || x.Op == "UNION" && len(s.q.cols) == 1 && (!x.All || rowsDiffer(x))
	case *sqltree.Select:
		if x.Distinct && len(x.DistinctOn) == 0 && len(x.List) == 1 ||
			len(x.GroupBy.Exprs) == 1 && x.GroupBy.Sets == nil &&
				sqltree.Equal(s.q.env.groupedExpr(x.GroupBy.Exprs[0]), x.List[i].Expr) {
			return true
		}
		others := slices.DeleteFunc(slices.Clone(s.q.env.sources),
			func(o *source) bool { return o == s.cols[i].apart || o.isOneRow() })
		return s.cols[i].apart != nil && len(others) == 0 && !s.q.env.agg
	}
	return false
}

// differing reports whether all values in a column of a list differ, and how: 1 and 1.0 are the same.
func differing(list *sqltree.Values, i int) (bool, spacing) {
	seen, kind := map[string]bool{}, sqltree.Null
	for _, row := range list.Rows {
		if i < 0 || i >= len(row) {
			return false, anyhow
		}
		c, ok := row[i].(*sqltree.Constant)
		isOther := ok && kind != sqltree.Null && c.Kind != kind
		if !ok || seen[c.Text] || isOther || c.Kind == sqltree.Date && len(c.Text) != len("2009-01-31") {
			return false, anyhow
		}
		seen[c.Text], kind = true, c.Kind
	}
	switch kind {
	case sqltree.Int:
		return true, wholes
	case sqltree.Date:
		return true, daysOfList
	}
	return kind == sqltree.String, anyhow
}

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

// joins are the conditions by which rows are joined and chosen.
func (v *env) joins() []sqltree.Expr {
	return append(joinConditions(v.sel.From), sqltree.Conjuncts(v.sel.Where)...)
}

// groupsByMany reports whether the SELECT groups by what is of them, so that groups of its rows may be parts of others.
func (v *env) groupsByMany() bool {
	if !v.agg || v.rows == plainRows {
		return false
	}
	return slices.ContainsFunc(v.many(nil), func(set *source) bool {
		return usesColumns(v.sel.From) || v.keysRead(set)
	})
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
	return slices.ContainsFunc(constant, isColumn) || slices.ContainsFunc(v.joins(), func(e sqltree.Expr) bool {
		switch x := e.(type) {
		case *sqltree.In:
			return !x.Not && len(x.List) == 1 && isColumn(x.Expr) && isPlainConstant(x.List[0])
		case *sqltree.Compare:
			return x.Op == "=" && (isColumn(x.Left) && isKnown(x.Right) || isColumn(x.Right) && isKnown(x.Left))
		}
		return false
	})
}
