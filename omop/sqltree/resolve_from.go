package sqltree

import (
	"slices"
	"strings"
)

// from adds the relations of a FROM clause to the scope. optional is set where an
// outer join around them may fill them with NULLs.
func (st *Resolved) from(t TableRef, s *Scope, ctes *names, optional bool) {
	switch t := t.(type) {
	case *BaseTable:
		rel := st.baseTable(t, s, ctes)
		rel.Optional = optional
		s.add(rel)
	case *Subselect:
		r := st.query(t.Query, s, ctes, RoleFrom)
		if rel := st.view(r, t, t.Alias, t.Columns); rel != nil {
			rel.Optional = optional
			s.add(rel)
			return
		}
		s.add(derived(t, t.Alias, t.Columns, r, optional))
	case *TableFunc:
		st.expr(t.Func, s, ctes)
		name := t.Alias
		if name == "" {
			name = t.Func.Name
		}
		s.add(&Relation{Name: strings.ToLower(name), Node: t, Optional: optional})
	case *Join:
		st.join(t, s, ctes, optional)
	case *Other:
		st.Others = append(st.Others, t)
		s.add(&Relation{Node: t})
	}
}

func (st *Resolved) join(j *Join, s *Scope, ctes *names, optional bool) {
	left, right := optional, optional
	switch j.Type {
	case "LEFT":
		right = true
	case "RIGHT":
		left = true
	case "FULL":
		left, right = true, true
	}
	st.from(j.Left, s, ctes, left)
	at := len(s.Relations)
	st.from(j.Right, s, ctes, right)
	st.expr(j.On, s, ctes)
	if j.Type == "SEMI" || j.Type == "ANTI" {
		for _, rel := range s.Relations[at:] {
			rel.Semi = true
		}
	}
}

func (s *Scope) add(rel *Relation) {
	rel.Scope = s
	s.Relations = append(s.Relations, rel)
}

// baseTable resolves a table by name: a CTE, a table of the CDM, or neither.
func (st *Resolved) baseTable(t *BaseTable, s *Scope, ctes *names) *Relation {
	name := strings.ToLower(t.Name)
	if t.Schema == "" && t.Catalog == "" {
		if r, ok := st.read(ctes, name); ok {
			if rel := st.view(r, t, t.RefName(), t.Columns); rel != nil {
				return rel
			}
			return derived(t, t.RefName(), t.Columns, r, false)
		}
	}
	rel := &Relation{Name: strings.ToLower(t.RefName()), Node: t}
	table, ok := st.Schema.Table(name)
	if !ok || IsCatalog(t.Schema) {
		st.Lost = append(st.Lost, t)
		return rel
	}
	if len(t.Columns) > 0 { // columns under other names: as a query that renames them
		inner := &Relation{Name: name, Node: t, Table: table, Known: true, Scope: s}
		st.Bases = append(st.Bases, inner)
		rel.Columns, rel.Known = renamed(inner.All(), t.Columns), true
		return rel
	}
	rel.Table, rel.Known = table, true
	st.Bases = append(st.Bases, rel)
	return rel
}

// view returns a table of its own for a query that does nothing but SELECT * FROM table: what is said
// of one place that reads it is not said of the others. It is nil for other queries.
func (st *Resolved) view(r *Result, node TableRef, name string, columns []string) *Relation {
	q, ok := r.Tree.(*Select)
	if !ok || r.Scope == nil || len(columns) > 0 || len(q.List) != 1 || len(r.Scope.Relations) != 1 ||
		len(q.With) > 0 ||
		q.Distinct || q.DistinctOn != nil || q.Where != nil || !q.GroupBy.Empty() || q.Having != nil ||
		q.Qualify != nil || q.Limit != nil || q.Offset != nil {
		return nil
	}
	star, ok := q.List[0].Expr.(*Star)
	table := r.Scope.Relations[0].Table
	if !ok || table == nil || star.Columns || len(star.Exclude) > 0 || len(star.Replace) > 0 ||
		len(r.Columns) != len(table.Columns) {
		return nil
	}
	rel := &Relation{Name: strings.ToLower(name), Table: table, Known: true, Node: node}
	st.Bases = append(st.Bases, rel)
	return rel
}

// IsCatalog reports whether a schema is the database's own description.
func IsCatalog(schema string) bool {
	switch strings.ToLower(schema) {
	case "information_schema", "pg_catalog", "sys":
		return true
	}
	return false
}

func derived(node TableRef, name string, columns []string, r *Result, optional bool) *Relation {
	rel := &Relation{Name: strings.ToLower(name), Inner: r, Columns: r.Columns, Known: r.Known, Node: node,
		Optional: optional}
	if len(columns) > 0 {
		rel.Columns = renamed(r.Columns, columns)
		rel.Known = r.Known || len(columns) >= len(r.Columns)
	}
	return rel
}

// Below lists the relations of a part of the FROM clause of s.
func (s *Scope) Below(t TableRef) []*Relation {
	var out []*Relation
	var collect func(t TableRef)
	collect = func(t TableRef) {
		if j, ok := t.(*Join); ok {
			collect(j.Left)
			collect(j.Right)
			return
		}
		if i := slices.IndexFunc(s.Relations, func(r *Relation) bool { return r.Node == t }); i >= 0 {
			out = append(out, s.Relations[i])
		}
	}
	collect(t)
	return out
}

// Joins lists the Joins of the scope's FROM clause.
func (s *Scope) Joins() []*Join {
	var out []*Join
	var collect func(t TableRef)
	collect = func(t TableRef) {
		if j, ok := t.(*Join); ok {
			collect(j.Left)
			collect(j.Right)
			out = append(out, j)
		}
	}
	if s.Tree != nil {
		collect(s.Tree.From)
	}
	return out
}
