package app

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/askomop/askomop/llm"
	"github.com/askomop/askomop/omop/graph"
	syntax "github.com/askomop/askomop/omop/graph/sparql"
	"github.com/askomop/askomop/omop/study/sparql"
	"github.com/askomop/askomop/pipeline"
	"github.com/askomop/askomop/rag"
	"github.com/askomop/askomop/rag/write"
)

// sparqlWriter has a model write SPARQL, by the examples that the reader understands and SPARQL can say.
func (a *App) sparqlWriter(ctx context.Context, model llm.Model, facts write.Facts,
	reader pipeline.Reader) (rag.Writer, error) {
	g, err := a.promptGraph(ctx, reader)
	if err != nil {
		return nil, err
	}
	return write.NewPromptedSPARQL(model, facts, write.Style(a.build.Model.Prompt), g), nil
}

// promptGraph is what prompts tell of the graph.
func (a *App) promptGraph(ctx context.Context, reader pipeline.Reader) (write.Graph, error) {
	g, err := a.Graph(ctx, "")
	if err != nil {
		return write.Graph{}, err
	}
	return write.Graph{Classes: promptClasses(g.Ontology()), Translate: translating(g), Say: saying(reader)}, nil
}

func translating(g *graph.Graph) func(context.Context, string) (string, error) {
	return func(ctx context.Context, query string) (string, error) {
		q, err := g.Translate(ctx, query)
		var fault *syntax.Error
		if errors.As(err, &fault) {
			return "", &rag.Untranslated{Problem: fault.Error(), Line: fault.Line}
		}
		if err != nil {
			return "", err
		}
		return q.SQL, nil
	}
}

// saying writes questions as SPARQL, as the reader understands them.
func saying(reader pipeline.Reader) func(context.Context, string) string {
	return func(ctx context.Context, question string) string {
		read, err := reader.Read(ctx, question)
		if err != nil || read.Question == nil {
			return ""
		}
		query, err := sparql.Write(read.Question)
		if err != nil {
			return ""
		}
		return query
	}
}

// promptClasses words the classes and those of their properties that questions have a use for.
func promptClasses(o *graph.Ontology) map[string]write.Class {
	classes, reached := map[string]write.Class{}, map[string][]string{}
	for _, p := range o.Properties {
		if p.Reverse() {
			table := p.Range.Table.Name
			reached[table] = append(reached[table], "omop:"+p.Domain.Name)
		}
	}
	for _, c := range o.Classes {
		class := write.Class{Name: "omop:" + c.Name}
		if from := reached[c.Table.Name]; len(from) > 0 {
			class.Name += fmt.Sprintf(", reached from %s by omop:has_%s", strings.Join(from, ", "), c.Table.Name)
		}
		classes[c.Table.Name] = class
	}
	for _, p := range o.Properties {
		column, there := p.Domain.Table.Column(p.Object)
		if p.Reverse() || there && !useful(p.Domain.Table, column) {
			continue
		}
		phrase := graph.ShortIRI(p.IRI) + " (" + p.To() + ")"
		if p.Meaning != "" {
			phrase += ": " + strings.ReplaceAll(p.Meaning, "; ", ", ")
		}
		class := classes[p.Domain.Table.Name]
		class.Properties = append(class.Properties, phrase)
		classes[p.Domain.Table.Name] = class
	}
	return classes
}

// showTerms writes the result of SPARQL as SPARQL's terms are read, where the run's SQL was translated from it.
func (a *App) showTerms(ctx context.Context, r *pipeline.Run) error {
	if r.Template.SPARQL == "" || r.Table == nil {
		return nil
	}
	g, err := a.Graph(ctx, "")
	if err != nil {
		return err
	}
	q, err := g.Translate(ctx, r.Template.SPARQL)
	if err != nil {
		return err
	}
	graphTerms(r.Table, q.Columns)
	return nil
}
