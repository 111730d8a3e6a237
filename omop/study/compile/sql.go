package compile

import (
	"fmt"
	"strings"
)

// query is a SELECT that is put together piece by piece. The parts of its FROM are written when the whole is, since
// a subquery there selects the columns that were asked of it until then.
type query struct {
	c        *compiler
	with     []namedQuery
	distinct bool
	columns  []column
	from     []*source
	where    []string
	group    []string
	having   []string
	order    []string
	limit    int
	union    []*query // further SELECTs below a UNION ALL

	who    string // the expression of the person whose row this is
	person string // the alias under which table person is joined; empty if it is not
}

type namedQuery struct {
	name string
	body interface{ String() string }
}

// column is an expression of the SELECT list.
type column struct {
	expr, name string
}

// source is a part of FROM.
type source struct {
	join  string // "JOIN", "LEFT JOIN", "CROSS JOIN"; empty for the first
	text  func() string
	alias string
	on    []string
	many  bool // it may hold several rows for one before it
}

func (c *compiler) newQuery() *query { return &query{c: c} }

// add puts a table or a subquery into FROM.
func (q *query) add(s *source) {
	if len(q.from) == 0 {
		s.join = ""
		q.where = append(q.where, s.on...)
		s.on = nil
	}
	q.from = append(q.from, s)
}

// addTable puts a table into FROM and returns its alias.
func (q *query) addTable(join, table, short string, on func(alias string) []string) string {
	alias := q.c.alias(short)
	s := &source{join: join, text: func() string { return table }, alias: alias}
	if on != nil {
		s.on = on(alias)
	}
	q.add(s)
	return alias
}

// addQuery puts a subquery into FROM and returns its alias.
func (q *query) addQuery(join string, sub *query, short string, on func(alias string) []string) string {
	alias := q.c.alias(short)
	s := &source{join: join, text: func() string { return bracket(sub.String()) }, alias: alias}
	if on != nil {
		s.on = on(alias)
	}
	q.add(s)
	return alias
}

// personColumn is a column of the person whose row this is.
func (q *query) personColumn(name string) string {
	if q.person == "" {
		who := q.who
		q.person = q.addTable("JOIN", "person", "p",
			func(p string) []string { return []string{p + ".person_id = " + who} })
	}
	return q.person + "." + name
}

func (q *query) filter(conditions ...string) { q.where = append(q.where, conditions...) }

func (q *query) choose(expr, name string) { q.columns = append(q.columns, column{expr, name}) }

func (q *query) String() string {
	var list []string
	for _, col := range q.columns { // first of all: they may ask columns of what stands in FROM
		list = append(list, col.String())
	}
	var b strings.Builder
	for i, w := range q.with {
		if i == 0 {
			b.WriteString("WITH ")
		} else {
			b.WriteString(", ")
		}
		fmt.Fprintf(&b, "%s AS (\n%s\n)", w.name, indent(w.body.String(), "  "))
	}
	if len(q.with) > 0 {
		b.WriteString("\n")
	}
	b.WriteString("SELECT ")
	if q.distinct {
		b.WriteString("DISTINCT ")
	}
	b.WriteString(strings.Join(list, ",\n       "))
	for i, s := range q.from {
		if i == 0 {
			b.WriteString("\nFROM ")
		} else {
			b.WriteString("\n" + s.join + " ")
		}
		b.WriteString(s.text())
		if s.alias != "" {
			b.WriteString(" AS " + s.alias)
		}
		if len(s.on) > 0 {
			b.WriteString(" ON " + strings.Join(s.on, "\n    AND "))
		}
	}
	clause(&b, "\nWHERE ", q.where, "\n  AND ")
	clause(&b, "\nGROUP BY ", q.group, ", ")
	clause(&b, "\nHAVING ", q.having, "\n   AND ")
	clause(&b, "\nORDER BY ", q.order, ", ")
	if q.limit > 0 {
		fmt.Fprintf(&b, "\nLIMIT %d", q.limit)
	}
	for _, u := range q.union {
		b.WriteString("\nUNION ALL\n" + u.String())
	}
	return b.String()
}

func (c column) String() string {
	if c.name == "" || c.expr == c.name || strings.HasSuffix(c.expr, "."+c.name) {
		return c.expr
	}
	return c.expr + " AS " + c.name
}

// called is the name that a column has.
func (c column) called() string {
	if c.name != "" {
		return c.name
	}
	return c.expr[strings.LastIndex(c.expr, ".")+1:]
}

func clause(b *strings.Builder, word string, parts []string, between string) {
	if len(parts) > 0 {
		b.WriteString(word + strings.Join(parts, between))
	}
}

// bracket puts a subquery in parentheses, its lines below each other.
func bracket(sql string) string { return "(" + strings.ReplaceAll(sql, "\n", "\n ") + ")" }

func indent(sql, by string) string { return by + strings.ReplaceAll(sql, "\n", "\n"+by) }

// literal writes a text as SQL.
func literal(text string) string { return "'" + strings.ReplaceAll(text, "'", "''") + "'" }

func dateLiteral(iso string) string { return "DATE " + literal(iso) }

// both joins conditions that must all hold into one.
func both(conditions []string) string {
	if len(conditions) == 1 {
		return conditions[0]
	}
	return "(" + strings.Join(conditions, "\n  AND ") + ")"
}

// either joins conditions of which one must hold.
func either(conditions []string) string {
	if len(conditions) == 1 {
		return conditions[0]
	}
	return "(" + strings.Join(conditions, "\n  OR ") + ")"
}
