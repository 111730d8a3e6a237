package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math"
	"strings"
	"time"

	"github.com/askomop/askomop/coding"
	"github.com/askomop/askomop/omop"
	"github.com/askomop/askomop/pipeline"
)

// The types of this file are the contract of `ask --json`: the names don't change.

type jsonRun struct {
	Question  string           `json:"question"`
	Status    string           `json:"status"`
	Reason    string           `json:"reason"`
	Message   string           `json:"message"`
	Masked    string           `json:"masked"`
	Entities  []jsonEntity     `json:"entities"`
	Examples  []jsonExample    `json:"examples"`
	Writer    string           `json:"writer"`
	Template  string           `json:"template"`
	Concepts  []jsonConceptSet `json:"concepts"`
	SQL       string           `json:"sql"`
	Warnings  []jsonFinding    `json:"warnings"`
	Attempts  int              `json:"attempts"`
	Columns   []string         `json:"columns"`
	Rows      [][]any          `json:"rows"`
	RowCount  int              `json:"row_count"`
	Truncated bool             `json:"truncated"`
	Hidden    int              `json:"suppressed"`
	Answer    string           `json:"answer"`
	Tokens    jsonTokens       `json:"tokens"`
	Took      jsonTimings      `json:"took_ms"`
	Tries     []jsonTry        `json:"tries,omitempty"`  // where the template was written more than once
	Prompt    string           `json:"prompt,omitempty"` // with --explain
}

// jsonTry is one attempt at a template, and why it was given up.
type jsonTry struct {
	Template string `json:"template"`
	SQL      string `json:"sql"`
	Problem  string `json:"problem"`
	Cause    string `json:"cause"`
	Prompt   string `json:"prompt,omitempty"`
}

type jsonEntity struct {
	Domain string `json:"domain"`
	Text   string `json:"text"`
	Start  int    `json:"start"`
	End    int    `json:"end"`
}

type jsonExample struct {
	ID       string    `json:"id"`
	Question string    `json:"question"`
	Score    jsonFloat `json:"score"`
}

type jsonConceptSet struct {
	Placeholder string        `json:"placeholder"`
	Domain      string        `json:"domain"`
	Text        string        `json:"text"`
	Concepts    []jsonConcept `json:"concepts"`
}

type jsonConcept struct {
	ID              int64     `json:"id"`
	Name            string    `json:"name"`
	Vocabulary      string    `json:"vocabulary"`
	Code            string    `json:"code"`
	Why             string    `json:"why"`
	Score           jsonFloat `json:"score"`
	*jsonOccurrence           // of code --counts
}

type jsonFinding struct {
	Rule     string `json:"rule"`
	Severity string `json:"severity"`
	Message  string `json:"message"`
	Line     int    `json:"line"`
	Column   int    `json:"column"`
}

type jsonTokens struct {
	Prompt     int `json:"prompt"`
	Completion int `json:"completion"`
}

// jsonTimings prints milliseconds a stage, in the order in which the stages ran, and their total.
type jsonTimings pipeline.Timings

// jsonFloat prints NaN and the infinities, which JSON does not have, as null.
type jsonFloat float64

// runDocument is a run as JSON; prompts are in it where it is to explain them.
func runDocument(r *pipeline.Run, explain bool) jsonRun {
	doc := jsonRun{
		Question: r.Question, Status: string(r.Status), Reason: r.Reason, Message: r.Message,
		Masked: r.Masked.Text, Entities: []jsonEntity{}, Examples: []jsonExample{},
		Writer: r.Template.Writer, Template: r.Template.SQL, Concepts: []jsonConceptSet{},
		SQL: r.SQL, Warnings: jsonFindings(remarks(r)), Attempts: r.Attempts,
		Columns: []string{}, Rows: [][]any{}, Hidden: r.Suppressed, Answer: r.Answer,
		Tokens: jsonTokens{r.PromptTokens, r.CompletionTokens}, Took: jsonTimings(r.Took),
	}
	if explain {
		doc.Prompt = r.Template.Prompt
	}
	if len(r.Tries) > 1 {
		for _, t := range r.Tries {
			try := jsonTry{Template: t.Template.SQL, SQL: t.SQL, Problem: t.Problem, Cause: t.Cause}
			if explain {
				try.Prompt = t.Template.Prompt
			}
			doc.Tries = append(doc.Tries, try)
		}
	}
	before := 0 // bytes of "in cohort NAME, ", which was taken off
	if r.Masked.Cohort != "" {
		before = len(r.Question) - len(r.Masked.Question)
	}
	for _, e := range r.Masked.Entities {
		doc.Entities = append(doc.Entities, jsonEntity{e.Domain, e.Text, e.Start + before, e.End + before})
	}
	for _, m := range r.Examples {
		doc.Examples = append(doc.Examples, jsonExample{m.Pair.ID, m.Pair.Question, jsonFloat(m.Score)})
	}
	for _, s := range r.Concepts {
		doc.Concepts = append(doc.Concepts, conceptSetDocument(s))
	}
	if t := r.Table; t != nil {
		doc.Columns, doc.RowCount, doc.Truncated = columnNames(t), len(t.Rows), t.Truncated
		for _, row := range t.Rows {
			cells := make([]any, len(row))
			for i, cell := range row {
				cells[i] = jsonCell(cell, t.Columns[i].Type)
			}
			doc.Rows = append(doc.Rows, cells)
		}
	}
	return doc
}

func conceptSetDocument(s coding.ConceptSet) jsonConceptSet {
	doc := jsonConceptSet{
		Placeholder: placeholder(s.Entity), Domain: s.Entity.Domain, Text: s.Entity.Text,
		Concepts: []jsonConcept{},
	}
	for _, m := range s.Concepts {
		doc.Concepts = append(doc.Concepts, jsonConcept{m.ID, m.Name, m.Vocabulary, m.Code, m.Why, jsonFloat(m.Score), nil})
	}
	return doc
}

// placeholder is an entity as a template writes it.
func placeholder(e coding.Entity) string {
	return "[" + e.Domain + "@" + strings.ReplaceAll(e.Text, "]", `\]`) + "]"
}

func jsonFindings(findings []omop.Finding) []jsonFinding {
	all := make([]jsonFinding, 0, len(findings))
	for _, f := range findings {
		all = append(all, jsonFinding{f.Rule, string(f.Severity), f.Message, f.Line, f.Column})
	}
	return all
}

// remarks are all that a reader of the answer must know: the rules' findings,
// what the writer took for granted, and the notes on the concept sets.
func remarks(r *pipeline.Run) []omop.Finding {
	all := append([]omop.Finding(nil), r.Warnings...)
	for _, a := range r.Template.Assumptions {
		all = append(all, omop.Finding{Rule: "assumption", Severity: omop.SeverityInfo, Message: a})
	}
	for _, s := range r.Concepts {
		for _, n := range s.Notes {
			all = append(all, omop.Finding{Rule: "concept-set", Severity: omop.SeverityInfo, Message: placeholder(s.Entity) + ": " + n})
		}
	}
	return all
}

func (t jsonTimings) MarshalJSON() ([]byte, error) {
	var b bytes.Buffer
	b.WriteByte('{')
	for _, s := range t {
		fmt.Fprintf(&b, "%q:%s,", s.Stage, milliseconds(s.Took))
	}
	fmt.Fprintf(&b, "%q:%s}", "total", milliseconds(pipeline.Timings(t).Total()))
	return b.Bytes(), nil
}

// milliseconds is a duration in milliseconds, to the microsecond.
func milliseconds(d time.Duration) string {
	return exactFloat(float64(d.Microseconds()) / 1000)
}

func (f jsonFloat) MarshalJSON() ([]byte, error) {
	if math.IsNaN(float64(f)) || math.IsInf(float64(f), 0) {
		return []byte("null"), nil
	}
	return json.Marshal(float64(f))
}

// json prints one value: on a line of its own in a pipe, indented on a terminal.
func (p *printer) json(value any) error {
	e := json.NewEncoder(p.out)
	e.SetEscapeHTML(false) // SQL is full of < and >
	if p.terminal {
		e.SetIndent("", "  ")
	}
	if err := e.Encode(value); err != nil {
		return fmt.Errorf("writing JSON: %w", err)
	}
	return nil
}
