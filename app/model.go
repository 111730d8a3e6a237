package app

import (
	"bytes"
	"context"
	"fmt"
	"maps"
	"net/http"
	"path/filepath"

	"github.com/askomop/askomop/coding"
	"github.com/askomop/askomop/internal/bounded"
	"github.com/askomop/askomop/llm"
	"github.com/askomop/askomop/llm/anthropic"
	"github.com/askomop/askomop/llm/batch"
	"github.com/askomop/askomop/llm/command"
	"github.com/askomop/askomop/llm/gemini"
	"github.com/askomop/askomop/llm/openai"
	"github.com/askomop/askomop/llm/provider"
	"github.com/askomop/askomop/pipeline"
	"github.com/askomop/askomop/pipeline/worded"
	"github.com/askomop/askomop/rag/mask"
	"github.com/askomop/askomop/rag/write"
	"github.com/askomop/askomop/vocab"
)

// models are the providers that --llm can name.
func models() provider.Models {
	return provider.Models{
		"openai": openai.Open, "azure": openai.OpenAzure, "anthropic": anthropic.Open, "gemini": gemini.Open,
		"command": command.Open, "batch": batch.Open,
	}
}

// openModel opens the language model.
func (b builder) openModel(set provider.Settings) (llm.Model, error) {
	set.Options.Retry.Log = b.Log
	if b.Trace {
		set.Options.Log = b.Log // of every request; without it, failures are told once, by who asked
	}
	model, err := models().Open(b.Model.LLM, set)
	if err != nil {
		return nil, err
	}
	return pipeline.Meter(model), nil
}

// openProvider is what models and embedders are opened with. They spend from one budget.
func (b builder) openProvider(context.Context) (provider.Settings, error) {
	return b.Model.open(b.Home)
}

// open holds the settings that a model is opened with.
func (m Model) open(home string) (provider.Settings, error) {
	prices, err := m.prices()
	if err != nil {
		return provider.Settings{}, err
	}
	var client *http.Client // nil refuses link-local addresses
	if m.LinkLocal {
		client = &http.Client{Transport: http.DefaultTransport}
	}
	return provider.Settings{HTTP: client, CommandFormat: m.CommandFormat, Options: llm.Options{
		Timeout: m.Timeout, PerMinute: m.PerMinute,
		Budget:   llm.NewBudget(llm.Limit{Tokens: int64(m.BudgetTokens), Money: m.BudgetMoney}, prices),
		CacheDir: filepath.Join(home, "cache"), CacheMode: llm.CacheMode(m.Cache),
	}}, nil
}

// prices are those that come with the program, and over them those of the user's file.
func (m Model) prices() (llm.Prices, error) {
	prices, err := llm.KnownPrices()
	if err != nil || m.PricesFile == "" {
		return prices, err
	}
	text, err := bounded.ReadFile(m.PricesFile, bounded.Text)
	if err != nil {
		return nil, fmt.Errorf("reading prices: %w", err)
	}
	own, err := llm.ReadPrices(bytes.NewReader(text))
	if err != nil {
		return nil, fmt.Errorf("%s: %w", m.PricesFile, err)
	}
	maps.Copy(prices, own)
	return prices, nil
}

// useModel puts the parts that ask a model in the place of those that need none.
func (b builder) useModel(model llm.Model, words *vocab.Vocabulary, facts write.Facts, to *pipeline.Parts) {
	if b.Model.Masker == MaskerModel {
		to.Masker = mask.NewModelMasker(model, words)
	}
	writer := write.NewPrompted(model, facts, write.Style(b.Model.Prompt))
	writer.Define = defining(to.Reader)
	questioner := write.NewQuestioner(model, facts)
	questioner.Fill = filling(to.Reader)
	to.Writer, to.Questioner = writer, questioner
	to.Worder = worded.NewModel(model)
	if facts.FirstYear != "" {
		to.Period = facts.FirstYear + " to " + facts.LastYear
	}
}

// defining says questions with their definitions, as the reader understands them.
func defining(reader pipeline.Reader) func(ctx context.Context, question string) string {
	return func(ctx context.Context, question string) string {
		read, err := reader.Read(ctx, question)
		if err != nil || read.Question == nil {
			return ""
		}
		return read.Question.String()
	}
}

// filling says questions as the form that a model fills in.
func filling(reader pipeline.Reader) func(ctx context.Context, question string) string {
	return func(ctx context.Context, question string) string {
		read, err := reader.Read(ctx, question)
		if err != nil || read.Question == nil {
			return ""
		}
		return write.FormJSON(read.Question)
	}
}

// verified has the model judge what a finder finds, in the published way all of it, else what the rules are not certain
// of; without a model the rules alone decide.
func (a *App) verified(ctx context.Context, rules *coding.Rules, find coding.Finder) (coding.Coder, error) {
	model, err := a.Model(ctx)
	if err != nil || model == nil {
		return rules, err
	}
	verified := coding.NewVerified(rules, model, coding.VerifyOptions{Finder: find})
	if a.build.Model.method() == pipeline.MethodSQL {
		return verified, nil
	}
	return coding.Certain{Verified: verified}, nil
}

// PriceOf is the price of a model, or nil where it is not known.
func (a *App) PriceOf(model string) *llm.Price {
	prices, err := a.build.Model.prices()
	if err != nil {
		return nil // the model itself could not be opened then
	}
	if price, known := prices.Of(model); known {
		return &price
	}
	return nil
}
