package sqltree

import (
	"fmt"
	"strings"
)

// lineWidth is where a line is broken if it can be.
const lineWidth = 100

// Format writes the statement as a careful person would: a clause, a join and a
// term of WHERE a line, subqueries indented by two blanks. It ends without semicolon
// and without line end. What the tree can't say as SQL, an *Other above all, is an
// error.
//
// Parsing the text gives the same tree again, and formatting that the same text.
func Format(s *Statement) (string, error) { return FormatNode(s.Query) }

// Style is how another engine's SQL is spelled where it differs from DuckDB's.
type Style struct {
	Ident       func(name string) string // quotes a name where it has to be
	Text        func(s string) string    // a text's literal
	OrderedList bool                     // ordered aggregates are written WITHIN GROUP (ORDER BY …)
}

// FormatIn writes the statement in a style.
func FormatIn(s *Statement, style Style) (string, error) {
	return (&printer{style: style}).node(s)
}

// FormatNode writes a query, a table reference or an expression.
func FormatNode(n Node) (string, error) {
	return (&printer{style: Style{Ident: Ident, Text: QuoteString}}).node(n)
}

func (p *printer) node(n Node) (string, error) {
	switch n := n.(type) {
	case *Statement:
		p.query(n.Query)
	case *Other:
		p.fail(n, "this part of SQL is not supported: "+n.Kind)
	case Query:
		p.query(n)
	case TableRef:
		p.table(n)
	case Expr:
		p.expr(n, lowest)
	default:
		p.fail(n, fmt.Sprintf("%T does not stand alone", n))
	}
	if p.err != nil {
		return "", fmt.Errorf("write SQL: %w", p.err)
	}
	return p.out.String(), nil
}

// printer writes SQL. A flat printer writes everything on one line and gives up,
// by broken, where that would not read well.
type printer struct {
	style  Style
	out    strings.Builder
	indent int
	column int
	flat   bool
	broken bool
	err    error
}

func (p *printer) ident(name string) string { return p.style.Ident(name) }
func (p *printer) text(s string) string     { return p.style.Text(s) }

func (p *printer) fail(n Node, msg string) {
	if p.err == nil {
		p.err = fmt.Errorf("%s (at offset %d)", msg, pos(n))
	}
}

func (p *printer) put(parts ...string) {
	for _, s := range parts {
		p.out.WriteString(s)
		if i := strings.LastIndexByte(s, '\n'); i >= 0 {
			p.column = len(s) - i - 1
		} else {
			p.column += len(s)
		}
	}
}

// line begins a new line, or puts a blank where the printer is flat.
func (p *printer) line() {
	if p.flat {
		p.put(" ")
		return
	}
	p.put("\n", strings.Repeat(" ", p.indent))
}

// within runs f with the indentation moved by n.
func (p *printer) within(n int, f func()) {
	p.indent += n
	f()
	p.indent -= n
}

// aligned runs f with the indentation at the current column.
func (p *printer) aligned(f func()) {
	was := p.indent
	p.indent = p.column
	f()
	p.indent = was
}

// oneLine puts what f writes if it fits on the rest of the line, and reports whether it did.
func (p *printer) oneLine(f func(*printer)) bool {
	if p.flat {
		f(p)
		return true
	}
	q := &printer{style: p.style, flat: true, column: p.column}
	f(q)
	if q.err == nil && (q.broken || q.column > lineWidth) {
		return false
	}
	p.put(q.out.String())
	if p.err == nil {
		p.err = q.err
	}
	return true
}

// shortPart is the length below which a call or an operation is not torn apart,
// also where the line becomes too long.
const shortPart = 60

// onePart is oneLine for parts of an expression: a short one goes over the edge instead.
func (p *printer) onePart(f func(*printer)) bool {
	if p.oneLine(f) {
		return true
	}
	q := &printer{style: p.style, flat: true}
	f(q)
	if q.broken || q.column > shortPart {
		return false
	}
	p.put(q.out.String())
	return true
}

func (p *printer) query(q Query) {
	switch q := q.(type) {
	case *Select:
		p.with(&q.Common)
		p.selectBody(q)
		p.tail(&q.Common)
	case *SetOp:
		p.with(&q.Common)
		p.setOp(q)
		p.tail(&q.Common)
	case *Values:
		p.with(&q.Common)
		p.put("VALUES ")
		p.list(len(q.Rows), func(p *printer, i int) {
			p.put("(")
			p.exprs(q.Rows[i])
			p.put(")")
		})
		p.tail(&q.Common)
	case *Other:
		p.fail(q, "this part of SQL is not supported: "+q.Kind)
	default:
		p.fail(nil, "a query is missing")
	}
}

func (p *printer) with(c *Common) {
	if len(c.With) == 0 {
		return
	}
	p.broken = true
	p.put("WITH ")
	for _, cte := range c.With {
		if cte.Recursive {
			p.put("RECURSIVE ")
			break
		}
	}
	for i, cte := range c.With {
		if i > 0 {
			p.put(",")
			p.line()
		}
		p.put(p.ident(cte.Name))
		p.columns(cte.Columns)
		if len(cte.Key) > 0 {
			p.put(" USING KEY (")
			p.exprs(cte.Key)
			p.put(")")
		}
		p.put(" AS ")
		p.block(cte.Query)
	}
	p.line()
}

// columns puts " (a, b)", or nothing.
func (p *printer) columns(names []string) {
	if len(names) == 0 {
		return
	}
	quoted := make([]string, len(names))
	for i, n := range names {
		quoted[i] = p.ident(n)
	}
	p.put(" (", strings.Join(quoted, ", "), ")")
}

// block puts a query in parentheses, on lines of its own.
func (p *printer) block(q Query) {
	if p.flat {
		p.put("(")
		p.query(q)
		p.put(")")
		return
	}
	p.put("(")
	p.within(2, func() {
		p.line()
		p.query(q)
	})
	p.line()
	p.put(")")
}

// shortQuery is the length up to which a simple subquery stays on one line.
const shortQuery = 72

// subquery puts a query in parentheses, on one line if it is short and simple.
func (p *printer) subquery(q Query) {
	if p.flat {
		start := p.column
		p.block(q)
		if p.column-start > shortQuery || !isSimple(q) {
			p.broken = true
		}
		return
	}
	if !p.oneLine(func(p *printer) { p.subquery(q) }) {
		p.block(q)
	}
}

// isSimple reports whether q reads well on one line: one table, one condition at most.
func isSimple(q Query) bool {
	s, ok := q.(*Select)
	if !ok {
		_, isValues := q.(*Values)
		return isValues
	}
	if len(s.With) > 0 || !s.GroupBy.Empty() || s.Having != nil || s.Qualify != nil {
		return false
	}
	switch s.From.(type) {
	case *Join, *Subselect:
		return false
	}
	switch s.Where.(type) {
	case *And, *Or:
		return false
	}
	return true
}

func (p *printer) setOp(s *SetOp) {
	op := s.Op
	if s.All {
		op += " ALL"
	}
	if s.ByName {
		op += " BY NAME"
	}
	for i, q := range s.Inputs {
		if i > 0 {
			p.line()
			p.put(op)
			p.line()
		}
		if needsParens(s, i, q) {
			p.block(q)
		} else {
			p.query(q)
		}
	}
}

// needsParens reports whether input i of s must be wrapped: it has clauses of its
// own behind it, or would associate otherwise.
func needsParens(s *SetOp, i int, q Query) bool {
	if !q.Tail().bare() {
		return true
	}
	inner, ok := q.(*SetOp)
	if !ok {
		return false
	}
	if inner.Op == "INTERSECT" {
		return i > 0 && s.Op == "INTERSECT"
	}
	return i > 0 || s.Op == "INTERSECT" || inner.ByName != s.ByName
}

func (p *printer) tail(c *Common) {
	if len(c.OrderBy) > 0 {
		p.line()
		p.put("ORDER BY ")
		p.orders(c.OrderBy)
	}
	if c.Limit != nil {
		p.line()
		p.put("LIMIT ")
		p.expr(c.Limit, tight)
		if c.Percent {
			p.put(" PERCENT")
		}
	}
	if c.Offset != nil {
		if c.Limit == nil {
			p.line()
		} else {
			p.put(" ")
		}
		p.put("OFFSET ")
		p.expr(c.Offset, tight)
	}
}
