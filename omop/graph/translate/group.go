package translate

import (
	"fmt"

	"github.com/askomop/askomop/omop/graph/sparql"
	"github.com/askomop/askomop/omop/sqltree"
)

// group translates { … }: its elements from the first to the last, and then its filters.
func (t *Translator) group(g *sparql.Group, s *scope) (*Relation, []*sparql.Filter) {
	r := newRelation()
	in := &scope{hints: t.graph.Hints(s.hints, t.patterns(g)), outer: s.outer}
	var filters []*sparql.Filter
	for _, e := range g.Elements {
		switch e := e.(type) {
		case *sparql.Triples:
			t.triples(r, e.List, in)
		case *sparql.Filter:
			filters = append(filters, e)
		case *sparql.Optional:
			r = t.optional(r, e.Group, in)
		case *sparql.Minus:
			t.minus(r, e.Group, in)
		case *sparql.Union:
			r.join(t.union(e.Branches, in, named))
		case *sparql.Bind:
			r = t.bind(r, e, in)
		case *sparql.Values:
			r.join(t.values(e))
		case *sparql.Query:
			r.join(t.subselect(e))
		case *sparql.Group:
			r.join(t.filtered(e, in))
		}
	}
	return r, filters
}

// bind translates BIND. A term that is computed becomes a column, so that what uses it does not compute it again, and
// again.
func (t *Translator) bind(r *Relation, b *sparql.Bind, s *scope) *Relation {
	v := t.expr(b.Expr, &env{r: r, scope: s})
	v.Row = nil
	r.Bind(b.Var, v)
	switch v.Expr.(type) {
	case *sqltree.Column, *sqltree.Constant:
		return r
	}
	if v.Type.Kind != Any || s.outer != nil {
		return r
	}
	return t.wrap(r)
}

// filtered translates a group with its filters.
func (t *Translator) filtered(g *sparql.Group, s *scope) *Relation {
	r, filters := t.group(g, s)
	in := &scope{hints: t.graph.Hints(s.hints, t.patterns(g)), outer: s.outer}
	for _, f := range filters {
		r.Require(t.condition(f.Expr, &env{r: r, scope: in}))
	}
	return r
}

// patterns lists the triples that hold for every solution of a group: its own, and those of groups that are joined with
// it.
func (t *Translator) patterns(g *sparql.Group) []*sparql.Triple {
	var list []*sparql.Triple
	for _, e := range g.Elements {
		switch e := e.(type) {
		case *sparql.Triples:
			list = append(list, t.steps(e.List, &stepNames{})...)
		case *sparql.Group:
			list = append(list, t.patterns(e)...)
		}
	}
	return list
}

// triples adds a basic graph pattern. What its paths leave to be taken apart is joined as a group of its own.
func (t *Translator) triples(r *Relation, list []*sparql.Triple, s *scope) {
	var whole, split []*sparql.Triple
	for _, p := range t.steps(list, &stepNames{}) {
		if t.graph.Splits(p.Predicate) {
			split = append(split, p)
		} else {
			whole = append(whole, p)
		}
	}
	if len(whole) > 0 {
		must(t.graph.Match(t, r, whole, s.hints))
	}
	for _, p := range split {
		r.join(t.alternatives(p, s))
	}
}

// stepNames numbers the blank nodes between the steps of paths; the same pattern gets the same ones again.
type stepNames struct{ n int }

// steps takes sequences and inverses apart: ?a p/^q ?b is ?a p _:1 . ?b q _:1.
func (t *Translator) steps(list []*sparql.Triple, names *stepNames) []*sparql.Triple {
	var out []*sparql.Triple
	for _, p := range list {
		switch path := p.Predicate.(type) {
		case *sparql.PathInverse:
			inverse := &sparql.Triple{Pos: p.Pos, Subject: p.Object, Predicate: path.Path, Object: p.Subject}
			out = append(out, t.steps([]*sparql.Triple{inverse}, names)...)
		case *sparql.PathSeq:
			from := p.Subject
			for i, step := range path.Steps {
				to := p.Object
				if i < len(path.Steps)-1 {
					names.n++
					to = &sparql.Var{Pos: p.Pos, Name: fmt.Sprintf("_:%d_%d", p.Pos, names.n)}
				}
				out = append(out, t.steps([]*sparql.Triple{{Pos: p.Pos, Subject: from, Predicate: step, Object: to}},
					names)...)
				from = to
			}
		default:
			out = append(out, p)
		}
		if len(out) > maxPatterns {
			t.fail(p.Pos, "a group of more than %d patterns, each step of a path counted, is not supported",
				maxPatterns)
		}
	}
	return out
}

// maxPatterns bounds the tables that are joined: an engine plans for hours how best to join hundreds.
const maxPatterns = 100

// alternatives translates a|b, and a? as what a gives or the node itself, each pair once.
func (t *Translator) alternatives(p *sparql.Triple, s *scope) *Relation {
	branch := func(path sparql.Path) *sparql.Group {
		return &sparql.Group{Pos: p.Pos, Elements: []sparql.Element{&sparql.Triples{List: []*sparql.Triple{
			{Pos: p.Pos, Subject: p.Subject, Predicate: path, Object: p.Object}}}}}
	}
	alt, ok := p.Predicate.(*sparql.PathAlt)
	if !ok {
		t.fail(p.Pos, "not supported here: a path that is repeated, other than skos:broader* and skos:broader+")
	}
	branches := make([]*sparql.Group, len(alt.Choices))
	for i, c := range alt.Choices {
		branches[i] = branch(c)
	}
	return t.union(branches, s, func(names []string) []string { return names }) // steps of the path are told, too
}
