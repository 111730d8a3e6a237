package sqltree

import "slices"

func (p *printer) selectBody(s *Select) {
	p.put("SELECT ")
	indent := 7
	if s.Distinct {
		p.put("DISTINCT ")
	}
	if len(s.DistinctOn) > 0 {
		p.put("ON (")
		p.exprs(s.DistinctOn)
		p.put(") ")
	}
	p.within(indent, func() {
		p.list(len(s.List), func(p *printer, i int) { p.item(s.List[i]) })
	})
	if !isNil(s.From) {
		p.line()
		p.put("FROM ")
		p.table(s.From)
	}
	p.condition("WHERE", s.Where)
	p.groupBy(s.GroupBy)
	p.condition("HAVING", s.Having)
	p.condition("QUALIFY", s.Qualify)
}

// list puts n things with commas, on one line if they fit, else one a line.
func (p *printer) list(n int, each func(p *printer, i int)) {
	all := func(p *printer) {
		for i := range n {
			if i > 0 {
				p.put(",")
				p.line()
			}
			each(p, i)
		}
	}
	if !p.oneLine(all) {
		all(p)
	}
}

func (p *printer) item(i *Item) {
	p.expr(i.Expr, lowest)
	if i.Alias != "" {
		p.put(" AS ", p.ident(i.Alias))
	}
}

// condition puts a clause whose terms stand one a line.
func (p *printer) condition(keyword string, e Expr) {
	if e == nil {
		return
	}
	p.line()
	p.put(keyword, " ")
	p.within(2, func() { p.terms(e) })
}

// terms puts the terms of a conjunction, each but the first on a line of its own.
func (p *printer) terms(e Expr) {
	and, ok := e.(*And)
	if !ok {
		p.expr(e, lowest)
		return
	}
	for i, t := range and.Terms {
		if i > 0 {
			p.line()
			p.put("AND ")
		}
		p.expr(t, precAnd+1)
	}
}

func (p *printer) groupBy(g GroupBy) {
	if g.Empty() {
		return
	}
	p.line()
	p.put("GROUP BY ")
	switch {
	case g.All:
		p.put("ALL")
	case g.Sets == nil:
		p.exprs(g.Exprs)
	case len(g.Exprs) == 0:
		p.put("()")
	default:
		p.groupingSets(g)
	}
}

// groupingSets writes the sets as ROLLUP or CUBE where they are one.
func (p *printer) groupingSets(g GroupBy) {
	if n := len(g.Sets[0]); isRollup(g.Sets) {
		p.exprs(g.Exprs[:n])
		if n > 0 {
			p.put(", ")
		}
		p.put("ROLLUP (")
		p.exprs(g.Exprs[n:])
		p.put(")")
		return
	}
	if slices.EqualFunc(g.Sets, cube(len(g.Exprs)), slices.Equal[[]int]) {
		p.put("CUBE (")
		p.exprs(g.Exprs)
		p.put(")")
		return
	}
	p.put("GROUPING SETS (")
	for i, set := range g.Sets {
		if i > 0 {
			p.put(", ")
		}
		p.put("(")
		for j, e := range set {
			if j > 0 {
				p.put(", ")
			}
			p.expr(g.Exprs[e], lowest)
		}
		p.put(")")
	}
	p.put(")")
}

// isRollup reports whether each set adds the next expression to the one before.
func isRollup(sets [][]int) bool {
	if len(sets) < 2 {
		return false
	}
	for i, set := range sets {
		if len(set) != len(sets[0])+i {
			return false
		}
		for j, e := range set {
			if e != j {
				return false
			}
		}
	}
	return true
}

// cube returns the subsets of 0..n-1 in the order in which the parser lists them.
func cube(n int) [][]int {
	if n > 8 { // never written, and 2^n sets
		return nil
	}
	var out [][]int
	var grow func(set []int, next int)
	grow = func(set []int, next int) {
		out = append(out, slices.Clone(set))
		for i := next; i < n; i++ {
			grow(append(set, i), i+1)
		}
	}
	grow([]int{}, 0)
	return out
}

func (p *printer) table(t TableRef) {
	switch t := t.(type) {
	case *BaseTable:
		for _, q := range []string{t.Catalog, t.Schema} {
			if q != "" {
				p.put(p.ident(q), ".")
			}
		}
		p.put(p.ident(t.Name))
		p.alias(t.Alias, t.Columns)
	case *Subselect:
		if t.Lateral {
			p.put("LATERAL ")
		}
		p.subquery(t.Query)
		p.alias(t.Alias, t.Columns)
	case *TableFunc:
		if t.Lateral {
			p.put("LATERAL ")
		}
		p.expr(t.Func, lowest)
		if t.Ordinality {
			p.put(" WITH ORDINALITY")
		}
		p.alias(t.Alias, t.Columns)
	case *Join:
		p.join(t)
	case *Other:
		p.fail(t, "this part of SQL is not supported: "+t.Kind)
	default:
		p.fail(nil, "a table is missing")
	}
}

func (p *printer) alias(alias string, columns []string) {
	if alias == "" {
		return
	}
	p.put(" AS ", p.ident(alias))
	p.columns(columns)
}

func (p *printer) join(j *Join) {
	p.joinSide(j.Left, j.Kind != JoinComma && isComma(j.Left))
	if j.Kind == JoinComma {
		p.put(",")
		p.within(len("FROM "), p.line)
		p.joinSide(j.Right, isComma(j.Right))
		return
	}
	p.line()
	if j.Kind != JoinOn {
		p.put(string(j.Kind), " ")
	}
	if j.Type != "INNER" && j.Type != "" {
		p.put(j.Type, " ")
	}
	p.put("JOIN ")
	_, nested := j.Right.(*Join)
	p.joinSide(j.Right, nested)
	switch {
	case len(j.Using) > 0:
		p.put(" USING")
		p.columns(j.Using)
	case j.On != nil:
		p.on(j.On)
	}
}

func isComma(t TableRef) bool {
	j, ok := t.(*Join)
	return ok && j.Kind == JoinComma
}

func (p *printer) joinSide(t TableRef, parens bool) {
	if !parens {
		p.table(t)
		return
	}
	p.put("(")
	p.within(2, func() { p.table(t) })
	p.put(")")
}

// on puts the condition behind the join if it fits there, else its terms on lines of their own.
func (p *printer) on(e Expr) {
	p.put(" ON ")
	if !p.oneLine(func(p *printer) { p.terms(e) }) {
		p.within(2, func() { p.terms(e) })
	}
}
