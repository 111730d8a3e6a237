package sparql

import (
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
