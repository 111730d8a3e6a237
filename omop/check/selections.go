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
		if isConstant(e.Left) {
			column, values = e.Right, []sqltree.Expr{e.Left}
		}
	case *sqltree.In:
		column, values, s.exclude = e.Expr, e.List, e.Not
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
		}
	}
	if len(s.constants)+len(s.placeholders) == 0 {
		return s, false
	}
	s.what, s.column = column, st.Origins(sqltree.Bare(column))
	return s, len(s.column) > 0
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
