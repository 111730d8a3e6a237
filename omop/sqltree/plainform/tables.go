package plainform

import (
	"slices"
	"strings"

	"github.com/askomop/askomop/omop/sqltree"
)

// flatten reads the tables behind CTEs and derived tables that only choose rows and rename columns, inner ones first.
func (f *form) flatten() {
	for _, s := range f.Scopes {
		for _, rel := range s.Relations {
			f.flattenOne(s, rel)
		}
	}
}

// flattenOne puts the table behind a relation in its place, and what chooses its rows where the rows are read.
func (f *form) flattenOne(s *sqltree.Scope, rel *sqltree.Relation) {
	at := find(s.Tree, rel.Node)
	if at == nil {
		return
	}
	name, cte := nodeName(rel.Node)
	if rel.Table != nil { // SELECT * FROM table
		if strings.EqualFold(rel.Table.Name, cte) && name != "" {
			return
		}
		*at.slot = &sqltree.BaseTable{Loc: locOf(rel.Node), Name: rel.Table.Name, Alias: name}
		f.changed, f.flattened[strings.ToLower(cte)] = true, true
		return
	}
	if rel.Inner == nil || rel.Inner.Scope == nil || name == "" || f.recursive(cte) {
		return
	}
	inner := rel.Inner.Scope.Tree
	f.qualify(rel.Inner.Scope)
	_, shared := rel.Node.(*sqltree.BaseTable)
	if shared {
		inner = sqltree.Clone(inner)
	}
	to := f.columnsOf(rel, inner)
	if to == nil || !at.takes(inner.Where) || !f.canSubstitute(s, rel, to, everything(inner.List)) ||
		readsAs(inner.List, name) {
		return
	}
	base, one := inner.From.(*sqltree.BaseTable)
	switch {
	case inner.From == nil && inner.Where == nil && at.drop != nil:
		at.drop()
	case one && len(base.Columns) == 0:
		old := base.RefName()
		requalify(inner, old, name)
		table := *base
		table.Alias = name
		*at.slot = &table
		at.add(inner.Where)
	default:
		return
	}
	f.changed, f.flattened[strings.ToLower(cte)] = true, true
	f.substitute(s, rel, to)
}

// recursive reports whether a name is of a CTE that reads itself: of its first rows its query says nothing.
func (f *form) recursive(name string) bool {
	itself := func(c *sqltree.CTE) bool { return c.Recursive && strings.EqualFold(c.Name, name) }
	return slices.ContainsFunc(f.CTEs(), itself)
}

// columnsOf returns what the columns of a relation stand for in its query; nil where that has rows or columns of its
// own. An empty map is that each is the column of its name.
func (f *form) columnsOf(rel *sqltree.Relation, q *sqltree.Select) map[string]sqltree.Expr {
	if !simple(q) || len(q.With) > 0 || len(q.OrderBy) > 0 {
		return nil
	}
	to := map[string]sqltree.Expr{}
	if everything(q.List) {
		if q.From == nil || len(columnNames(rel.Node)) > 0 {
			return nil
		}
		return to
	}
	if len(rel.Columns) != len(q.List) {
		return nil
	}
	for i, item := range q.List {
		if !computed(item.Expr) || rel.Columns[i].Name == "" {
			return nil
		}
		to[rel.Columns[i].Name] = item.Expr
	}
	return to
}

// readsAs reports whether a query within a list reads a table under a name: what stands for it would be another's.
func readsAs(list []*sqltree.Item, name string) bool {
	found := false
	for _, i := range list {
		sqltree.Walk(i, func(n sqltree.Node) bool {
			t, ok := n.(*sqltree.BaseTable)
			found = found || ok && strings.EqualFold(t.RefName(), name)
			return !found
		})
	}
	return found
}

// computed reports whether an expression is of one row: columns, constants, arithmetic, and whether queries have a row.
func computed(e sqltree.Expr) bool {
	ok := true
	sqltree.Walk(e, func(n sqltree.Node) bool {
		switch n := n.(type) {
		case *sqltree.Exists, *sqltree.InQuery:
			return false
		case *sqltree.Column, *sqltree.Constant, *sqltree.Extract, *sqltree.Interval, *sqltree.Cast, *sqltree.Case,
			*sqltree.When, *sqltree.Compare, *sqltree.In, *sqltree.IsNull, *sqltree.And, *sqltree.Or, *sqltree.Not,
			*sqltree.Between, *sqltree.Placeholder:
		case *sqltree.Func:
			ok = ok && (n.Operator || n.Name == "coalesce")
		default:
			ok = false
		}
		return ok
	})
	return ok
}

// canSubstitute reports whether every mention of a relation's columns can be replaced. A star over it, or a join by
// names, needs the columns to be those of the table.
func (f *form) canSubstitute(s *sqltree.Scope, rel *sqltree.Relation, to map[string]sqltree.Expr, identical bool) bool {
	same := func(name string) bool {
		if identical {
			return true
		}
		c, ok := to[strings.ToLower(name)].(*sqltree.Column)
		return ok && strings.EqualFold(c.Name(), name)
	}
	for _, j := range s.Joins() {
		if j.Kind == sqltree.JoinNatural || slices.ContainsFunc(j.Using, func(c string) bool { return !same(c) }) {
			return false
		}
	}
	if identical {
		return true
	}
	if slices.ContainsFunc(s.Tree.List, func(i *sqltree.Item) bool { _, star := i.Expr.(*sqltree.Star); return star }) {
		return false
	}
	for c, ref := range f.Refs {
		if ref.Relation == rel && (len(c.Names) > 2 || to[strings.ToLower(c.Name())] == nil) {
			return false
		}
	}
	return true
}

// substitute puts what the columns of a relation stand for in their place, under the names that they had.
func (f *form) substitute(s *sqltree.Scope, rel *sqltree.Relation, to map[string]sqltree.Expr) {
	f.qualify(s)
	if len(to) == 0 {
		return
	}
	mine := func(e sqltree.Expr) (*sqltree.Column, bool) {
		c, ok := e.(*sqltree.Column)
		if !ok {
			return nil, false
		}
		ref := f.Refs[c]
		return c, ref != nil && ref.Relation == rel
	}
	sqltree.Walk(s.Tree, func(n sqltree.Node) bool {
		if i, ok := n.(*sqltree.Item); ok && i.Alias == "" {
			if c, ok := mine(i.Expr); ok {
				i.Alias = c.Name()
			}
		}
		return true
	})
	sqltree.Rewrite(s.Tree, func(e sqltree.Expr) sqltree.Expr {
		if c, ok := mine(e); ok {
			return sqltree.Clone(to[strings.ToLower(c.Name())])
		}
		return e
	})
}

// qualify gives the columns of a SELECT the names of their relations: a table behind a derived table has more columns
// than it, so that a bare name could be that of two.
func (f *form) qualify(s *sqltree.Scope) {
	sqltree.Walk(s.Tree, func(n sqltree.Node) bool {
		if c, ok := n.(*sqltree.Column); ok && len(c.Names) == 1 {
			if ref := f.Refs[c]; ref != nil && ref.Relation != nil && ref.Relation.Name != "" {
				c.Names = []string{ref.Relation.Name, c.Names[0]}
			}
		}
		return true
	})
}

// requalify gives the columns of a SELECT of one table the table's new name.
func requalify(q *sqltree.Select, from, to string) {
	sqltree.Walk(q, func(n sqltree.Node) bool {
		if c, ok := n.(*sqltree.Column); ok && strings.EqualFold(c.Table(), from) {
			c.Names = []string{to, c.Name()}
		}
		return true
	})
}

// dropCTEs leaves out the CTEs that were read in place and that nothing reads any more.
func (f *form) dropCTEs() {
	for dropped := true; dropped; {
		dropped = false
		read := map[string]bool{}
		sqltree.Walk(f.Tree, func(n sqltree.Node) bool {
			if t, ok := n.(*sqltree.BaseTable); ok && t.Schema == "" {
				read[strings.ToLower(t.Name)] = true
			}
			return true
		})
		sqltree.Walk(f.Tree, func(n sqltree.Node) bool {
			q, ok := n.(sqltree.Query)
			if !ok {
				return true
			}
			tail := q.Tail()
			before := len(tail.With)
			tail.With = slices.DeleteFunc(tail.With, func(c *sqltree.CTE) bool {
				name := strings.ToLower(c.Name)
				return f.flattened[name] && !read[name]
			})
			dropped = dropped || len(tail.With) < before
			return true
		})
	}
}

// nodeName returns by which name a relation's columns are qualified, and which table or CTE it names.
func nodeName(t sqltree.TableRef) (name, table string) {
	switch t := t.(type) {
	case *sqltree.BaseTable:
		return t.RefName(), t.Name
	case *sqltree.Subselect:
		return t.Alias, ""
	}
	return "", ""
}

func columnNames(t sqltree.TableRef) []string {
	switch t := t.(type) {
	case *sqltree.BaseTable:
		return t.Columns
	case *sqltree.Subselect:
		return t.Columns
	}
	return nil
}

func locOf(t sqltree.TableRef) sqltree.Loc { return sqltree.At(t.Pos()) }
