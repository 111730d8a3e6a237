package pipeline

import (
	"context"
	_ "embed"
	"encoding/json"
	"fmt"
	"strings"

	"github.com/askomop/askomop/llm"
	"github.com/askomop/askomop/omop"
)

// Worder words a result in one or two sentences.
type Worder interface {
	Word(ctx context.Context, f Result) (string, error)
}

// Result is a suppressed result with what a reader must know of it.
type Result struct {
	Question    string     `json:"question"`
	Columns     []string   `json:"columns"`
	Rows        [][]string `json:"rows"` // as people read them; "<5" for a count that is hidden
	MoreRows    bool       `json:"more_rows,omitempty"`
	Counted     []string   `json:"counted"` // what was counted as each of the question's entities
	Period      string     `json:"period,omitempty"`
	Assumptions []string   `json:"assumptions,omitempty"`
}

//go:embed prompts/word.txt
var wordPrompt string

// ModelWorder is the Worder that asks a model.
type ModelWorder struct{ model llm.Model }

// NewModelWorder returns a Worder over a model.
func NewModelWorder(model llm.Model) *ModelWorder { return &ModelWorder{model} }

// Word implements Worder. It does not check what the model says; the Pipeline does.
func (w *ModelWorder) Word(ctx context.Context, f Result) (string, error) {
	shown, err := json.Marshal(f)
	if err != nil {
		return "", fmt.Errorf("showing the result: %w", err)
	}
	resp, err := w.model.Generate(ctx, llm.Request{System: wordPrompt, User: string(shown) + "\n"})
	if err != nil {
		return "", err
	}
	return strings.Join(strings.Fields(llm.Plain(resp.Text)), " "), nil
}

const (
	mostWordedRows  = 40  // shown to a Worder
	longestSentence = 800 // bytes of a worded answer
)

// word puts the Worder's sentence in the place of the built one, where the result
// may be shown to it and every number of the sentence is in the result. Else the built sentence stays, and
// the run says why.
func (p *Pipeline) word(ctx context.Context, r *work) {
	if !p.opt.Worded || p.parts.Worder == nil || r.Question == "" {
		return
	}
	sentence, err := p.worded(ctx, r)
	if err != nil {
		r.Warnings = append(r.Warnings, omop.Finding{Rule: "worded-answer", Severity: omop.SeverityInfo,
			Message: "The answer is not in the model's words: " + err.Error()})
		return
	}
	r.Answer = sentence
}

func (p *Pipeline) worded(ctx context.Context, r *work) (string, error) {
	if p.opt.MinCell < 2 {
		return "", fmt.Errorf("small counts are not hidden, and a model is shown no others; allow it with --min-cell 5")
	}
	if r.plan == nil {
		return "", fmt.Errorf("it can't be told whom the result shows")
	}
	if err := r.plan.ForModel(); err != nil {
		return "", err
	}
	f := p.finding(r)
	sentence, err := p.parts.Worder.Word(ctx, f)
	switch {
	case err != nil:
		return "", err
	case sentence == "" || len(sentence) > longestSentence:
		return "", fmt.Errorf("it is empty or far too long")
	case strings.Contains(sentence, "://"):
		return "", fmt.Errorf("it holds an address, which the result does not")
	}
	return sentence, checkNumbers(sentence, f)
}

// finding is what a Worder is told of a run.
func (p *Pipeline) finding(r *work) Result {
	f := Result{
		Question: r.Question, Period: p.parts.Period, Assumptions: r.Template.Assumptions,
		MoreRows: r.Table.Truncated || len(r.Table.Rows) > mostWordedRows, Rows: [][]string{}, Counted: []string{},
	}
	for _, c := range r.Table.Columns {
		f.Columns = append(f.Columns, c.Name)
	}
	for _, row := range r.Table.Rows[:min(mostWordedRows, len(r.Table.Rows))] {
		cells := make([]string, len(row))
		for i, v := range row {
			cells[i] = llm.Plain(KeyText(r.Table.Columns[i].Name, v)) // a name in the data can hold anything
		}
		f.Rows = append(f.Rows, cells)
	}
	for _, s := range r.Concepts {
		text := fmt.Sprintf("%s %q: %s", s.Entity.Domain, s.Entity.Text, s.Concepts[0].Name)
		if len(s.Concepts) > 1 {
			text += " and what lies below it"
		}
		f.Counted = append(f.Counted, text)
	}
	return f
}
