package dialect

import (
	"strings"

	"github.com/askomop/askomop/omop/sqltree"
)

type kind int

const (
	blank  kind = iota // white space and comments
	word               // an unquoted name or a keyword
	quoted             // a quoted name, text with DuckDB's quotes
	text               // a string literal
	number
	holder // a placeholder of a concept set
	sign   // an operator or punctuation
	paren  // a group in parentheses
)

// node is a token, or a group in parentheses with its nodes.
type node struct {
	kind kind
	text string // as DuckDB writes it
	at   int    // byte offset in the original
	body []node // of a paren
}

// is reports whether the node is one of the words, in whatever case.
func (n node) is(words ...string) bool {
	if n.kind != word {
		return false
	}
	for _, w := range words {
		if strings.EqualFold(n.text, w) {
			return true
		}
	}
	return false
}

func (n node) isSign(signs ...string) bool {
	for _, s := range signs {
		if n.kind == sign && n.text == s {
			return true
		}
	}
	return false
}

func raw(s string, at int) node { return node{kind: word, text: s, at: at} }

// lex takes the text apart. Names quoted by backticks or brackets come out in DuckDB's quotes.
func (t *translator) lex(sql string) []node {
	var out []node
	add := func(k kind, s string, at int) { out = append(out, node{kind: k, text: s, at: at}) }
	for i := 0; i < len(sql); {
		k, end := t.token(sql, i)
		s := sql[i:end]
		switch {
		case k == quoted && s[0] != '"':
			s = t.name(strings.ReplaceAll(s[1:len(s)-1], "]]", "]"))
		case k == text && s[0] == '"':
			s = sqltree.QuoteString(strings.ReplaceAll(s[1:len(s)-1], `\"`, `"`))
		case k == text && s[0] != '\'' && s[0] != '$' && s[0] != 'e' && s[0] != 'E':
			s = s[1:] // N'…', r'…'
		case k == blank && (s[0] == '#' || strings.HasPrefix(s, "//")):
			s = "--" + strings.TrimLeft(s, "#/")
		}
		add(k, s, i)
		i = end
	}
	return out
}

// name is a quoted name; one that holds a whole path, as BigQuery allows, comes out in parts.
func (t *translator) name(s string) string {
	parts := []string{s}
	if t.is(BigQuery) {
		parts = strings.Split(s, ".")
	}
	for i := range parts {
		parts[i] = sqltree.Ident(parts[i])
	}
	return strings.Join(parts, ".")
}

// token is the kind and the end of what begins at i.
func (t *translator) token(sql string, i int) (kind, int) {
	c := sql[i]
	rest := sql[i:]
	switch {
	case strings.IndexByte(" \t\r\n\f\v", c) >= 0:
		return blank, i + len(rest) - len(strings.TrimLeft(rest, " \t\r\n\f\v"))
	case strings.HasPrefix(rest, "--"), c == '#' && t.is(BigQuery), strings.HasPrefix(rest, "//") && t.is(Snowflake):
		return blank, until(sql, i, "\n", false)
	case strings.HasPrefix(rest, "/*"):
		return blank, until(sql, i+2, "*/", true)
	case c == '\'':
		return closing(text, sql, i, '\'')
	case c == '"' && t.is(BigQuery):
		return closing(text, sql, i, '"')
	case c == '"':
		return closing(quoted, sql, i, '"')
	case c == '`':
		return closing(quoted, sql, i, '`')
	case c == '[':
		return t.bracket(sql, i)
	case strings.IndexByte("nNrReE", c) >= 0 && len(rest) > 1 && rest[1] == '\'':
		return closing(text, sql, i+1, '\'')
	case isLetter(c) || c == '@' || c == '#' || c == '$':
		end := i + 1
		for end < len(sql) && (isLetter(sql[end]) || isDigit(sql[end]) || sql[end] == '$' || sql[end] == '#') {
			end++
		}
		return word, end
	case isDigit(c) || c == '.' && len(rest) > 1 && isDigit(rest[1]):
		return number, numberEnd(sql, i)
	}
	for _, op := range []string{"!~*", "<=>", "::", "<>", "!=", "<=", ">=", "||", "!~", "~*", "=="} {
		if strings.HasPrefix(rest, op) {
			return sign, i + len(op)
		}
	}
	return sign, i + 1
}

// bracket tells a placeholder and SQL Server's quoted name from a bracket of its own.
func (t *translator) bracket(sql string, i int) (kind, int) {
	end := i + 1
	for end < len(sql) && isLetter(sql[end]) {
		end++
	}
	if end > i+1 && end < len(sql) && sql[end] == '@' {
		for end < len(sql) && sql[end] != ']' && sql[end] != '\n' {
			if sql[end] == '\\' {
				end++
			}
			end++
		}
		return holder, min(end+1, len(sql))
	}
	if t.is(SQLServer) {
		return closing(quoted, sql, i, ']')
	}
	return sign, i + 1
}

func until(sql string, i int, mark string, with bool) int {
	n := strings.Index(sql[min(i, len(sql)):], mark)
	switch {
	case n < 0:
		return len(sql)
	case with:
		return i + n + len(mark)
	}
	return i + n
}

// closing is the end of what a quote opens at i, of kind k; a doubled or escaped quote
// does not close. What nothing closes is a sign up to the end: the parser complains about it.
func closing(k kind, sql string, i int, q byte) (kind, int) {
	for j := i + 1; j < len(sql); j++ {
		switch {
		case sql[j] == '\\' && q == '"' && j+1 < len(sql):
			j++
		case sql[j] != q:
		case j+1 < len(sql) && sql[j+1] == q:
			j++
		default:
			return k, j + 1
		}
	}
	return sign, len(sql)
}

func numberEnd(sql string, i int) int {
	for i < len(sql) && (isDigit(sql[i]) || sql[i] == '.') {
		i++
	}
	if i+1 < len(sql) && (sql[i] == 'e' || sql[i] == 'E') && (isDigit(sql[i+1]) || sql[i+1] == '-') {
		for i += 2; i < len(sql) && isDigit(sql[i]); i++ {
		}
	}
	return i
}

func isDigit(c byte) bool { return '0' <= c && c <= '9' }
func isLetter(c byte) bool {
	return c == '_' || 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || c >= 0x80
}

// group puts what stands in parentheses below one node. A parenthesis that nothing
// closes runs to the end, and one that closes nothing stays a sign: the parser complains about both.
func group(tokens []node) []node {
	stack := [][]node{nil}
	var opened []int
	for _, n := range tokens {
		last := len(stack) - 1
		switch {
		case n.isSign("("):
			stack, opened = append(stack, nil), append(opened, n.at)
		case n.isSign(")") && last > 0:
			p := node{kind: paren, at: opened[last-1], body: stack[last]}
			stack, opened = stack[:last], opened[:last-1]
			stack[last-1] = append(stack[last-1], p)
		default:
			stack[last] = append(stack[last], n)
		}
	}
	for len(stack) > 1 {
		last := len(stack) - 1
		stack[last-1] = append(append(stack[last-1], node{kind: sign, text: "(", at: opened[last-1]}), stack[last]...)
		stack, opened = stack[:last], opened[:last-1]
	}
	return stack[0]
}

// render writes nodes as text.
func (t *translator) render(nodes []node) string {
	var b strings.Builder
	for _, n := range nodes {
		if n.kind == paren {
			b.WriteString("(" + t.render(n.body) + ")")
		} else {
			b.WriteString(n.text)
		}
	}
	return b.String()
}
