package tools

import (
	"context"
	"encoding/json"
	"fmt"
	"math"
	"strings"

	"github.com/askomop/askomop/app"
	"github.com/askomop/askomop/omop/study"
)

// Answer is what came of a question or of SQL.
type Answer struct {
	Status     string         `json:"status" jsonschema:"answered, abstained or failed"`
	Reason     string         `json:"reason,omitempty" jsonschema:"why there is no answer, as one of askomop's reasons"`
	Message    string         `json:"message,omitempty" jsonschema:"why there is no answer, and what can be asked instead"`
	Answer     string         `json:"answer,omitempty" jsonschema:"the answer in a sentence"`
	Understood string         `json:"understood,omitempty" jsonschema:"what the question was taken for"`
	Question   map[string]any `json:"study_question,omitempty" jsonschema:"the same as a study question, to be edited and run again"`
	Columns    []string       `json:"columns,omitempty"`
	Roles      []string       `json:"roles,omitempty" jsonschema:"of the columns: stratum, count, numerator, denominator, estimate, person_time, …"`
	Rows       [][]any        `json:"rows,omitempty" jsonschema:"small counts read \"<5\", what would give them away \"hidden\""`
	Truncated  bool           `json:"truncated,omitempty"`
	Hidden     int            `json:"suppressed,omitempty" jsonschema:"how many cells are hidden"`
	Intervals  []Interval     `json:"intervals,omitempty"`
	Otherwise  []Otherwise    `json:"read_otherwise,omitempty" jsonschema:"what the words can mean as well, with other numbers"`
	Concepts   []ConceptSet   `json:"concepts,omitempty"`
	SQL        string         `json:"sql,omitempty"`
	Remarks    []string       `json:"remarks,omitempty" jsonschema:"what to keep in mind"`

	onData bool
}

// FailedOnData reports whether the statement was right and failed on what is recorded: that it did tells something of
// the records.
func (a Answer) FailedOnData() bool { return a.onData }

// Interval is the uncertainty of a cell.
type Interval struct {
	Row    int      `json:"row"`
	Column int      `json:"column"`
	Low    *float64 `json:"low" jsonschema:"null where the interval has no such end: a median that is not reached"`
	High   *float64 `json:"high" jsonschema:"null where the interval has no such end"`
	Level  float64  `json:"level"`
	Method string   `json:"method"`
}

// Otherwise is another reading of the words.
type Otherwise struct {
	What       string  `json:"what"`
	Understood string  `json:"understood"`
	Rows       [][]any `json:"rows"`
}

// ConceptSet is what a placeholder stands for.
type ConceptSet struct {
	Placeholder string    `json:"placeholder"`
	Domain      string    `json:"domain"`
	Concepts    []Concept `json:"concepts" jsonschema:"at most 50 are listed"`
	Count       int       `json:"count" jsonschema:"how many concepts the set has"`
}

// Concept is one concept, and why it is in.
type Concept struct {
	ID         int64  `json:"id"`
	Name       string `json:"name"`
	Vocabulary string `json:"vocabulary"`
	Code       string `json:"code"`
	Domain     string `json:"domain,omitempty"`
	Standard   bool   `json:"standard,omitempty"`
	Why        string `json:"why,omitempty"`
}

// mostRows and mostConcepts bound what one call says.
const (
	mostRows     = 200
	mostConcepts = 50
)

func newAnswer(a *app.Answer) Answer {
	out := Answer{Status: a.Status, Reason: a.Reason, Message: forAgents(a.Message), Answer: a.Answer,
		Understood: a.Reading, Columns: a.Columns, Roles: a.Roles, Rows: a.Rows, Truncated: a.Truncated,
		Hidden: a.Hidden, SQL: a.SQL}
	if len(out.Rows) > mostRows {
		out.Rows, out.Truncated = out.Rows[:mostRows], true
	}
	out.Question = object(a.StudyQuestion)
	for _, i := range a.Intervals {
		out.Intervals = append(out.Intervals,
			Interval{i.Row, i.Column, end(i.Low), end(i.High), i.Level, i.Method})
	}
	for _, r := range a.Readings {
		out.Otherwise = append(out.Otherwise, Otherwise{r.What, r.Reading, r.Rows})
	}
	for _, s := range a.Concepts {
		out.Concepts = append(out.Concepts, newSet(s))
	}
	for _, w := range a.Warnings {
		out.Remarks = append(out.Remarks, forAgents(w.Message))
	}
	return out
}

// end is an end of an interval; nil where there is none, as JSON has no NaN.
func end(x app.Float) *float64 {
	v := float64(x)
	if math.IsNaN(v) || math.IsInf(v, 0) {
		return nil
	}
	return &v
}

// object is a JSON object as a value; nil where it is empty.
func object(doc json.RawMessage) map[string]any {
	var value map[string]any
	if json.Unmarshal(doc, &value) != nil || len(value) == 0 {
		return nil
	}
	return value
}

func newSet(s app.ConceptSet) ConceptSet {
	out := ConceptSet{Placeholder: s.Placeholder, Domain: s.Domain, Concepts: []Concept{}, Count: len(s.Concepts)}
	for _, c := range s.Concepts[:min(len(s.Concepts), mostConcepts)] {
		out.Concepts = append(out.Concepts, Concept{ID: c.ID, Name: c.Name, Vocabulary: c.Vocabulary, Code: c.Code,
			Why: c.Why})
	}
	return out
}

type question struct {
	Question string `json:"question" jsonschema:"the question in plain words"`
}

// longestQuestion is how many letters a question may have, as on the page.
const longestQuestion = 2000

func ask(ctx context.Context, a Session, in question) (Answer, error) {
	if len(in.Question) > longestQuestion {
		return Answer{}, fmt.Errorf("a question has at most %d letters; ask for one thing at a time", longestQuestion)
	}
	answer, err := a.Ask(ctx, in.Question, app.AskOptions{QueryOptions: app.QueryOptions{Command: a.By + " ask"}})
	if err != nil {
		return Answer{}, err
	}
	return newAnswer(answer), nil
}

// Read is how a question was understood.
type Read struct {
	Understood    string         `json:"understood,omitempty" jsonschema:"what the question was taken for; empty where it was not understood"`
	Question      map[string]any `json:"study_question,omitempty"`
	Words         []ReadWord     `json:"words" jsonschema:"how each stretch of words was read"`
	NotUnderstood []string       `json:"not_understood,omitempty"`
	Why           string         `json:"why,omitempty" jsonschema:"why it was not understood"`
	Otherwise     []string       `json:"read_otherwise,omitempty" jsonschema:"choices that the words leave open"`
}

// ReadWord is a stretch of words and what it was read as.
type ReadWord struct {
	Text string `json:"text"`
	As   string `json:"as"`
}

func readQuestion(ctx context.Context, a Session, in question) (Read, error) {
	reading, err := a.Read(ctx, in.Question)
	if err != nil {
		return Read{}, err
	}
	out := Read{Words: []ReadWord{}}
	for _, w := range reading.Words {
		out.Words = append(out.Words, ReadWord{w.Text, w.As})
	}
	for _, u := range reading.Unread {
		out.NotUnderstood = append(out.NotUnderstood, u.Text)
	}
	for _, o := range reading.Others {
		out.Otherwise = append(out.Otherwise, o.What)
	}
	if reading.Refusal != nil {
		out.Why = reading.Refusal.Why
	}
	if q := reading.Question; q != nil {
		doc, err := json.Marshal(q)
		if err != nil {
			return Read{}, err
		}
		out.Understood, out.Question = q.String(), object(doc)
	}
	return out, nil
}

type studyQuestion struct {
	Question map[string]any `json:"study_question" jsonschema:"by the schema in askomop://study-question/schema"`
}

func runQuestion(ctx context.Context, a Session, in studyQuestion) (Answer, error) {
	doc, err := json.Marshal(in.Question)
	if err != nil {
		return Answer{}, err
	}
	q, err := study.Parse(doc)
	if err != nil {
		return Answer{}, err
	}
	answer, err := a.Run(ctx, q, app.QueryOptions{Command: a.By + " run_question"})
	if err != nil {
		return Answer{}, err
	}
	return newAnswer(answer), nil
}

type sqlText struct {
	SQL string `json:"sql" jsonschema:"one SELECT"`
}

func runSQL(ctx context.Context, a Session, in sqlText) (Answer, error) {
	answer, err := a.SQL(ctx, in.SQL, app.QueryOptions{Command: a.By + " run_sql"})
	if err != nil {
		return Answer{}, err
	}
	out := newAnswer(answer)
	out.onData = answer.Run().FailedOnData()
	return out, nil
}

// Checked is what the rules found.
type Checked struct {
	Findings []CheckFinding `json:"findings"`
}

// CheckFinding is what a rule says about a place of the SQL.
type CheckFinding struct {
	Rule     string `json:"rule"`
	Severity string `json:"severity" jsonschema:"error, warning or info"`
	Message  string `json:"message"`
	Line     int    `json:"line"`
	Column   int    `json:"column"`
}

type askedText struct {
	SQL      string `json:"sql" jsonschema:"one SELECT"`
	Question string `json:"question,omitempty" jsonschema:"what the SQL is to answer: what contradicts its words is said too"`
}

func checkSQL(ctx context.Context, a Session, in askedText) (Checked, error) {
	checker, err := a.Checker(ctx, true)
	if err != nil {
		return Checked{}, err
	}
	found, err := checker.Asking(in.Question).Check(ctx, strings.TrimSpace(in.SQL))
	if err != nil {
		return Checked{}, err
	}
	out := Checked{Findings: []CheckFinding{}}
	for _, f := range app.Findings(found) {
		out.Findings = append(out.Findings, CheckFinding(f))
	}
	return out, nil
}
