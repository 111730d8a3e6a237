package check

import (
	"slices"
	"strings"

	"github.com/askomop/askomop/omop/sqltree"
)

// equality is a condition that two columns are equal: a = b, a IN (SELECT b …), or USING.
type equality struct {
	scope       *scope
	left, right []origin
	node        sqltree.Node // where it is written
	test        *test        // nil for USING and NATURAL
}

// must reports whether every row that the scope keeps satisfies the equality.
func (e *equality) must() bool { return e.test == nil || e.test.must && !e.test.not }

// collectEqualities lists every equality of columns whose origins are known.
func (st *statement) collectEqualities() {
	for _, t := range st.tests {
		switch e := t.expr.(type) {
		case *sqltree.Compare:
			if e.Op == "=" || e.Op == "IS NOT DISTINCT FROM" {
				st.equal(t, e, st.Origins(sqltree.Bare(e.Left)), st.Origins(sqltree.Bare(e.Right)))
			}
		case *sqltree.In:
			for _, item := range e.List {
				st.equal(t, e, st.Origins(sqltree.Bare(e.Expr)), st.Origins(sqltree.Bare(item)))
			}
		case *sqltree.InQuery:
			st.inQuery(t, e)
		}
	}
	for _, s := range st.Scopes {
		for _, j := range s.Joins() {
			for _, name := range st.shared(s, j) {
				st.using(s, j, name)
			}
		}
	}
}

func (st *statement) equal(t *test, n sqltree.Node, left, right []origin) {
	if len(left) > 0 && len(right) > 0 {
		st.pairs = append(st.pairs, &equality{scope: t.scope, left: left, right: right, node: n, test: t})
	}
}

func (st *statement) inQuery(t *test, e *sqltree.InQuery) {
	r := st.Subs[e.Query]
	if r == nil {
		return
	}
	left := []sqltree.Expr{e.Expr}
	if row, ok := e.Expr.(*sqltree.Func); ok && row.Name == "row" {
		left = row.Args
	}
	for i, l := range left {
		if i < len(r.Columns) {
			st.equal(t, e, st.Origins(sqltree.Bare(l)), st.OriginsOf(r.Columns[i]))
		}
	}
}

// shared lists the columns by which USING or NATURAL joins.
func (st *statement) shared(s *scope, j *sqltree.Join) []string {
	if j.Kind != sqltree.JoinNatural {
		return j.Using
	}
	var out []string
	for _, l := range s.Below(j.Left) {
		for _, c := range l.All() {
			if c.Name != "" && slices.ContainsFunc(s.Below(j.Right),
				func(r *relation) bool { return r.Find(c.Name) != nil }) {
				out = append(out, c.Name)
			}
		}
	}
	slices.Sort(out)
	return slices.Compact(out)
}

func (st *statement) using(s *scope, j *sqltree.Join, name string) {
	side := func(t sqltree.TableRef) []origin {
		for _, rel := range s.Below(t) {
			if r := rel.Find(strings.ToLower(name)); r != nil {
				return st.OriginsOfRef(r)
			}
		}
		return nil
	}
	if l, r := side(j.Left), side(j.Right); len(l) > 0 && len(r) > 0 {
		st.pairs = append(st.pairs, &equality{scope: s, left: l, right: r, node: j})
	}
}

// partners lists the columns that o must equal, each with the equality that says so.
func (st *statement) partners(o origin) []origin {
	var out []origin
	for _, e := range st.pairs {
		if e.test != nil && (e.test.not || isNotIn(e.test.expr) || antiJoined(e.test) != nil) {
			continue
		}
		if slices.Contains(e.left, o) {
			out = append(out, e.right...)
		}
		if slices.Contains(e.right, o) {
			out = append(out, e.left...)
		}
	}
	return out
}

func isNotIn(e sqltree.Expr) bool {
	switch e := e.(type) {
	case *sqltree.InQuery:
		return e.Not
	case *sqltree.In:
		return e.Not
	}
	return false
}

// route tells what lies between a set of concepts and the columns that it chooses.
type route struct {
	below   bool        // concept_ancestor: the columns hold descendants
	mapped  bool        // concept_relationship: the columns hold what the concepts map to
	related []*relation // the relations that read concept_relationship
}

// chosen lists the columns of patients' data that a set of concepts in column o
// selects: o itself, or what the vocabulary's tables lead to from it, as from
// concept_ancestor.ancestor_concept_id over the descendants to condition_concept_id.
func (st *statement) chosen(o origin) ([]origin, route) {
	w := chooser{st: st, seen: map[origin]bool{}}
	w.walk(o)
	return w.columns, w.route
}

type chooser struct {
	st      *statement
	seen    map[origin]bool
	columns []origin
	route   route
}

func (w *chooser) walk(o origin) {
	if w.seen[o] {
		return
	}
	w.seen[o] = true
	if o.Relation.Table.Group != "vocabulary" {
		if o.Column.IsConcept() {
			w.columns = append(w.columns, o)
		}
		return
	}
	switch o.String() {
	case "concept.concept_id", "concept_ancestor.descendant_concept_id", "concept_synonym.concept_id":
	case "concept_ancestor.ancestor_concept_id":
		w.route.below = true
		w.jump(o, "descendant_concept_id")
		return
	case "concept_relationship.concept_id_1":
		w.route.mapped, w.route.related = true, append(w.route.related, o.Relation)
		w.jump(o, "concept_id_2")
		return
	case "concept_relationship.concept_id_2":
		w.route.mapped, w.route.related = true, append(w.route.related, o.Relation)
		w.jump(o, "concept_id_1")
		return
	default:
		return
	}
	for _, p := range w.st.partners(o) {
		w.walk(p)
	}
}

// jump goes on from another column of the same row.
func (w *chooser) jump(o origin, column string) {
	other := o.Relation.Origin(column)
	if w.seen[other] {
		return
	}
	w.seen[other] = true
	for _, p := range w.st.partners(other) {
		w.walk(p)
	}
}
