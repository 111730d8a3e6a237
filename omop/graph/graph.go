package graph

import (
	"context"
	"fmt"
	"strings"

	"github.com/askomop/askomop/omop/graph/sparql"
	"github.com/askomop/askomop/omop/graph/translate"
	"github.com/askomop/askomop/omop/schema"
	"github.com/askomop/askomop/omop/sqltree"
)

// Options of a Graph.
type Options struct {
	Base string // begins the IRIs of rows; "" means Base
	// Repeats reports whether a table's key repeats, or is missing, in this database. It is asked only where the answer
	// matters. nil means never.
	Repeats func(ctx context.Context, table, key string) (bool, error)
}

// Graph is a database as a graph.
type Graph struct {
	ontology *Ontology
	options  Options
}

// New returns the graph of databases of a version of the CDM.
func New(s *schema.Schema, opt Options) *Graph {
	if opt.Base == "" {
		opt.Base = Base
	}
	return &Graph{ontology: Of(s, opt.Base), options: opt}
}

// Ontology returns the classes and properties.
func (g *Graph) Ontology() *Ontology { return g.ontology }

// Query is SPARQL as SQL: a template, placeholders and all, and what its columns hold.
type Query struct {
	SQL     string
	Columns []translate.Column
}

// maxSQL bounds the SQL that is made of a query.
const maxSQL = 1 << 18

// Translate turns a query into SQL. The error is a *sparql.Error where the query is at fault.
func (g *Graph) Translate(ctx context.Context, text string) (*Query, error) {
	q, err := sparql.Parse(text, Prefixes())
	if err != nil {
		return nil, err
	}
	m := &mapping{ontology: g.ontology}
	result, err := translate.Query(q, m)
	if err != nil {
		return nil, err
	}
	// Only now is it known of which rows the identity counts.
	if again, err := g.namedByRow(ctx, m, result.Statement); err != nil {
		return nil, err
	} else if len(again) > 0 {
		if result, err = translate.Query(q, &mapping{ontology: g.ontology, byRow: again}); err != nil {
			return nil, err
		}
	}
	sql, err := formatted(result)
	if err != nil {
		return nil, err
	}
	if len(sql) > maxSQL {
		return nil, sparql.ErrorAt(text, 0, "the query becomes SQL of %d characters; ask for less at a time", len(sql))
	}
	return &Query{SQL: sql, Columns: result.Columns}, nil
}

// namedByRow lists the classes whose key the statement uses as the identity of rows, and in which it repeats.
func (g *Graph) namedByRow(ctx context.Context, m *mapping, s *sqltree.Statement) (map[*Class]bool, error) {
	used := map[*Class]bool{}
	sqltree.Walk(s, func(n sqltree.Node) bool {
		if c, ok := n.(*sqltree.Column); ok {
			if class := m.aliases[c.Table()]; class != nil && !class.Hub && c.Name() == class.Key {
				used[class] = true
			}
		}
		return true
	})
	again := map[*Class]bool{}
	if g.options.Repeats == nil {
		return again, nil
	}
	for class := range used {
		repeats, err := g.options.Repeats(ctx, class.Table.Name, class.Key)
		if err != nil {
			return nil, fmt.Errorf("translate SPARQL: whether %s repeats: %w", class.Key, err)
		}
		if repeats {
			again[class] = true
		}
	}
	return again, nil
}

// ShortIRI is an IRI with one of the known prefixes.
func ShortIRI(iri string) string { return short(iri) }

func short(iri string) string {
	for name, base := range Prefixes() {
		if local, ok := strings.CutPrefix(iri, base); ok {
			return name + ":" + local
		}
	}
	return "<" + iri + ">"
}

func formatted(r *translate.Result) (string, error) {
	sql, err := sqltree.Format(r.Statement)
	if err != nil {
		return "", fmt.Errorf("translate SPARQL: %w", err)
	}
	return sql, nil
}

// Short writes a term for people: an IRI with its prefix, a literal without its type.
func Short(t translate.Term) string {
	switch {
	case t.Kind == '<':
		return short(t.Text)
	case t.Lang != "":
		return t.Text + "@" + t.Lang
	}
	return t.Text
}
