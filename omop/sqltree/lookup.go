package sqltree

import (
	"slices"
	"strings"
)

// lookup finds what a column reference in s means.
func (st *Resolved) lookup(c *Column, s *Scope) *Ref {
	if len(c.Names) == 1 {
		return unqualified(strings.ToLower(c.Names[0]), s)
	}
	return qualified(c, s)
}

func unqualified(name string, s *Scope) *Ref {
	sure := true
	for at := s; at != nil; at = at.Parent {
		for i, rel := range at.Relations {
			if r := rel.Find(name); r != nil {
				r.Outer = at != s
				r.Rivals = at.rivals(name, i)
				return r
			}
			sure = sure && rel.Known
		}
		if i := slices.IndexFunc(at.Outputs, func(o *Output) bool { return o.Name == name }); i >= 0 {
			return &Ref{Scope: at, Output: at.Outputs[i], Outer: at != s}
		}
		if at.Result != nil && at.Tree != nil && !at.Result.Known {
			sure = false // a star of unknown columns: an alias of its own may be meant
		}
		rowOf := func(rel *Relation) bool { return rel.Name == name } // a table's name is its row
		if !sure || slices.ContainsFunc(at.Relations, rowOf) {
			return &Ref{}
		}
	}
	if pseudo(name) {
		return &Ref{}
	}
	return &Ref{Wrong: NoColumn, Scope: s}
}

// rivals lists the relations behind the i-th that have a column of the same name, so that the name
// alone does not tell which is meant. A column by which tables are joined with USING is one for both.
func (s *Scope) rivals(name string, i int) []*Relation {
	if s.aliases && slices.ContainsFunc(s.Outputs, func(o *Output) bool { return o.Name == name }) {
		return nil
	}
	merged := func(j *Join) bool {
		return j.Kind == JoinNatural || slices.ContainsFunc(j.Using, func(u string) bool {
			return strings.EqualFold(u, name)
		})
	}
	if slices.ContainsFunc(s.Joins(), merged) {
		return nil
	}
	var out []*Relation
	for _, rel := range s.Relations[i+1:] {
		if !rel.Semi && rel.Find(name) != nil {
			out = append(out, rel)
		}
	}
	return out
}

// pseudo reports whether the engine knows the name without a table.
func pseudo(name string) bool {
	return name == "rowid" || strings.ContainsAny(name, "( ")
}

// Find finds a Find of the relation, or returns nil.
func (rel *Relation) Find(name string) *Ref {
	if rel.Table != nil {
		if c, ok := rel.Table.Column(name); ok {
			return &Ref{Relation: rel, Scope: rel.Scope, Column: c}
		}
		return nil
	}
	if i := slices.IndexFunc(rel.Columns, func(o *Output) bool { return o.Name == name }); i >= 0 {
		return &Ref{Relation: rel, Scope: rel.Scope, Output: rel.Columns[i]}
	}
	return nil
}

// qualified finds t.c, schema.t.c, or c.field of a struct.
func qualified(c *Column, s *Scope) *Ref {
	name, table := strings.ToLower(c.Name()), strings.ToLower(c.Table())
	sure := true
	for at := s; at != nil; at = at.Parent {
		for _, rel := range at.Relations {
			if rel.Name != table {
				sure = sure && rel.Name != ""
				continue
			}
			if r := rel.Find(name); r != nil {
				r.Outer = at != s
				return r
			}
			if !rel.Known || pseudo(name) {
				return &Ref{}
			}
			return &Ref{Wrong: NoColumn, Relation: rel, Scope: at}
		}
	}
	if !sure || isStruct(c, s) {
		return &Ref{}
	}
	return &Ref{Wrong: NoRelation, Scope: s}
}

// isStruct reports whether the first name may be a column, or a relation before a column and its fields.
func isStruct(c *Column, s *Scope) bool {
	first := strings.ToLower(c.Names[0])
	if unqualified(first, s).Wrong == Found {
		return true
	}
	for at := s; at != nil; at = at.Parent {
		if len(c.Names) > 2 && slices.ContainsFunc(at.Relations, func(r *Relation) bool { return r.Name == first }) {
			return true
		}
	}
	return false
}
