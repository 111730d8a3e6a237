package sparql

import (
	"fmt"
	"slices"
	"strconv"
)

// query reads a SELECT from that word on.
func (p *parser) query() *Query {
	defer p.nest()()
	q := &Query{Pos: p.tok.start, Text: p.text, Limit: -1}
	p.refuseUnsupported()
	if !p.acceptWord("SELECT") {
		p.fail("a query begins with SELECT, not with %s", p.found())
	}
	switch {
	case p.acceptWord("DISTINCT"):
		q.Distinct = true
	case p.acceptWord("REDUCED"): // may be, and is, as without
	}
	if q.Star = p.acceptSign("*"); !q.Star {
		for p.tok.kind == tokVar || p.isSign("(") {
			q.Items = append(q.Items, p.item())
		}
		if len(q.Items) == 0 {
			p.fail("SELECT needs variables, (expression AS ?name) or *, not %s", p.found())
		}
	}
	p.refuseUnsupported()
	p.acceptWord("WHERE")
	q.Where = p.group()
	p.modifiers(q)
	if p.acceptWord("VALUES") {
		q.Values = p.values()
	}
	p.checkSelect(q)
	return q
}

// item reads ?v or (expression AS ?v).
func (p *parser) item() *Item {
	at := p.tok.start
	if p.tok.kind == tokVar {
		v := p.variable()
		return &Item{Pos: at, Var: v.Name, Expr: v}
	}
	p.expectSign("(", "before an expression")
	i := &Item{Pos: at, Expr: p.expr()}
	p.expectWord("AS")
	i.Var = p.variable().Name
	p.expectSign(")", "behind the name of an expression")
	return i
}

func (p *parser) variable() *Var {
	if p.tok.kind != tokVar {
		p.fail("a variable is missing before %s", p.found())
	}
	v := &Var{Pos: p.tok.start, Name: p.tok.text}
	p.advance()
	return v
}

func (p *parser) modifiers(q *Query) {
	if p.acceptWord("GROUP") {
		p.expectWord("BY")
		for p.startsCondition() {
			q.GroupBy = append(q.GroupBy, p.groupKey())
		}
		if len(q.GroupBy) == 0 {
			p.fail("GROUP BY needs a variable or an expression in parentheses, not %s", p.found())
		}
	}
	if p.acceptWord("HAVING") {
		for p.startsCondition() {
			q.Having = append(q.Having, p.constraint())
		}
		if len(q.Having) == 0 {
			p.fail("HAVING needs a condition in parentheses, not %s", p.found())
		}
	}
	if p.acceptWord("ORDER") {
		p.expectWord("BY")
		for p.isWord("ASC", "DESC") || p.startsCondition() {
			q.OrderBy = append(q.OrderBy, p.orderKey())
		}
		if len(q.OrderBy) == 0 {
			p.fail("ORDER BY needs a variable or an expression in parentheses, not %s", p.found())
		}
	}
	for p.isWord("LIMIT", "OFFSET") {
		limit := p.isWord("LIMIT")
		p.advance()
		if n := p.count(); limit {
			q.Limit = n
		} else {
			q.Offset = n
		}
	}
}

// startsCondition reports whether a variable, a bracketed expression or a call begins here.
func (p *parser) startsCondition() bool {
	switch p.tok.kind {
	case tokVar, tokIRI, tokName:
		return true
	case tokWord:
		return isFunction(p.tok.text) || p.isWord("NOT", "EXISTS")
	}
	return p.isSign("(")
}

// constraint reads what FILTER, HAVING and ORDER BY take: a bracketed expression or a call.
func (p *parser) constraint() Expr {
	if p.tok.kind == tokVar {
		p.fail("a condition stands in parentheses: (%s)", p.text[p.tok.start:p.tok.end])
	}
	return p.primary()
}

func (p *parser) groupKey() *Item {
	at := p.tok.start
	if p.tok.kind == tokVar {
		v := p.variable()
		return &Item{Pos: at, Var: v.Name, Expr: v}
	}
	if !p.acceptSign("(") {
		return &Item{Pos: at, Expr: p.primary()}
	}
	i := &Item{Pos: at, Expr: p.expr()}
	if p.acceptWord("AS") {
		i.Var = p.variable().Name
	}
	p.expectSign(")", "behind a key of GROUP BY")
	return i
}

func (p *parser) orderKey() *Order {
	o := &Order{Desc: p.isWord("DESC")}
	if p.isWord("ASC", "DESC") {
		p.advance()
	}
	if p.tok.kind == tokVar {
		o.Expr = p.variable()
	} else {
		o.Expr = p.primary()
	}
	return o
}

func (p *parser) count() int64 {
	n, err := strconv.ParseInt(p.tok.text, 10, 64)
	if p.tok.kind != tokInteger || err != nil {
		p.fail("LIMIT and OFFSET need a whole number, not %s", p.found())
	}
	p.advance()
	return n
}

// checkSelect holds what the grammar can't say: which variables a SELECT may show.
func (p *parser) checkSelect(q *Query) {
	grouped := len(q.GroupBy) > 0
	for _, i := range q.Items {
		grouped = grouped || Aggregates(i.Expr)
	}
	for _, e := range q.Having {
		grouped = grouped || Aggregates(e)
	}
	if q.Star && grouped {
		p.failAt(q.Pos, "SELECT * does not go with GROUP BY; name the columns")
	}
	keys, seen := map[string]bool{}, map[string]bool{}
	for _, k := range q.GroupBy {
		keys[k.Var] = true
	}
	inside := Visible(q.Where)
	for _, i := range q.Items {
		_, plain := i.Expr.(*Var)
		switch {
		case !plain && (seen[i.Var] || slices.Contains(inside, i.Var)):
			p.failAt(i.Pos, "?%s has a value already; give the expression another name", i.Var)
		case grouped:
			p.checkGrouped(i.Expr, keys, seen)
		}
		seen[i.Var] = true
	}
}

// checkGrouped holds that an expression of a grouped query uses keys, aggregates and what stands before it.
func (p *parser) checkGrouped(e Expr, keys, seen map[string]bool) {
	EachVar(e, func(v *Var) {
		if !keys[v.Name] && !seen[v.Name] {
			p.failAt(v.Pos, "?%s is neither in GROUP BY nor in an aggregate", v.Name)
		}
	})
}

// freshName names a blank node or the step of a path.
func (p *parser) freshName() string {
	p.fresh++
	return fmt.Sprintf("_:%d", p.fresh)
}
