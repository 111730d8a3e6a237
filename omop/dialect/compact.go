package dialect

import (
	"strings"
	"time"

	"github.com/askomop/askomop/omop/sqltree"
)

// compactDates writes '20091231' beside a column of dates as '2009-12-31': SQL Server, PostgreSQL and
// Redshift read both, DuckDB the latter only.
func (t *translator) compactDates(nodes []node) []node {
	if !t.is(SQLServer, Postgres) {
		return nodes
	}
	for i, n := range nodes {
		day, err := time.Parse("20060102", strings.Trim(n.text, "'"))
		if n.kind == text && err == nil && comparedWithDate(nodes[:i]) {
			nodes[i].text = sqltree.QuoteString(day.Format("2006-01-02"))
		}
	}
	return nodes
}

// comparedWithDate reports whether what comes before a literal compares a column of dates with it, by its name.
func comparedWithDate(before []node) bool {
	words := solid(before)
	last := len(words) - 1
	for last >= 0 && words[last].isSign("=", "<", ">", "!", "<=", ">=", "<>", "!=") {
		last--
	}
	switch signs := len(words) - 1 - last; {
	case signs > 0:
	case last > 2 && words[last].is("AND") && words[last-2].is("BETWEEN"):
		last -= 3
	case last > 0 && words[last].is("BETWEEN"):
		last--
	default:
		return false
	}
	return last >= 0 && (words[last].kind == word || words[last].kind == quoted) && isDateName(words[last].text)
}

// solid are the nodes without white space and comments.
func solid(nodes []node) []node {
	var out []node
	for _, n := range nodes {
		if n.kind != blank {
			out = append(out, n)
		}
	}
	return out
}

func isDateName(name string) bool {
	name = strings.ToLower(strings.Trim(name, `"`))
	return strings.HasSuffix(name, "_date") || strings.HasSuffix(name, "_datetime")
}
