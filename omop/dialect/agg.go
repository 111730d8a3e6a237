package dialect

import (
	"slices"
	"strings"
)

// listAgg puts the order of WITHIN GROUP into the call.
func (t *translator) listAgg(c *call) (string, bool) {
	if len(c.args) == 0 {
		return "", false
	}
	separator := "''"
	if t.is(BigQuery) {
		separator = "','"
	}
	if len(c.args) > 1 {
		separator = t.arg(c, 1)
	}
	return t.ordered("STRING_AGG", ", "+separator, c)
}

// arrayAgg brings over Snowflake's order of WITHIN GROUP and BigQuery's LIMIT inside of the call.
func (t *translator) arrayAgg(c *call) (string, bool) {
	if len(c.args) == 0 {
		return "", false
	}
	last := c.args[len(c.args)-1]
	if at := indexOf(last, "LIMIT"); at > 0 && t.is(BigQuery) {
		count := t.render(trim(last[at+1:]))
		c.args[len(c.args)-1] = trim(last[:at])
		var args []string
		for i := range c.args {
			args = append(args, t.arg(c, i))
		}
		list := "LIST(" + strings.Join(args, ", ") + ")[1:" + count + "]"
		return t.indexed(list, c), true
	}
	if len(c.args) == 1 {
		return t.ordered("LIST", "", c)
	}
	return "", false
}

// indexed takes in an [OFFSET(k)] behind a list: BigQuery counts from 0.
func (t *translator) indexed(list string, c *call) string {
	from := skip(c.rest, 0)
	rest := c.rest[from:]
	if len(rest) < 3 || !rest[0].isSign("[") {
		return list
	}
	for word, first := range map[string]string{"OFFSET": " + 1", "SAFE_OFFSET": " + 1", "ORDINAL": "",
		"SAFE_ORDINAL": ""} {
		if k, end, ok := clause(rest[1:], word); ok && 1+end < len(rest) && rest[1+end].isSign("]") {
			c.used = from + end + 2
			return "(" + list + ")[" + t.render(k) + first + "]"
		}
	}
	return list
}

// ordered writes an aggregate with the order of the WITHIN GROUP behind it, if there is one. DuckDB refuses
// DISTINCT with WITHIN GROUP, but not with an order inside of the call.
func (t *translator) ordered(function, separator string, c *call) (string, bool) {
	order, end, ok := clause(c.rest, "WITHIN", "GROUP")
	if !ok {
		return function + "(" + t.arg(c, 0) + separator + ")", true
	}
	c.used = end
	return function + "(" + t.arg(c, 0) + separator + " " + t.render(trim(order)) + ")", true
}

// series says of PostgreSQL's generate_series(a, b, '1 day') that the step is an interval.
func (t *translator) series(c *call) (string, bool) {
	if len(c.args) != 3 {
		return "", false
	}
	if _, ok := literal(c.args[2]); !ok {
		return "", false
	}
	return "GENERATE_SERIES(" + t.arg(c, 0) + ", " + t.arg(c, 1) + ", INTERVAL " + t.arg(c, 2) + ")", true
}

// unnest names the column of BigQuery's UNNEST(…) AS m, which is m there.
func unnest(nodes []node, i int) ([]node, int, bool) {
	list := skip(nodes, i+1)
	if list == len(nodes) || nodes[list].kind != paren {
		return nil, 0, false
	}
	name := skip(nodes, list+1)
	if name < len(nodes) && nodes[name].is("AS") {
		name = skip(nodes, name+1)
	}
	if name == len(nodes) || nodes[name].kind != word && nodes[name].kind != quoted ||
		nodes[name].is("JOIN", "CROSS", "LEFT", "INNER", "WHERE", "ON", "WITH", "GROUP", "ORDER") {
		return nil, 0, false
	}
	column := nodes[name].text
	inner := slices.Clone(nodes[i : name+1])
	return append(inner, raw("("+column+")", nodes[name].at)), name + 1, true
}
