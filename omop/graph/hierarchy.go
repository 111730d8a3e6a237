package graph

import (
	"github.com/askomop/askomop/omop/graph/sparql"
	"github.com/askomop/askomop/omop/graph/translate"
	"github.com/askomop/askomop/omop/sqltree"
)

// closure reports whether a path is skos:broader* (with itself) or skos:broader+ (without), or the same of narrower.
func closure(p *sparql.PathRepeat) (itself bool, ok bool) {
	iri, isIRI := p.Path.(*sparql.IRI)
	if !isIRI || iri.Value != SKOS+"broader" && iri.Value != SKOS+"broaderTransitive" ||
		p.Op == "?" && iri.Value == SKOS+"broader" {
		return false, false
	}
	return p.Op != "+", true
}

const (
	descendant = "descendant_concept_id"
	ancestor   = "ancestor_concept_id"
)

// path translates a path over the hierarchy, for which concept_ancestor holds all pairs of descendant and ancestor.
func (a *matching) path(p *sparql.Triple) error {
	itself, _ := closure(p.Predicate.(*sparql.PathRepeat))
	below, err := a.end(p.Subject)
	if err != nil {
		return err
	}
	above, err := a.end(p.Object)
	if err != nil {
		return err
	}
	concept := a.resource(a.ontology.classes["concept"])
	switch {
	case below.known() && above.fixed():
		a.r.Require(related(below, above, descendant, ancestor, itself))
		return nil
	case above.known() && below.fixed():
		a.r.Require(related(above, below, ancestor, descendant, itself))
		return nil
	}
	alias := a.t.Alias("hierarchy")
	a.r.From = append(a.r.From, &sqltree.Subselect{Query: pairs(itself), Alias: alias})
	if err := a.bind(p.Subject, translate.Value{Type: concept, Expr: column(alias, descendant)}); err != nil {
		return err
	}
	return a.bind(p.Object, translate.Value{Type: concept, Expr: column(alias, ancestor)})
}

// pathEnd is what stands at one end of a path: a value, a set of concepts, or a variable that has no value yet.
type pathEnd struct {
	value    *translate.Value
	constant bool
	set      sqltree.Expr
}

func (e pathEnd) known() bool { return e.value != nil }
func (e pathEnd) fixed() bool { return e.constant || e.set != nil }

func (a *matching) end(term sparql.Term) (pathEnd, error) {
	concept := a.resource(a.ontology.classes["concept"])
	switch term := term.(type) {
	case *sparql.Var:
		v := a.r.Value(term.Name)
		if v == nil || v.Nullable {
			return pathEnd{}, nil
		}
		if v.Type != concept {
			return pathEnd{}, a.t.Errorf(term.Pos, "?%s is %s, and a path over the hierarchy goes between concepts",
				term.Name, v.Type)
		}
		return pathEnd{value: v}, nil
	case *sparql.Placeholder:
		return pathEnd{set: a.t.Concepts(term, translate.Value{Type: concept})}, nil
	}
	v := a.t.Constant(term)
	if v.Type != concept {
		return pathEnd{}, a.t.Errorf(term.Offset(), "a path over the hierarchy goes between concepts, not to %s",
			v.Type)
	}
	return pathEnd{value: &v, constant: true}, nil
}

// related is the condition that a value is below (or above) a concept or one of a set: value IN (SELECT …).
func related(value, fixed pathEnd, of, from string, itself bool) sqltree.Expr {
	c := func(name string) sqltree.Expr { return column("hierarchy", name) }
	var is sqltree.Expr
	if fixed.set != nil {
		is = &sqltree.In{Expr: c(from), List: []sqltree.Expr{fixed.set}}
	} else {
		is = &sqltree.Compare{Op: "=", Left: c(from), Right: fixed.value.Expr}
	}
	where := is
	if !itself {
		where = sqltree.NewAnd(sqltree.Loc{}, is, &sqltree.Compare{Op: "<>", Left: c(of), Right: c(from)})
	}
	pairs := &sqltree.Select{List: []*sqltree.Item{{Expr: c(of)}},
		From: &sqltree.BaseTable{Name: "concept_ancestor", Alias: "hierarchy"}, Where: where}
	condition := sqltree.Expr(&sqltree.InQuery{Expr: value.value.Expr, Query: pairs})
	if !itself {
		return condition
	}
	// A concept outside of any hierarchy has no pair with itself there.
	if fixed.set != nil {
		return sqltree.NewOr(sqltree.Loc{}, &sqltree.In{Expr: value.value.Expr, List: []sqltree.Expr{fixed.set}},
			condition)
	}
	pairs2 := &sqltree.SetOp{Op: "UNION", All: true,
		Inputs: []sqltree.Query{pairs, &sqltree.Select{List: []*sqltree.Item{{Expr: fixed.value.Expr}}}}}
	return &sqltree.InQuery{Expr: value.value.Expr, Query: pairs2}
}

// pairs are all pairs of descendant and ancestor; with itself, each concept's with itself too.
func pairs(itself bool) sqltree.Query {
	list := func(alias, d, a string) []*sqltree.Item {
		return []*sqltree.Item{{Expr: column(alias, d), Alias: descendant}, {Expr: column(alias, a), Alias: ancestor}}
	}
	proper := &sqltree.Select{List: list("ca", descendant, ancestor),
		From:  &sqltree.BaseTable{Name: "concept_ancestor", Alias: "ca"},
		Where: &sqltree.Compare{Op: "<>", Left: column("ca", descendant), Right: column("ca", ancestor)}}
	if !itself {
		return proper
	}
	own := &sqltree.Select{List: list("c", "concept_id", "concept_id"),
		From: &sqltree.BaseTable{Name: "concept", Alias: "c"}}
	return &sqltree.SetOp{Op: "UNION", All: true, Inputs: []sqltree.Query{proper, own}}
}
