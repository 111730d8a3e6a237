package sparql

import (
	"fmt"
	"maps"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"
)

// maxDepth bounds how deep groups and expressions may nest, maxLength how long a query may be.
const (
	maxDepth  = 64
	maxLength = 1 << 18
)

// Parse reads a query. prefixes are those known without a PREFIX line; they may be nil.
func Parse(text string, prefixes map[string]string) (q *Query, err error) {
	p := &parser{lexer: lexer{text: text}, prefixes: map[string]string{}, blanks: map[string]*Triples{}}
	maps.Copy(p.prefixes, prefixes)
	switch {
	case len(text) > maxLength:
		return nil, ErrorAt(text, 0, "the query has %d characters; %d are the most", len(text), maxLength)
	case !utf8.ValidString(text):
		return nil, ErrorAt(text, 0, "the query is not valid UTF-8")
	}
	// The parser gives up by panicking with an *Error, so that no function of the grammar is half error handling.
	defer func() {
		if r := recover(); r != nil {
			e, ok := r.(*Error)
			if !ok {
				panic(r)
			}
			q, err = nil, e
		}
	}()
	p.advance()
	p.prologue()
	q = p.query()
	if p.tok.kind != tokEOF {
		p.fail("%s can't stand behind the query", p.found())
	}
	return q, nil
}

// parser is a recursive descent over the grammar of SPARQL 1.1, a token ahead.
type parser struct {
	lexer
	tok      token
	prefixes map[string]string
	base     *url.URL
	fresh    int // blank nodes and steps of paths named so far
	depth    int
	blanks   map[string]*Triples // the basic graph pattern in which a label was used
	current  *Triples            // the one being read
}

func (p *parser) advance() {
	t, err := p.next()
	if err != nil {
		panic(err)
	}
	p.tok = t
}

func (p *parser) fail(format string, args ...any) { p.failAt(p.tok.start, format, args...) }

func (p *parser) failAt(at int, format string, args ...any) {
	panic(ErrorAt(p.text, at, format, args...))
}

// found says what stands here, for errors.
func (p *parser) found() string {
	if p.tok.kind == tokEOF {
		return "the end of the query"
	}
	return strconv.Quote(p.text[p.tok.start:p.tok.end])
}

// nest counts how deep the reading is; the function it returns goes up again.
func (p *parser) nest() func() {
	if p.depth++; p.depth > maxDepth {
		p.fail("the query nests deeper than %d levels", maxDepth)
	}
	return func() { p.depth-- }
}

func (p *parser) isSign(s string) bool { return p.tok.kind == tokSign && p.tok.text == s }

func (p *parser) isWord(words ...string) bool {
	return p.tok.kind == tokWord && slices.ContainsFunc(words, func(w string) bool {
		return strings.EqualFold(w, p.tok.text)
	})
}

func (p *parser) acceptSign(s string) bool {
	ok := p.isSign(s)
	if ok {
		p.advance()
	}
	return ok
}

func (p *parser) acceptWord(w string) bool {
	ok := p.isWord(w)
	if ok {
		p.advance()
	}
	return ok
}

func (p *parser) expectSign(s, where string) {
	if !p.acceptSign(s) {
		p.fail("%s is missing %s, before %s", s, where, p.found())
	}
}

func (p *parser) expectWord(w string) {
	if !p.acceptWord(w) {
		p.fail("%s is missing before %s", w, p.found())
	}
}

func (p *parser) prologue() {
	for {
		switch {
		case p.acceptWord("PREFIX"):
			name := p.tok.text
			if p.tok.kind != tokName || !strings.HasSuffix(name, ":") {
				p.fail("PREFIX needs a name that ends with a colon, not %s", p.found())
			}
			p.advance()
			p.prefixes[strings.TrimSuffix(name, ":")] = p.iriToken("PREFIX")
		case p.acceptWord("BASE"):
			base, err := url.Parse(p.iriToken("BASE"))
			if err != nil {
				p.fail("BASE is no IRI: %v", err)
			}
			p.base = base
		default:
			return
		}
	}
}

func (p *parser) iriToken(what string) string {
	if p.tok.kind != tokIRI {
		p.fail("%s needs an IRI in <>, not %s", what, p.found())
	}
	iri := p.resolve(p.tok.text)
	p.advance()
	return iri
}

// resolve makes a relative IRI absolute.
func (p *parser) resolve(iri string) string {
	if p.base == nil {
		return iri
	}
	ref, err := url.Parse(iri)
	if err != nil || ref.IsAbs() {
		return iri
	}
	return p.base.ResolveReference(ref).String()
}

// unsupported are the words that begin what this package does not read, with what they are.
var unsupported = map[string]string{
	"ASK": "ASK; count what there is instead: SELECT (COUNT(*) AS ?n)", "CONSTRUCT": "CONSTRUCT; only SELECT is",
	"DESCRIBE": "DESCRIBE; only SELECT is",
	"FROM":     "FROM: there is one graph, that of the database",
	"GRAPH":    "GRAPH: there is one graph, that of the database", "SERVICE": "SERVICE: no other server is asked",
	"INSERT": "INSERT: the database is never written", "DELETE": "DELETE: the database is never written",
	"LOAD":  "LOAD: the database is never written",
	"CLEAR": "CLEAR: the database is never written", "DROP": "DROP: the database is never written",
	"CREATE": "CREATE: the database is never written",
	"ADD":    "ADD: the database is never written", "MOVE": "MOVE: the database is never written",
	"COPY": "COPY: the database is never written", "WITH": "WITH: the database is never written",
}

func (p *parser) refuseUnsupported() {
	if p.tok.kind != tokWord {
		return
	}
	if what, ok := unsupported[strings.ToUpper(p.tok.text)]; ok {
		p.fail("not supported here: %s", what)
	}
}

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
