package graph

import (
	"github.com/askomop/askomop/omop/graph/sparql"
	"github.com/askomop/askomop/omop/graph/translate"
	"github.com/askomop/askomop/omop/sqltree"
)

// triples is any graph, as a table of three columns of terms: what the W3C's tests are asked of, so that the translator
// is tested without the CDM.
type triples struct{ table string }

func (g triples) Hints(any, []*sparql.Triple) any { return nil }

func (g triples) Attribute(any, string) (translate.Value, bool) { return translate.Value{}, false }

func (g triples) Constant(iri string) translate.Value {
	return translate.Value{Expr: sqltree.NewString(translate.Term{Kind: '<', Text: iri}.Encode())}
}

func (g triples) Splits(p sparql.Path) bool {
	_, ok := p.(*sparql.PathAlt)
	return ok
}

func (g triples) Match(t *translate.Translator, r *translate.Relation, patterns []*sparql.Triple, _ any) error {
	for _, p := range patterns {
		alias := t.Alias("t")
		from := sqltree.TableRef(&sqltree.BaseTable{Name: g.table, Alias: alias})
		switch predicate := p.Predicate.(type) {
		case *sparql.PathRepeat:
			query, err := g.reach(t, predicate, p)
			if err != nil {
				return err
			}
			from = &sqltree.Subselect{Query: query, Alias: alias}
		default:
			g.bind(t, r, predicate.(sparql.Term), alias, "p")
		}
		r.From = append(r.From, from)
		g.bind(t, r, p.Subject, alias, "s")
		g.bind(t, r, p.Object, alias, "o")
	}
	return nil
}

func (g triples) bind(t *translate.Translator, r *translate.Relation, term sparql.Term, alias, name string) {
	v := translate.Value{Expr: column(alias, name)}
	if variable, ok := term.(*sparql.Var); ok {
		r.Bind(variable.Name, v)
		return
	}
	c := t.Constant(term)
	r.Require(&sqltree.Compare{Op: "=", Left: v.Expr, Right: translate.Encoded(c)})
}

// reach is the pairs of nodes that a path of one property, repeated, leads between.
func (g triples) reach(t *translate.Translator, p *sparql.PathRepeat, triple *sparql.Triple) (sqltree.Query, error) {
	iri, ok := p.Path.(*sparql.IRI)
	if !ok {
		return nil, t.Errorf(p.Pos, "not supported here: a repeated path of more than one property")
	}
	pairs := func(from sqltree.TableRef, s, o sqltree.Expr, where sqltree.Expr) *sqltree.Select {
		return &sqltree.Select{List: []*sqltree.Item{{Expr: s, Alias: "s"}, {Expr: o, Alias: "o"}}, From: from, Where: where}
	}
	is := func(alias string) sqltree.Expr {
		return &sqltree.Compare{Op: "=", Left: column(alias, "p"), Right: sqltree.NewString("<" + iri.Value)}
	}
	table := func(alias string) *sqltree.BaseTable { return &sqltree.BaseTable{Name: g.table, Alias: alias} }
	step := pairs(table("a"), column("a", "s"), column("a", "o"), is("a"))
	var out sqltree.Query = step
	if p.Op != "?" {
		join := &sqltree.Join{Type: "INNER", Left: &sqltree.BaseTable{Name: "reach", Alias: "r"}, Right: table("b"),
			On: &sqltree.Compare{Op: "=", Left: column("r", "o"), Right: column("b", "s")}}
		next := pairs(join, column("r", "s"), column("b", "o"), is("b"))
		reach := &sqltree.SetOp{Op: "UNION", Inputs: []sqltree.Query{step, next}}
		whole := pairs(&sqltree.BaseTable{Name: "reach", Alias: "r"}, column("r", "s"), column("r", "o"), nil)
		whole.With = []*sqltree.CTE{{Name: "reach", Query: reach, Recursive: true}}
		out = whole
	}
	if p.Op == "+" {
		return out, nil
	}
	itself := &sqltree.SetOp{Op: "UNION", Inputs: []sqltree.Query{out,
		pairs(table("c"), column("c", "s"), column("c", "s"), nil), pairs(table("d"), column("d", "o"), column("d", "o"), nil)}}
	for _, end := range []sparql.Term{triple.Subject, triple.Object} {
		if _, variable := end.(*sparql.Var); !variable {
			c := translate.Encoded(t.Constant(end))
			itself.Inputs = append(itself.Inputs, pairs(nil, c, c, nil))
		}
	}
	return itself, nil
}
