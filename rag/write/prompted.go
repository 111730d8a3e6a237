// Package write goes from a masked question and its examples to SQL: by a pair that is worded the same, by a model
// that writes SQL, or by a model that fills in a study question. It runs no SQL and never sees a row of data.
package write

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/askomop/askomop/internal/lazyregexp"
	"github.com/askomop/askomop/llm"
	"github.com/askomop/askomop/rag"
	"github.com/askomop/askomop/rag/prompt"
)

// Style is how much a prompt explains.
type Style string

// The two styles of prompts: the task and the examples alone, or also the
// conventions of the data model and what is particular to the database.
const (
	Simple   Style = "simple"
	Advanced Style = "advanced"
)

// Prompted is the Writer that asks a model. The model sees the question, its
// entities, the examples and the facts of the database; never a record.
type Prompted struct {
	model llm.Model
	facts Facts
	style Style

	seed        int64
	temperature float64
	language    language
	graph       *Graph // of a writer of SPARQL; else nil

	// Define says an example's question with its definitions (first or any, persons or records, which bands); "" where
	// it can't be said. It may be nil.
	Define func(ctx context.Context, question string) string
}

// NewPrompted returns a Writer over a model.
func NewPrompted(model llm.Model, facts Facts, style Style) *Prompted {
	return &Prompted{model: model, facts: facts, style: style, language: inSQL}
}

// language is the language that a model is asked to write: SQL or SPARQL.
type language struct {
	Name   string // as prompts say it
	system string // the template of the standing instructions
	block  func(answer string) (string, error)
}

var inSQL = language{"SQL", "system.tmpl", llm.SQLBlock}

// Sample returns the Writer with a seed and a temperature, so that several answers to one question can be voted on.
func (p *Prompted) Sample(seed int64, temperature float64) rag.Writer {
	other := *p
	other.seed, other.temperature = seed, temperature
	return &other
}

// Write implements Writer. With a fix the model sees its last template, the error
// and the error's cause. The error is an *Abstention where the model says that it
// cannot answer, else the model's *llm.Error, of the kind llm.ErrInvalid for an answer without SQL, or an
// *Untranslated. A Template returned with an error holds its Prompt and, with the last, its SPARQL only.
func (p *Prompted) Write(ctx context.Context, m rag.Masked, examples []rag.Match, fix *rag.Fix) (rag.Template, error) {
	req, err := p.request(ctx, m, examples, fix)
	if err != nil {
		return rag.Template{}, err
	}
	req.Seed, req.Temperature = p.seed, p.temperature
	asked := rag.Template{Writer: p.model.Name(), Prompt: req.System + "\n\n" + req.User}
	resp, err := p.model.Generate(ctx, req)
	if err != nil {
		return asked, fmt.Errorf("writing %s: %w", p.language.Name, err)
	}
	t, err := p.read(resp.Text)
	if err != nil {
		return asked, err
	}
	t.Writer, t.Prompt, t.Probability = asked.Writer, asked.Prompt, resp.Probability
	if p.graph != nil {
		t.SPARQL = t.SQL
		t.SQL, err = p.graph.Translate(ctx, t.SPARQL)
	}
	return t, err
}

// Cause asks the model, in a request of its own, what is most likely wrong with the template of fix.
func (p *Prompted) Cause(ctx context.Context, m rag.Masked, fix rag.Fix) (string, error) {
	view := p.view(ctx, m, nil, &fix)
	view.Tables = p.facts.tablesFor(m, []rag.Match{{Pair: rag.Pair{SQL: fix.SQL}}})
	req, err := prompt.Fill("cause.tmpl", "causetask.tmpl", view)
	if err != nil {
		return "", err
	}
	req.MaxTokens = causeTokens
	resp, err := p.model.Generate(ctx, req)
	if err != nil {
		return "", fmt.Errorf("asking for the cause of the error: %w", err)
	}
	return prompt.Clip(strings.Join(strings.Fields(resp.Text), " "), longestCause), nil
}

const (
	causeTokens  = 1000 // two sentences, and room for what a model thinks before it speaks
	longestCause = 600
)

// view is what the templates of prompts are filled with.
type view struct {
	Facts       Facts
	Language    language
	Advanced    bool
	Tables      []TableFacts
	Examples    []shownExample
	Entities    []rag.Mention
	Constraints []rag.Constraint
	Unknown     []string // words that nobody knows of a question without entities
	Question    string
	Fix         *rag.Fix
}

// shownExample is an example in the wording that is nearest to the question.
type shownExample struct {
	Question string
	Own      bool
	Meaning  string // the question with its definitions; may be empty
	Notes    []string
	SQL      string
}

func (p *Prompted) view(ctx context.Context, m rag.Masked, examples []rag.Match, fix *rag.Fix) view {
	v := view{
		Facts: p.facts, Language: p.language, Advanced: p.style == Advanced,
		Entities: m.Things(), Question: m.Question, Fix: fix,
	}
	if len(v.Entities) == 0 {
		v.Unknown = slices.Compact(slices.Clone(m.Reading.Unknown))
	}
	if v.Advanced {
		v.Constraints = m.Constraints
	}
	var used []rag.Match
	for _, e := range examples {
		shown := shownExample{Question: e.Pair.Wordings()[e.Wording], Own: e.Pair.Own, Notes: e.Pair.Notes,
			SQL: e.Pair.SQL}
		if p.graph != nil {
			if shown.SQL = p.graph.Say(ctx, e.Pair.Question); shown.SQL == "" {
				continue // SPARQL can't say it
			}
			shown.Notes = nil // they speak of the SQL
		}
		used = append(used, e)
		if p.Define != nil && v.Advanced {
			shown.Meaning = p.Define(ctx, e.Pair.Question)
		}
		v.Examples = append(v.Examples, shown)
	}
	v.Tables = p.facts.tablesFor(m, used)
	return v
}

func (p *Prompted) request(ctx context.Context, m rag.Masked, examples []rag.Match, fix *rag.Fix) (llm.Request, error) {
	return prompt.Fill(p.language.system, "task.tmpl", p.view(ctx, m, examples, fix))
}

// refusal is the line by which the model says that it cannot answer.
var refusal = lazyregexp.New(`(?im)^\W*CANNOT ANSWER[^\w(]*(?:\(\s*([a-z_ ]+?)\s*\))?\W*(.*(?:\n.*)*)`)

// assumption is a line beside the SQL that states what it takes for granted.
var assumption = lazyregexp.New(`(?im)^[\s*_>-]*assumption[\s*_]*:[\s*_]*(.+)$`)

// standIn is a line beside the SQL that says which part of it stands for a word of the question.
var standIn = lazyregexp.New(`(?im)^[\s*_>-]*stands for[\s*_]*:[\s*_]*([^=\n]+?)\s*=\s*(.+)$`)

// standInsOf are the stand-ins that lines of an answer name.
func standInsOf(text string) []rag.StandIn {
	var out []rag.StandIn
	for _, at := range standIn.FindAllStringSubmatch(text, mostStandIns) {
		out = append(out, rag.StandIn{Words: strings.Trim(at[1], "\"'`*_ "), Part: strings.Trim(at[2], "`*_ ;")})
	}
	return out
}

// Bounds on what a model's remarks may fill of the answer.
const (
	longestMessage    = 600
	longestAssumption = 300
	mostAssumptions   = 5
	mostStandIns      = 12
)

// read takes the template, or the refusal, out of an answer. Where an answer has
// both, the refusal counts: SQL whose writer doubts it is not an answer.
func (p *Prompted) read(answer string) (rag.Template, error) {
	if at := refusal.FindStringSubmatch(answer); at != nil {
		return rag.Template{}, &rag.Abstention{Reason: reasonOf(at[1]), Message: messageOf(at[2])}
	}
	query, err := p.language.block(answer)
	if err != nil {
		return rag.Template{}, fmt.Errorf("writing %s: %w", p.language.Name, prompt.Named(err, p.model.Name()))
	}
	t := rag.Template{SQL: strings.TrimRight(query, "; \n\t"), StandIns: standInsOf(answer)}
	for _, at := range assumption.FindAllStringSubmatch(answer, mostAssumptions) {
		t.Assumptions = append(t.Assumptions,
			prompt.Clip(strings.TrimSpace(strings.Trim(at[1], "*_ ")), longestAssumption))
	}
	return t, nil
}

// reasonOf maps what the model gave as its reason to the reasons there are.
func reasonOf(word string) string {
	switch reason := strings.ReplaceAll(strings.ToLower(word), " ", "_"); reason {
	case "no_concept", "slots_do_not_fit":
		return reason
	}
	return "out_of_scope"
}

func messageOf(text string) string {
	text, _, _ = strings.Cut(text, "```")
	text = strings.Join(strings.Fields(text), " ")
	if text == "" {
		text = "The model says that this database cannot answer the question, and gives no reason."
	}
	return prompt.Clip(text, longestMessage)
}
