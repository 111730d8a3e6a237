package pipeline

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/askomop/askomop/omop/sqltree"
)

// disclosable returns an error unless a result of n columns can be shown to a model:
// no column may hold what belongs to one person, and one column has to count people or records, so that
// suppression has hidden the rows behind which too few stand. It is read off the SQL; what cannot be told is refused.
func disclosable(ctx context.Context, parser sqltree.Serializer, sql string, n int) error {
	stmt, err := sqltree.Parse(ctx, parser, sql)
	if err != nil {
		return fmt.Errorf("reading the SQL to see whether a model may be shown its result: %w", err)
	}
	columns := disclosure{}.query(stmt.Query, nil)
	if len(columns) != n {
		return fmt.Errorf("it cannot be told what the result's columns hold")
	}
	counts := false
	for _, c := range columns {
		if c.kind == ofPerson {
			return fmt.Errorf("the column %s could show single people, and a model sees none", c.name)
		}
		counts = counts || c.kind == ofCount
	}
	if !counts {
		return fmt.Errorf("no column counts people, and a model is shown no number that could be one person's")
	}
	return nil
}

// holding is what a column holds, as far as showing it goes; the later the worse.
type holding uint8

const (
	ofGroup     holding = iota // constants, and coarse properties that many share: a concept, a year
	ofCount                    // a count of people or records
	ofAggregate                // a number made of many people's values
	ofPerson                   // a value of one person, or what cannot be told
)

// held is a column that a query puts out.
type held struct {
	name string
	kind holding
}

// derived are the CTEs in sight, by lower-case name.
type derived map[string][]held

// disclosure follows what columns hold through CTEs and subqueries.
type disclosure struct{}

func (d disclosure) query(q sqltree.Query, outer derived) []held {
	in := derived{}
	for name, columns := range outer {
		in[name] = columns
	}
	for _, c := range q.Tail().With {
		in[strings.ToLower(c.Name)] = renamed(d.query(c.Query, in), c.Columns)
	}
	switch x := q.(type) {
	case *sqltree.Select:
		return d.selection(x, in)
	case *sqltree.SetOp:
		columns := slices.Clone(d.query(x.Inputs[0], in))
		for _, input := range x.Inputs[1:] {
			more := d.query(input, in)
			for i := range columns {
				if i >= len(more) {
					columns[i].kind = ofPerson
				} else {
					columns[i].kind = max(columns[i].kind, more[i].kind)
				}
			}
		}
		return columns
	}
	return nil
}

func renamed(columns []held, names []string) []held {
	out := slices.Clone(columns)
	for i, name := range names {
		if i < len(out) {
			out[i].name = name
		}
	}
	return out
}

// selection reads one SELECT. Where it groups by something of a person, a count
// in it is a person's own.
func (d disclosure) selection(s *sqltree.Select, in derived) []held {
	f := from{d: d, in: in}
	f.add(s.From)
	var out []held
	for _, item := range s.List {
		if star, ok := item.Expr.(*sqltree.Star); ok {
			out = append(out, f.star(star)...)
			continue
		}
		name := item.Alias
		if c, ok := item.Expr.(*sqltree.Column); ok && name == "" {
			name = c.Name()
		}
		out = append(out, held{name, f.kind(item.Expr)})
	}
	perPerson := s.GroupBy.All && slices.ContainsFunc(out, func(c held) bool { return c.kind == ofPerson })
	for _, e := range s.GroupBy.Exprs {
		perPerson = perPerson || f.groupKind(e, s.List, out) == ofPerson
	}
	for i := range out {
		if perPerson && out[i].kind != ofGroup {
			out[i].kind = ofPerson
		}
	}
	return out
}

// from is what a SELECT reads: derived tables with known columns, and tables of the database.
type from struct {
	d      disclosure
	in     derived
	tables []readTable
}

type readTable struct {
	name    string
	columns []held // of a derived table
	base    bool
}

func (f *from) add(ref sqltree.TableRef) {
	switch t := ref.(type) {
	case *sqltree.BaseTable:
		columns, isDerived := f.in[strings.ToLower(t.Name)]
		f.tables = append(f.tables, readTable{t.RefName(), renamed(columns, t.Columns), !isDerived})
	case *sqltree.Subselect:
		f.tables = append(f.tables, readTable{t.Alias, renamed(f.d.query(t.Query, f.in), t.Columns), false})
	case *sqltree.Join:
		f.add(t.Left)
		f.add(t.Right)
	}
}

// star lists what * or t.* puts out; of a table of the database it cannot be told.
func (f *from) star(s *sqltree.Star) []held {
	var out []held
	for _, t := range f.tables {
		if s.Table != "" && !strings.EqualFold(s.Table, t.name) {
			continue
		}
		if t.base || s.Columns || len(s.Exclude) > 0 || len(s.Replace) > 0 {
			return []held{{"*", ofPerson}}
		}
		out = append(out, t.columns...)
	}
	return out
}

// groupKind is the kind of an entry of GROUP BY, which may name an item of the list by alias or number.
func (f *from) groupKind(e sqltree.Expr, list []*sqltree.Item, out []held) holding {
	switch x := e.(type) {
	case *sqltree.Constant:
		if n, ok := x.Int64(); ok && n >= 1 && int(n) <= len(out) && len(out) == len(list) {
			return out[n-1].kind
		}
		return ofGroup
	case *sqltree.Column:
		if x.Table() == "" {
			for _, c := range out {
				if strings.EqualFold(c.name, x.Name()) {
					return c.kind
				}
			}
		}
	}
	return f.kind(e)
}

// column is the kind of a column by name.
func (f *from) column(c *sqltree.Column) holding {
	base := false
	for _, t := range f.tables {
		if c.Table() != "" && !strings.EqualFold(c.Table(), t.name) {
			continue
		}
		base = base || t.base
		for _, h := range t.columns {
			if strings.EqualFold(h.name, c.Name()) {
				return h.kind
			}
		}
	}
	if base && sharedByMany(strings.ToLower(c.Name())) {
		return ofGroup
	}
	return ofPerson
}

// sharedByMany reports whether a column of the data model holds what many people have alike.
func sharedByMany(column string) bool {
	switch column {
	case "year_of_birth", "concept_name", "concept_code", "domain_id", "vocabulary_id", "concept_class_id", "state":
		return true
	}
	return strings.HasSuffix(column, "concept_id")
}
