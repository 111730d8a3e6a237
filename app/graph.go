package app

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"sync"

	"github.com/askomop/askomop/omop"
	"github.com/askomop/askomop/omop/graph"
	"github.com/askomop/askomop/omop/graph/translate"
	"github.com/askomop/askomop/omop/schema"
	"github.com/askomop/askomop/omop/study/sparql"
	"github.com/askomop/askomop/pipeline"
	"github.com/askomop/askomop/rag"
)

// GraphAnswer is what came of a SPARQL query.
type GraphAnswer struct {
	*Answer
	Variables []translate.Column // what the columns of the answer hold
	Terms     [][]GraphTerm      // the answer's cells
}

// GraphTerm is a cell as an RDF term. One that is not there is unbound; Hidden is what stands in place of a small
// number.
type GraphTerm struct {
	translate.Term
	Bound  bool
	Hidden string
}

// SPARQL answers a SPARQL query. It becomes SQL, which goes the way of all SQL: the rules, the coding of placeholders,
// limits, suppression and the record.
func (a *App) SPARQL(ctx context.Context, query string, opt QueryOptions) (*GraphAnswer, error) {
	if opt.Command == "" {
		opt.Command = "graph query"
	}
	g, err := a.Graph(ctx, "")
	if err != nil {
		return nil, err
	}
	q, err := g.Translate(ctx, query)
	if err != nil {
		return nil, err
	}
	run := opt.over(a.Options())
	asker, err := a.templateAsker(ctx, run)
	if err != nil {
		return nil, err
	}
	r := asker.AskTemplate(ctx, q.SQL)
	terms := graphTerms(r.Table, q.Columns)
	answer, err := a.answer(ctx, opt.Command, r, opt, run)
	if err != nil {
		return nil, err
	}
	answer.SPARQL = query
	return &GraphAnswer{answer, q.Columns, terms}, nil
}

// AskInSPARQL answers a question by way of the graph: a model writes SPARQL where it would write SQL, and what the
// question is read as is written as SPARQL, which is translated and run. What SPARQL can't say yet is refused, with the
// reason.
func (a *App) AskInSPARQL(ctx context.Context, question string, opt AskOptions) (*Answer, error) {
	reading := opt
	reading.sparql = true
	reading.DryRun = opt.DryRun || !a.build.Model.Configured() // what a model answers is settled by results
	read, err := a.Ask(ctx, question, reading)
	if err != nil || pipeline.Status(read.Status) != pipeline.Answered || read.SPARQL != "" {
		return read, err
	}
	asked := read.run.Study
	if asked == nil {
		return refused(read, "SPARQL is written from what a question is understood as, and this one is answered by a reviewed pair. Ask it without --language sparql."), nil
	}
	query, err := sparql.Write(asked)
	var unsupported *sparql.Unsupported
	switch {
	case errors.As(err, &unsupported):
		return refused(read, "SPARQL can't say it: "+unsupported.Why+" ("+unsupported.Field+"). Ask it without --language sparql."), nil
	case err != nil:
		return nil, err
	}
	opt.Command = "ask"
	answer, err := a.SPARQL(ctx, query, opt.QueryOptions)
	if err != nil {
		return nil, err
	}
	answer.Question, answer.run.Question, answer.run.Study = question, question, asked
	answer.Agreement, answer.run.Agreement, answer.run.Candidates = read.Agreement, read.run.Agreement,
		read.run.Candidates
	return answer.Answer, nil
}

// refused is an answer that is none after all.
func refused(a *Answer, why string) *Answer {
	a.run.Status, a.run.Reason, a.run.Message = pipeline.Abstained, pipeline.ReasonOutOfScope, why
	a.run.Template, a.run.SQL, a.run.Native, a.run.Table = rag.Template{}, "", "", nil // of the way that was not wanted
	return NewAnswer(a.run, false)
}

// graphTerms reads the cells of a result as terms, and writes those that are IRIs, or of different kinds, into the
// table as people read them.
func graphTerms(t *omop.Table, columns []translate.Column) [][]GraphTerm {
	if t == nil {
		return nil
	}
	terms := make([][]GraphTerm, len(t.Rows))
	for i, row := range t.Rows {
		terms[i] = make([]GraphTerm, len(columns))
		for k, c := range columns {
			term := &terms[i][k]
			if hidden, ok := row[k].(string); ok && isHidden(hidden, c.Type.Kind) {
				term.Bound, term.Hidden = true, hidden
				continue
			}
			term.Term, term.Bound = c.Type.Term(row[k])
			if term.Bound && (c.Type.Kind == translate.Any || c.Type.Kind == translate.Resource ||
				c.Type.Kind == translate.Duration) {
				row[k] = graph.Short(term.Term)
			}
		}
	}
	for k, c := range columns {
		if k < len(t.Columns) {
			t.Columns[k].Name = c.Name
		}
	}
	return terms
}

// isHidden reports whether a text stands in place of a number that is not shown.
func isHidden(text string, k translate.Kind) bool {
	if k == translate.Any {
		_, isTerm := translate.Decode(text)
		return !isTerm || strings.HasPrefix(text, "<") && !strings.Contains(text, ":")
	}
	return k != translate.String
}

// Graph is the database as a graph, with IRIs of rows that begin with base; "" is the usual.
func (a *App) Graph(ctx context.Context, base string) (*graph.Graph, error) {
	db, err := a.database(ctx)
	if err != nil {
		return nil, err
	}
	d, err := a.build.described(ctx, db)
	if err != nil {
		return nil, err
	}
	s, err := schema.For(d.Version)
	if err != nil {
		return nil, err
	}
	return graph.New(s, graph.Options{Base: base, Repeats: db.repeats.in(db.engine)}), nil
}

// repeats remembers in which tables the key repeats; counting takes as long as a query.
type repeats struct {
	mu    sync.Mutex
	known map[string]bool
}

func (r *repeats) in(e Engine) func(context.Context, string, string) (bool, error) {
	return func(ctx context.Context, table, key string) (bool, error) {
		r.mu.Lock()
		defer r.mu.Unlock()
		if known, ok := r.known[table]; ok {
			return known, nil
		}
		found, err := e.Query(ctx, "SELECT COUNT(*) > COUNT(DISTINCT "+key+") AS repeats FROM "+table, omop.Limit{})
		if err != nil {
			return false, err
		}
		if r.known == nil {
			r.known = map[string]bool{}
		}
		r.known[table], _ = found.Rows[0][0].(bool)
		return r.known[table], nil
	}
}

// GraphExport says what of the graph is exported, and where to.
type GraphExport struct {
	graph.ExportOptions
	Base   string // begins the IRIs of rows
	Cohort string // only its people
	Rows   bool   // the export may show single people, which it does
}

// ExportGraph writes the triples of the database, and records that it did. It returns their number.
func (a *App) ExportGraph(ctx context.Context, w io.Writer, opt GraphExport) (int64, error) {
	if !opt.Rows {
		return 0, usagef("the triples of a database are its people's records; where you may have them: --rows")
	}
	g, err := a.Graph(ctx, opt.Base)
	if err != nil {
		return 0, err
	}
	db, err := a.database(ctx)
	if err != nil {
		return 0, err
	}
	what := "the whole database"
	if opt.Cohort != "" {
		if opt.People, err = a.members(ctx, opt.Cohort); err != nil {
			return 0, err
		}
		what = fmt.Sprintf("the cohort %s", opt.Cohort)
	}
	run := &pipeline.Run{Question: "graph of " + what, Status: pipeline.Answered, Table: &omop.Table{}, RowLevel: true}
	if err := a.record(ctx, "graph export", run, pipeline.Options{Rows: true}); err != nil {
		return 0, err
	}
	return g.Export(ctx, db.engine.Reader(), w, opt.ExportOptions)
}

// members are the people of a cohort as it was last made.
func (a *App) members(ctx context.Context, name string) ([]int64, error) {
	store, err := a.Results(ctx)
	if err != nil {
		return nil, err
	}
	entries, err := store.Entries(ctx, name, 0)
	if err != nil {
		return nil, fmt.Errorf("the people of a cohort: %w; askomop cohort list has those that are kept", err)
	}
	people := make([]int64, 0, len(entries))
	for _, e := range entries {
		people = append(people, e.Subject)
	}
	return people, nil
}
