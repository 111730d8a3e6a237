package check

import (
	"slices"
	"strings"

	"github.com/askomop/askomop/omop/sqltree"
)

// from adds the relations of a FROM clause to the scope. optional is set where an
// outer join around them may fill them with NULLs.
func (st *statement) from(t sqltree.TableRef, s *scope, ctes *names, optional bool) {
	switch t := t.(type) {
	case *sqltree.BaseTable:
		rel := st.baseTable(t, s, ctes)
		rel.optional = optional
		s.add(rel)
	case *sqltree.Subselect:
		r := st.query(t.Query, s, ctes, roleFrom)
		s.add(derived(t, t.Alias, t.Columns, r, optional))
	case *sqltree.TableFunc:
		st.expr(t.Func, s, ctes)
		name := t.Alias
		if name == "" {
			name = t.Func.Name
		}
		s.add(&relation{name: strings.ToLower(name), node: t, optional: optional})
	case *sqltree.Join:
		st.join(t, s, ctes, optional)
	case *sqltree.Other:
		st.others = append(st.others, t)
		s.add(&relation{node: t})
	}
}

func (st *statement) join(j *sqltree.Join, s *scope, ctes *names, optional bool) {
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
	at := len(s.relations)
	st.from(j.Right, s, ctes, right)
	st.expr(j.On, s, ctes)
	if j.Type == "SEMI" || j.Type == "ANTI" {
		for _, rel := range s.relations[at:] {
			rel.semi = true
		}
	}
}

func (s *scope) add(rel *relation) {
	rel.scope = s
	s.relations = append(s.relations, rel)
}

// baseTable resolves a table by name: a CTE, a table of the CDM, or neither.
func (st *statement) baseTable(t *sqltree.BaseTable, s *scope, ctes *names) *relation {
	name := strings.ToLower(t.Name)
	if t.Schema == "" && t.Catalog == "" {
		if r, ok := ctes.find(name); ok {
			return derived(t, t.RefName(), t.Columns, r, false)
		}
	}
	rel := &relation{name: strings.ToLower(t.RefName()), node: t}
	table, ok := st.schema.Table(name)
	if !ok || isCatalog(t.Schema) {
		st.lost = append(st.lost, lost{t})
		return rel
	}
	if len(t.Columns) > 0 { // columns under other names: as a query that renames them
		inner := &relation{name: name, node: t, table: table, known: true, scope: s}
		st.bases = append(st.bases, inner)
		rel.columns, rel.known = renamed(inner.all(), t.Columns), true
		return rel
	}
	rel.table, rel.known = table, true
	st.bases = append(st.bases, rel)
	return rel
}

// isCatalog reports whether a schema is the database's own description.
func isCatalog(schema string) bool {
	switch strings.ToLower(schema) {
	case "information_schema", "pg_catalog", "sys":
		return true
	}
	return false
}

func derived(node sqltree.TableRef, name string, columns []string, r *result, optional bool) *relation {
	rel := &relation{name: strings.ToLower(name), inner: r, columns: r.columns, known: r.known, node: node, optional: optional}
	if len(columns) > 0 {
		rel.columns = renamed(r.columns, columns)
		rel.known = r.known || len(columns) >= len(r.columns)
	}
	return rel
}

// below lists the relations of a part of the FROM clause of s.
func (s *scope) below(t sqltree.TableRef) []*relation {
	var out []*relation
	var collect func(t sqltree.TableRef)
	collect = func(t sqltree.TableRef) {
		if j, ok := t.(*sqltree.Join); ok {
			collect(j.Left)
			collect(j.Right)
			return
		}
		if i := slices.IndexFunc(s.relations, func(r *relation) bool { return r.node == t }); i >= 0 {
			out = append(out, s.relations[i])
		}
	}
	collect(t)
	return out
}

// joins lists the joins of the scope's FROM clause.
func (s *scope) joins() []*sqltree.Join {
	var out []*sqltree.Join
	var collect func(t sqltree.TableRef)
	collect = func(t sqltree.TableRef) {
		if j, ok := t.(*sqltree.Join); ok {
			collect(j.Left)
			collect(j.Right)
			out = append(out, j)
		}
	}
	if s.tree != nil {
		collect(s.tree.From)
	}
	return out
}
