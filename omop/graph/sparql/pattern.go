package sparql

import (
	"slices"
	"strings"
)

// group reads { … }.
func (p *parser) group() *Group {
	defer p.nest()()
	g := &Group{Pos: p.tok.start}
	p.expectSign("{", "where a group begins")
	if p.isWord("SELECT") {
		g.Elements = append(g.Elements, p.query())
		p.expectSign("}", "behind a sub-select")
		return g
	}
	for !p.acceptSign("}") {
		if e := p.element(g); e != nil {
			g.Elements = append(g.Elements, e)
		}
	}
	return g
}

// element reads one element of a group; nil for the point between two.
func (p *parser) element(g *Group) Element {
	p.refuseUnsupported()
	at := p.tok.start
	switch {
	case p.acceptWord("OPTIONAL"):
		return p.pointed(&Optional{p.group()})
	case p.acceptWord("MINUS"):
		return p.pointed(&Minus{p.group()})
	case p.acceptWord("FILTER"):
		return p.pointed(&Filter{at, p.constraint()})
	case p.acceptWord("BIND"):
		if !p.isSign("(") {
			p.fail("BIND needs (expression AS ?name), not %s", p.found())
		}
		b := &Bind{*p.item()}
		if slices.Contains(Visible(g), b.Var) {
			p.failAt(at, "?%s has a value already where BIND gives it one", b.Var)
		}
		return p.pointed(b)
	case p.acceptWord("VALUES"):
		return p.pointed(p.values())
	case p.isSign("{"):
		branches := []*Group{p.group()}
		for p.acceptWord("UNION") {
			branches = append(branches, p.group())
		}
		if len(branches) > 1 {
			return p.pointed(&Union{branches})
		}
		return p.pointed(branches[0])
	case p.tok.kind == tokEOF:
		p.failAt(g.Pos, "the group that begins here is not closed with }")
	}
	return p.triples()
}

// pointed skips the point that may stand behind an element.
func (p *parser) pointed(e Element) Element {
	p.acceptSign(".")
	return e
}

// triples reads a basic graph pattern. FILTERs may stand within it, so the label of a blank node may be used up to the
// next element that is none.
func (p *parser) triples() Element {
	t := &Triples{}
	p.current = t
	for {
		p.subject()
		if !p.acceptSign(".") || !p.startsTerm() {
			return t
		}
	}
}

func (p *parser) startsTerm() bool {
	switch p.tok.kind {
	case tokVar, tokIRI, tokName, tokBlank, tokString, tokInteger, tokDecimal, tokDouble:
		return true
	}
	return p.isSign("[") || p.isSign("(") || p.isSign("-") || p.isSign("+") || p.isWord("true", "false")
}

// subject reads a subject with all that is said of it.
func (p *parser) subject() {
	if p.isSign("[") || p.isSign("(") {
		s, bare := p.node()
		if bare || p.startsVerb() {
			p.properties(s)
		}
		return
	}
	if p.tok.kind == tokPlaceholder {
		p.fail("a placeholder is a set of concepts and stands where an object does: ?event omop:has_concept %s",
			p.found())
	}
	p.properties(p.term())
}

func (p *parser) startsVerb() bool {
	switch p.tok.kind {
	case tokVar, tokIRI, tokName:
		return true
	}
	return p.isWord("a") || p.isSign("^") || p.isSign("(") || p.isSign("!")
}

// properties reads verb object, object ; verb object …
func (p *parser) properties(s Term) {
	for {
		at := p.tok.start
		path := p.verb()
		for {
			// The pattern stands before those of a bracketed object, as it is written.
			t := &Triple{Pos: at, Subject: s, Predicate: path}
			p.current.List = append(p.current.List, t)
			t.Object, _ = p.node()
			if !p.acceptSign(",") {
				break
			}
		}
		if !p.acceptSign(";") {
			return
		}
		for p.acceptSign(";") {
		}
		if !p.startsVerb() {
			return
		}
	}
}

func (p *parser) verb() Path {
	if p.tok.kind == tokVar {
		return p.variable()
	}
	return p.path()
}

// node reads an object, or a subject that may be bracketed; bare is set for a term, [] and a list's
// absence of anything said of it.
func (p *parser) node() (t Term, bare bool) {
	defer p.nest()()
	at := p.tok.start
	switch {
	case p.acceptSign("["):
		v := &Var{Pos: at, Name: p.freshName()}
		if p.acceptSign("]") {
			return v, true
		}
		p.properties(v)
		p.expectSign("]", "behind the properties of a blank node")
		return v, false
	case p.acceptSign("("):
		return p.list(at), false
	}
	return p.term(), true
}

// list reads (a b …): a chain of blank nodes by rdf:first and rdf:rest.
func (p *parser) list(at int) Term {
	if p.acceptSign(")") {
		return &IRI{at, RDF + "nil"}
	}
	node := &Var{Pos: at, Name: p.freshName()}
	first := &Triple{Pos: at, Subject: node, Predicate: &IRI{at, RDF + "first"}}
	p.current.List = append(p.current.List, first)
	first.Object, _ = p.node()
	rest := &Triple{Pos: at, Subject: node, Predicate: &IRI{at, RDF + "rest"}}
	p.current.List = append(p.current.List, rest)
	rest.Object = p.list(p.tok.start)
	return node
}

// term reads a variable, an IRI, a literal, a blank node or a placeholder.
func (p *parser) term() Term {
	t := p.tok
	switch t.kind {
	case tokVar:
		return p.variable()
	case tokIRI, tokName:
		return p.iri()
	case tokPlaceholder:
		p.advance()
		return &Placeholder{t.start, t.placeholder}
	case tokBlank:
		p.advance()
		if was, ok := p.blanks[t.text]; ok && was != p.current {
			p.failAt(t.start, "the blank node _:%s stands in another group of patterns already", t.text)
		}
		p.blanks[t.text] = p.current
		return &Var{Pos: t.start, Name: "_:" + t.text}
	}
	if l := p.literal(); l != nil {
		return l
	}
	p.refuseUnsupported()
	p.fail("a variable, an IRI, a literal or a placeholder is missing before %s", p.found())
	return nil
}

func (p *parser) iri() *IRI {
	t := p.tok
	p.advance()
	if t.kind == tokIRI {
		return &IRI{t.start, p.resolve(t.text)}
	}
	prefix, local, _ := strings.Cut(t.text, ":")
	base, ok := p.prefixes[prefix]
	if !ok {
		p.failAt(t.start, "the prefix %s: is not declared; write PREFIX %s: <…> at the beginning", prefix, prefix)
	}
	return &IRI{t.start, base + unescapeLocal(local)}
}

// unescapeLocal takes the \ off the characters that it escapes in a local name.
func unescapeLocal(s string) string {
	var b strings.Builder
	for i := 0; i < len(s); i++ {
		if s[i] == '\\' && i+1 < len(s) {
			i++
		}
		b.WriteByte(s[i])
	}
	return b.String()
}

// literal reads a literal; nil where there is none.
func (p *parser) literal() *Literal {
	t := p.tok
	sign := ""
	if p.isSign("-") || p.isSign("+") {
		sign = t.text
		p.advance()
		if p.tok.kind < tokInteger || p.tok.kind > tokDouble || p.tok.start != t.end {
			p.failAt(t.start, "a number is missing behind %s", sign)
		}
	}
	switch {
	case p.tok.kind == tokString:
		return p.stringLiteral()
	case p.tok.kind >= tokInteger && p.tok.kind <= tokDouble:
		datatype := map[tokenKind]string{tokInteger: XSDInteger, tokDecimal: XSDDecimal,
			tokDouble: XSDDouble}[p.tok.kind]
		l := &Literal{Pos: t.start, Text: sign + p.tok.text, Datatype: datatype}
		p.advance()
		return l
	case p.isWord("true", "false"):
		p.advance()
		return &Literal{Pos: t.start, Text: strings.ToLower(t.text), Datatype: XSDBoolean}
	}
	return nil
}

func (p *parser) stringLiteral() *Literal {
	l := &Literal{Pos: p.tok.start, Text: p.tok.text, Datatype: XSDString}
	p.advance()
	switch {
	case p.tok.kind == tokLang:
		l.Lang, l.Datatype = strings.ToLower(p.tok.text), LangString
		p.advance()
	case p.acceptSign("^^"):
		if p.tok.kind != tokIRI && p.tok.kind != tokName {
			p.fail("^^ needs a datatype, such as xsd:date, not %s", p.found())
		}
		l.Datatype = p.iri().Value
	}
	return l
}

// values reads ?v { … } or (?a ?b) { (…) … }.
func (p *parser) values() *Values {
	v := &Values{}
	single := p.tok.kind == tokVar
	if single {
		v.Vars = []string{p.variable().Name}
	} else {
		p.expectSign("(", "before the variables of VALUES")
		for !p.acceptSign(")") {
			v.Vars = append(v.Vars, p.variable().Name)
		}
	}
	p.expectSign("{", "before the rows of VALUES")
	for !p.acceptSign("}") {
		if single {
			v.Rows = append(v.Rows, []Term{p.value()})
			continue
		}
		at := p.tok.start
		p.expectSign("(", "before a row of VALUES")
		var row []Term
		for !p.acceptSign(")") {
			row = append(row, p.value())
		}
		if len(row) != len(v.Vars) {
			p.failAt(at, "this row has %d values, and VALUES has %d variables", len(row), len(v.Vars))
		}
		v.Rows = append(v.Rows, row)
	}
	return v
}

// value reads a term of VALUES; nil for UNDEF.
func (p *parser) value() Term {
	if p.acceptWord("UNDEF") {
		return nil
	}
	if p.tok.kind == tokVar || p.tok.kind == tokBlank {
		p.fail("VALUES holds IRIs, literals and UNDEF, not %s", p.found())
	}
	return p.term()
}
