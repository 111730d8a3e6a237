package llm_test

import (
	"context"
	"errors"
	"math"
	"strings"
	"sync"
	"testing"

	"github.com/askomop/askomop/llm"
	"github.com/askomop/askomop/llm/llmtest"
)

func counted(prompt, completion int) llmtest.Func {
	return func(context.Context, llm.Request) (llm.Response, error) {
		return llm.Response{Text: "x", PromptTokens: prompt, CompletionTokens: completion}, nil
	}
}

func TestBudgetStopsBeforeItIsExceeded(t *testing.T) {
	b := llm.NewBudget(llm.Limit{Tokens: 250}, nil)
	m, err := llm.WithBudget(counted(60, 40), b)
	if err != nil {
		t.Fatal(err)
	}
	req := llm.Request{User: strings.Repeat("word", 60)} // about 60 tokens
	for i := range 4 {
		_, err := m.Generate(t.Context(), req)
		if want := i >= 2; errors.Is(err, llm.ErrBudget) != want {
			t.Errorf("request %d: %v", i+1, err)
		}
	}
	if got := b.Spent(); got.Requests != 2 || got.PromptTokens != 120 || got.CompletionTokens != 80 || got.Estimated {
		t.Errorf("spent %+v", got)
	}
}

func TestBudgetHoldsForRequestsAtTheSameTime(t *testing.T) {
	b := llm.NewBudget(llm.Limit{Tokens: 1000}, nil)
	m, _ := llm.WithBudget(counted(10, 90), b)
	var wg sync.WaitGroup
	for range 50 {
		wg.Go(func() { m.Generate(t.Context(), llm.Request{User: strings.Repeat("word", 10), MaxTokens: 90}) })
	}
	wg.Wait()
	if got := b.Spent(); got.PromptTokens+got.CompletionTokens != 1000 {
		t.Errorf("spent %+v, want all 1000 tokens and no more", got)
	}
}

func TestBudgetBooksMoney(t *testing.T) {
	prices := llm.Prices{"test:func": {Input: 2, CacheRead: 0.5, CacheWrite: 3, Output: 10, Currency: "USD", AsOf: "2026-09-05"}}
	b := llm.NewBudget(llm.Limit{Money: 0.01}, prices)
	m, err := llm.WithBudget(llmtest.Func(func(context.Context, llm.Request) (llm.Response, error) {
		return llm.Response{Text: "x", PromptTokens: 1000, CachedTokens: 400, CacheWriteTokens: 100, CompletionTokens: 500}, nil
	}), b)
	if err != nil {
		t.Fatal(err)
	}
	want := (500*2 + 400*0.5 + 100*3 + 500*10) / 1e6 // 0.0065
	if _, err := m.Generate(t.Context(), llm.Request{User: "Q"}); err != nil {
		t.Fatal(err)
	}
	if got := b.Spent(); math.Abs(got.Money-want) > 1e-12 || got.Currency != "USD" {
		t.Errorf("spent %+v, want %g USD", got, want)
	}
	_, err = m.Generate(t.Context(), llm.Request{User: "Q", MaxTokens: 500})
	if !errors.Is(err, llm.ErrBudget) || !strings.Contains(err.Error(), "0.0065 of 0.010 USD are spent and this request costs about 0.0050, by its price of 2026-09-05") {
		t.Errorf("err = %v", err)
	}
}

func TestBudgetBooksWhatFailuresCost(t *testing.T) {
	b := llm.NewBudget(llm.Limit{Tokens: 100}, nil)
	m, _ := llm.WithBudget(llmtest.NewScript(
		llmtest.Reply{Err: &llm.Error{Kind: llm.ErrTruncated, Partial: llm.Response{PromptTokens: 20, CompletionTokens: 30}}},
		llmtest.Reply{Err: &llm.Error{Kind: llm.ErrAuth}},
	), b)
	m.Generate(t.Context(), llm.Request{User: "Q"})
	m.Generate(t.Context(), llm.Request{User: "Q"})
	if got := b.Spent(); got.Requests != 2 || got.PromptTokens != 20 || got.CompletionTokens != 30 {
		t.Errorf("spent %+v", got)
	}
}

func TestBudgetEstimatesWhereNobodyCounts(t *testing.T) {
	b := llm.NewBudget(llm.Limit{}, nil)
	m, _ := llm.WithBudget(llmtest.Func(func(context.Context, llm.Request) (llm.Response, error) {
		return llm.Response{Text: strings.Repeat("x", 40)}, nil
	}), b)
	m.Generate(t.Context(), llm.Request{User: strings.Repeat("x", 80)})
	if got := b.Spent(); !got.Estimated || got.PromptTokens != 20 || got.CompletionTokens != 10 {
		t.Errorf("spent %+v", got)
	}
}

func TestMoneyNeedsAPrice(t *testing.T) {
	_, err := llm.WithBudget(counted(1, 1), llm.NewBudget(llm.Limit{Money: 1}, llm.Prices{}))
	if !errors.Is(err, llm.ErrPrice) || !strings.Contains(err.Error(), "file of prices") || strings.Contains(err.Error(), "used up") {
		t.Errorf("err = %v", err)
	}
}

func TestKnownPricesAreWhole(t *testing.T) {
	prices, err := llm.KnownPrices()
	if err != nil {
		t.Fatal(err)
	}
	for _, provider := range []string{"openai:", "anthropic:", "gemini:"} {
		found := false
		for name, p := range prices {
			found = found || strings.HasPrefix(name, provider)
			if embeds := p.Output == 0; p.Output < p.Input && !embeds || p.CacheRead > p.Input || len(p.AsOf) != len("2026-01-01") || p.Currency != "USD" {
				t.Errorf("%s: %+v", name, p)
			}
		}
		if !found {
			t.Errorf("no price of %s", provider)
		}
	}
}

func TestPricesAreOfAModelAndItsDatedVersions(t *testing.T) {
	prices := llm.Prices{"openai:gpt-5": {Input: 1}}
	for name, want := range map[string]bool{
		"openai:gpt-5": true, "openai:gpt-5-2026-01-31": true, "openai:gpt-5-20260131": true, "openai:gpt-5-001": true, "openai:gpt-5-latest": true,
		"openai:gpt-5-pro": false, "openai:gpt-5.5": false, "openai:gpt-5@localhost:8080": false, "azure:gpt-5": false, "openai:gpt": false,
	} {
		if _, ok := prices.Of(name); ok != want {
			t.Errorf("Of(%q) = %t, want %t", name, ok, want)
		}
	}
}

func TestReadPricesSaysWhatIsWrong(t *testing.T) {
	header := "model,input,cache_read,cache_write,output,currency,as_of,source\n"
	for text, says := range map[string]string{
		"":                                      "first line",
		"model,price\n":                         "columns are model,input",
		header + "m,1,,,x,USD,2026-01-01,s\n":   `output "x"`,
		header + "m,-1,,,2,USD,2026-01-01,s\n":  `input "-1"`,
		header + "m,NaN,,,2,USD,2026-01-01,s\n": `input "NaN"`,
		header + "m,1,2\n":                      "columns are",
	} {
		if _, err := llm.ReadPrices(strings.NewReader(text)); err == nil || !strings.Contains(err.Error(), says) {
			t.Errorf("ReadPrices(%q): %v, want %q in it", text, err, says)
		}
	}
	p, err := llm.ReadPrices(strings.NewReader("# remark\n" + header + "command:cat,0,,,0,EUR,2026-01-01,ours\n"))
	if err != nil || p["command:cat"].Currency != "EUR" {
		t.Errorf("ReadPrices = %v, %v", p, err)
	}
}
