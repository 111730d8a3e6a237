package eval

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/askomop/askomop/llm"
	"github.com/askomop/askomop/omop"
	"github.com/askomop/askomop/pipeline"
)

// Outcome is everything that one case did under one setting: a line of a run's file.
// Scores are computed from it and its reference alone.
type Outcome struct {
	Setting string `json:"setting"` // Setting.Label
	Case    string `json:"case"`

	Status  string `json:"status"` // answered, abstained or failed
	Reason  string `json:"reason,omitempty"`
	Message string `json:"message,omitempty"`

	Masked   string    `json:"masked,omitempty"`
	Entities []Span    `json:"entities,omitempty"`
	Examples []Example `json:"examples,omitempty"`
	Rank     int       `json:"rank,omitempty"` // of the case's pair among all pairs, from 1; 0 where it was not among the first RankDepth

	Writer      string           `json:"writer,omitempty"`
	Template    string           `json:"template,omitempty"`
	TemplateOf  string           `json:"template_of,omitempty"` // the pair that it was adapted from
	SPARQL      string           `json:"sparql,omitempty"`      // that the template was translated from
	Wanted      string           `json:"wanted,omitempty"`      // with SPARQL, the reference\'s
	Assumptions []string         `json:"assumptions,omitempty"`
	Prompt      string           `json:"prompt,omitempty"`
	Tries       []pipeline.Try   `json:"tries,omitempty"` // where there were several
	SQL         string           `json:"sql,omitempty"`
	Concepts    []Coded          `json:"concepts,omitempty"`
	Result      *Result          `json:"result,omitempty"`
	Shared      *Result          `json:"shared,omitempty"`    // of the same template coded as the reference is; only where that differs
	ByColumn    []Coded          `json:"by_column,omitempty"` // the ids in SQL, where those of the reference are known by column only
	Warnings    []omop.Finding   `json:"warnings,omitempty"`
	Compared    *Compared        `json:"compared,omitempty"` // with the reference, where small numbers are hidden in what is kept
	Names       map[int64]string `json:"names,omitempty"`    // of the concepts whose ids stand in the result or the reference's

	Signals          *pipeline.Signals `json:"signals,omitempty"` // of an answer
	Attempts         int               `json:"attempts,omitempty"`
	Calls            int               `json:"calls,omitempty"` // of models
	PromptTokens     int               `json:"prompt_tokens,omitempty"`
	CompletionTokens int               `json:"completion_tokens,omitempty"`
	Money            float64           `json:"money,omitempty"`
	Currency         string            `json:"currency,omitempty"` // of Money; empty where no price is known
	Seconds          float64           `json:"seconds"`
	At               string            `json:"at"` // when it ended, RFC 3339

	raw, rawShared *Result // as they were compared; never kept
}

// Example is a pair that the writer was shown.
type Example struct {
	ID    string  `json:"id"`
	Score float64 `json:"score"`
}

// Coded is an entity and the ids that it was coded to.
type Coded struct {
	Domain string  `json:"domain"`
	Text   string  `json:"text"`
	IDs    []int64 `json:"ids"`
}

// Key names a case under a setting; a run holds each once.
func (o Outcome) Key() string { return o.Setting + "\x00" + o.Case }

// Answered reports whether the case ended with an answer.
func (o Outcome) Answered() bool { return o.Status == string(pipeline.Answered) }

// Refused reports whether the case ended with an abstention.
func (o Outcome) Refused() bool { return o.Status == string(pipeline.Abstained) }

// newOutcome keeps what a run holds.
func newOutcome(label string, c Case, r *pipeline.Run, took time.Duration) Outcome {
	o := Outcome{
		Setting: label, Case: c.ID, Status: string(r.Status), Reason: r.Reason, Message: r.Message,
		Masked: r.Masked.Text,
		Writer: r.Template.Writer, Template: r.Template.SQL, TemplateOf: r.Template.PairID,
		Assumptions: r.Template.Assumptions, Prompt: r.Template.Prompt,
		SQL: r.SQL, Result: kept(r), raw: unhidden(r), Warnings: r.Warnings, Concepts: codedOf(r),
		Attempts: r.Attempts, Calls: r.Calls, PromptTokens: r.PromptTokens, CompletionTokens: r.CompletionTokens,
		Seconds: took.Seconds(), At: time.Now().UTC().Format(time.RFC3339),
	}
	if o.SPARQL = r.Template.SPARQL; o.SPARQL != "" {
		o.Wanted = c.SPARQL
	}
	for _, e := range r.Masked.Entities {
		o.Entities = append(o.Entities, Span{e.Domain, e.Text, e.Start, e.End})
	}
	for _, m := range r.Examples {
		o.Examples = append(o.Examples, Example{m.Pair.ID, m.Score})
	}
	if len(r.Tries) > 1 {
		o.Tries = r.Tries
	}
	if r.Status == pipeline.Answered {
		s := r.Signals()
		o.Signals = &s
	}
	return o
}

// spent is what all answers of models cost that a run asked for, as if it were one.
func spent(r *pipeline.Run) llm.Response {
	return llm.Response{PromptTokens: r.PromptTokens, CachedTokens: r.CachedTokens,
		CacheWriteTokens: r.CacheWriteTokens, CompletionTokens: r.CompletionTokens}
}

func codedOf(r *pipeline.Run) []Coded {
	var out []Coded
	for _, s := range r.Concepts {
		out = append(out, Coded{s.Entity.Domain, s.Entity.Text, s.IDs()})
	}
	return out
}

// stops returns the error for which nothing more can be asked: the run was
// interrupted, or the budget is spent. The case at hand is asked again when the run is gone on with.
func stops(r *pipeline.Run, ctxErr error) error {
	if r.Err == nil {
		return nil
	}
	if ctxErr != nil {
		return ctxErr
	}
	for _, end := range []error{llm.ErrBudget, llm.ErrQuota, llm.ErrAuth} {
		if errors.Is(r.Err, end) {
			return r.Err
		}
	}
	return nil
}

// postponed reports whether a run failed for want of an answer of the model, which
// says nothing about the case: it is asked again when the run is gone on with.
func postponed(r *pipeline.Run) bool {
	for _, end := range []error{llm.ErrPending, llm.ErrRateLimited, llm.ErrUnavailable, llm.ErrTimeout} {
		if errors.Is(r.Err, end) {
			return true
		}
	}
	return false
}

// Result is an omop.Table as it is kept: dates as texts.
type Result struct {
	Columns   []string `json:"columns"`
	Rows      [][]any  `json:"rows"`
	Truncated bool     `json:"truncated,omitempty"`
}

func newResult(t *omop.Table) *Result {
	if t == nil {
		return nil
	}
	r := &Result{Columns: make([]string, len(t.Columns)), Rows: make([][]any, len(t.Rows)), Truncated: t.Truncated}
	for i, c := range t.Columns {
		r.Columns[i] = c.Name
	}
	for i, row := range t.Rows {
		r.Rows[i] = make([]any, len(row))
		for j, v := range row {
			if at, ok := v.(time.Time); ok {
				v = dateText(at)
			}
			r.Rows[i][j] = v
		}
	}
	return r
}

// Table is the result as scores read it; nil for a nil Result.
func (r *Result) Table() *omop.Table {
	if r == nil {
		return nil
	}
	t := &omop.Table{Rows: r.Rows, Truncated: r.Truncated}
	for _, name := range r.Columns {
		t.Columns = append(t.Columns, omop.Column{Name: name})
	}
	return t
}

// UnmarshalJSON reads whole numbers as int64, others as float64.
func (r *Result) UnmarshalJSON(data []byte) error {
	type plain Result
	d := json.NewDecoder(bytes.NewReader(data))
	d.UseNumber()
	if err := d.Decode((*plain)(r)); err != nil {
		return fmt.Errorf("reading a result: %w", err)
	}
	for _, row := range r.Rows {
		for i, v := range row {
			n, ok := v.(json.Number)
			if !ok {
				continue
			}
			if whole, err := n.Int64(); err == nil && !strings.ContainsAny(n.String(), ".eE") {
				row[i] = whole
				continue
			}
			f, err := n.Float64()
			if err != nil {
				return fmt.Errorf("reading a result: %w", err)
			}
			row[i] = f
		}
	}
	return nil
}

// Reference is what a pair's own SQL gives on the database, and what is counted in it.
type Reference struct {
	Case     string  `json:"reference"`           // its pair's id
	Problem  string  `json:"problem,omitempty"`   // why there is no result; its cases are not scored
	SQL      string  `json:"sql,omitempty"`       // with ids
	Concepts []Coded `json:"concepts,omitempty"`  // as the set gives them, else as the rules code
	ByColumn bool    `json:"by_column,omitempty"` // Concepts are read off the SQL's ids: the domains are known, the words are not
	Offers   []Offer `json:"offers,omitempty"`
	Result   *Result `json:"result,omitempty"`
	Hidden   bool    `json:"hidden,omitempty"` // small numbers are hidden in Result, or people's rows left out of it
	Pinned   *Result `json:"pinned,omitempty"` // the same with the last day of the data for today; only where the SQL asks for today
	Traits   Traits  `json:"traits"`

	raw, rawPinned *Result // as outcomes are compared with them; never kept
}

// Offer is which of an entity's concepts are among the candidates that a coder chooses from.
type Offer struct {
	Domain string  `json:"domain"`
	Text   string  `json:"text"`
	Wanted []int64 `json:"wanted"` // those of the reference that no other of it lies above: descendants come with them
	Missed []int64 `json:"missed,omitempty"`
}
