package main

import (
	"errors"
	"io/fs"
	"os"
	"strings"
	"time"

	"github.com/urfave/cli/v2"

	"github.com/askomop/askomop/llm"
	"github.com/askomop/askomop/rag"
)

// modelSettings say which language model is asked, how, and what it may cost.
type modelSettings struct {
	LLM           string // "none" or PROVIDER:MODEL
	CommandFormat string // text or json

	Masker, Prompt, Cache string

	BudgetTokens int
	BudgetMoney  float64
	PricesFile   string
	PerMinute    int
	Timeout      time.Duration // of one request
}

// noModel is what --llm says where no language model is to be asked.
const noModel = "none"

// The maskers.
const (
	maskerVocabulary = "vocabulary"
	maskerModel      = "llm"
)

// modelFlags are the global flags about the language model.
func modelFlags() []cli.Flag {
	return []cli.Flag{
		&cli.StringFlag{Name: "llm", Usage: "language model, `PROVIDER:MODEL`, of the providers " + providerNames() + "; MODEL@URL for another endpoint", Value: noModel},
		&cli.StringFlag{Name: "llm-command-format", Usage: "what command:PROGRAM reads and writes, text or json", Value: "text"},
		&cli.DurationFlag{Name: "llm-timeout", Usage: "`TIME` that one request may take", Value: 2 * time.Minute},
		&cli.IntFlag{Name: "llm-per-minute", Usage: "begin at most `N` requests a minute; 0 is no limit"},
		&cli.StringFlag{Name: "masker", Usage: "who finds a question's entities, vocabulary or llm", Value: maskerVocabulary},
		&cli.StringFlag{Name: "prompt", Usage: "how much the model is told, simple or advanced", Value: string(rag.Advanced)},
		&cli.StringFlag{Name: "cache", Usage: "answers of the model on disk: off, read or write", Value: string(llm.CacheOff)},
		&cli.IntFlag{Name: "budget-tokens", Usage: "stop before `N` tokens are spent; 0 is no limit"},
		&cli.Float64Flag{Name: "budget-money", Usage: "stop before `AMOUNT` is spent, in the currency of the model's price; 0 is no limit"},
		&cli.StringFlag{Name: "prices", Usage: "`FILE` of prices beside those that are known"},
	}
}

func readModelSettings(c *cli.Context) modelSettings {
	return modelSettings{
		LLM: c.String("llm"), CommandFormat: c.String("llm-command-format"),
		Masker: c.String("masker"), Prompt: c.String("prompt"), Cache: c.String("cache"),
		BudgetTokens: c.Int("budget-tokens"), BudgetMoney: c.Float64("budget-money"), PricesFile: c.String("prices"),
		PerMinute: c.Int("llm-per-minute"), Timeout: c.Duration("llm-timeout"),
	}
}

// configured reports whether a language model is to be asked.
func (m modelSettings) configured() bool { return m.LLM != "" && m.LLM != noModel }

// mayWord refuses to show a model what it must not see.
func (s settings) mayWord() error {
	switch {
	case !s.Model.configured():
		return usagef("--worded asks a model, and none is configured; name one with --llm PROVIDER:MODEL")
	case s.MinCell < 2:
		return usagef("--worded shows the result to a model, which must not see small counts; allow it with --min-cell 5")
	}
	return nil
}

// check refuses values that no part of the program can work with.
func (m modelSettings) check() error {
	name, model, _ := strings.Cut(m.LLM, ":")
	if _, known := models()[name]; m.configured() && (!known || model == "") {
		return usagef("--llm %s: write PROVIDER:MODEL, with one of the providers %s, as in openai:gpt-5-mini or \"command:ollama run llama3\"", m.LLM, providerNames())
	}
	if _, err := llm.ParseCacheMode(m.Cache); err != nil {
		return usagef("--cache %s: use off, read or write", m.Cache)
	}
	switch {
	case m.Masker != maskerVocabulary && m.Masker != maskerModel:
		return usagef("--masker %s: use %s or %s", m.Masker, maskerVocabulary, maskerModel)
	case m.Masker == maskerModel && !m.configured():
		return usagef("--masker %s asks a model, and none is configured; name one with --llm PROVIDER:MODEL", m.Masker)
	case m.Prompt != string(rag.Simple) && m.Prompt != string(rag.Advanced):
		return usagef("--prompt %s: use %s or %s", m.Prompt, rag.Simple, rag.Advanced)
	case m.CommandFormat != "text" && m.CommandFormat != "json":
		return usagef("--llm-command-format %s: use text or json", m.CommandFormat)
	case m.BudgetTokens < 0 || m.BudgetMoney < 0 || m.PerMinute < 0 || m.Timeout < 0:
		return usagef("limits of the model can't be negative: look at --budget-tokens, --budget-money, --llm-per-minute and --llm-timeout")
	}
	return m.checkPrices()
}

func (m modelSettings) checkPrices() error {
	if m.PricesFile == "" {
		return nil
	}
	if _, err := os.Stat(m.PricesFile); errors.Is(err, fs.ErrNotExist) {
		return usagef("--prices %s: there is no such file", m.PricesFile)
	}
	return nil
}
