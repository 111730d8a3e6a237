package sparql

import (
	"errors"
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/askomop/askomop/omop/sqltree"
)

// Error is a query that can't be read or is not supported. Line and Column count from 1, columns in characters.
type Error struct {
	Line, Column int
	Msg          string
}

func (e *Error) Error() string {
	return fmt.Sprintf("SPARQL line %d, column %d: %s", e.Line, e.Column, e.Msg)
}

// ErrorAt returns an *Error at a byte offset of the text.
func ErrorAt(text string, offset int, format string, args ...any) *Error {
	line, column := sqltree.LineColumn(text, max(0, offset))
	return &Error{Line: line, Column: column, Msg: fmt.Sprintf(format, args...)}
}

type tokenKind uint8

const (
	tokEOF         tokenKind = iota
	tokWord                  // a keyword, a function's name, true, false, a
	tokVar                   // ?x; text is x
	tokIRI                   // <…>; text is what stands between, escapes read
	tokName                  // prefix:local; text is as written
	tokBlank                 // _:x; text is x
	tokString                // text is the value
	tokLang                  // @en; text is en
	tokInteger               // 12
	tokDecimal               // 1.5
	tokDouble                // 1e5
	tokPlaceholder           // [domain@text]
	tokSign                  // punctuation and operators
)

type token struct {
	kind        tokenKind
	text        string
	start, end  int // byte offsets
	placeholder sqltree.Placeholder
}

// lexer cuts a query into tokens, one at a time.
type lexer struct {
	text string
	pos  int
}

func (l *lexer) fail(at int, format string, args ...any) error {
	return ErrorAt(l.text, at, format, args...)
}

// signs are the operators and punctuation, longer ones first.
var signs = []string{"&&", "||", "!=", "<=", ">=", "^^", "{", "}", "(", ")", "[", "]", ".", ",", ";", "=", "<", ">",
	"!", "+", "-", "*", "/", "|", "^", "?"}

func (l *lexer) next() (token, error) {
	l.skipBlanks()
	t := token{kind: tokEOF, start: l.pos, end: l.pos}
	if l.pos >= len(l.text) {
		return t, nil
	}
	var err error
	switch c := l.text[l.pos]; {
	case c == '<' && l.iriEnd() > 0:
		t.kind = tokIRI
		end := l.iriEnd()
		t.text, err = l.unescape(t.start, l.text[l.pos+1:end], "")
		l.pos = end + 1
	case c == '[' && placeholderAt(l.text[l.pos:]):
		t.kind = tokPlaceholder
		t.placeholder, err = l.readPlaceholder()
	case (c == '?' || c == '$') && nameLength(l.text[l.pos+1:], false) > 0:
		t.kind, t.text = tokVar, l.take(1, nameLength(l.text[l.pos+1:], false))
	case c == '"' || c == '\'':
		t.kind = tokString
		t.text, err = l.str()
	case c == '@' && l.pos+1 < len(l.text) && isLetter(l.text[l.pos+1]):
		t.kind, t.text = tokLang, l.take(1, langLength(l.text[l.pos+1:]))
	case c >= '0' && c <= '9' || c == '.' && l.pos+1 < len(l.text) && isDigit(l.text[l.pos+1]):
		t.kind, t.text = l.number()
	case strings.HasPrefix(l.text[l.pos:], "_:"):
		label, _, _ := strings.Cut(l.text[l.pos+2:], ":")
		t.kind, t.text = tokBlank, l.take(2, localLength(label))
	default:
		err = l.wordOrSign(&t)
	}
	t.end = l.pos
	return t, err
}

// placeholderAt reports whether s begins as a placeholder does: a bracket, a word and an @ with nothing between them.
func placeholderAt(s string) bool {
	n := nameLength(s[1:], false)
	return n > 0 && strings.HasPrefix(s[1+n:], "@")
}

func (l *lexer) readPlaceholder() (sqltree.Placeholder, error) {
	line, _, _ := strings.Cut(l.text[l.pos:], "\n")
	found, err := sqltree.Placeholders(line[:placeholderLength(line)])
	var syntax *sqltree.SyntaxError
	if errors.As(err, &syntax) {
		return sqltree.Placeholder{}, l.fail(l.pos, "%s", syntax.Msg)
	}
	if err != nil || len(found) != 1 {
		return sqltree.Placeholder{}, l.fail(l.pos,
			"this is not a placeholder; write one as in [condition@type 2 diabetes]")
	}
	l.pos += found[0].End
	return found[0], nil
}

// placeholderLength is the length of a placeholder with its closing bracket, or of the line where it is not closed.
func placeholderLength(line string) int {
	for i := 0; i < len(line); i++ {
		switch line[i] {
		case '\\':
			i++
		case ']':
			return i + 1
		}
	}
	return len(line)
}

// take returns the n bytes behind a lead of so many and goes on behind them.
func (l *lexer) take(lead, n int) string {
	s := l.text[l.pos+lead : l.pos+lead+n]
	l.pos += lead + n
	return s
}

func (l *lexer) skipBlanks() {
	for l.pos < len(l.text) {
		switch c := l.text[l.pos]; {
		case c == ' ' || c == '\t' || c == '\n' || c == '\r':
			l.pos++
		case c == '#':
			end := strings.IndexAny(l.text[l.pos:], "\n\r")
			if end < 0 {
				end = len(l.text) - l.pos
			}
			l.pos += end
		default:
			return
		}
	}
}

// iriEnd is the offset of the > of an IRI that begins here; 0 where the < is an operator.
func (l *lexer) iriEnd() int {
	for i := l.pos + 1; i < len(l.text); i++ {
		switch c := l.text[i]; {
		case c == '>':
			return i
		case c <= ' ' || strings.IndexByte("<\"{}|^`", c) >= 0:
			return 0
		}
	}
	return 0
}

func (l *lexer) wordOrSign(t *token) error {
	rest := l.text[l.pos:]
	prefix := nameLength(rest, true)
	if i := prefix; i < len(rest) && rest[i] == ':' {
		n := i + 1 + localLength(rest[i+1:])
		t.kind, t.text = tokName, rest[:n]
		l.pos += n
		return nil
	}
	if n := nameLength(rest, false); n > 0 {
		t.kind, t.text = tokWord, rest[:n]
		l.pos += n
		return nil
	}
	for _, s := range signs {
		if strings.HasPrefix(rest, s) {
			t.kind, t.text = tokSign, s
			l.pos += len(s)
			return nil
		}
	}
	r, _ := utf8.DecodeRuneInString(rest)
	return l.fail(l.pos, "%q can't stand here", r)
}

// number reads 12, 1.5, .5 or 1e5. A point that no digit follows ends a triple.
func (l *lexer) number() (tokenKind, string) {
	s, i := l.text[l.pos:], 0
	kind := tokInteger
	digits := func() {
		for i < len(s) && isDigit(s[i]) {
			i++
		}
	}
	digits()
	if i < len(s) && s[i] == '.' && (i+1 < len(s) && isDigit(s[i+1]) || exponentLength(s[i+1:]) > 0) {
		kind = tokDecimal
		i++
		digits()
	}
	if n := exponentLength(s[i:]); n > 0 {
		kind = tokDouble
		i += n
	}
	l.pos += i
	return kind, s[:i]
}

// exponentLength is the length of an exponent such as e-5 at the start of s.
func exponentLength(s string) int {
	if s == "" || s[0] != 'e' && s[0] != 'E' {
		return 0
	}
	i := 1
	if i < len(s) && (s[i] == '+' || s[i] == '-') {
		i++
	}
	digits := i
	for i < len(s) && isDigit(s[i]) {
		i++
	}
	if i == digits {
		return 0
	}
	return i
}

// str reads a string in one of the four kinds of quotes.
func (l *lexer) str() (string, error) {
	start, quote := l.pos, l.text[l.pos:l.pos+1]
	long := strings.HasPrefix(l.text[l.pos:], strings.Repeat(quote, 3))
	if long {
		quote = strings.Repeat(quote, 3)
	}
	for i := l.pos + len(quote); i < len(l.text); i++ {
		switch c := l.text[i]; {
		case c == '\\':
			i++
		case !long && (c == '\n' || c == '\r'):
			return "", l.fail(start, "the string that begins here is not closed")
		case strings.HasPrefix(l.text[i:], quote):
			l.pos = i + len(quote)
			return l.unescape(start, l.text[start+len(quote):i], "tbnrf\"'\\")
		}
	}
	return "", l.fail(start, "the string that begins here is not closed")
}

var escapes = map[byte]string{'t': "\t", 'b': "\b", 'n': "\n", 'r': "\r", 'f': "\f", '"': `"`, '\'': "'", '\\': `\`}

// unescape reads the escapes of s, which starts at a place of the text: those named, \uXXXX and \UXXXXXXXX.
func (l *lexer) unescape(at int, s, named string) (string, error) {
	if strings.IndexByte(s, '\\') < 0 {
		return s, nil
	}
	var b strings.Builder
	for i := 0; i < len(s); i++ {
		if s[i] != '\\' {
			b.WriteByte(s[i])
			continue
		}
		i++
		if i == len(s) {
			return "", l.fail(at, "a \\ escapes nothing")
		}
		length := map[byte]int{'u': 4, 'U': 8}[s[i]]
		switch {
		case strings.IndexByte(named, s[i]) >= 0:
			b.WriteString(escapes[s[i]])
		case length > 0 && i+length < len(s):
			r, ok := codepoint(s[i+1 : i+1+length])
			if !ok {
				return "", l.fail(at, "\\%s is not a character", s[i:i+1+length])
			}
			b.WriteRune(r)
			i += length
		default:
			return "", l.fail(at, "\\%c is not an escape", s[i])
		}
	}
	return b.String(), nil
}

func codepoint(hex string) (rune, bool) {
	var r rune
	for _, c := range strings.ToLower(hex) {
		d := strings.IndexRune("0123456789abcdef", c)
		if d < 0 || r > unicode.MaxRune {
			return 0, false
		}
		r = r<<4 | rune(d)
	}
	return r, utf8.ValidRune(r)
}

func isDigit(c byte) bool  { return c >= '0' && c <= '9' }
func isLetter(c byte) bool { return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' }

// nameLength is the length of the variable name or keyword at the start of s, or of a prefix, which may hold - and inner points.
func nameLength(s string, prefix bool) int {
	end := 0
	for i, r := range s {
		switch {
		case r == utf8.RuneError && !strings.HasPrefix(s[i:], "\uFFFD"):
			return end
		case unicode.IsLetter(r), r == '_' && (!prefix || i > 0), unicode.IsDigit(r) && (!prefix || i > 0), prefix && r == '-' && i > 0:
			end = i + utf8.RuneLen(r)
		case prefix && r == '.' && i > 0: // counts where more follows
		default:
			return end
		}
	}
	return end
}

// localLength is the length of the name behind a prefix's colon.
func localLength(s string) int {
	end := 0
	for i := 0; i < len(s); {
		r, size := utf8.DecodeRuneInString(s[i:])
		switch {
		case r == '\\' && i+1 < len(s) && strings.IndexByte("_~.-!$&'()*+,;=/?#@%", s[i+1]) >= 0:
			i += 2
			end = i
		case r == '%' && i+2 < len(s) && isHex(s[i+1]) && isHex(s[i+2]):
			i += 3
			end = i
		case r == utf8.RuneError && size < 2:
			return end
		case unicode.IsLetter(r), unicode.IsDigit(r), r == '_', r == ':', r == '-' && i > 0:
			i += size
			end = i
		case r == '.' && i > 0:
			i++
		default:
			return end
		}
	}
	return end
}

func isHex(c byte) bool { return isDigit(c) || c >= 'a' && c <= 'f' || c >= 'A' && c <= 'F' }

func langLength(s string) int {
	i := 0
	for i < len(s) && (isLetter(s[i]) || i > 0 && (isDigit(s[i]) || s[i] == '-' && i+1 < len(s) && (isLetter(s[i+1]) || isDigit(s[i+1])))) {
		i++
	}
	return i
}
