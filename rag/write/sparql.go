package write

import (
	"context"

	"github.com/askomop/askomop/llm"
)

// Graph is what a model is told of the database as a graph, and what becomes of its SPARQL.
type Graph struct {
	// Classes are the classes of the rows of tables, and their properties, by the table's name.
	Classes map[string]Class
	// Translate makes SQL of a query. The error is an *Untranslated where the query is at fault.
	Translate func(ctx context.Context, query string) (sql string, err error)
	// Say writes an example's question as SPARQL; "" where it can't be said.
	Say func(ctx context.Context, question string) string
}

// Class is the class of a table's rows.
type Class struct {
	Name       string   // and how its resources are reached: "omop:DrugExposure, of a person by omop:has_drug_exposure"
	Properties []string // a phrase each: "omop:start_date (date): first day"
}

var inSPARQL = language{"SPARQL", "sparql.tmpl", llm.SPARQLBlock}

// NewPromptedSPARQL returns a Writer that has a model write SPARQL by examples in SPARQL. Its templates are the SQL
// that becomes of that.
func NewPromptedSPARQL(model llm.Model, facts Facts, style Style, graph Graph) *Prompted {
	p := NewPrompted(model, facts, style)
	p.language, p.graph = inSPARQL, &graph
	p.facts.Tables = nil
	for _, t := range facts.Tables {
		if c, ok := graph.Classes[t.Name]; ok {
			t.Class, t.Columns = c.Name, c.Properties
			p.facts.Tables = append(p.facts.Tables, t)
		}
	}
	return p
}

// Language is the language that the model writes: "SQL" or "SPARQL".
func (p *Prompted) Language() string { return p.language.Name }
