package shadow

import (
	"context"
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/askomop/askomop/omop"
	"github.com/askomop/askomop/omop/schema"
	"github.com/askomop/askomop/omop/sqltree"
)

// restrict finds the conditions that a row of a place has to meet for the result to depend on it.
func (l *loan) restrict(p *place, scope *sqltree.Scope, around map[sqltree.Query]*sqltree.InQuery) {
	terms, open := onPath(scope.Tree.From, p.node)
	if open {
		terms = append(terms, sqltree.Conjuncts(scope.Tree.Where)...)
	}
	for _, term := range terms {
		if l.isOwn(term, p.rel) {
			if text, err := sqltree.FormatNode(term); err == nil {
				p.own = append(p.own, "("+text+")")
			}
			continue
		}
		switch term := term.(type) {
		case *sqltree.Compare:
			if term.Op == "=" {
				l.addKey(p, term.Left, term.Right)
				l.addKey(p, term.Right, term.Left)
			}
		case *sqltree.InQuery:
			if r := l.types.Subs[term.Query]; !term.Not && r != nil && len(r.Columns) == 1 {
				if c := l.columnOf(p, term.Expr); c != nil {
					from, also, ok := l.types.ReachOf(r.Columns[0])
					p.addKey(key{column: c, from: from, also: also}, ok)
				}
			}
		}
	}
	if in := around[scope.Tree]; in != nil && isPlain(scope.Tree) {
		if c := l.columnOf(p, scope.Tree.List[0].Expr); c != nil {
			from, also, ok := l.types.Reach(in.Expr)
			p.addKey(key{column: c, from: from, also: also, inside: true}, ok)
		}
	}
}

// onPath lists the terms of joins that a row of a table has to meet, and whether what stands above the joins restricts
// it, too: an outer join keeps rows of one side that have none of the other.
func onPath(t sqltree.TableRef, node *sqltree.BaseTable) (terms []sqltree.Expr, open bool) {
	j, ok := t.(*sqltree.Join)
	if !ok {
		return nil, true
	}
	side, kept := j.Left, "LEFT"
	if !holds(side, node) {
		side, kept = j.Right, "RIGHT"
	}
	terms, open = onPath(side, node)
	switch {
	case !open:
	case j.Type == "INNER":
		terms = append(terms, sqltree.Conjuncts(j.On)...)
	case j.Type == kept: // every row of this side is kept, whatever the join says
	case j.Type == "LEFT" || j.Type == "RIGHT":
		terms, open = append(terms, sqltree.Conjuncts(j.On)...), false
	default:
		open = false
	}
	return terms, open
}

func holds(t sqltree.TableRef, node *sqltree.BaseTable) bool {
	if j, ok := t.(*sqltree.Join); ok {
		return holds(j.Left, node) || holds(j.Right, node)
	}
	return t == sqltree.TableRef(node)
}

// isOwn tells whether a condition speaks of one relation alone.
func (l *loan) isOwn(e sqltree.Expr, rel *sqltree.Relation) bool {
	own, mentions := true, false
	sqltree.Walk(e, func(n sqltree.Node) bool {
		switch n := n.(type) {
		case *sqltree.Column:
			r := l.types.Refs[n]
			own, mentions = own && r != nil && r.Relation == rel && r.Column != nil, true
		case sqltree.Query, *sqltree.Window, *sqltree.Lambda:
			own = false
		}
		return own
	})
	return own && mentions
}

// columnOf is the column of a place that an expression is, or nil.
func (l *loan) columnOf(p *place, e sqltree.Expr) *schema.Column {
	c, ok := e.(*sqltree.Column)
	if !ok {
		return nil
	}
	if r := l.types.Refs[c]; r != nil && r.Relation == p.rel {
		return r.Column
	}
	return nil
}

func (l *loan) addKey(p *place, column, other sqltree.Expr) {
	if c := l.columnOf(p, column); c != nil {
		from, also, ok := l.types.Reach(other)
		p.addKey(key{column: c, from: from, also: also}, ok)
	}
}

func (p *place) addKey(k key, ok bool) {
	for _, o := range k.from {
		ok = ok && o.Relation != p.rel
	}
	if ok {
		p.keys = append(p.keys, k)
	}
}

// aroundIn are the IN conditions around queries.
func (l *loan) aroundIn(s *sqltree.Statement) map[sqltree.Query]*sqltree.InQuery {
	around := map[sqltree.Query]*sqltree.InQuery{}
	sqltree.Walk(s, func(n sqltree.Node) bool {
		if in, ok := n.(*sqltree.InQuery); ok {
			around[in.Query] = in
		}
		return true
	})
	return around
}

// isPlain tells whether a query puts out one column of each of its rows that its conditions let through.
func isPlain(q *sqltree.Select) bool {
	return len(q.List) == 1 && q.DistinctOn == nil && q.GroupBy.Empty() && q.Having == nil && q.Qualify == nil &&
		q.Limit == nil && q.Offset == nil
}

// conditions are what is known by now of the rows of a place, as SQL.
func (l *loan) conditions(ctx context.Context, p *place) ([]string, error) {
	out := append([]string(nil), p.own...)
	for _, k := range p.keys {
		values, known, err := l.valuesOf(ctx, k)
		if err != nil {
			return nil, err
		}
		if !known {
			continue
		}
		list := "NULL"
		if len(values) > 0 {
			list = strings.Join(values, ", ")
		}
		out = append(out, schema.Quote(p.node.RefName())+"."+schema.Quote(k.column.Name)+" IN ("+list+")")
	}
	return out, nil
}

// valuesOf are the values that the other side of a key can have, as SQL; not known where they are too many, of another
// type, or those of a place whose rows are not there yet.
func (l *loan) valuesOf(ctx context.Context, k key) (values []string, known bool, err error) {
	seen := map[string]bool{}
	add := func(v any) bool {
		text, ok := literal(v, k.column.Type)
		if ok && text != "" && !seen[text] {
			seen[text] = true
			values = append(values, text)
		}
		return ok
	}
	for _, c := range k.also {
		if n, ok := c.Int64(); ok && !add(n) ||
			!ok && c.Kind != sqltree.Null && (c.Kind != sqltree.String || !add(c.Text)) {
			return nil, false, nil
		}
	}
	for _, o := range k.from {
		column, err := l.columnValues(ctx, o)
		if err != nil || column == nil {
			return nil, false, err
		}
		for _, v := range *column {
			if !add(v) {
				return nil, false, nil
			}
		}
	}
	return values, true, nil
}

// columnValues are the values of a column of the server or of a place that has its rows; nil where they are not to be
// had.
func (l *loan) columnValues(ctx context.Context, o sqltree.Origin) (*[]any, error) {
	for _, p := range l.places {
		if p.rel == o.Relation {
			return p.column(o.Column), nil
		}
	}
	if l.copy.lends(o.TableName()) {
		return nil, nil // read through a query of its own
	}
	if known, ok := l.values[o.String()]; ok {
		return known, nil
	}
	text := fmt.Sprintf("SELECT DISTINCT %s FROM %s", schema.Quote(o.Column.Name), schema.Quote(o.TableName()))
	table, err := l.ask(ctx, text, omop.Limit{Rows: maxValues})
	if err != nil {
		return nil, err
	}
	var out *[]any
	if !table.Truncated {
		list := make([]any, len(table.Rows))
		for i, row := range table.Rows {
			list[i] = row[0]
		}
		out = &list
	}
	l.values[o.String()] = out
	return out, nil
}

// column is a column of the rows of a place, nil before they are there.
func (p *place) column(c *schema.Column) *[]any {
	for i, have := range p.columns {
		if have.Name == c.Name && p.rows != nil {
			list := make([]any, len(*p.rows))
			for j, row := range *p.rows {
				list[j] = row[i]
			}
			return &list
		}
	}
	return nil
}

// literal is a value in DuckDB's SQL, for a column of a type; "" for NULL. It is not ok for a value of another type.
func literal(v any, of schema.Type) (text string, ok bool) {
	switch v := v.(type) {
	case nil:
		return "", true
	case int64:
		return strconv.FormatInt(v, 10), of == schema.ID || of == schema.Integer
	case string:
		return sqltree.QuoteString(v), of == schema.Text
	}
	return "", false
}

// constant is a cell as a part of a statement.
func constant(v any) sqltree.Expr {
	switch v := v.(type) {
	case int64:
		return sqltree.NewInt(v)
	case float64:
		return &sqltree.Constant{Kind: sqltree.Decimal, Text: strconv.FormatFloat(v, 'f', -1, 64)}
	case string:
		return sqltree.NewString(v)
	case time.Time:
		return sqltree.NewDate(v.Format(time.DateOnly))
	case bool:
		return &sqltree.Constant{Kind: sqltree.Bool, Text: strconv.FormatBool(v)}
	}
	return &sqltree.Constant{}
}
