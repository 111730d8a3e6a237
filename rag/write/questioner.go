package write

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/askomop/askomop/llm"
	"github.com/askomop/askomop/omop/study"
	"github.com/askomop/askomop/omop/study/form"
	"github.com/askomop/askomop/rag"
	"github.com/askomop/askomop/rag/prompt"
)

// Questioner has a model fill in the form of a study question. What the SQL is then is the compiler's business: the
// model sees no table, and its prompt and answer are short.
type Questioner struct {
	model llm.Model
	facts Facts

	// Fill returns an example's question as its form in JSON; "" where it has none. It may be nil.
	Fill func(ctx context.Context, question string) string
}

// NewQuestioner returns a Questioner over a model.
func NewQuestioner(model llm.Model, facts Facts) *Questioner {
	return &Questioner{model: model, facts: facts}
}

// Filled is a study question as a model filled it in.
type Filled struct {
	Question    *study.Question
	Writer      string
	Assumptions []string
	Prompt      string
	Probability float64 // as that of a Template
}

const (
	mostFills    = 3 // each told the faults of the one before
	formExamples = 3 // shown to the model
	formTokens   = 2000
)

// Ask has the form filled in, and filled in again where it has faults. The error is an *Abstention where the model says
// that the form can't say the question, or where its faults stay; else the model's.
func (w *Questioner) Ask(ctx context.Context, m rag.Masked, examples []rag.Match) (Filled, error) {
	out := Filled{Writer: w.model.Name()}
	var answer string
	var faults []string
	for range mostFills {
		req, err := w.request(ctx, m, examples, answer, faults)
		if err != nil {
			return out, err
		}
		out.Prompt = req.System + "\n\n" + req.User
		resp, err := w.model.Generate(ctx, req)
		if errors.Is(err, llm.ErrInvalid) {
			answer, faults = "", []string{noForm(err)}
			continue
		}
		if err != nil {
			return out, fmt.Errorf("filling in the study question: %w", err)
		}
		var f form.Form
		if err := llm.JSONBlock(resp.Text, &f); err != nil {
			answer, faults = "", []string{noForm(err)}
			continue
		}
		if f.Cannot != "" {
			return out, &rag.Abstention{Reason: "out_of_scope",
				Message: "The model says that the study question can't say this: " +
					prompt.Clip(oneLine(f.Cannot), longestMessage)}
		}
		q, err := f.Question()
		if missed := leftOut(f, m); err == nil && len(missed) > 0 {
			err = form.Errors(missed)
		}
		if err == nil {
			out.Question, out.Assumptions, out.Probability = q, assumptionsOf(f), resp.Probability
			return out, nil
		}
		answer, faults = prompt.Clip(resp.Text, longestShown), faultsOf(err)
	}
	return out, &rag.Abstention{Reason: "slots_do_not_fit",
		Message: fmt.Sprintf("The model filled in no valid study question in %d attempts: %s.", mostFills,
			prompt.Clip(strings.Join(faults, "; "), longestMessage))}
}

// noForm says why an answer is not a form at all, with the place where that is known.
func noForm(err error) string {
	const what = "it was not one JSON object of the wanted form"
	var failed *llm.Error
	if errors.As(err, &failed) && failed.Err != nil {
		return what + ": " + prompt.Clip(oneLine(failed.Err.Error()), longestAssumption)
	}
	return what
}

// leftOut are the faults of a form that does not name each entity of the question.
func leftOut(f form.Form, m rag.Masked) []string {
	var faults []string
	for _, e := range m.Things() {
		text := strings.ToLower(e.Text)
		named := slices.ContainsFunc(f.Events, func(v form.Event) bool {
			return slices.ContainsFunc(slices.Concat(v.Concepts, v.Except, v.Result, v.Visit), func(c string) bool {
				own := strings.ToLower(c)
				return own != "" && (strings.Contains(own, text) || strings.Contains(text, own) ||
					slices.Contains(e.Members, c))
			})
		})
		if !named && e.Domain != "visit" {
			faults = append(faults,
				fmt.Sprintf("events: the question speaks of %q, and no event has it among its concepts", e.Text))
		}
	}
	return faults
}

const longestShown = 4000 // of an answer that is shown again

func faultsOf(err error) []string {
	var many form.Errors
	if errors.As(err, &many) {
		return many
	}
	return []string{err.Error()}
}

func assumptionsOf(f form.Form) []string {
	var out []string
	for _, a := range f.Assumptions[:min(len(f.Assumptions), mostAssumptions)] {
		if a = oneLine(a); a != "" {
			out = append(out, prompt.Clip(a, longestAssumption))
		}
	}
	return out
}

func oneLine(s string) string { return strings.Join(strings.Fields(llm.Plain(s)), " ") }

// formView is what the templates of the form's prompts are filled with.
type formView struct {
	FirstYear, LastYear string
	Examples            []filledExample
	Entities            []rag.Mention
	Question            string
	Answer              string   // the one before
	Faults              []string // of it
}

type filledExample struct{ Question, Form string }

func (w *Questioner) request(ctx context.Context, m rag.Masked, examples []rag.Match, answer string,
	faults []string) (llm.Request, error) {
	v := formView{FirstYear: w.facts.FirstYear, LastYear: w.facts.LastYear, Entities: m.Things(),
		Question: m.Question, Answer: answer, Faults: faults}
	for _, e := range examples {
		if w.Fill == nil || len(v.Examples) == formExamples {
			break
		}
		if filled := w.Fill(ctx, e.Pair.Question); filled != "" {
			v.Examples = append(v.Examples, filledExample{e.Pair.Question, filled})
		}
	}
	req, err := prompt.Fill("form.tmpl", "formtask.tmpl", v)
	req.Schema, req.MaxTokens = form.Schema(), formTokens
	return req, err
}

// FormJSON is a study question as the form that examples show; "" where the form can't say it.
func FormJSON(q *study.Question) string {
	f, ok := form.Of(q)
	if !ok {
		return ""
	}
	data, err := json.Marshal(f)
	if err != nil {
		return ""
	}
	return string(data)
}
