package check

import (
	"slices"
	"strings"

	"github.com/askomop/askomop/omop/sqltree"
)

// lookup finds what a column reference in s means.
func (st *statement) lookup(c *sqltree.Column, s *scope) *ref {
	if len(c.Names) == 1 {
		return unqualified(strings.ToLower(c.Names[0]), s)
	}
	return qualified(c, s)
}

func unqualified(name string, s *scope) *ref {
	sure := true
	for at := s; at != nil; at = at.parent {
		for _, rel := range at.relations {
			if r := rel.column(name); r != nil {
				r.outer = at != s
				return r
			}
			sure = sure && rel.known
		}
		if i := slices.IndexFunc(at.outputs, func(o *output) bool { return o.name == name }); i >= 0 {
			return &ref{scope: at, out: at.outputs[i], outer: at != s}
		}
		if at.result != nil && at.tree != nil && !at.result.known {
			sure = false // a star of unknown columns: an alias of its own may be meant
		}
		rowOf := func(rel *relation) bool { return rel.name == name } // a table's name is its row
		if !sure || slices.ContainsFunc(at.relations, rowOf) {
			return &ref{}
		}
	}
	if pseudo(name) {
		return &ref{}
	}
	return &ref{wrong: noColumn, scope: s}
}

// pseudo reports whether the engine knows the name without a table.
func pseudo(name string) bool {
	return name == "rowid" || strings.ContainsAny(name, "( ")
}

// column finds a column of the relation, or returns nil.
func (rel *relation) column(name string) *ref {
	if rel.table != nil {
		if c, ok := rel.table.Column(name); ok {
			return &ref{rel: rel, scope: rel.scope, col: c}
		}
		return nil
	}
	if i := slices.IndexFunc(rel.columns, func(o *output) bool { return o.name == name }); i >= 0 {
		return &ref{rel: rel, scope: rel.scope, out: rel.columns[i]}
	}
	return nil
}

// qualified finds t.c, schema.t.c, or c.field of a struct.
func qualified(c *sqltree.Column, s *scope) *ref {
	name, table := strings.ToLower(c.Name()), strings.ToLower(c.Table())
	sure := true
	for at := s; at != nil; at = at.parent {
		for _, rel := range at.relations {
			if rel.name != table {
				sure = sure && rel.name != ""
				continue
			}
			if r := rel.column(name); r != nil {
				r.outer = at != s
				return r
			}
			if !rel.known || pseudo(name) {
				return &ref{}
			}
			return &ref{wrong: noColumn, rel: rel, scope: at}
		}
	}
	if !sure || isStruct(c, s) {
		return &ref{}
	}
	return &ref{wrong: noRelation, scope: s}
}

// isStruct reports whether the first name may be a column, or a relation before a column and its fields.
func isStruct(c *sqltree.Column, s *scope) bool {
	first := strings.ToLower(c.Names[0])
	if unqualified(first, s).wrong == fine {
		return true
	}
	for at := s; at != nil; at = at.parent {
		if len(c.Names) > 2 && slices.ContainsFunc(at.relations, func(r *relation) bool { return r.name == first }) {
			return true
		}
	}
	return false
}
