package sqltree

import (
	"strconv"
	"strings"
)

// Binding strengths of DuckDB's grammar, weakest first. An expression that binds
// less strongly than its surroundings ask for is put in parentheses.
const (
	lowest   = 0
	precOr   = 1
	precAnd  = 2
	precNot  = 3
	precTest = 6 // IS, =, BETWEEN, IN, LIKE: kept apart by parentheses, whatever the grammar allows
	precOp   = 7 // operators without a rule of their own
	precAdd  = 8
	precMul  = 9
	precPow  = 10
	precSign = 13
	tight    = 16 // names, literals, calls
)

// strength returns how strongly the outermost operator of e binds.
func strength(e Expr) int {
	switch e := e.(type) {
	case *Or:
		return precOr
	case *And:
		return precAnd
	case *Not:
		return precNot
	case *Compare, *IsNull, *IsTruth, *Between, *In, *InQuery, *Quantified, *Like:
		return precTest
	case *Exists:
		if e.Not {
			return precNot
		}
	case *Collate, *Lambda:
		return lowest + 1
	case *Constant:
		if strings.HasPrefix(e.Text, "-") && e.Kind != String {
			return precSign
		}
	case *Func:
		if e.Operator {
			return operatorStrength(e)
		}
	}
	return tight
}

func operatorStrength(f *Func) int {
	if len(f.Args) == 1 {
		if f.Name == "-" || f.Name == "+" {
			return precSign
		}
		return precOp
	}
	switch f.Name {
	case "+", "-":
		return precAdd
	case "*", "/", "%", "//":
		return precMul
	case "^", "**":
		return precPow
	}
	return precOp
}

// expr puts e, in parentheses if it binds less strongly than least.
func (p *printer) expr(e Expr, least int) {
	if isNil(e) {
		p.fail(nil, "an expression is missing")
		return
	}
	if strength(e) >= least {
		p.bareExpr(e)
		return
	}
	p.put("(")
	p.aligned(func() { p.bareExpr(e) })
	p.put(")")
}

func (p *printer) exprs(list []Expr) {
	for i, e := range list {
		if i > 0 {
			p.put(", ")
		}
		p.expr(e, lowest)
	}
}

func (p *printer) bareExpr(e Expr) {
	switch e := e.(type) {
	case *Column:
		p.names(e.Names)
	case *Constant:
		p.constant(e)
	case *Placeholder:
		p.placeholder(e)
	case *Func:
		p.function(e)
	case *Window:
		p.window(e)
	case *Named:
		p.put(p.ident(e.Name), " := ")
		p.expr(e.Expr, lowest)
	case *And:
		p.connected(e.Terms, "AND", precAnd)
	case *Or:
		p.connected(e.Terms, "OR", precOr)
	case *Not:
		p.put("NOT ")
		p.expr(e.Expr, tight)
	case *Case:
		p.caseExpr(e)
	case *Star:
		p.star(e)
	case *Other:
		p.fail(e, "this part of SQL is not supported: "+e.Kind)
	default:
		if !p.test(e) && !p.aroundQuery(e) {
			p.misc(e)
		}
	}
}

// connected puts terms with AND or OR between them, one a line if they are too long for one.
func (p *printer) connected(terms []Expr, word string, strength int) {
	all := func(p *printer) {
		for i, t := range terms {
			if i > 0 {
				p.line()
				p.put(word, " ")
			}
			p.expr(t, strength+1)
		}
	}
	if !p.oneLine(all) {
		all(p)
	}
}

// test puts the expressions that are true or false, but for the connectives.
func (p *printer) test(e Expr) bool {
	const side = precTest + 1
	switch e := e.(type) {
	case *Compare:
		p.expr(e.Left, side)
		p.put(" ", e.Op, " ")
		p.expr(e.Right, side)
	case *IsNull:
		p.expr(e.Expr, side)
		p.put(" IS ", not(e.Not), "NULL")
	case *IsTruth:
		p.expr(e.Expr, side)
		p.put(" IS ", not(e.Not), strings.ToUpper(strconv.FormatBool(e.Value)))
	case *Between:
		p.expr(e.Expr, side)
		p.put(" ", not(e.Not), "BETWEEN ")
		p.expr(e.Low, side)
		p.put(" AND ")
		p.expr(e.High, side)
	case *In:
		p.expr(e.Expr, side)
		p.put(" ", not(e.Not), "IN (")
		p.exprs(e.List)
		p.put(")")
	case *Like:
		p.like(e)
	default:
		return false
	}
	return true
}

func (p *printer) like(e *Like) {
	word := "LIKE "
	if e.IgnoreCase {
		word = "ILIKE "
	}
	p.expr(e.Expr, precTest+1)
	p.put(" ", not(e.Not), word)
	p.expr(e.Pattern, precTest+1)
	if e.Escape != nil {
		p.put(" ESCAPE ")
		p.expr(e.Escape, precTest+1)
	}
}

// aroundQuery puts the expressions around a query.
func (p *printer) aroundQuery(e Expr) bool {
	switch e := e.(type) {
	case *Subquery:
		p.subquery(e.Query)
	case *Exists:
		p.put(not(e.Not), "EXISTS ")
		p.subquery(e.Query)
	case *InQuery:
		p.expr(e.Expr, precTest+1)
		p.put(" ", not(e.Not), "IN ")
		p.subquery(e.Query)
	case *Quantified:
		p.expr(e.Left, precTest+1)
		word := "ANY"
		if e.All {
			word = "ALL"
		}
		p.put(" ", e.Op, " ", word, " ")
		p.subquery(e.Query)
	default:
		return false
	}
	return true
}

func not(b bool) string {
	if b {
		return "NOT "
	}
	return ""
}

func (p *printer) misc(e Expr) {
	switch e := e.(type) {
	case *Cast:
		word := "CAST"
		if e.Try {
			word = "TRY_CAST"
		}
		p.put(word, "(")
		p.expr(e.Expr, lowest)
		p.put(" AS ", e.Type, ")")
	case *Extract:
		p.put("EXTRACT(", e.Field, " FROM ")
		p.expr(e.From, lowest)
		p.put(")")
	case *Interval:
		p.interval(e)
	case *Collate:
		p.expr(e.Expr, tight)
		p.put(" COLLATE ", e.Collation)
	case *Lambda:
		p.lambda(e)
	case *Subscript:
		p.subscript(e)
	case *Field:
		p.put("(")
		p.expr(e.Expr, lowest)
		p.put(").", p.ident(e.Name))
	case *Position:
		p.put("#", strconv.FormatInt(e.Index, 10))
	default:
		p.fail(e, "an expression of unknown kind")
	}
}

func (p *printer) placeholder(e *Placeholder) {
	if strings.TrimSpace(e.Text) == "" || strings.Contains(e.Text, "\n") || strings.HasSuffix(e.Text, `\`) {
		p.fail(e, "a placeholder can't say "+strconv.Quote(e.Text))
		return
	}
	p.put(e.String())
}

func (p *printer) names(names []string) {
	for i, n := range names {
		if i > 0 {
			p.put(".")
		}
		p.put(p.ident(n))
	}
}

func (p *printer) constant(c *Constant) {
	switch c.Kind {
	case Null:
		p.put("NULL")
	case Bool:
		p.put(strings.ToUpper(c.Text))
	case String:
		p.put(p.text(c.Text))
	case Date:
		p.put("DATE ", p.text(c.Text))
	case Time:
		p.put("TIME ", p.text(c.Text))
	case Timestamp:
		p.put("TIMESTAMP ", p.text(c.Text))
	default:
		p.put(c.Text)
	}
}
