package main

import (
	"context"
	"runtime"
	"slices"
	"strings"

	"github.com/askomop/askomop/app"
	"github.com/askomop/askomop/coding"
	"github.com/askomop/askomop/eval"
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
		{name: "random", model: true, style: rag.Advanced, k: 1, examples: eval.RandomExamples(1, app.DemoSeed)},
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
	model, err := c.app.Model(ctx)
	if err != nil {
		return m, err
	}
	wanted, err := c.wantedSettings(model != nil)
	if err != nil {
		return m, err
	}
	a, err := c.evalCases(ctx)
	if err != nil {
		return m, err
	}
	m.Cases, m.LeftOut, m.Pairs = a.cases, a.left, a.pairs
	stages, err := c.app.Stages(ctx)
	if err != nil {
		return m, err
	}
	path, err := c.app.DatabaseFile(ctx)
	if err != nil {
		return m, err
	}
	if m.Database, err = app.Fingerprint(path); err != nil {
		return m, err
	}
	m.Database += c.conditions(a, stages.Embedder)
	if m.Store, err = c.examplesStore(ctx, stages, a); err != nil {
		return m, err
	}
	m.Parser, m.Workers, m.Options = stages.Parser, c.Int("workers"), c.app.Options()
	m.Options.MinCell = 0 // a hidden count can't be compared
	plain, err := c.withoutModel(ctx, stages)
	if err != nil {
		return m, err
	}
	references := plain
	if a.own {
		references.Checker = unchecked{}
	}
	asIs := m.Options
	asIs.Rows = true // what is right is known, whoever may see it
	m.References = pipeline.New(references, asIs)
	if m.Candidates, err = c.candidates(ctx); err != nil {
		return m, err
	}
	leaves := []bool{c.Bool("leave-in")}
	if c.Bool("both") {
		leaves = []bool{true, false}
	}
	for _, w := range wanted {
		setting, err := c.setting(ctx, w, stages, plain, model)
		if err != nil {
			return m, err
		}
		for _, setting.LeaveIn = range leaves {
			m.Settings = append(m.Settings, setting)
			if w.examples != nil {
				break // what is shown does not depend on it
			}
		}
	}
	return m, nil
}

// conditions are what makes another measurement beside the data: how is embedded and
// masked, and the examples of a set. Runs are gone on with under the same only.
func (c *call) conditions(a asked, embedder llm.Embedder) string {
	text := examplesState(a)
	if c.settings.Retrieval.Embedder != app.Lexical {
		text += " embedder " + embedder.Name()
	}
	if c.settings.Model.Masker == app.MaskerModel {
		text += " masker " + app.MaskerModel
	}
	return text
}

// setting makes a setting of one that can be named. The stages ask the model, plain is the same without one.
func (c *call) setting(ctx context.Context, w evalSetting, stages, plain pipeline.Parts, model llm.Model) (eval.Setting, error) {
	s := eval.Setting{Name: w.name, Model: app.NoModel, K: w.k, Examples: w.examples, Build: building(plain)}
	if !w.model {
		return s, nil
	}
	facts, err := c.app.Facts(ctx)
	if err != nil {
		return s, err
	}
	rules, err := c.app.Rules(ctx)
	if err != nil {
		return s, err
	}
	stages.Writer, stages.Worder = rag.NewPrompted(model, facts, w.style), nil // how an answer is worded is not scored
	s.Model, s.Price, s.Build = model.Name(), c.priceOf(model.Name()), building(stages)
	s.Rehearse = func(stand llm.Model) func(rag.Store, pipeline.Options) eval.Asker {
		other := plain
		other.Writer, other.Coder = rag.NewPrompted(stand, facts, w.style), coding.NewVerified(rules, stand, coding.VerifyOptions{})
		return building(other)
	}
	return s, nil
}

// building returns what builds the pipeline of a question.
func building(stages pipeline.Parts) func(rag.Store, pipeline.Options) eval.Asker {
	return func(store rag.Store, opt pipeline.Options) eval.Asker {
		own := stages
		own.Store = store
		return pipeline.New(own, opt)
	}
}

// candidates are those of the coder that is measured.
func (c *call) candidates(ctx context.Context) (eval.Candidates, error) {
	rules, err := c.app.Rules(ctx)
	if err != nil {
		return nil, err
	}
	coder, err := c.app.Verified(ctx, rules)
	if err != nil {
		return nil, err
	}
	if own, ok := coder.(eval.Candidates); ok {
		return own, nil
	}
	return rules, nil
}

// withoutModel puts the parts that need no model in the place of those that ask one.
func (c *call) withoutModel(ctx context.Context, stages pipeline.Parts) (pipeline.Parts, error) {
	engine, words, err := c.app.EngineAndVocabulary(ctx)
	if err != nil {
		return stages, err
	}
	rules, err := c.app.Rules(ctx)
	if err != nil {
		return stages, err
	}
	stages.Masker, stages.Coder, stages.Writer = rag.NewMasker(app.Names(words, rules)), rules, rag.NewAdapter(engine)
	stages.Usage, stages.Worder = nil, nil
	return stages, nil
}
