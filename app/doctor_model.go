package app

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/askomop/askomop/llm"
)

// Bounds of the doctor's request to a model.
const (
	doctorPatience = 30 * time.Second
	doctorTokens   = 200
)

// examineModel says which model is asked and whether it answers. One that answers
// later, from files, is not asked.
func (a *App) examineModel(ctx context.Context) Health {
	m := a.build.Model
	if !m.Configured() {
		f := worth("model", "none: questions are answered by the library and the vocabulary alone")
		f.Mend = "to have a model write SQL: --llm PROVIDER:MODEL, of " + Providers()
		return f
	}
	model, err := a.openedModel(m)
	if err != nil {
		return modelTrouble(err)
	}
	found := fmt.Sprintf("%s; masking by %s, %s prompts, cache %s; %s", model.Name(), m.Masker, m.Prompt, m.Cache,
		a.priceText(model.Name()))
	if strings.HasPrefix(m.LLM, "batch:") {
		return fine("model", found+"; it answers from files and was not asked")
	}
	ctx, cancel := context.WithTimeout(ctx, doctorPatience)
	defer cancel()
	start := time.Now()
	_, err = model.Generate(ctx, llm.Request{User: "Answer with the word ready.", MaxTokens: doctorTokens})
	if err != nil && !errors.Is(err, llm.ErrTruncated) { // a model that thinks first may need more, and is there
		return modelTrouble(err)
	}
	return fine("model", fmt.Sprintf("%s; answers in %d ms", found, time.Since(start).Milliseconds()))
}

// priceText says what a model costs, and when it did.
func (a *App) priceText(model string) string {
	p := a.PriceOf(model)
	if p == nil {
		return "its price is not known (--prices)"
	}
	return fmt.Sprintf("a million tokens cost %g %s read and %g written, by its price of %s", p.Input, p.Currency,
		p.Output, p.AsOf)
}

// openedModel is the model without retries and cache: the doctor wants to hear the first answer.
func (a *App) openedModel(m Model) (llm.Model, error) {
	set, err := m.open(a.build.Home)
	if err != nil {
		return nil, err
	}
	set.Options.CacheMode, set.Options.Retry = llm.CacheOff, llm.RetryOptions{Attempts: 1}
	return models().Open(m.LLM, set)
}

// modelTrouble parts what is wrong from what mends it: an llm.Error says both.
func modelTrouble(err error) Health {
	what, mend := err.Error(), "check --llm and the provider's key, or leave the model out: --llm none"
	var e *llm.Error
	if errors.As(err, &e) {
		if at := strings.LastIndex(what, "; "); at > 0 {
			what, mend = what[:at], what[at+2:]
		}
	}
	return broken("model", errors.New(what), mend)
}
