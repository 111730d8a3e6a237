package main

import (
	"context"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/askomop/askomop/coding"
	"github.com/askomop/askomop/llm"
	"github.com/askomop/askomop/llm/anthropic"
	"github.com/askomop/askomop/llm/batch"
	"github.com/askomop/askomop/llm/command"
	"github.com/askomop/askomop/llm/gemini"
	"github.com/askomop/askomop/llm/openai"
	"github.com/askomop/askomop/llm/provider"
	"github.com/askomop/askomop/pipeline"
	"github.com/askomop/askomop/rag"
)

// models are the providers that --llm can name.
func models() provider.Models {
	return provider.Models{
		"openai": openai.Open, "azure": openai.OpenAzure, "anthropic": anthropic.Open, "gemini": gemini.Open,
		"command": command.Open, "batch": batch.Open,
	}
}

func providerNames() string {
	return strings.Join(slices.Sorted(maps.Keys(models())), ", ")
}

// Model is the language model with all that stands around it, or nil where none is configured.
func (p *parts) Model() (llm.Model, error) {
	return p.model.get(func() (llm.Model, error) {
		m := p.settings.Model
		if !m.configured() {
			return nil, nil
		}
		set, err := p.providerSettings()
		if err != nil {
			return nil, err
		}
		set.Options.Retry.Log = p.log
		if p.settings.Verbose {
			set.Options.Log = p.log // of every request; without it, failures are told once, by who asked
		}
		model, err := models().Open(m.LLM, set)
		if err != nil {
			return nil, err
		}
		return pipeline.Meter(model), nil
	})
}

// providerSettings are what models and embedders are opened with. They spend from one budget.
func (p *parts) providerSettings() (provider.Settings, error) {
	return p.provider.get(func() (provider.Settings, error) { return p.settings.Model.open(p.settings.Home) })
}

// open is what a model is opened with.
func (m modelSettings) open(home string) (provider.Settings, error) {
	prices, err := m.prices()
	if err != nil {
		return provider.Settings{}, err
	}
	return provider.Settings{CommandFormat: m.CommandFormat, Options: llm.Options{
		Timeout: m.Timeout, PerMinute: m.PerMinute,
		Budget:   llm.NewBudget(llm.Limit{Tokens: int64(m.BudgetTokens), Money: m.BudgetMoney}, prices),
		CacheDir: filepath.Join(home, "cache"), CacheMode: llm.CacheMode(m.Cache),
	}}, nil
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
	maps.Copy(prices, own)
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
	return coding.NewVerified(rules, model, coding.VerifyOptions{Finder: p.byMeaning()}), nil
}
