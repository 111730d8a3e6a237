package privacy

import (
	"fmt"
	"slices"

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
	for _, e := range v.joins() {
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
	for _, e := range v.joins() {
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
