// Package worded has a language model word a result, and lets no number out that the result does not hold. Every
// number, date and share of the sentence is looked for in the result, in the company in which it stands there. Example:
// of a result
//
//	year  patients
//	2008        45
//	2009        50
//
// "In 2009 there were 50 patients" may be said; "In 2008 there were 50 patients" may not, nor "one in five", nor "about
// 100 in all".
//
// It is shown results whose small numbers are hidden; that they are is for its caller to see to.
package worded

import (
	"context"
	_ "embed"
	"encoding/json"
	"fmt"
	"strings"

	"github.com/askomop/askomop/llm"
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

// Model is the Worder that asks a model.
type Model struct{ model llm.Model }

// NewModel returns a Worder over a model.
func NewModel(model llm.Model) *Model { return &Model{model} }

// Word implements Worder. It does not check what the model says; Check does.
func (w *Model) Word(ctx context.Context, f Result) (string, error) {
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

const longestSentence = 800 // bytes

// Check returns an error that says why a sentence can't stand for a result: it holds something that the result does
// not.
func Check(sentence string, f Result) error {
	switch {
	case sentence == "" || len(sentence) > longestSentence:
		return fmt.Errorf("it is empty or far too long")
	case strings.Contains(sentence, "://"):
		return fmt.Errorf("it holds an address, which the result does not")
	}
	return checkNumbers(sentence, f)
}
