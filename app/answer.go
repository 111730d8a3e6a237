package app

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"math"
	"strings"
	"time"

	"github.com/askomop/askomop/coding"
	"github.com/askomop/askomop/omop"
	"github.com/askomop/askomop/omop/info"
	"github.com/askomop/askomop/pipeline"
)

// The types of this file are the contract of `ask --json`: the names don't change.

// Answer is what came of a question or of a SQL template.
type Answer struct {
	Question      string          `json:"question"`
	Status        string          `json:"status"` // answered, abstained or failed
	Reason        string          `json:"reason"`
	Message       string          `json:"message"` // what to do next
	Masked        string          `json:"masked"`
	Entities      []Entity        `json:"entities"`
	Examples      []Example       `json:"examples"`
	Reading       string          `json:"reading"`        // the study question in a sentence: "Understood as: …"
	StudyQuestion json.RawMessage `json:"study_question"` // the study question as a value; {} where there is none
	Readings      []Reading       `json:"readings"`       // what the question can mean as well, with other numbers
	Writer        string          `json:"writer"`         // compiler, pair or PROVIDER:MODEL
	Agreement     Float           `json:"agreement,omitzero"`
	Template      string          `json:"template"`
	Concepts      []ConceptSet    `json:"concepts"`
	SQL           string          `json:"sql"`
	Warnings      []Finding       `json:"warnings"`
	Attempts      int             `json:"attempts"`
	Columns       []string        `json:"columns"`
	Roles         []string        `json:"roles"` // of the columns, where they are known
	Rows          [][]any         `json:"rows"`
	Intervals     []Interval      `json:"intervals"`
	RowCount      int             `json:"row_count"`
	Truncated     bool            `json:"truncated"`
	Hidden        int             `json:"suppressed"`
	Answer        string          `json:"answer"`
	Tokens        Tokens          `json:"tokens"`
	Took          Timings         `json:"took_ms"`
	Tries         []Try           `json:"tries,omitempty"`  // where the template was written more than once
	Steps         []AgentStep     `json:"steps,omitempty"`  // of an agent
	Prompt        string          `json:"prompt,omitempty"` // where prompts are asked for
	SPARQL        string          `json:"sparql,omitempty"` // that the SQL was translated from

	run *pipeline.Run
}

// Run is the record of the answer, stage by stage.
func (a *Answer) Run() *pipeline.Run { return a.run }

// Reading is another meaning that a question can have, with its result.
type Reading struct {
	What    string  `json:"what"` // the choice that is made otherwise, or who read it
	Reading string  `json:"reading"`
	Rows    [][]any `json:"rows"`
}

// Interval is the uncertainty of one cell.
type Interval struct {
	Row    int     `json:"row"`
	Column int     `json:"column"`
	Low    Float   `json:"low"`
	High   Float   `json:"high"`
	Level  float64 `json:"level"`
	Method string  `json:"method"`
}

// Try is one attempt at a template, and why it was given up.
type Try struct {
	Template string `json:"template"`
	SQL      string `json:"sql"`
	Problem  string `json:"problem"`
	Cause    string `json:"cause"`
	Prompt   string `json:"prompt,omitempty"`
}

// AgentStep is one step of an agent.
type AgentStep struct {
	By      string `json:"by"`
	Thought string `json:"thought"`
	Tool    string `json:"tool"`
	Input   string `json:"input"`  // JSON
	Result  string `json:"result"` // as the model was told
	Failed  string `json:"failed,omitempty"`
	Tokens  int    `json:"tokens"`
}

func steps(r *pipeline.Run) []AgentStep {
	var out []AgentStep
	for _, s := range r.StepsBy() {
		out = append(out, AgentStep{s.By, s.Thought, s.Tool, s.Input, s.Result, s.Failed, s.Tokens})
	}
	return out
}

type Entity struct {
	Domain string `json:"domain"`
	Text   string `json:"text"`
	Start  int    `json:"start"`
	End    int    `json:"end"`
}

type Example struct {
	ID       string `json:"id"`
	Question string `json:"question"`
	Score    Float  `json:"score"`
}

type ConceptSet struct {
	Placeholder string    `json:"placeholder"`
	Domain      string    `json:"domain"`
	Text        string    `json:"text"`
	Concepts    []Concept `json:"concepts"`
	Notes       []string  `json:"notes,omitempty"`
	// Choices are the concepts to choose from where nothing was surely meant, the likeliest first; Message says why.
	Choices []Concept `json:"choices,omitempty"`
	Message string    `json:"message,omitempty"`
}

type Concept struct {
	ID          int64  `json:"id"`
	Name        string `json:"name"`
	Vocabulary  string `json:"vocabulary"`
	Code        string `json:"code"`
	Why         string `json:"why"`
	Score       Float  `json:"score"`
	*Occurrence        // of code --counts
}

type Finding struct {
	Rule     string `json:"rule"`
	Severity string `json:"severity"`
	Message  string `json:"message"`
	Line     int    `json:"line"`
	Column   int    `json:"column"`
}

type Tokens struct {
	Prompt     int `json:"prompt"`
	Completion int `json:"completion"`
}

// Timings prints milliseconds a stage, in the order in which the stages ran, and their total.
type Timings pipeline.Timings

// Occurrence is how often a concept stands in the records: null where so few people are behind it that it is hidden.
type Occurrence struct {
	Records *int `json:"records"`
	People  *int `json:"people"`
}

// NewOccurrence is a count as it may be shown.
func NewOccurrence(o info.Occurrence, minCell int) *Occurrence {
	if o.Small(minCell) {
		return &Occurrence{}
	}
	return &Occurrence{&o.Records, &o.People}
}

// Float prints NaN and the infinities, which JSON does not have, as null.
type Float float64

// NewAnswer is a run as the contract has it; prompts are in it where they are asked for.
func NewAnswer(r *pipeline.Run, prompts bool) *Answer {
	a := &Answer{
		Question: r.Question, Status: string(r.Status), Reason: r.Reason, Message: r.Message,
		Masked: r.Masked.Text, Entities: entities(r), Examples: []Example{}, StudyQuestion: json.RawMessage("{}"),
		Readings: []Reading{},
		Writer:   r.Template.Writer, Template: r.Template.SQL, Concepts: []ConceptSet{},
		SQL: r.ShownSQL(), Warnings: Findings(Remarks(r)), Attempts: r.Attempts,
		Columns: []string{}, Roles: []string{}, Rows: [][]any{}, Intervals: []Interval{}, Hidden: r.Suppressed,
		Answer: r.Answer,
		Tokens: Tokens{r.PromptTokens, r.CompletionTokens}, Took: Timings(r.Took), Tries: tries(r, prompts),
		Steps: steps(r), SPARQL: r.Template.SPARQL, run: r,
	}
	if prompts {
		a.Prompt = r.Template.Prompt
	}
	for _, m := range r.Examples {
		a.Examples = append(a.Examples, Example{m.Pair.ID, m.Pair.Question, Float(m.Score)})
	}
	for _, s := range r.Concepts {
		a.Concepts = append(a.Concepts, NewConceptSet(s))
	}
	a.understood(r)
	if t := r.Table; t != nil {
		a.Columns, a.Rows, a.RowCount, a.Truncated = ColumnNames(t), Cells(t), len(t.Rows), t.Truncated
	}
	return a
}

// understood adds what the question was taken for, and what comes of that beside the table.
func (a *Answer) understood(r *pipeline.Run) {
	a.Agreement = Float(r.Agreement)
	q := r.Understood()
	if q == nil {
		for _, o := range r.Readings {
			a.Readings = append(a.Readings, newReading(o))
		}
		return
	}
	a.Reading = q.String()
	if value, err := json.Marshal(q); err == nil {
		a.StudyQuestion = value
	}
	if r.Plan != nil {
		for _, c := range r.Plan.Columns {
			a.Roles = append(a.Roles, string(c.Role))
		}
	}
	for _, o := range r.Readings {
		a.Readings = append(a.Readings, newReading(o))
	}
	for _, i := range r.Intervals {
		a.Intervals = append(a.Intervals, Interval{i.Row, i.Column, Float(i.Low), Float(i.High), i.Level, i.Method})
	}
}

// newReading is another reading; without rows where they would tell of few people.
func newReading(o pipeline.OtherReading) Reading {
	out := Reading{What: o.What, Reading: o.Sentence(), Rows: [][]any{}}
	if o.Table != nil {
		out.Rows = Cells(o.Table)
	}
	return out
}

// entities are the entities of a run, at their places in the whole question.
func entities(r *pipeline.Run) []Entity {
	all := []Entity{}
	for _, e := range r.Masked.Entities {
		start := e.Start
		if r.Masked.Cohort != "" {
			start = placeInWhole(r, e.Start, e.Text)
		}
		all = append(all, Entity{e.Domain, e.Text, start, start + e.End - e.Start})
	}
	return all
}

// placeInWhole is the place of an entity in a question that the name of a cohort was taken out of, before or behind it.
func placeInWhole(r *pipeline.Run, start int, text string) int {
	if strings.HasSuffix(r.Question, r.Masked.Question) || start > len(r.Question) {
		return start + len(r.Question) - len(r.Masked.Question)
	}
	return start + max(0, strings.Index(r.Question[start:], text))
}

// tries are the attempts of a run that made more than one.
func tries(r *pipeline.Run, prompts bool) []Try {
	if len(r.Tries) < 2 {
		return nil
	}
	var all []Try
	for _, t := range r.Tries {
		try := Try{Template: cmp.Or(t.Template.SPARQL, t.Template.SQL), SQL: t.SQL, Problem: t.Problem, Cause: t.Cause}
		if prompts {
			try.Prompt = t.Template.Prompt
		}
		all = append(all, try)
	}
	return all
}

// NewConceptSet is a concept set as the contract has it.
func NewConceptSet(s coding.ConceptSet) ConceptSet {
	doc := ConceptSet{
		Placeholder: Placeholder(s.Entity), Domain: s.Entity.Domain, Text: s.Entity.Text,
		Concepts: []Concept{}, Notes: s.Notes,
	}
	for _, m := range s.Concepts {
		doc.Concepts = append(doc.Concepts, newConcept(m))
	}
	return doc
}

func newConcept(m coding.Member) Concept {
	return Concept{m.ID, m.Name, m.Vocabulary, m.Code, m.Why, Float(m.Score), nil}
}

// NewUncoded is an entity that was not coded, with what there is to choose from.
func NewUncoded(miss *coding.NoConceptError) ConceptSet {
	doc := NewConceptSet(coding.ConceptSet{Entity: miss.Entity})
	doc.Message = miss.Error()
	for _, m := range miss.Nearest {
		doc.Choices = append(doc.Choices, newConcept(m))
	}
	return doc
}

// Placeholder is an entity as a template writes it.
func Placeholder(e coding.Entity) string {
	return "[" + e.Domain + "@" + strings.ReplaceAll(e.Text, "]", `\]`) + "]"
}

// Findings are findings as the contract has them.
func Findings(findings []omop.Finding) []Finding {
	all := make([]Finding, 0, len(findings))
	for _, f := range findings {
		all = append(all, Finding{f.Rule, string(f.Severity), f.Message, f.Line, f.Column})
	}
	return all
}

// Remarks are all that a reader of the answer must know: the rules' findings,
// what the writer took for granted, and the notes on the concept sets.
func Remarks(r *pipeline.Run) []omop.Finding {
	all := append([]omop.Finding(nil), r.Warnings...)
	for _, a := range r.Template.Assumptions {
		all = append(all, omop.Finding{Rule: "assumption", Severity: omop.SeverityInfo, Message: a})
	}
	for _, s := range r.Concepts {
		for _, n := range s.Notes {
			all = append(all, omop.Finding{Rule: "concept-set", Severity: omop.SeverityInfo,
				Message: Placeholder(s.Entity) + ": " + n})
		}
	}
	return all
}

func (t Timings) MarshalJSON() ([]byte, error) {
	var b bytes.Buffer
	b.WriteByte('{')
	for _, s := range t {
		fmt.Fprintf(&b, "%q:%s,", s.Stage, Milliseconds(s.Took))
	}
	fmt.Fprintf(&b, "%q:%s}", "total", Milliseconds(pipeline.Timings(t).Total()))
	return b.Bytes(), nil
}

// Milliseconds is a duration in milliseconds, to the microsecond.
func Milliseconds(d time.Duration) string {
	return ExactFloat(float64(d.Microseconds()) / 1000)
}

func (f Float) MarshalJSON() ([]byte, error) {
	if math.IsNaN(float64(f)) || math.IsInf(float64(f), 0) {
		return []byte("null"), nil
	}
	return json.Marshal(decimal(float64(f)))
}
