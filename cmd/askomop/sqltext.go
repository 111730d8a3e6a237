package main

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"
)

// sqlToken is a piece of SQL text and the blanks before it.
type sqlToken struct {
	kind  sqlKind
	space string
	text  string
}

type sqlKind uint8

const (
	sqlWord    sqlKind = iota // keyword, name or placeholder
	sqlNumber                 // digits
	sqlOpaque                 // string, quoted name or comment: never looked into
	sqlSymbol                 // one character of punctuation or operator
	sqlTrailer                // nothing: carries the blanks after the last token
)

// splitSQL cuts SQL text into tokens. Their spaces and texts, joined, are the text again.
func splitSQL(sql string) []sqlToken {
	var tokens []sqlToken
	for len(sql) > 0 {
		body := strings.TrimLeftFunc(sql, unicode.IsSpace)
		t := sqlToken{space: sql[:len(sql)-len(body)]}
		if body == "" {
			t.kind = sqlTrailer
			return append(tokens, t)
		}
		n := 0
		t.kind, n = nextSQL(body)
		t.text, sql = body[:n], body[n:]
		tokens = append(tokens, t)
	}
	return tokens
}

// nextSQL is the kind and the length of the token at the start of a text.
func nextSQL(s string) (sqlKind, int) {
	switch {
	case strings.HasPrefix(s, "--"):
		return sqlOpaque, until(s, 2, "\n", 0)
	case strings.HasPrefix(s, "/*"):
		return sqlOpaque, until(s, 2, "*/", 2)
	case s[0] == '\'' || s[0] == '"':
		return sqlOpaque, quoted(s)
	case s[0] >= '0' && s[0] <= '9':
		return sqlNumber, span(s, func(r rune) bool { return r >= '0' && r <= '9' || r == '.' })
	}
	if n := span(s, isWordRune); n > 0 {
		return sqlWord, n
	}
	_, n := utf8.DecodeRuneInString(s)
	return sqlSymbol, n
}

func until(s string, from int, end string, extra int) int {
	if i := strings.Index(s[from:], end); i >= 0 {
		return from + i + extra
	}
	return len(s)
}

// quoted is the length of the quoted text at the start of s; a doubled quote stands for itself.
func quoted(s string) int {
	for i := 1; i < len(s); i++ {
		if s[i] != s[0] {
			continue
		}
		if i+1 == len(s) || s[i+1] != s[0] {
			return i + 1
		}
		i++
	}
	return len(s)
}

func span(s string, in func(rune) bool) int {
	for i, r := range s {
		if !in(r) {
			return i
		}
	}
	return len(s)
}

func isWordRune(r rune) bool { return r == '_' || unicode.IsLetter(r) || unicode.IsDigit(r) }

// longList is the number of ids from which a list is folded for the eye.
const longList = 20

// foldIDs shortens every IN list of more than longList whole numbers to its first three and a count.
func foldIDs(sql string) string {
	tokens := splitSQL(sql)
	var b strings.Builder
	for i := 0; i < len(tokens); i++ {
		b.WriteString(tokens[i].space + tokens[i].text)
		if tokens[i].text != "(" {
			continue
		}
		ids, length := idList(tokens[i+1:])
		if len(ids) > longList {
			fmt.Fprintf(&b, "%s, … %d ids", strings.Join(ids[:3], ", "), len(ids))
			i += length
		}
	}
	return b.String()
}

// idList reads "1, 2, 3)" and returns the numbers and how many tokens stand
// before the closing bracket; nothing where anything else stands there.
func idList(tokens []sqlToken) (ids []string, length int) {
	for i := 0; i+1 < len(tokens); i += 2 {
		if tokens[i].kind != sqlNumber {
			return nil, 0
		}
		ids = append(ids, tokens[i].text)
		switch tokens[i+1].text {
		case ",":
		case ")":
			return ids, i + 1
		default:
			return nil, 0
		}
	}
	return nil, 0
}
