package dialect

import (
	"fmt"
	"strings"
)

// statement translates the whole text: one SELECT.
func (t *translator) statement(nodes []node) []node {
	for last := len(nodes) - 1; last >= 0; last-- {
		if nodes[last].isSign(";") {
			nodes = nodes[:last] // with the comments behind it
		} else if nodes[last].kind != blank {
			break
		}
	}
	for _, n := range nodes {
		if n.isSign(";") {
			t.problem(n.at, "there is more than one statement")
		}
	}
	if first := skip(nodes, 0); first < len(nodes) && nodes[first].kind == word && !nodes[first].is("SELECT", "WITH") {
		t.problem(nodes[first].at, "it begins with %s and is not a SELECT", strings.ToUpper(nodes[first].text))
	}
	return t.scope(nodes)
}

// scope translates what stands between two parentheses, the inner groups first.
func (t *translator) scope(nodes []node) []node {
	for i := range nodes {
		if nodes[i].kind == paren {
			nodes[i].body = t.scope(nodes[i].body)
		}
	}
	nodes = t.tables(nodes)
	nodes = t.joins(nodes)
	nodes = t.words(nodes)
	nodes = t.operators(t.compactDates(nodes))
	return t.top(nodes)
}

// words translates calls, keywords and types from left to right.
func (t *translator) words(nodes []node) []node {
	var out []node
	for i := 0; i < len(nodes); i++ {
		n := nodes[i]
		if n.kind != word {
			out = append(out, n)
			continue
		}
		if next := skip(nodes, i+1); next < len(nodes) && nodes[next].kind == paren {
			c := &call{name: strings.ToUpper(n.text), args: split(nodes[next].body), at: n.at, rest: nodes[next+1:]}
			if s, ok := t.call(c); ok {
				out = append(out, raw(s, n.at))
				i = next + c.used
				continue
			}
		}
		repl, to, ok := t.keyword(nodes, i)
		if ok {
			out, i = append(out, repl...), to-1
			continue
		}
		out = append(out, n)
	}
	return out
}

// keyword translates what begins at i and is not a call; to is the index behind it.
func (t *translator) keyword(nodes []node, i int) (repl []node, to int, ok bool) {
	n := nodes[i]
	follows := func(w ...string) (int, bool) {
		j := i + 1
		for _, each := range w {
			j = skip(nodes, j)
			if j == len(nodes) || !nodes[j].is(each) {
				return 0, false
			}
			j++
		}
		return j, true
	}
	one := func(s string, to int) ([]node, int, bool) { return []node{raw(s, n.at)}, to, true }
	switch {
	case n.is("MINUS") && t.startsQuery(nodes, i+1):
		return one("EXCEPT", i+1)
	case n.is("EXCEPT") && i > 0 && neighbour(nodes, i, 1) == paren && !t.startsQuery(firstGroup(nodes, i), 0):
		return one("EXCLUDE", i+1) // BigQuery's SELECT * EXCEPT (a, b)
	case n.is("UNION", "EXCEPT", "INTERSECT"):
		if to, ok := follows("DISTINCT"); ok {
			return one(strings.ToUpper(n.text), to)
		}
	case n.is("CROSS"):
		if to, ok := follows("APPLY"); ok {
			return one("CROSS JOIN LATERAL", to)
		}
	case n.is("OUTER"):
		if to, ok := follows("APPLY"); ok {
			return t.outerApply(nodes, i, to)
		}
	case n.is("APPROXIMATE") && t.is(Postgres): // Redshift's estimate of a count; here it is exact
		if j := skip(nodes, i+1); j < len(nodes) && nodes[j].is("COUNT") {
			return nil, j, true
		}
	case n.is("LATERAL") && t.is(Spark):
		if to, ok := follows("VIEW"); ok {
			return lateralView(nodes, i, to)
		}
	case n.is("OVER") && t.is(Snowflake): // in the order of SEQ4(), which is that of the rows
		if body, end, ok := clause(nodes[i+1:]); ok && strings.Contains(t.render(body), "ORDER BY (ROW_NUMBER() OVER () - 1)") {
			return one("OVER ()", i+1+end)
		}
	case n.is("UNNEST") && t.is(BigQuery):
		return unnest(nodes, i)
	case n.is("SYSDATE", "GETDATE"):
		return one("LOCALTIMESTAMP", i+1)
	case n.is("OPTION"):
		if _, end, ok := clause(nodes[i+1:]); ok && t.is(SQLServer) {
			return nil, i + 1 + end, true
		}
	case n.is("WITH"):
		if body, end, ok := clause(nodes[i+1:]); ok && t.is(SQLServer) && len(body) == 1 &&
			body[0].is("NOLOCK", "READUNCOMMITTED") {
			return nil, i + 1 + end, true
		}
	case n.is("INTERVAL"):
		return t.intervalWord(nodes, i)
	case n.is("FLATTEN", "SAMPLE", "TABLESAMPLE"):
		t.problem(n.at, "%s has no equal", strings.ToUpper(n.text))
	case n.is("LIKE", "ILIKE"):
		if _, ok := follows("ANY"); ok && !t.is(Postgres) {
			t.problem(n.at, "%s ANY has no equal", strings.ToUpper(n.text))
		}
	case n.is("RLIKE", "REGEXP"):
		return one("~", i+1) // both match the whole text
	case t.toRead && len(n.text) > 1 && n.text[0] == '@':
		return one("$"+n.text[1:], i+1)
	case t.toRead && len(n.text) > 1 && n.text[0] == '#':
		return one(n.text[1:], i+1)
	case strings.HasPrefix(n.text, "@"):
		t.problem(n.at, "%s is a parameter without a value", n.text)
	case strings.HasPrefix(n.text, "#"):
		t.problem(n.at, "%s is a temporary table", n.text)
	}
	return nil, 0, false
}

func (t *translator) startsQuery(nodes []node, i int) bool {
	i = skip(nodes, i)
	return i < len(nodes) && (nodes[i].is("SELECT") || nodes[i].kind == paren)
}

// firstGroup is the body of the first group behind i.
func firstGroup(nodes []node, i int) []node {
	for _, n := range nodes[i:] {
		if n.kind == paren {
			return n.body
		}
	}
	return nil
}

// outerApply becomes a LEFT JOIN LATERAL (…) AS alias ON TRUE.
func (t *translator) outerApply(nodes []node, i, to int) ([]node, int, bool) {
	j := skip(nodes, to)
	if j == len(nodes) || nodes[j].kind != paren {
		t.problem(nodes[i].at, "OUTER APPLY of a function has no equal")
		return nil, 0, false
	}
	end := skip(nodes, j+1)
	if end < len(nodes) && nodes[end].is("AS") {
		end = skip(nodes, end+1)
	}
	if end == len(nodes) || nodes[end].kind != word && nodes[end].kind != quoted {
		t.problem(nodes[i].at, "OUTER APPLY without an alias has no equal")
		return nil, 0, false
	}
	out := append([]node{raw("LEFT JOIN LATERAL ", nodes[i].at)}, nodes[j:end+1]...)
	return append(out, raw(" ON TRUE", nodes[i].at)), end + 1, true
}

// lateralView writes Spark's LATERAL VIEW explode(list) rows AS value as CROSS JOIN UNNEST(list) AS rows(value).
func lateralView(nodes []node, i, to int) ([]node, int, bool) {
	j := skip(nodes, to)
	if j < len(nodes) && nodes[j].is("OUTER") {
		j = skip(nodes, j+1)
	}
	list := skip(nodes, j+1)
	if list >= len(nodes) || !nodes[j].is("EXPLODE") || nodes[list].kind != paren {
		return nil, 0, false
	}
	alias := skip(nodes, list+1)
	if alias >= len(nodes) || !isName(nodes[alias]) {
		return nil, 0, false
	}
	name, end := "col", alias+1 // as Spark calls the column itself
	if as := skip(nodes, end); as < len(nodes) && nodes[as].is("AS") {
		if k := skip(nodes, as+1); k < len(nodes) && isName(nodes[k]) {
			name, end = nodes[k].text, k+1
		}
	}
	rows := raw(" AS "+nodes[alias].text+"("+name+")", nodes[i].at)
	return []node{raw("CROSS JOIN UNNEST", nodes[i].at), nodes[list], rows}, end, true
}

// intervalWord writes INTERVAL 30 DAY as INTERVAL '30' DAY.
func (t *translator) intervalWord(nodes []node, i int) ([]node, int, bool) {
	n := skip(nodes, i+1)
	if n == len(nodes) || nodes[n].kind != number {
		return nil, 0, false
	}
	unit := skip(nodes, n+1)
	if unit == len(nodes) || nodes[unit].kind != word {
		return nil, 0, false
	}
	part, ok := parts[strings.ToLower(nodes[unit].text)]
	if !ok {
		return nil, 0, false
	}
	_, s := interval(nodes[n].text, part)
	return []node{raw(s, nodes[i].at)}, unit + 1, true
}

// top moves the count of SELECT TOP n to a LIMIT at the scope's end.
func (t *translator) top(nodes []node) []node {
	i := indexOf(nodes, "TOP")
	if i < 0 {
		return nodes
	}
	n := skip(nodes, i+1)
	count := ""
	switch {
	case n == len(nodes):
		return nodes
	case nodes[n].kind == number:
		count = nodes[n].text
	case nodes[n].kind == paren:
		count = t.render(trim(nodes[n].body))
	default:
		return nodes // a column of this name
	}
	next := skip(nodes, n+1)
	if next < len(nodes) && nodes[next].is("PERCENT", "WITH") {
		t.problem(nodes[i].at, "TOP … %s has no equal", strings.ToUpper(nodes[next].text))
		return nodes
	}
	for _, w := range []string{"UNION", "EXCEPT", "INTERSECT"} {
		if indexOf(nodes, w) >= 0 {
			t.problem(nodes[i].at, "TOP in one part of a %s has no equal", w)
			return nodes
		}
	}
	out := append(append([]node{}, nodes[:i]...), nodes[next:]...)
	for len(out) > 0 && out[len(out)-1].kind == blank && strings.TrimSpace(out[len(out)-1].text) == "" {
		out = out[:len(out)-1]
	}
	return append(out, raw(fmt.Sprintf("\nLIMIT %s", count), nodes[i].at))
}
