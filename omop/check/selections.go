package check

import (
	"strconv"
	"strings"

	"github.com/askomop/askomop/omop/sqltree"
)

// selection is a comparison of a column with literals or placeholders: =, <> or [NOT] IN.
type selection struct {
	*test
	what         sqltree.Expr // the column as it is written
	column       []origin
	constants    []*sqltree.Constant
	placeholders []*sqltree.Placeholder
	exclude      bool // <> or NOT IN
}

// collectSelections lists the comparisons whose column is known.
func (st *statement) collectSelections() {
	for _, t := range st.tests {
		if s, ok := st.selection(t); ok {
			st.selections = append(st.selections, s)
		}
	}
}

func (st *statement) selection(t *test) (selection, bool) {
	s := selection{test: t}
	var column sqltree.Expr
	var values []sqltree.Expr
	switch e := t.expr.(type) {
	case *sqltree.Compare:
		if e.Op != "=" && e.Op != "<>" && e.Op != "IS NOT DISTINCT FROM" && e.Op != "IS DISTINCT FROM" {
			return s, false
		}
		s.exclude = e.Op == "<>" || e.Op == "IS DISTINCT FROM"
		column, values = e.Left, []sqltree.Expr{e.Right}
		if c, ok := sqltree.Bare(e.Left).(*sqltree.Column); isConstant(e.Left) || ok && len(st.listedBy(c)) > 0 {
			column, values = e.Right, []sqltree.Expr{e.Left}
		}
	case *sqltree.In:
		column, values, s.exclude = e.Expr, e.List, e.Not
	case *sqltree.InQuery:
		column, s.exclude = e.Expr, e.Not
		if r := st.Subs[e.Query]; r != nil && len(r.Columns) == 1 {
			s.constants = listed(r.Columns[0], r, sqltree.MaxDepth)
		}
	default:
		return s, false
	}
	s.exclude = s.exclude != t.not
	for _, v := range values {
		switch v := sqltree.Bare(v).(type) {
		case *sqltree.Constant:
			s.constants = append(s.constants, v)
		case *sqltree.Placeholder:
			s.placeholders = append(s.placeholders, v)
		case *sqltree.Column:
			s.constants = append(s.constants, st.listedBy(v)...)
		}
	}
	if len(s.constants)+len(s.placeholders) == 0 {
		return s, false
	}
	s.what, s.column = column, st.Origins(sqltree.Bare(column))
	return s, len(s.column) > 0
}

// listedBy returns the constants that a column of a list holds, as of (VALUES (1), (2)) AS v(id); nil where it is no
// list. A list of several columns tells nothing: another column may choose among its rows.
func (st *statement) listedBy(c *sqltree.Column) []*sqltree.Constant {
	ref := st.Refs[c]
	if ref == nil || ref.Relation == nil || ref.Relation.Inner == nil || len(ref.Relation.Inner.Columns) != 1 {
		return nil
	}
	return listed(ref.Relation.Inner.Columns[0], ref.Relation.Inner, sqltree.MaxDepth)
}

// listed returns the constants that are all that the one column of a result holds.
func listed(o *output, r *result, depth int) []*sqltree.Constant {
	if depth == 0 || len(r.Columns) != 1 {
		return nil
	}
	var out []*sqltree.Constant
	add := func(more ...*sqltree.Constant) bool {
		out = append(out, more...)
		return len(more) > 0
	}
	switch q := r.Tree.(type) {
	case *sqltree.Values:
		for _, row := range q.Rows {
			c, ok := sqltree.Bare(row[0]).(*sqltree.Constant)
			if len(row) != 1 || !ok {
				return nil
			}
			add(c)
		}
	case *sqltree.SetOp:
		for _, in := range r.Inputs {
			if q.Op != "UNION" || len(in.Columns) != 1 || !add(listed(in.Columns[0], in, depth-1)...) {
				return nil
			}
		}
	case *sqltree.Select:
		c, ok := sqltree.Bare(o.Expr).(*sqltree.Constant)
		switch {
		case ok && q.From == nil:
			add(c)
		case q.Where == nil && o.Ref != nil && o.Ref.Relation != nil && o.Ref.Relation.Inner != nil &&
			len(o.Ref.Relation.Inner.Columns) == 1:
			return listed(o.Ref.Relation.Inner.Columns[0], o.Ref.Relation.Inner, depth-1)
		}
	}
	return out
}

// id is the concept id that a constant holds.
func id(c *sqltree.Constant) (int64, bool) {
	if c.Kind != sqltree.Int && c.Kind != sqltree.String {
		return 0, false
	}
	n, err := strconv.ParseInt(strings.TrimSpace(c.Text), 10, 64)
	return n, err == nil
}

func isConstant(e sqltree.Expr) bool {
	_, ok := sqltree.Bare(e).(*sqltree.Constant)
	return ok
}

// number returns the value of a numeric constant.
func number(e sqltree.Expr) (float64, bool) {
	c, ok := sqltree.Bare(e).(*sqltree.Constant)
	if !ok || c.Kind != sqltree.Int && c.Kind != sqltree.Decimal && c.Kind != sqltree.Float {
		return 0, false
	}
	n, err := strconv.ParseFloat(c.Text, 64)
	return n, err == nil
}
