package sparql

import "strings"

// precedence of the operators with two arguments, weakest first.
var precedence = [][]string{{"||"}, {"&&"}, {"=", "!=", "<=", ">=", "<", ">"}, {"+", "-"}, {"*", "/"}}

func (p *parser) expr() Expr { return p.binary(0) }

func (p *parser) binary(level int) Expr {
	if level == len(precedence) {
		return p.unary()
	}
	defer p.nestAt(level)()
	left := p.binary(level + 1)
	for {
		op := p.operator(level)
		at := p.tok.start
		switch {
		case op != "":
			p.advance()
			left = &Op{at, op, []Expr{left, p.binary(level + 1)}}
		case level == 2 && p.isWord("IN", "NOT"):
			left = p.in(left)
		default:
			return left
		}
		if level == 2 {
			return left
		}
	}
}

// nestAt counts one level for each bracket, not for each level of precedence.
func (p *parser) nestAt(level int) func() {
	if level > 0 {
		return func() {}
	}
	return p.nest()
}

func (p *parser) operator(level int) string {
	for _, op := range precedence[level] {
		if p.isSign(op) {
			return op
		}
	}
	return ""
}

func (p *parser) in(left Expr) Expr {
	e := &In{Pos: p.tok.start, Expr: left, Not: p.acceptWord("NOT")}
	p.expectWord("IN")
	e.List = p.args()
	return e
}

func (p *parser) unary() Expr {
	at := p.tok.start
	for _, op := range []string{"!", "-", "+"} {
		if p.isSign(op) {
			defer p.nest()()
			p.advance()
			return &Op{at, op, []Expr{p.unary()}}
		}
	}
	return p.primary()
}

func (p *parser) primary() Expr {
	defer p.nest()()
	switch {
	case p.acceptSign("("):
		e := p.expr()
		p.expectSign(")", "behind an expression")
		return e
	case p.tok.kind == tokIRI || p.tok.kind == tokName:
		i := p.iri()
		if p.isSign("(") {
			return &Call{Pos: i.Pos, Name: i.Value, Args: p.args()}
		}
		return i
	case p.isWord("NOT", "EXISTS"):
		e := &Exists{Pos: p.tok.start, Not: p.acceptWord("NOT")}
		p.expectWord("EXISTS")
		outer := p.current
		e.Group = p.group()
		p.current = outer
		return e
	case p.tok.kind == tokWord && !p.isWord("true", "false"):
		return p.call()
	case p.tok.kind == tokBlank:
		p.fail("a blank node can't stand in an expression")
	}
	return p.term()
}

func (p *parser) args() []Expr {
	p.expectSign("(", "before the arguments")
	var list []Expr
	for !p.acceptSign(")") {
		if len(list) > 0 {
			p.expectSign(",", "between two arguments")
		}
		list = append(list, p.expr())
	}
	return list
}

func (p *parser) call() Expr {
	c := &Call{Pos: p.tok.start, Name: strings.ToUpper(p.tok.text)}
	if !isFunction(c.Name) {
		p.refuseUnsupported()
		p.fail("%s is not a function of SPARQL", p.found())
	}
	p.advance()
	if !c.IsAggregate() {
		c.Args = p.args()
		if n := arity[c.Name]; len(c.Args) < n[0] || n[1] >= 0 && len(c.Args) > n[1] {
			p.failAt(c.Pos, "%s takes %s, not %d", c.Name, many(n), len(c.Args))
		}
		return c
	}
	p.expectSign("(", "before the argument of "+c.Name)
	c.Distinct = p.acceptWord("DISTINCT")
	if c.Star = c.Name == "COUNT" && p.acceptSign("*"); !c.Star {
		c.Args = []Expr{p.expr()}
		if Aggregates(c.Args[0]) {
			p.failAt(c.Pos, "an aggregate can't stand in an aggregate; use a sub-select")
		}
	}
	if c.Name == "GROUP_CONCAT" {
		c.Separator = p.separator()
	}
	p.expectSign(")", "behind the argument of "+c.Name)
	return c
}

func (p *parser) separator() string {
	if !p.acceptSign(";") {
		return " "
	}
	p.expectWord("SEPARATOR")
	p.expectSign("=", "behind SEPARATOR")
	if p.tok.kind != tokString {
		p.fail("SEPARATOR needs a string, not %s", p.found())
	}
	s := p.tok.text
	p.advance()
	return s
}

func isFunction(name string) bool {
	name = strings.ToUpper(name)
	_, ok := arity[name]
	return ok || aggregates[name]
}

var aggregates = map[string]bool{"COUNT": true, "SUM": true, "AVG": true, "MIN": true, "MAX": true, "SAMPLE": true,
	"GROUP_CONCAT": true}

// arity has the least and the most arguments of the functions; -1 is any number.
var arity = map[string][2]int{
	"STR": {1, 1}, "LANG": {1, 1}, "LANGMATCHES": {2, 2}, "DATATYPE": {1, 1}, "BOUND": {1, 1}, "IRI": {1, 1},
	"URI": {1, 1}, "BNODE": {0, 1}, "RAND": {0, 0},
	"ABS": {1, 1}, "CEIL": {1, 1}, "FLOOR": {1, 1}, "ROUND": {1, 1}, "CONCAT": {0, -1}, "STRLEN": {1, 1},
	"SUBSTR": {2, 3}, "UCASE": {1, 1}, "LCASE": {1, 1},
	"ENCODE_FOR_URI": {1, 1}, "CONTAINS": {2, 2}, "STRSTARTS": {2, 2}, "STRENDS": {2, 2}, "STRBEFORE": {2, 2},
	"STRAFTER": {2, 2}, "REPLACE": {3, 4}, "REGEX": {2, 3},
	"YEAR": {1, 1}, "MONTH": {1, 1}, "DAY": {1, 1}, "HOURS": {1, 1}, "MINUTES": {1, 1}, "SECONDS": {1, 1},
	"TIMEZONE": {1, 1}, "TZ": {1, 1}, "NOW": {0, 0},
	"UUID": {0, 0}, "STRUUID": {0, 0}, "MD5": {1, 1}, "SHA1": {1, 1}, "SHA256": {1, 1}, "SHA384": {1, 1},
	"SHA512":   {1, 1},
	"COALESCE": {0, -1}, "IF": {3, 3}, "STRLANG": {2, 2}, "STRDT": {2, 2}, "SAMETERM": {2, 2}, "ISIRI": {1, 1},
	"ISURI": {1, 1}, "ISBLANK": {1, 1}, "ISLITERAL": {1, 1}, "ISNUMERIC": {1, 1},
}

func many(n [2]int) string {
	words := []string{"no argument", "one argument", "two arguments", "three arguments", "four arguments"}
	switch {
	case n[1] < 0:
		return "any number of arguments"
	case n[0] == n[1]:
		return words[n[0]]
	}
	return words[n[0]] + " to " + words[n[1]]
}
