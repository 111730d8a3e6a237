package main

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/askomop/askomop/coding"
	"github.com/askomop/askomop/llm"
	"github.com/askomop/askomop/llm/anthropic"
	"github.com/askomop/askomop/llm/batch"
	"github.com/askomop/askomop/llm/command"
	"github.com/askomop/askomop/llm/gemini"
	"github.com/askomop/askomop/llm/openai"
	"github.com/askomop/askomop/pipeline"
	"github.com/askomop/askomop/rag"
)

// provider opens the models of one kind.
type provider struct {
	name   string
	keyVar string // the environment variable of the API key; empty for one that needs none
	open   func(name string, m modelSettings, key string) (llm.Model, error)
}

// providers are the kinds of models that --llm can name.
func providers() []provider {
	return []provider{
		{"openai", "OPENAI_API_KEY", func(name string, m modelSettings, key string) (llm.Model, error) {
			return openai.New(openai.Config{Model: name, BaseURL: m.URL, Key: key, KeyVar: m.KeyVar})
		}},
		{"anthropic", "ANTHROPIC_API_KEY", func(name string, m modelSettings, key string) (llm.Model, error) {
			return anthropic.New(anthropic.Config{Model: name, BaseURL: m.URL, Key: key})
		}},
		{"gemini", "GEMINI_API_KEY", func(name string, m modelSettings, key string) (llm.Model, error) {
			return gemini.New(gemini.Config{Model: name, BaseURL: m.URL, Key: key})
		}},
		{"command", "", func(line string, m modelSettings, _ string) (llm.Model, error) {
			return command.New(command.Config{Line: line, Format: m.CommandFormat})
		}},
		{"batch", "", func(dir string, m modelSettings, _ string) (llm.Model, error) {
			return batch.New(batch.Config{Dir: dir, Format: m.BatchFormat, Model: m.BatchModel})
		}},
	}
}

// providerOf finds the provider that --llm names, and what stands after its name.
func providerOf(name string) (provider, string, bool) {
	kind, rest, _ := strings.Cut(name, ":")
	for _, p := range providers() {
		if p.name == kind {
			return p, rest, rest != ""
		}
	}
	return provider{}, "", false
}

func providerNames() string {
	var names []string
	for _, p := range providers() {
		names = append(names, p.name)
	}
	return strings.Join(names, ", ")
}

// openModel opens the model that the settings name, without anything around it.
func openModel(m modelSettings) (llm.Model, error) {
	p, name, ok := providerOf(m.LLM)
	if !ok {
		return nil, fmt.Errorf("--llm %s names none of the providers: %s", m.LLM, providerNames())
	}
	if m.KeyVar == "" {
		m.KeyVar = p.keyVar
	}
	key := ""
	if m.KeyVar != "" {
		key = os.Getenv(m.KeyVar)
	}
	return p.open(name, m, key)
}

// Model is the language model with all that stands around it, or nil where none is configured.
func (p *parts) Model() (llm.Model, error) {
	return p.model.get(func() (llm.Model, error) {
		m := p.settings.Model
		if !m.configured() {
			return nil, nil
		}
		raw, err := openModel(m)
		if err != nil {
			return nil, err
		}
		prices, err := m.prices()
		if err != nil {
			return nil, err
		}
		o := llm.Options{
			Timeout: m.Timeout, Retry: llm.RetryOptions{Log: p.log}, PerMinute: m.PerMinute,
			Budget:   llm.NewBudget(llm.Limit{Tokens: int64(m.BudgetTokens), Money: m.BudgetMoney}, prices),
			CacheDir: filepath.Join(p.settings.Home, "cache"), CacheMode: llm.CacheMode(m.Cache),
		}
		if p.settings.Verbose {
			o.Log = p.log // of every request; without it, failures are told once, by who asked
		}
		decorated, err := llm.Decorate(raw, o)
		if err != nil {
			return nil, err
		}
		return pipeline.Meter(decorated), nil
	})
}

// prices are those that come with the program, and over them those of the user's file.
func (m modelSettings) prices() (llm.Prices, error) {
	prices, err := llm.KnownPrices()
	if err != nil || m.PricesFile == "" {
		return prices, err
	}
	f, err := os.Open(m.PricesFile)
	if err != nil {
		return nil, fmt.Errorf("reading prices: %w", err)
	}
	defer f.Close()
	own, err := llm.ReadPrices(f)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", m.PricesFile, err)
	}
	for name, price := range own {
		prices[name] = price
	}
	return prices, nil
}

// useModel puts the parts that ask a model in the place of those that need none.
func (p *parts) useModel(ctx context.Context, model llm.Model, to *pipeline.Parts) error {
	facts, err := p.Facts(ctx)
	if err != nil {
		return err
	}
	engine, words, err := p.engineAndVocabulary(ctx)
	if err != nil {
		return err
	}
	if p.settings.Model.Masker == maskerModel {
		to.Masker = rag.NewModelMasker(model, words)
	}
	to.Writer = rag.NewPrompted(model, facts, rag.Style(p.settings.Model.Prompt))
	to.Usage = usage{engine.DB()}
	to.Worder = pipeline.NewModelWorder(model)
	if facts.FirstYear != "" {
		to.Period = facts.FirstYear + " to " + facts.LastYear
	}
	return nil
}

// verified has the model judge what the rules' vocabulary offers; without a model the rules alone decide.
func (p *parts) verified(rules *coding.Rules) (coding.Coder, error) {
	model, err := p.Model()
	if err != nil || model == nil {
		return rules, err
	}
	return coding.NewVerified(rules, model, coding.VerifyOptions{}), nil
}
