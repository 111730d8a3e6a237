package sqltree

import "strings"

// skipOpaque returns the end of the comment, string literal or quoted name that
// begins at i, or i where none does. What is not closed runs to the end of the text:
// the parser is the one to complain about it.
func skipOpaque(sql string, i int) int {
	rest := sql[i:]
	switch {
	case strings.HasPrefix(rest, "--"):
		if n := strings.IndexByte(rest, '\n'); n >= 0 {
			return i + n
		}
		return len(sql)
	case strings.HasPrefix(rest, "/*"):
		return skipBlockComment(sql, i)
	case rest[0] == '\'':
		return skipQuoted(sql, i, '\'', isEscapeString(sql, i))
	case rest[0] == '"':
		return skipQuoted(sql, i, '"', false)
	case rest[0] == '$':
		return skipDollarQuoted(sql, i)
	}
	return i
}

// skipBlockComment follows nesting, as the parser does.
func skipBlockComment(sql string, i int) int {
	depth := 0
	for i < len(sql) {
		switch {
		case strings.HasPrefix(sql[i:], "/*"):
			depth++
			i += 2
		case strings.HasPrefix(sql[i:], "*/"):
			depth--
			i += 2
			if depth == 0 {
				return i
			}
		default:
			i++
		}
	}
	return len(sql)
}

// skipQuoted ends behind the closing quote; a doubled quote is not one.
func skipQuoted(sql string, i int, q byte, backslash bool) int {
	for i++; i < len(sql); i++ {
		switch {
		case backslash && sql[i] == '\\':
			i++
		case sql[i] != q:
		case i+1 < len(sql) && sql[i+1] == q:
			i++
		default:
			return i + 1
		}
	}
	return len(sql)
}

// isEscapeString reports whether the quote at i opens an E'…' literal.
func isEscapeString(sql string, i int) bool {
	return i > 0 && (sql[i-1] == 'e' || sql[i-1] == 'E') && (i == 1 || !isWordByte(sql[i-2]))
}

// skipDollarQuoted skips $$…$$ and $tag$…$tag$; a lone $ is a parameter.
func skipDollarQuoted(sql string, i int) int {
	if i > 0 && isWordByte(sql[i-1]) {
		return i
	}
	end := i + 1
	for end < len(sql) && isWordByte(sql[end]) {
		end++
	}
	if end == len(sql) || sql[end] != '$' || (end > i+1 && isDigit(sql[i+1])) {
		return i
	}
	tag := sql[i : end+1]
	if n := strings.Index(sql[end+1:], tag); n >= 0 {
		return end + 1 + n + len(tag)
	}
	return len(sql)
}

func isDigit(c byte) bool { return '0' <= c && c <= '9' }

// isWordByte reports whether c can stand inside an unquoted name; bytes of a
// multi-byte character can.
func isWordByte(c byte) bool {
	return c == '_' || isDigit(c) || 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || c >= 0x80
}

// TrimEnd returns the text without the semicolons, comments and white space behind
// its last statement, so that a clause can be added to it.
func TrimEnd(sql string) string {
	end := 0
	for i := 0; i < len(sql); {
		next := skipOpaque(sql, i)
		switch {
		case next > i:
			if c := sql[i]; c == '\'' || c == '"' || c == '$' {
				end = next
			}
			i = next
		case strings.IndexByte(" \t\r\n\f\v;", sql[i]) >= 0:
			i++
		default:
			i++
			end = i
		}
	}
	return sql[:end]
}
