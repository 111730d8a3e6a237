package dialect

import (
	"slices"
	"strings"

	"github.com/askomop/askomop/omop/sqltree"
)

// operators translates casts by ::, patterns, joined text and divisions.
func (t *translator) operators(nodes []node) []node {
	var out []node
	for i := 0; i < len(nodes); i++ {
		n := nodes[i]
		switch {
		case n.isSign("::"):
			typ, end := typeAfter(nodes, i+1)
			name, length := t.typeName(typ)
			if length > 0 && t.is(SQLServer, Postgres) {
				t.doubt(n.at, "the cast cuts text to %d characters there and not in DuckDB", length)
			}
			out, i = append(out, n, raw(name, n.at)), end-1
		case n.isSign("~", "~*", "!~", "!~*") && t.is(Postgres):
			i = t.pattern(nodes, i, &out)
		case n.isSign("=="):
			out = append(out, node{kind: sign, text: "=", at: n.at})
		case n.isSign("+") && t.is(SQLServer) && (textBefore(nodes, i) || neighbour(nodes, i, 1) == text):
			out = append(out, node{kind: sign, text: "||", at: n.at})
		case n.isSign("/") && t.is(SQLServer, Postgres) && t.integral(around(nodes, i)):
			out = append(out, node{kind: sign, text: "//", at: n.at})
		case n.isSign("/") && t.is(SQLServer, Postgres) && !t.fractional(nodes, i):
			t.doubt(n.at, "a division of two integers drops the fraction there and keeps it in DuckDB: write // where that is meant")
			out = append(out, n)
		default:
			out = append(out, n)
		}
	}
	return out
}

// typeAfter is the type behind ::, with its digits.
func typeAfter(nodes []node, i int) ([]node, int) {
	from := skip(nodes, i)
	end := min(from+1, len(nodes))
	if next := skip(nodes, end); next < len(nodes) && nodes[next].kind == paren {
		end = next + 1
	}
	return nodes[from:end], end
}

// neighbour is the kind of the nearest node before or behind i that is not blank.
func neighbour(nodes []node, i, step int) kind {
	for i += step; i >= 0 && i < len(nodes); i += step {
		if nodes[i].kind != blank {
			return nodes[i].kind
		}
	}
	return blank
}

// textBefore reports whether a text stands before i, other than that of a literal such as DATE '2009-01-01'.
func textBefore(nodes []node, i int) bool {
	for i--; i >= 0 && nodes[i].kind == blank; i-- {
	}
	if i < 0 || nodes[i].kind != text {
		return false
	}
	for i--; i >= 0 && nodes[i].kind == blank; i-- {
	}
	return i < 0 || !slices.Contains([]string{"DATE", "TIMESTAMP", "TIME"}, strings.ToUpper(nodes[i].text))
}

// pattern brings over PostgreSQL's ~, which finds a pattern anywhere, while DuckDB's matches the whole text.
func (t *translator) pattern(nodes []node, i int, out *[]node) int {
	n := nodes[i]
	p := skip(nodes, i+1)
	if p == len(nodes) || nodes[p].kind != text {
		t.problem(n.at, "%s with a pattern that is not a string finds it anywhere; DuckDB's matches the whole text",
			n.text)
		*out = append(*out, n)
		return i
	}
	op, _ := strings.CutSuffix(n.text, "*")
	flags := "(?s)"
	if op != n.text {
		flags = "(?is)"
	}
	content := strings.ReplaceAll(nodes[p].text[1:len(nodes[p].text)-1], "''", "'")
	*out = append(*out, node{kind: sign, text: op + " ", at: n.at},
		node{kind: text, text: sqltree.QuoteString(flags + ".*(?:" + content + ").*"), at: nodes[p].at})
	return p
}

// fractional reports whether the operands of the division at i show that one is not an integer: a number with a point,
// or a cast or a function that gives one.
func (t *translator) fractional(nodes []node, i int) bool {
	s := strings.ToUpper(t.render(around(nodes, i)))
	for _, mark := range []string{"DOUBLE", "DECIMAL", "NUMERIC", "REAL", "AVG(", "STDDEV", "QUANTILE", "LN(", "SQRT(",
		"VALUE_AS_NUMBER", "TOTAL_", "PAID_"} {
		if strings.Contains(s, mark) {
			return true
		}
	}
	for j := 0; j+1 < len(s); j++ {
		if s[j] == '.' && isDigit(s[j+1]) {
			return true
		}
	}
	return false
}

// around is the arithmetic expression in which node i stands.
func around(nodes []node, i int) []node {
	from, to := i, i
	for from > 0 && !boundary(nodes[from-1]) {
		from--
	}
	for to+1 < len(nodes) && !boundary(nodes[to+1]) {
		to++
	}
	return nodes[from : to+1]
}

// isIntegerCall reports whether a function gives integers. EXTRACT, which DATEPART
// has become, does so in SQL Server; PostgreSQL's gives numeric.
func (t *translator) isIntegerCall(name string) bool {
	if name == "EXTRACT" || name == "DATE_PART" {
		return t.is(SQLServer)
	}
	return slices.Contains([]string{"YEAR", "MONTH", "DAY", "COUNT", "DATE_DIFF", "LENGTH"}, name)
}

// integral reports whether an expression shows that all of it is integers: whole
// numbers, years of birth, keys, counts, parts and differences of dates.
func (t *translator) integral(nodes []node) bool {
	for i := 0; i < len(nodes); i++ {
		n := nodes[i]
		switch {
		case n.kind == blank, n.isSign("+", "-", "*", "/", "."):
		case n.kind == number && isInteger(n.text):
		case n.kind == paren && t.integral(n.body):
		case n.kind == word || n.kind == quoted:
			name, _, called := strings.Cut(strings.ToUpper(strings.Trim(n.text, `"`)), "(")
			next := skip(nodes, i+1)
			switch follows := next < len(nodes) && nodes[next].kind == paren; {
			case (called || follows) && t.isIntegerCall(name):
				if follows {
					i = next
				}
			case follows || called:
				return false
			case next < len(nodes) && nodes[next].isSign("."): // a table's name
			case strings.HasSuffix(name, "_OF_BIRTH"), strings.HasSuffix(name, "_ID"):
			default:
				return false
			}
		default:
			return false
		}
	}
	return true
}

// boundary reports whether a node ends an arithmetic expression.
func boundary(n node) bool {
	return n.isSign(",", "=", "<", ">", "<=", ">=", "<>", "!=", ";") ||
		n.is("SELECT", "WHERE", "AND", "OR", "WHEN", "THEN", "ELSE", "END", "AS", "FROM", "BY", "ON", "HAVING",
			"BETWEEN")
}
