package eval

import (
	"context"
	"fmt"
	"sync"

	"github.com/askomop/askomop/llm"
)

// Estimate is about what is still to be asked of a setting's model. Repairs, and what
// a model thinks before it answers, come on top.
type Estimate struct {
	Setting          string  `json:"setting"`
	Questions        int     `json:"questions"`
	Calls            int     `json:"calls"`
	PromptTokens     int     `json:"prompt_tokens"`
	CompletionTokens int     `json:"completion_tokens"`
	Money            float64 `json:"money"`
	Currency         string  `json:"currency,omitempty"`  // empty where no price is known
	PricesOf         string  `json:"prices_of,omitempty"` // the day of the price
	Measured         bool    `json:"measured"`            // by what the setting has cost so far, else by rehearsal
}

const (
	rehearsed       = 12 // questions of a setting whose prompts are made
	enoughToMeasure = 20 // outcomes of a setting by which the rest is judged
	refusalTokens   = 60 // of an answer that says why there is no SQL
)

// Estimate says what the settings with a model will about cost, in their order. It asks
// no model: prompts of a sample are made and measured at four bytes a token; an answer is
// taken to be as long as the reference, and a verification's decisions half as long as its
// candidates. Each entity is verified once in a run.
func (m Matrix) Estimate(ctx context.Context, f *Folder) ([]Estimate, error) {
	var out []Estimate
	coded := map[string]bool{} // model and entity
	for _, s := range m.Settings {
		if s.Rehearse == nil {
			continue
		}
		var open []Case
		for _, c := range m.Cases {
			if !f.done[(Outcome{Setting: s.Label(), Case: c.ID}).Key()] {
				open = append(open, c)
			}
		}
		e := Estimate{Setting: s.Label(), Questions: len(open)}
		if !e.measure(f.Outcomes) {
			entities := 0
			for _, c := range open {
				for _, x := range c.Entities {
					if key := s.Model + "\x00" + x.Domain + "\x00" + x.Text; !coded[key] {
						coded[key] = true
						entities++
					}
				}
			}
			if err := m.rehearse(ctx, s, open, entities, &e); err != nil {
				return nil, fmt.Errorf("estimating what %s costs: %w", s.Label(), err)
			}
		}
		if s.Price != nil {
			e.Money, e.Currency = s.Price.Cost(llm.Response{PromptTokens: e.PromptTokens,
				CompletionTokens: e.CompletionTokens}), s.Price.Currency
			e.PricesOf = s.Price.AsOf
		}
		out = append(out, e)
	}
	return out, nil
}

// measure goes by what the setting has cost so far, where that is enough to go by.
func (e *Estimate) measure(done []Outcome) bool {
	n, calls, prompt, completion := 0, 0, 0, 0
	for _, o := range done {
		if o.Setting == e.Setting && o.PromptTokens > 0 {
			n++
			calls, prompt, completion = calls+o.Calls, prompt+o.PromptTokens, completion+o.CompletionTokens
		}
	}
	if n < enoughToMeasure {
		return false
	}
	e.Calls, e.PromptTokens, e.CompletionTokens = calls*e.Questions/n, prompt*e.Questions/n, completion*e.Questions/n
	e.Measured = true
	return true
}

// rehearse asks some of the cases of a model that measures what it is asked.
func (m Matrix) rehearse(ctx context.Context, s Setting, open []Case, entities int, e *Estimate) error {
	m.Options.DryRun = true
	writing, verifying := &scale{name: s.Model}, &scale{name: s.Model}
	answers := 0
	for i := range min(rehearsed, len(open)) {
		c := open[i*len(open)/min(rehearsed, len(open))]
		own := s
		own.Build = s.Rehearse(writing)
		asker, _ := own.asker(m.Store, m.Pairs, c, m.Options)
		asker.Ask(ctx, c.Question)
		answers += refusalTokens
		if c.Answerable() {
			answers += len(c.SQL)/4 - refusalTokens
			own.Build = s.Rehearse(verifying)
			asker, _ = own.asker(m.Store, m.Pairs, c, m.Options)
			asker.AskTemplate(ctx, c.SQL)
		}
		if err := ctx.Err(); err != nil {
			return err
		}
	}
	n := max(1, min(rehearsed, len(open)))
	verified := verifying.mean()
	if verified == 0 {
		entities = 0 // the rules code
	}
	e.Calls = writing.calls*len(open)/n + entities
	e.PromptTokens = writing.bytes/4*len(open)/n + entities*verified
	e.CompletionTokens = answers*len(open)/n + entities*verified/2
	return nil
}

// scale is a llm.Model that weighs requests and answers none.
type scale struct {
	name  string
	mu    sync.Mutex
	calls int
	bytes int
}

func (w *scale) Name() string { return w.name }

// Generate implements llm.Model.
func (w *scale) Generate(_ context.Context, req llm.Request) (llm.Response, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.calls++
	w.bytes += len(req.System) + len(req.User) + len(req.Schema)
	return llm.Response{}, &llm.Error{Model: w.name, Kind: llm.ErrRefused, Detail: "it is asked in a rehearsal only"}
}

// mean is the size of a request in tokens.
func (w *scale) mean() int { return w.bytes / 4 / max(1, w.calls) }
