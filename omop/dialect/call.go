package dialect

import (
	"fmt"
	"strconv"
	"strings"
)

// call is a function's call with what follows it.
type call struct {
	name string // in capitals
	args [][]node
	at   int
	rest []node // of the scope, behind the call
	used int    // how many nodes of rest the translation has taken in
}

// handlers translate the calls that a rule cannot. They return false to leave a call as it is.
var handlers = map[string]func(*translator, *call) (string, bool){
	"DATEADD": (*translator).dateAdd, "TIMESTAMPADD": (*translator).dateAdd, "ADD_MONTHS": (*translator).addMonths,
	"DATE_ADD": (*translator).dateShift, "DATETIME_ADD": (*translator).dateShift,
	"TIMESTAMP_ADD": (*translator).dateShift,
	"DATE_SUB":      (*translator).dateShift, "DATETIME_SUB": (*translator).dateShift,
	"TIMESTAMP_SUB": (*translator).dateShift,
	"EXTRACT":       (*translator).extract, "DATE_PART": (*translator).datePart, "DATEPART": (*translator).datePart,
	"LAST_DAY": (*translator).lastDay, "TRUNC": (*translator).trunc,
	"TO_CHAR": (*translator).formatted, "TO_VARCHAR": (*translator).formatted, "TO_DATE": (*translator).parsed,
	"TRY_TO_DATE":  (*translator).parsed,
	"TO_TIMESTAMP": (*translator).parsed, "FORMAT": (*translator).formatted,
	"FORMAT_DATE": (*translator).formatDate, "FORMAT_DATETIME": (*translator).formatDate,
	"FORMAT_TIMESTAMP": (*translator).formatDate,
	"PARSE_DATE":       (*translator).parseDate, "PARSE_DATETIME": (*translator).parseDate,
	"PARSE_TIMESTAMP": (*translator).parseDate,
	"CAST":            (*translator).castCall, "TRY_CAST": (*translator).castCall, "SAFE_CAST": (*translator).castCall,
	"CONVERT": (*translator).convert, "TRY_CONVERT": (*translator).convert,
	"DECODE": (*translator).decode, "CHOOSE": (*translator).choose, "COUNT": (*translator).count,
	"LISTAGG": (*translator).listAgg, "STRING_AGG": (*translator).listAgg, "ARRAY_AGG": (*translator).arrayAgg,
	"GENERATE_SERIES": (*translator).series,
	"PERCENTILE_CONT": (*translator).percentile, "PERCENTILE_DISC": (*translator).percentile,
	"APPROX_QUANTILES":   (*translator).approxQuantiles,
	"LEAST_IGNORE_NULLS": (*translator).ignoreNulls, "GREATEST_IGNORE_NULLS": (*translator).ignoreNulls,
	"TABLE": (*translator).tableCall, "FLATTEN": (*translator).flatten, "DATE_FORMAT": (*translator).formatted,
	"RATIO_TO_REPORT": (*translator).ratioToReport, "GREATEST": (*translator).extreme, "LEAST": (*translator).extreme,
}

// call translates a call by its handler, else by the rules.
func (t *translator) call(c *call) (string, bool) {
	if h := handlers[c.name]; h != nil {
		if s, ok := h(t, c); ok {
			return s, true
		}
	}
	return t.byRule(*c)
}

// arg is the text of an argument, counted from 0.
func (t *translator) arg(c *call, i int) string { return t.render(c.args[i]) }

// literal is the content of an argument that is one string without quotes in it.
func literal(arg []node) (string, bool) {
	if len(arg) != 1 || arg[0].kind != text || arg[0].text[0] != '\'' {
		return "", false
	}
	return arg[0].text[1 : len(arg[0].text)-1], true
}

// split parts the nodes at commas, without the white space around the parts.
func split(nodes []node) [][]node {
	if len(trim(nodes)) == 0 {
		return nil
	}
	var out [][]node
	from := 0
	for i, n := range nodes {
		if n.isSign(",") {
			out, from = append(out, trim(nodes[from:i])), i+1
		}
	}
	return append(out, trim(nodes[from:]))
}

// clause is a word behind a call with its group, such as OVER (…), and how many nodes lie up to its end.
func clause(rest []node, words ...string) (body []node, end int, ok bool) {
	i := 0
	for _, w := range words {
		i = skip(rest, i)
		if i == len(rest) || !rest[i].is(w) {
			return nil, 0, false
		}
		i++
	}
	i = skip(rest, i)
	if i == len(rest) || rest[i].kind != paren {
		return nil, 0, false
	}
	return rest[i].body, i + 1, true
}

// skip is the index of the first node from i on that is not blank.
func skip(nodes []node, i int) int {
	for i < len(nodes) && nodes[i].kind == blank {
		i++
	}
	return i
}

// at is the index of a word among the nodes, or -1.
func indexOf(nodes []node, w string) int {
	for i, n := range nodes {
		if n.is(w) {
			return i
		}
	}
	return -1
}

func (t *translator) decode(c *call) (string, bool) {
	if len(c.args) < 3 {
		return "", false
	}
	var b strings.Builder
	b.WriteString("CASE")
	i := 1
	for ; i+1 < len(c.args); i += 2 {
		b.WriteString(" WHEN " + t.operand(c.args[0]) + " IS NOT DISTINCT FROM " + t.operand(c.args[i]) + " THEN " +
			t.arg(c, i+1))
	}
	if i < len(c.args) {
		b.WriteString(" ELSE " + t.arg(c, i))
	}
	return b.String() + " END", true
}

func (t *translator) choose(c *call) (string, bool) {
	if len(c.args) < 2 {
		return "", false
	}
	s := "CASE " + t.operand(c.args[0])
	for i := 1; i < len(c.args); i++ {
		s += " WHEN " + times("1", i) + " THEN " + t.arg(c, i)
	}
	return s + " END", true
}

// count brings over COUNT(DISTINCT a, b), which counts rows that have every value.
func (t *translator) count(c *call) (string, bool) {
	if len(c.args) < 2 || len(c.args[0]) == 0 || !c.args[0][0].is("DISTINCT") {
		return "", false
	}
	c.args[0] = trim(c.args[0][1:])
	var all, present []string
	for i := range c.args {
		all = append(all, t.arg(c, i))
		present = append(present, t.operand(c.args[i])+" IS NOT NULL")
	}
	return "COUNT(DISTINCT CASE WHEN " + strings.Join(present, " AND ") + " THEN ROW(" + strings.Join(all, ", ") +
		") END)", true
}

// percentile brings over percentiles as windows, which DuckDB writes as quantiles. Without a window they are the same.
func (t *translator) percentile(c *call) (string, bool) {
	function := strings.Replace(c.name, "PERCENTILE", "QUANTILE", 1)
	if len(c.args) == 2 { // BigQuery: (value, share) OVER (…)
		return function + "(" + t.arg(c, 0) + ", " + t.arg(c, 1) + ")", true
	}
	order, end, ok := clause(c.rest, "WITHIN", "GROUP")
	if !ok || len(c.args) != 1 {
		return "", false
	}
	window, more, over := clause(c.rest[end:], "OVER")
	if !over {
		return "", false
	}
	by := indexOf(order, "BY")
	value := trim(order[by+1:])
	if by < 0 || len(value) == 0 {
		return "", false
	}
	share := t.arg(c, 0)
	switch n := len(value); {
	case value[n-1].is("DESC"):
		value, share = trim(value[:n-1]), "1 - "+share
	case value[n-1].is("ASC"):
		value = trim(value[:n-1])
	}
	c.used = end + more
	return function + "(" + t.render(value) + ", " + share + ") OVER (" + t.render(window) + ")", true
}

// approxQuantiles brings over APPROX_QUANTILES(x, n), a list of n + 1 bounds, and one of them by [OFFSET(k)], exactly.
func (t *translator) approxQuantiles(c *call) (string, bool) {
	rest := c.rest[skip(c.rest, 0):]
	if len(c.args) == 2 && len(rest) > 3 && rest[0].isSign("[") {
		if k, end, ok := clause(rest[1:], "OFFSET"); ok && 1+end < len(rest) && rest[1+end].isSign("]") {
			c.used = len(c.rest) - len(rest) + end + 2
			return "QUANTILE_CONT(" + t.arg(c, 0) + ", " + t.render(k) + " / " + t.arg(c, 1) + ".0)", true
		}
	}
	if len(c.args) == 2 && (len(rest) == 0 || !rest[0].isSign("[")) {
		if n, err := strconv.Atoi(t.arg(c, 1)); err == nil && n > 0 && n <= 100 {
			var shares []string
			for k := range n + 1 {
				shares = append(shares, fmt.Sprintf("%d / %d.0", k, n))
			}
			return "QUANTILE_CONT(" + t.arg(c, 0) + ", [" + strings.Join(shares, ", ") + "])", true
		}
	}
	t.problem(c.at, "APPROX_QUANTILES has an equal with a number up to 100, or with one [OFFSET(k)]")
	return "", false
}

func (t *translator) ratioToReport(c *call) (string, bool) {
	window, end, ok := clause(c.rest, "OVER")
	if !ok || len(c.args) != 1 {
		return "", false
	}
	c.used = end
	return "(" + t.operand(c.args[0]) + " / SUM(" + t.arg(c, 0) + ") OVER (" + t.render(window) + "))", true
}

// extreme warns of NULL, which only PostgreSQL and SQL Server pass over as DuckDB does.
func (t *translator) extreme(c *call) (string, bool) {
	if t.is(Snowflake, BigQuery) {
		t.doubt(c.at, "%s is NULL there where an argument is; DuckDB passes over NULL", c.name)
	}
	return "", false
}

// ignoreNulls brings over Snowflake's LEAST_IGNORE_NULLS: DuckDB's LEAST passes over NULL anyway.
func (t *translator) ignoreNulls(c *call) (string, bool) {
	var args []string
	for i := range c.args {
		args = append(args, t.arg(c, i))
	}
	return strings.TrimSuffix(c.name, "_IGNORE_NULLS") + "(" + strings.Join(args, ", ") + ")", len(args) > 0
}

// flatten brings over FLATTEN of an array that the statement makes itself.
func (t *translator) flatten(c *call) (string, bool) {
	if len(c.args) != 1 {
		return "", false
	}
	array := t.arg(c, 0)
	if name, rest, ok := strings.Cut(array, "=>"); ok && strings.EqualFold(strings.TrimSpace(name), "INPUT") {
		array = strings.TrimSpace(rest)
	}
	if !strings.HasPrefix(array, "RANGE(") && !strings.HasPrefix(array, "[") {
		return "", false
	}
	return "(SELECT UNNEST(" + array + ") AS value)", true
}

// tableCall brings over TABLE(FLATTEN(…)) and TABLE(GENERATOR(ROWCOUNT => n)).
func (t *translator) tableCall(c *call) (string, bool) {
	if len(c.args) != 1 {
		return "", false
	}
	inner := t.arg(c, 0)
	if strings.HasPrefix(inner, "(SELECT UNNEST(") {
		return inner, true
	}
	_, count, ok := strings.Cut(inner, "=>")
	if !ok || !strings.HasPrefix(strings.ToUpper(inner), "GENERATOR") {
		return "", false
	}
	return "RANGE(" + strings.TrimSpace(strings.TrimSuffix(strings.TrimSpace(count), ")")) + ")", true
}
