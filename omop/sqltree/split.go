package sqltree

import "strings"

// Span is a part of a text, by byte offsets.
type Span struct{ Start, End int }

// Statements returns the parts of a script between its semicolons, those left out that hold
// nothing but white space and comments. Semicolons in literals, quoted names, comments and
// placeholders part nothing.
func Statements(script string) []Span {
	var out []Span
	start, empty := 0, true
	end := func(i int) {
		if !empty {
			out = append(out, Span{start, i})
		}
		start, empty = i+1, true
	}
	for i := 0; i < len(script); {
		next := skipOpaque(script, i)
		if _, ok := placeholderStart(script, i); ok {
			if n := strings.IndexByte(script[i:], ']'); n >= 0 {
				next = i + n + 1
			}
		}
		switch c := script[i]; {
		case next > i:
			empty = empty && c != '\'' && c != '"' && c != '$' && c != '['
			i = next
		case c == ';':
			end(i)
			i++
		default:
			empty = empty && strings.IndexByte(" \t\r\n\f\v\ufeff", c) >= 0
			i++
		}
	}
	end(len(script))
	return out
}

// Words lists the words of a text that stand outside of parentheses, literals, quoted names and comments.
func Words(sql string) []Span {
	var out []Span
	depth := 0
	for i := 0; i < len(sql); {
		next := skipOpaque(sql, i)
		switch c := sql[i]; {
		case next > i:
			i = next
		case c == '(':
			depth++
			i++
		case c == ')':
			depth--
			i++
		case isWordByte(c):
			from := i
			for i < len(sql) && isWordByte(sql[i]) {
				i++
			}
			if depth == 0 {
				out = append(out, Span{from, i})
			}
		default:
			i++
		}
	}
	return out
}

// Scan calls code for each byte of a text that stands outside of literals, quoted names, comments
// and placeholders, and opaque for each of those, in order.
func Scan(sql string, code func(at int), opaque func(from, to int)) {
	for i := 0; i < len(sql); {
		next := skipOpaque(sql, i)
		if _, ok := placeholderStart(sql, i); ok {
			if n := strings.IndexByte(sql[i:], ']'); n >= 0 {
				next = i + n + 1
			}
		}
		if next > i {
			opaque(i, next)
			i = next
			continue
		}
		code(i)
		i++
	}
}
