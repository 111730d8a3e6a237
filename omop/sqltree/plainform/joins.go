package plainform

import (
	"slices"
	"strings"

	"github.com/askomop/askomop/omop/sqltree"
)

// joinsByCondition writes joins by names as joins on a condition: a JOIN b ON a.person_id = b.person_id for
// a JOIN b USING (person_id), and for a NATURAL JOIN b.
func (f *form) joinsByCondition() {
	for _, s := range f.Scopes {
		star := func(i *sqltree.Item) bool { _, is := i.Expr.(*sqltree.Star); return is }
		if slices.ContainsFunc(s.Tree.List, star) {
			continue // of what is joined by name it puts out one
		}
		for _, j := range s.Joins() {
			on := f.sharedEqual(s, j)
			if on == nil {
				continue
			}
			f.qualify(s)
			j.Using, j.On, f.changed = nil, on, true
			if j.Kind == sqltree.JoinNatural {
				j.Kind = sqltree.JoinOn
			}
		}
	}
}

// sharedEqual is that the columns are equal by which a join is made; nil where it is none by names, or a side can't be
// told.
func (f *form) sharedEqual(s *sqltree.Scope, j *sqltree.Join) sqltree.Expr {
	names := j.Using
	if j.Kind == sqltree.JoinNatural {
		names = sharedNames(s, j)
	}
	if len(names) == 0 || j.Type == "FULL" || j.Kind != sqltree.JoinOn && j.Kind != sqltree.JoinNatural {
		return nil
	}
	var terms []sqltree.Expr
	for _, name := range names {
		left, right := holder(s, j.Left, name), holder(s, j.Right, name)
		if left == nil || right == nil {
			return nil
		}
		of := func(rel *sqltree.Relation) *sqltree.Column {
			return &sqltree.Column{Loc: locOf(rel.Node), Names: []string{rel.Name, name}}
		}
		terms = append(terms, &sqltree.Compare{Loc: locOf(j.Right), Op: "=", Left: of(left), Right: of(right)})
	}
	return sqltree.NewAnd(locOf(j.Right), terms...)
}

// sharedNames lists the columns that both sides of a join have; none where a side may have more.
func sharedNames(s *sqltree.Scope, j *sqltree.Join) []string {
	both := append(s.Below(j.Left), s.Below(j.Right)...)
	if slices.ContainsFunc(both, func(r *sqltree.Relation) bool { return !r.Known }) {
		return nil
	}
	var out []string
	for _, left := range s.Below(j.Left) {
		for _, c := range left.All() {
			if c.Name != "" && !slices.Contains(out, c.Name) && holder(s, j.Right, c.Name) != nil {
				out = append(out, c.Name)
			}
		}
	}
	return out
}

// holder is the first relation below a part of FROM that has a column of a name, and a name of its own.
func holder(s *sqltree.Scope, t sqltree.TableRef, name string) *sqltree.Relation {
	for _, rel := range s.Below(t) {
		if rel.Find(strings.ToLower(name)) != nil && rel.Name != "" {
			return rel
		}
	}
	return nil
}
