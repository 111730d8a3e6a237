package sqltree

import "strings"

func (p *printer) function(f *Func) {
	switch {
	case f.Operator:
		p.operator(f)
	case f.Bare:
		p.put(strings.ToUpper(f.Name))
	case f.Schema == "" && p.putSyntax(f):
	default:
		p.call(f, false)
	}
}

func (p *printer) operator(f *Func) {
	own := operatorStrength(f)
	if len(f.Args) == 1 {
		p.put(f.Name)
		p.expr(f.Args[0], max(own+1, precSign+1))
		return
	}
	if len(f.Args) != 2 {
		p.fail(f, "operator "+f.Name+" without two sides")
		return
	}
	left, right := own, own+1
	if own == precOp && f.Name != "||" { // its rank among its kind is not obvious to a reader
		left = own + 1
	}
	all := func(p *printer) {
		p.expr(f.Args[0], left)
		p.line()
		p.put(f.Name, " ")
		p.expr(f.Args[1], right)
	}
	if !p.onePart(all) {
		p.aligned(func() { all(p) })
	}
}

// putSyntax puts the functions that SQL writes with a syntax of their own.
func (p *printer) putSyntax(f *Func) bool {
	switch {
	case f.Name == "list_value":
		p.put("[")
		p.exprs(f.Args)
		p.put("]")
	case f.Name == "row" && len(f.Args) > 1:
		p.put("(")
		p.exprs(f.Args)
		p.put(")")
	case f.Name == "struct_pack" && allNamed(f.Args):
		p.structPack(f)
	case f.Name == "position" && len(f.Args) == 2:
		p.put("POSITION(")
		p.expr(f.Args[1], tight)
		p.put(" IN ")
		p.expr(f.Args[0], tight)
		p.put(")")
	default:
		return false
	}
	return true
}

func allNamed(args []Expr) bool {
	for _, a := range args {
		if _, ok := a.(*Named); !ok {
			return false
		}
	}
	return len(args) > 0
}

func (p *printer) structPack(f *Func) {
	p.put("{")
	for i, a := range f.Args {
		if i > 0 {
			p.put(", ")
		}
		n := a.(*Named)
		p.put(p.text(n.Name), ": ")
		p.expr(n.Expr, lowest)
	}
	p.put("}")
}

// call puts name(arguments) with what belongs to an aggregate.
func (p *printer) call(f *Func, ignoreNulls bool) {
	name, within := f.Name, f.WithinGroup()
	if within {
		name = strings.Replace(name, "quantile_", "percentile_", 1)
	}
	within = within || p.style.OrderedList && len(f.OrderBy) > 0
	if f.Schema != "" {
		p.put(p.ident(f.Schema), ".")
	}
	p.put(funcName(name), "(")
	if f.Distinct {
		p.put("DISTINCT ")
	}
	if f.Star {
		p.put("*")
	}
	p.args(f.Args)
	if len(f.OrderBy) > 0 && !within {
		if len(f.Args) > 0 {
			p.put(" ")
		}
		p.put("ORDER BY ")
		p.orders(f.OrderBy)
	}
	if ignoreNulls {
		p.put(" IGNORE NULLS")
	}
	p.put(")")
	if within {
		p.put(" WITHIN GROUP (ORDER BY ")
		p.orders(f.OrderBy)
		p.put(")")
	}
	if f.Filter != nil {
		p.put(" FILTER (WHERE ")
		p.expr(f.Filter, lowest)
		p.put(")")
	}
}

// args puts arguments one below the other where they are too long for one line.
func (p *printer) args(list []Expr) {
	all := func(p *printer) {
		for i, e := range list {
			if i > 0 {
				p.put(",")
				p.line()
			}
			p.expr(e, lowest)
		}
	}
	if !p.onePart(all) {
		p.aligned(func() { all(p) })
	}
}

// callable are keywords that SQL nevertheless takes before a parenthesis.
var callable = map[string]bool{
	"coalesce": true, "grouping": true, "nullif": true, "substring": true, "trim": true, "overlay": true,
	"position": true,
	"row":      true, "map": true, "left": true, "right": true, "struct": true, "float": true, "time": true,
	"timestamp": true,
	"glob":      true, "columns": true, "unpack": true, "tuple": true,
}

func funcName(name string) string {
	if isPlainName(name) && (callable[name] || !keywords()[name]) {
		return strings.ToUpper(name)
	}
	return quote(name)
}

func (p *printer) orders(list []*Order) {
	for i, o := range list {
		if i > 0 {
			p.put(", ")
		}
		if s, ok := o.Expr.(*Star); ok && s.Columns && s.Pattern == nil {
			p.put("ALL")
		} else {
			p.expr(o.Expr, lowest)
		}
		if o.Desc {
			p.put(" DESC")
		}
		if o.Nulls != "" {
			p.put(" NULLS ", o.Nulls)
		}
	}
}

func (p *printer) window(w *Window) {
	p.call(w.Func, w.IgnoreNulls)
	p.put(" OVER (")
	p.aligned(func() {
		if !p.oneLine(w.put) {
			w.put(p)
		}
	})
	p.put(")")
}

// put puts what stands between the parentheses of OVER.
func (w *Window) put(p *printer) {
	between := func() {}
	if len(w.PartitionBy) > 0 {
		p.put("PARTITION BY ")
		p.exprs(w.PartitionBy)
		between = p.line
	}
	if len(w.OrderBy) > 0 {
		between()
		p.put("ORDER BY ")
		p.orders(w.OrderBy)
		between = p.line
	}
	f := w.Frame
	if f == nil {
		return
	}
	between()
	p.put(f.Mode, " BETWEEN ")
	p.bound(f.Start)
	p.put(" AND ")
	p.bound(f.End)
	if f.Exclude != "" {
		p.put(" EXCLUDE ", f.Exclude)
	}
}

func (p *printer) bound(b Bound) {
	if b.Expr != nil {
		p.expr(b.Expr, precAdd)
		p.put(" ")
	}
	p.put(b.Kind)
}

// caseExpr keeps a short CASE on one line and gives a long one a line a branch.
func (p *printer) caseExpr(c *Case) {
	all := func(p *printer) {
		p.put("CASE")
		if c.Operand != nil {
			p.put(" ")
			p.expr(c.Operand, lowest)
		}
		p.within(2, func() {
			for _, w := range c.Whens {
				p.line()
				p.put("WHEN ")
				p.expr(w.If, lowest)
				p.put(" THEN ")
				p.expr(w.Then, lowest)
			}
			if c.Else != nil {
				p.line()
				p.put("ELSE ")
				p.expr(c.Else, lowest)
			}
		})
		p.line()
		p.put("END")
	}
	if !p.oneLine(all) {
		p.aligned(func() { all(p) })
	}
}

func (p *printer) interval(i *Interval) {
	p.put("INTERVAL ")
	if i.Expr != nil {
		p.put("(")
		p.expr(i.Expr, lowest)
		p.put(")")
	} else {
		p.put(p.text(i.Value))
	}
	if i.Unit != "" {
		p.put(" ", i.Unit)
	}
}

func (p *printer) star(s *Star) {
	if s.Columns {
		p.put("COLUMNS(")
		defer p.put(")")
		if s.Pattern != nil {
			p.expr(s.Pattern, lowest)
			return
		}
	}
	if s.Table != "" {
		p.put(p.ident(s.Table), ".")
	}
	p.put("*")
	if len(s.Exclude) > 0 {
		p.put(" EXCLUDE")
		p.columns(s.Exclude)
	}
	if len(s.Replace) > 0 {
		p.put(" REPLACE (")
		for i, r := range s.Replace {
			if i > 0 {
				p.put(", ")
			}
			p.expr(r.Expr, lowest)
			p.put(" AS ", p.ident(r.Name))
		}
		p.put(")")
	}
}

// lambda puts "lambda x, y: body", or the arrow it was written with.
func (p *printer) lambda(l *Lambda) {
	if !l.Keyword {
		p.expr(l.Left, tight)
		p.put(" -> ")
		p.expr(l.Body, precOp+1)
		return
	}
	p.put("LAMBDA ")
	if row, ok := l.Left.(*Func); ok && row.Name == "row" {
		p.exprs(row.Args)
	} else {
		p.expr(l.Left, tight)
	}
	p.put(" : ")
	p.expr(l.Body, lowest)
}

func (p *printer) subscript(s *Subscript) {
	if f, ok := s.Expr.(*Func); ok && f.Name == "array_agg" { // only so does PostgreSQL take it, too
		p.put("(")
		p.expr(s.Expr, lowest)
		p.put(")")
	} else {
		p.expr(s.Expr, tight)
	}
	p.put("[")
	for i, a := range s.Args {
		if i > 0 {
			p.put(":")
		}
		if a != nil {
			p.expr(a, precOp)
		} else if !s.Slice {
			p.fail(s, "a subscript is missing")
		}
	}
	p.put("]")
}
