package privacy

import (
	"slices"
	"strings"

	"github.com/askomop/askomop/omop/sqltree"
)

// What a window tells of rows in an order, such as the number of the row before or a running total, tells the numbers
// of these rows one by one. They are set against others where they stand in a column:
//
//	year  people  born before 1986  LAG(people)
//
// So beside other numbers it is shown only with the number that it is made of, and only where nothing of that one is
// hidden. By itself, the numbers that it tells are looked at as if they were shown (headcount.unseen).

// rowNumber is the number of a row of which a window is made.
type rowNumber struct {
	in   *env
	text string        // of the expression
	item *sqltree.Item // where the list has it; nil where it has it not
	adds bool          // it is added up
	cut  bool          // rows may have been left out after the window was computed
}

const windowOfWindow = "a window over what a window has computed tells numbers of rows that stand nowhere; over the numbers themselves it is shown"

const besideItsRows = "beside other numbers, that of another row or a running total is shown only with the number itself in a column, such as COUNT(*) beside LAG(COUNT(*)) OVER (…)"

// shift finds groups that are joined to other groups than their own: ON y.year = x.year + 1, or by a key that is made
// of another one below. Their numbers are those of another row, as LEAD is.
func (v *env) shift() {
	var groups []*source
	for _, s := range v.sources {
		if s.rows() == groupRows && !s.isOneRow() {
			groups = append(groups, s)
		}
	}
	for _, e := range v.joins() {
		var of []*source
		for _, s := range groups {
			if v.reads(e, s) {
				of = append(of, s)
			}
		}
		if v.a.closed && len(of) > 1 && !v.isAligned(e) {
			of[len(of)-1].shifted, v.a.shifted = true, true
		}
	}
}

// isAligned reports whether a condition says that two groups are of the same: that two keys are, of which none is made
// of another one by arithmetic that the other does not have.
func (v *env) isAligned(e sqltree.Expr) bool {
	eq, ok := e.(*sqltree.Compare)
	if !ok || eq.Op != "=" {
		return false
	}
	left, ok1 := eq.Left.(*sqltree.Column)
	right, ok2 := eq.Right.(*sqltree.Column)
	if !ok1 || !ok2 {
		return sqltree.Equal(eq.Left, eq.Right)
	}
	l, r := v.resolve(left), v.resolve(right)
	if l.origin != nil && r.origin != nil {
		text := bareText(l.origin.Expr)
		if l.origin == r.origin || text != "" && text == bareText(r.origin.Expr) {
			return true
		}
	}
	return !v.isMade(left) && !v.isMade(right)
}

// isMade reports whether a key is made of what is recorded by more than taking a part of it: month_of_birth + 1.
func (v *env) isMade(e sqltree.Expr) bool {
	switch x := e.(type) {
	case nil, *sqltree.Constant:
		return false
	case *sqltree.Cast:
		return v.isMade(x.Expr)
	case *sqltree.Extract:
		return v.isMade(x.From)
	case *sqltree.Func:
		switch strings.ToLower(x.Name) {
		case "year", "quarter", "month", "day", "date_part", "datepart", "date_trunc", "datetrunc", "strftime", "lower",
			"upper", "trim":
			return slices.ContainsFunc(x.Args, v.isMade)
		}
	case *sqltree.Column:
		src, _, ok := v.findSource(x)
		return !ok || src.q != nil && src.q.isMade(src.place(x.Name()))
	}
	return true
}

func (q *query) isMade(i int) bool {
	if len(q.inputs) > 0 {
		return slices.ContainsFunc(q.inputs, func(in *query) bool { return in.isMade(i) })
	}
	return q.env != nil && (q.item(i) == nil || q.env.isMade(q.item(i)))
}

// rowNumbers are the numbers of rows of which a window over groups in an order is made.
func (v *env) rowNumbers(w *sqltree.Window) []*rowNumber {
	name := strings.ToLower(w.Func.Name)
	if !v.a.closed || len(w.OrderBy) == 0 && name != "lag" && name != "lead" {
		return nil
	}
	e := argument(w.Func)
	if e == nil || !v.expr(e).ofGroups() {
		return nil
	}
	text, _ := sqltree.FormatNode(e)
	return []*rowNumber{{in: v, text: text, item: v.listedAs(e), adds: name != "lag" && name != "lead"}}
}

// isSame reports whether two windows are made of the same number.
func (n *rowNumber) isSame(o *rowNumber) bool {
	return n.item != nil && n.item == o.item || n.in == o.in && n.text == o.text
}

// column is where a query puts the number out; -1 where it does not.
func (n *rowNumber) column(q *query) int {
	return slices.IndexFunc(q.cols, func(c *column) bool {
		return n.item != nil && c.origin == n.item && !slices.ContainsFunc(c.rowsOf, n.isSame)
	})
}

// besideRows hides windows over rows in an order whose numbers stand in no column, where the result tells others.
func (q *query) besideRows() {
	if !q.a.closed || q.rows == personRows {
		return
	}
	isCut := q.env != nil && q.env.cutsRows()
	for _, c := range q.cols {
		for _, n := range c.rowsOf {
			at := n.column(q)
			why := ""
			switch {
			case at < 0 && q.tellsOther(n, -1):
				why = besideItsRows
			case at >= 0 && (isCut || n.cut) && (n.adds || q.tellsOther(n, at)):
				why = besideRowsLeftOut
			}
			if why != "" && c.kind != Unproven {
				c.kind, c.why = Unproven, why
			}
		}
	}
}

const besideRowsLeftOut = "beside other numbers, that of another row or a running total is shown only of all rows, since it tells of those that are left out; with WHERE before GROUP BY it is shown"

// cutsRows reports whether a SELECT leaves rows out after its windows are computed.
func (v *env) cutsRows() bool {
	s := v.sel
	return s != nil && (s.Limit != nil || s.Offset != nil || s.Qualify != nil || len(s.DistinctOn) > 0)
}

// leavesOutRows reports whether a SELECT may leave out some of the rows that it reads.
func (v *env) leavesOutRows() bool {
	several := len(v.sources) > 1 && slices.ContainsFunc(v.sources[1:], func(s *source) bool { return !s.isOneRow() })
	return several || v.cutsRows() || v.sel != nil && v.sel.Where != nil ||
		slices.ContainsFunc(v.sources, func(s *source) bool {
			return s.q != nil && s.q.env != nil && s.q.env.cutsRows()
		})
}

func cutRows(list []*rowNumber) []*rowNumber {
	var out []*rowNumber
	for _, n := range list {
		copied := *n
		copied.cut = true
		out = append(out, &copied)
	}
	return out
}

// tellsOther reports whether a result tells another number than windows of one, in other columns than its own.
func (q *query) tellsOther(n *rowNumber, own int) bool {
	return slices.ContainsFunc(q.cols, func(c *column) bool {
		if own >= 0 && (c == q.cols[own] || !c.counts()) {
			return false
		}
		isOther := func(o *rowNumber) bool { return !o.isSame(n) }
		isRow := func(at *headcount) bool { return !at.window }
		return c.kind.aggregated() && (len(c.rowsOf) == 0 || slices.ContainsFunc(c.rowsOf, isOther) ||
			own < 0 && slices.ContainsFunc(c.numbersTold(), isRow))
	})
}

// counts reports whether a column tells numbers of people or records.
func (c *column) counts() bool {
	isCount := func(at *headcount) bool { return at.unit != noUnit }
	return c.kind.counts() || c.sum || slices.ContainsFunc(c.numbersTold(), isCount)
}

// rowColumns are the columns with the numbers of rows of which a window in an order is made.
func (q *query) rowColumns(c *column) []int {
	var out []int
	for _, n := range c.rowsOf {
		if i := n.column(q); i >= 0 && !slices.Contains(out, i) {
			out = append(out, i)
		}
	}
	return out
}

// hideBesideRows hides windows over rows in an order of which a number is hidden, where the result counts something
// else: of 239, 440 and 661 people so far, of whom 238, 439 and 659 were born before 1985, the totals of three months
// would tell of two.
func (s *sheet) hideBesideRows() {
	for c, col := range s.shown {
		isHidden := slices.ContainsFunc(col.rowsOf, func(of int) bool {
			isHiddenIn := func(row []state) bool { return row[of] != visible }
			return s.countsOther(of) && slices.ContainsFunc(s.cells, isHiddenIn)
		})
		for r := range s.cells {
			if isHidden && s.cells[r][c] == visible {
				s.cells[r][c] = hidden
			}
		}
	}
}

// countsOther reports whether a result tells a number of people or records beside that of a column.
func (s *sheet) countsOther(of int) bool {
	return slices.ContainsFunc(s.tallies, func(t tally) bool {
		col := s.shown[t.column]
		isOf := t.column == of || t.value == of ||
			slices.Contains(col.rowsOf, of) && (t.number.window || col.kind.counts() && !col.compound)
		return !isOf && !t.number.only && !t.over
	})
}
