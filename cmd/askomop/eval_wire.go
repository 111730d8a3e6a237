package main

import (
	"context"
	"fmt"
	"runtime"
	"slices"
	"strings"

	"github.com/askomop/askomop/eval"
	"github.com/askomop/askomop/evaldata"
	"github.com/askomop/askomop/llm"
	"github.com/askomop/askomop/pipeline"
	"github.com/askomop/askomop/rag"
)

// evalSetting is one of the settings that --setting can name.
type evalSetting struct {
	name     string
	model    bool      // a model writes
	style    rag.Style // of its prompts
	k        int
	examples eval.Choice // nil: the most similar
}

// adapterSetting is the setting that needs no model.
const adapterSetting = "adapter"

// evalSettings are those of Ziletti and D'Ambrosi's comparison, and the adapter.
func evalSettings() []evalSetting {
	return []evalSetting{
		{name: adapterSetting},
		{name: "simple", model: true, style: rag.Simple, examples: eval.NoExamples},
		{name: "advanced", model: true, style: rag.Advanced, examples: eval.NoExamples},
		{name: "random", model: true, style: rag.Advanced, k: 1, examples: eval.RandomExamples(1, demoSeed)},
		{name: "top-1", model: true, style: rag.Advanced, k: 1},
		{name: "top-2", model: true, style: rag.Advanced, k: 2},
		{name: "top-5", model: true, style: rag.Advanced, k: 5},
		{name: "oracle", model: true, style: rag.Advanced, k: 1, examples: eval.Oracle},
	}
}

func settingNames() string {
	var names []string
	for _, s := range evalSettings() {
		names = append(names, s.name)
	}
	return strings.Join(names, ", ")
}

// defaultWorkers is one a core, and no more than a database on a laptop serves well.
func defaultWorkers() int { return min(runtime.NumCPU(), 8) }

// wantedSettings are the settings that --setting names, else all that there is a model for.
func (c *call) wantedSettings(model bool) ([]evalSetting, error) {
	names := c.StringSlice("setting")
	if len(names) == 0 {
		return slices.DeleteFunc(evalSettings(), func(s evalSetting) bool { return s.model && !model }), nil
	}
	var out []evalSetting
	for _, name := range names {
		i := slices.IndexFunc(evalSettings(), func(s evalSetting) bool { return s.name == name })
		switch {
		case i < 0:
			return nil, usagef("--setting %s: the settings are %s", name, settingNames())
		case evalSettings()[i].model && !model:
			return nil, usagef("--setting %s asks a model; name one with --llm PROVIDER:MODEL", name)
		}
		out = append(out, evalSettings()[i])
	}
	return out, nil
}

// matrix is what eval asks.
func (c *call) matrix(ctx context.Context) (eval.Matrix, error) {
	var m eval.Matrix
	if c.Bool("leave-in") && c.Bool("both") {
		return m, usagef("--leave-in and --both exclude each other")
	}
	model, err := c.parts.Model()
	if err != nil {
		return m, err
	}
	wanted, err := c.wantedSettings(model != nil)
	if err != nil {
		return m, err
	}
	if m.Cases, err = c.evalCases(); err != nil {
		return m, err
	}
	stages, err := c.parts.Stages(ctx)
	if err != nil {
		return m, err
	}
	path, err := c.parts.Database(ctx)
	if err != nil {
		return m, err
	}
	if m.Database, err = fingerprint(path); err != nil {
		return m, err
	}
	if c.settings.Retrieval.Embedder != lexicalEmbedder { // what is found is another thing to measure, as are other data
		m.Database += " " + stages.Embedder.Name()
	}
	if m.Pairs, err = c.parts.Library(); err != nil {
		return m, err
	}
	m.Store, m.Parser, m.Workers, m.Options = stages.Store, stages.Parser, c.Int("workers"), c.pipelineOptions()
	m.Options.MinCell = 0 // a hidden count can't be compared
	plain, err := c.withoutModel(ctx, stages)
	if err != nil {
		return m, err
	}
	m.References = pipeline.New(plain, m.Options)
	leaves := []bool{c.Bool("leave-in")}
	if c.Bool("both") {
		leaves = []bool{true, false}
	}
	for _, w := range wanted {
		of := plain
		if w.model {
			of = stages
		}
		build, err := c.builder(ctx, of, model, w)
		if err != nil {
			return m, err
		}
		name, cost := noModel, costFunc(nil)
		if w.model {
			name, cost = model.Name(), c.costOf(model.Name())
		}
		for _, in := range leaves {
			m.Settings = append(m.Settings, eval.Setting{Name: w.name, Model: name, LeaveIn: in, K: w.k, Examples: w.examples, Cost: cost, Build: build})
		}
	}
	return m, nil
}

// withoutModel puts the parts that need no model in the place of those that ask one.
func (c *call) withoutModel(ctx context.Context, stages pipeline.Parts) (pipeline.Parts, error) {
	engine, words, err := c.parts.engineAndVocabulary(ctx)
	if err != nil {
		return stages, err
	}
	rules, err := c.parts.Rules(ctx)
	if err != nil {
		return stages, err
	}
	stages.Masker, stages.Coder, stages.Writer = rag.NewMasker(names{words, rules}), rules, rag.NewAdapter(engine)
	stages.Usage, stages.Worder = nil, nil
	return stages, nil
}

// builder returns what builds the pipeline of a setting: the stages of every question, with the setting's own writer.
func (c *call) builder(ctx context.Context, stages pipeline.Parts, model llm.Model, s evalSetting) (func(rag.Store, pipeline.Options) eval.Asker, error) {
	if s.model {
		facts, err := c.parts.Facts(ctx)
		if err != nil {
			return nil, err
		}
		stages.Writer, stages.Worder = rag.NewPrompted(model, facts, s.style), nil // how an answer is worded is not scored
	}
	return func(store rag.Store, opt pipeline.Options) eval.Asker {
		own := stages
		own.Store = store
		return pipeline.New(own, opt)
	}, nil
}

// evalCases are the wordings of the library's pairs and the questions that have to be refused.
func (c *call) evalCases() ([]eval.Case, error) {
	pairs, err := c.parts.Library()
	if err != nil {
		return nil, err
	}
	topics := c.StringSlice("topic")
	if len(topics) > 0 {
		pairs = slices.DeleteFunc(slices.Clone(pairs), func(p rag.Pair) bool { return !slices.Contains(topics, p.Topic) })
		if len(pairs) == 0 {
			return nil, usagef("--topic %s: no pair has it; askomop library list shows the topics", strings.Join(topics, ", "))
		}
	}
	cases, err := eval.PairCases(pairs)
	if err != nil {
		return nil, err
	}
	refusals, err := rag.ParseRefusals("unanswerable.tsv", evaldata.Unanswerable)
	if err != nil {
		return nil, fmt.Errorf("reading the questions to be refused: %w", err)
	}
	return append(cases, eval.RefusalCases(refusals)...), nil
}

// What a question costs a model, about: a prompt with schema, rules and examples, an
// answer, and the judging of candidates.
const (
	expectedPrompt     = 9000
	expectedCompletion = 900
)

// costFunc tells what tokens cost.
type costFunc = func(promptTokens, completionTokens int) float64

// costOf is what the tokens of a model cost, or nil where that is not known.
func (c *call) costOf(model string) costFunc {
	prices, err := c.settings.Model.prices()
	if err != nil {
		return nil // the model itself could not be opened then
	}
	price, known := prices.Of(model)
	if !known {
		return nil
	}
	return func(prompt, completion int) float64 {
		return price.Cost(llm.Response{PromptTokens: prompt, CompletionTokens: completion})
	}
}

// noteCost says what the questions will cost before they are asked.
func (c *call) noteCost(m eval.Matrix, open int) {
	asking := 0
	name := ""
	for _, s := range m.Settings {
		if s.Model != noModel {
			asking++
			name = s.Model
		}
	}
	if asking == 0 {
		return
	}
	n := open * asking / len(m.Settings)
	text := fmt.Sprintf("%s is asked about %d questions: about %d thousand tokens", name, n, n*(expectedPrompt+expectedCompletion)/1000)
	if cost := c.costOf(name); cost != nil {
		text += fmt.Sprintf(", about %.2f by its price", float64(n)*cost(expectedPrompt, expectedCompletion))
	} else {
		text += "; its price is not known"
	}
	c.note("%s. --budget-tokens and --budget-money set bounds.", text)
}
