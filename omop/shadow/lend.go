package shadow

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/askomop/askomop/omop"
	"github.com/askomop/askomop/omop/schema"
	"github.com/askomop/askomop/omop/sqltree"
)

// The rows of a vocabulary in the home folder travel with a statement, as VALUES in the place of the table that the
// server lacks:
//
//	SELECT c.concept_name, COUNT(*) FROM person AS p JOIN concept AS c ON c.concept_id = p.gender_concept_id GROUP BY 1
//	→ … JOIN (VALUES (8507, 'MALE'), (8532, 'FEMALE')) AS c (concept_id, concept_name) ON c.concept_id = p.gender_concept_id …
//
// Only rows that the statement can reach are sent: those that its own conditions on the table let through, and whose
// key is among the values that the other side of an equality has, which the server is asked for. So the result is the
// same as with the whole table.

// maxLent bounds the rows of one place, and maxValues the different values that the server is asked for.
const (
	maxLent   = 20_000
	maxValues = 50_000
)

// asker asks the server a statement over its own tables.
type asker func(ctx context.Context, text string, limit omop.Limit) (*omop.Table, error)

// lends tells whether the home folder's vocabulary takes the place of a table.
func (c *Copy) lends(table string) bool { return c.standIn != "" && c.engine.StandsIn(table) }

// place is one place of a statement that reads a table which is lent.
type place struct {
	node    *sqltree.BaseTable
	rel     *sqltree.Relation
	columns []*schema.Column // that the statement reads
	own     []string         // conditions on the table alone, as SQL
	keys    []key
	tried   int      // restrictions at the last try; -1 before the first
	rows    *[][]any // nil until they are there
}

// key says that a row counts only if a column has one of the values that another expression can have.
type key struct {
	column *schema.Column
	from   []sqltree.Origin
	also   []*sqltree.Constant
	inside bool // the values are those of an IN around the query: rows outside them count only as being there
}

// loan is the lending to one statement.
type loan struct {
	copy   *Copy
	types  *sqltree.Resolved
	ask    asker
	places []*place
	values map[string]*[]any // by column of the server; nil for too many
}

// lend returns the statement with rows in place of the tables that are lent; without ask there are none.
func (c *Copy) lend(ctx context.Context, s *sqltree.Statement, ask asker) (*sqltree.Statement, error) {
	if c.standIn == "" {
		return s, nil
	}
	lent := sqltree.Clone(s)
	l := &loan{copy: c, types: sqltree.Resolve(lent, c.CDM), ask: ask, values: map[string]*[]any{}}
	if err := l.findPlaces(lent); err != nil || len(l.places) == 0 {
		return s, err
	}
	if ask != nil {
		if err := l.fetchAll(ctx); err != nil {
			var query *omop.QueryError
			if !errors.As(err, &query) {
				return nil, err
			}
			return nil, &omop.QueryError{SQL: s.Text, Err: fmt.Errorf("the names that the server lacks: %w", query.Err)}
		}
	}
	l.putRows()
	return lent, nil
}

// findPlaces finds the places, and what is known of the rows that count there.
func (l *loan) findPlaces(s *sqltree.Statement) error {
	all := readsAll(s)
	around := l.aroundIn(s)
	for _, scope := range l.types.Scopes {
		for _, rel := range scope.Relations {
			t, ok := rel.Node.(*sqltree.BaseTable)
			if !ok || t.Schema != "" || !l.copy.lends(strings.ToLower(t.Name)) ||
				slices.Contains(l.types.CTENames, strings.ToLower(t.Name)) {
				continue
			}
			if rel.Table == nil {
				q := &omop.QueryError{SQL: s.Text,
					Err: fmt.Errorf("the server has no table %s, and its columns can't be renamed as %s(…)", t.Name,
						t.RefName())}
				q.Line, q.Column = sqltree.LineColumn(s.Text, max(0, t.Pos()))
				return q
			}
			p := &place{node: t, rel: rel, tried: -1}
			for _, c := range rel.Table.Columns {
				if all || l.types.Mentions(rel, c.Name) {
					p.columns = append(p.columns, c)
				}
			}
			if len(p.columns) == 0 {
				p.columns = rel.Table.Columns[:1]
			}
			l.restrict(p, scope, around)
			l.places = append(l.places, p)
		}
	}
	return nil
}

// readsAll tells whether a statement may read columns that it does not name.
func readsAll(s *sqltree.Statement) (all bool) {
	sqltree.Walk(s, func(n sqltree.Node) bool {
		switch n := n.(type) {
		case *sqltree.Star:
			all = true
		case *sqltree.Join:
			all = all || n.Kind == sqltree.JoinNatural
		}
		return !all
	})
	return all
}

// fetchAll fetches the rows of every place: first where most is known, since what one has bounds another.
func (l *loan) fetchAll(ctx context.Context) error {
	for last := false; ; {
		tried := false
		for _, p := range l.places {
			if p.rows != nil {
				continue
			}
			conditions, err := l.conditions(ctx, p)
			if err != nil {
				return err
			}
			if n := len(conditions); n > p.tried && (n > 0 || last) {
				p.tried, tried = n, true
				if err := l.fetch(ctx, p, conditions); err != nil {
					return err
				}
			}
		}
		if !tried && last {
			break
		}
		last = !tried
	}
	for _, p := range l.places {
		if p.rows == nil {
			return &omop.QueryError{Err: fmt.Errorf("%w: more than %d rows of %s would have to be sent with the question, since the server has no vocabulary: "+
				"load the vocabulary's tables into it", omop.ErrTooLarge, maxLent, p.rel.Table.Name)}
		}
	}
	return nil
}

// fetch reads the rows of a place from the home folder's vocabulary. Too many are none.
func (l *loan) fetch(ctx context.Context, p *place, conditions []string) error {
	columns := make([]string, len(p.columns))
	for i, c := range p.columns {
		columns[i] = schema.Quote(p.node.RefName()) + "." + schema.Quote(c.Name)
	}
	// A key may repeat in columns that are read: each row is there as often as it was.
	text := "SELECT " + strings.Join(columns, ", ") + " FROM " + schema.Quote(p.rel.Table.Name) + " AS " +
		schema.Quote(p.node.RefName())
	read := func(where []string, rows int) (*omop.Table, error) {
		query := text
		if len(where) > 0 {
			query += " WHERE " + strings.Join(where, " AND ")
		}
		return l.copy.engine.Query(ctx, query, omop.Limit{Rows: rows})
	}
	table, err := read(conditions, maxLent)
	if err != nil || table.Truncated {
		return err
	}
	if len(table.Rows) == 0 && slices.ContainsFunc(p.keys, func(k key) bool { return k.inside }) {
		if table, err = read(p.own, 1); err != nil { // whether there are any at all is told by NULL IN (…)
			return err
		}
		table.Truncated = false
	}
	p.rows = &table.Rows
	return nil
}

// putRows puts the rows into the statement.
func (l *loan) putRows() {
	rows := map[sqltree.TableRef]sqltree.TableRef{}
	for _, p := range l.places {
		rows[p.node] = p.values()
	}
	var put func(t sqltree.TableRef) sqltree.TableRef
	put = func(t sqltree.TableRef) sqltree.TableRef {
		if v, ok := rows[t]; ok {
			return v
		}
		if j, ok := t.(*sqltree.Join); ok {
			j.Left, j.Right = put(j.Left), put(j.Right)
		}
		return t
	}
	for _, scope := range l.types.Scopes {
		if scope.Tree.From != nil {
			scope.Tree.From = put(scope.Tree.From)
		}
	}
}

// values are the rows of a place as a table of FROM.
func (p *place) values() *sqltree.Subselect {
	out := &sqltree.Subselect{Alias: p.node.RefName()}
	for _, c := range p.columns {
		out.Columns = append(out.Columns, c.Name)
	}
	if p.rows == nil || len(*p.rows) == 0 {
		none := &sqltree.Select{Where: &sqltree.Constant{Kind: sqltree.Bool, Text: "false"}}
		for _, c := range p.columns {
			none.List = append(none.List, &sqltree.Item{Expr: &sqltree.Cast{Expr: &sqltree.Constant{},
				Type: c.Type.SQL()}, Alias: c.Name})
		}
		out.Query = none
		return out
	}
	list := &sqltree.Values{}
	for i, row := range *p.rows {
		cells := make([]sqltree.Expr, len(row))
		for j, v := range row {
			if cells[j] = constant(v); i == 0 { // the first row says the types
				cells[j] = &sqltree.Cast{Expr: cells[j], Type: p.columns[j].Type.SQL()}
			}
		}
		list.Rows = append(list.Rows, cells)
	}
	out.Query = list
	return out
}
