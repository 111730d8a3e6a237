package sqltree

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// TokenKind says what a token is.
type TokenKind uint8

// The kinds of tokens.
const (
	WordToken        TokenKind = iota // a keyword or a plain name
	NumberToken                       // 5, 2.5, 1e6
	StringToken                       // 'text' or $$text$$
	NameToken                         // "a quoted name"
	PlaceholderToken                  // [condition@gout]
	CommentToken
	SignToken // an operator or punctuation
	EndToken  // nothing: carries the blanks behind the last token
)

// Token is a piece of SQL text and the blanks before it.
type Token struct {
	Kind  TokenKind
	Space string
	Text  string
}

// Tokens cuts a text into tokens, whether it parses or not. Their spaces and texts, joined, are the text again. What is
// opened and not closed runs to the end.
func Tokens(sql string) []Token {
	var tokens []Token
	for at := 0; at < len(sql); {
		body := len(sql) - len(strings.TrimLeftFunc(sql[at:], unicode.IsSpace))
		t := Token{Space: sql[at:body], Kind: EndToken}
		at = body
		if body < len(sql) {
			t.Kind, at = nextToken(sql, body)
			t.Text = sql[body:at]
		}
		tokens = append(tokens, t)
	}
	return tokens
}

// nextToken is the kind and the end of the token at i.
func nextToken(sql string, i int) (TokenKind, int) {
	if _, ok := placeholderStart(sql, i); ok {
		return PlaceholderToken, placeholderEnd(sql, i)
	}
	if end := skipOpaque(sql, i); end > i {
		switch sql[i] {
		case '\'', '$':
			return StringToken, end
		case '"':
			return NameToken, end
		}
		return CommentToken, end
	}
	switch c := sql[i]; {
	case isDigit(c):
		return NumberToken, numberEnd(sql, i)
	case isWordByte(c):
		for i < len(sql) && isWordByte(sql[i]) {
			i++
		}
		return WordToken, i
	}
	for _, s := range longSigns {
		if strings.HasPrefix(sql[i:], s) {
			return SignToken, i + len(s)
		}
	}
	_, n := utf8.DecodeRuneInString(sql[i:])
	return SignToken, i + n
}

// longSigns are the operators of more than one character, a longer one before what it begins with.
var longSigns = []string{"->>", "->", "<>", "!=", "<=", ">=", "||", "::"}

// placeholderEnd is behind the bracket that closes the placeholder at i; one that is not closed on its line ends with
// that.
func placeholderEnd(sql string, i int) int {
	for ; i < len(sql) && sql[i] != '\n'; i++ {
		switch {
		case sql[i] == '\\' && i+1 < len(sql) && sql[i+1] == ']':
			i++
		case sql[i] == ']':
			return i + 1
		}
	}
	return i
}

// numberEnd is the end of the number at i, with its fraction and its exponent.
func numberEnd(sql string, i int) int {
	digits := func() {
		for i < len(sql) && isDigit(sql[i]) {
			i++
		}
	}
	digits()
	if i+1 < len(sql) && sql[i] == '.' && isDigit(sql[i+1]) {
		i++
		digits()
	}
	if i < len(sql) && (sql[i] == 'e' || sql[i] == 'E') {
		at := i + 1
		if at < len(sql) && (sql[at] == '+' || sql[at] == '-') {
			at++
		}
		if at < len(sql) && isDigit(sql[at]) {
			i = at
			digits()
		}
	}
	return i
}
