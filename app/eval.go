package app

import (
	"context"
	"slices"
	"strings"

	"github.com/askomop/askomop/coding"
	"github.com/askomop/askomop/eval"
	"github.com/askomop/askomop/llm"
	"github.com/askomop/askomop/pipeline"
	"github.com/askomop/askomop/rag"
	"github.com/askomop/askomop/rag/mask"
	"github.com/askomop/askomop/rag/write"
)

// evalSetting is one of the settings that --setting can name.
type evalSetting struct {
	name     string
	model    bool        // a model writes
	style    write.Style // of its prompts
	k        int
	examples eval.Choice // nil: the most similar
	// of pipeline.Options; empty is the published comparison's: the model writes SQL and nothing stands beside it
	method string
	votes  int
	named  bool // asked under only where it is named
	sparql bool // SPARQL in the place of SQL
	graph  *write.Graph
	agent  func(rag.Filter) rag.Writer // that works in steps in the place of the one that writes
}

// readerSetting is the setting that needs no model.
const readerSetting = "reader"

// evalSettings are the settings of Ziletti and D'Ambrosi's comparison, and the one that needs no model.
func evalSettings() []evalSetting {
	return []evalSetting{
		{name: readerSetting},
		{name: "simple", model: true, style: write.Simple, examples: eval.NoExamples},
		{name: "advanced", model: true, style: write.Advanced, examples: eval.NoExamples},
		{name: "random", model: true, style: write.Advanced, k: 1, examples: eval.RandomExamples(1, DemoSeed)},
		{name: "top-1", model: true, style: write.Advanced, k: 1},
		{name: "top-2", model: true, style: write.Advanced, k: 2},
		{name: "top-5", model: true, style: write.Advanced, k: 5},
		{name: "oracle", model: true, style: write.Advanced, k: 1, examples: eval.Oracle},
		{name: pipeline.MethodQuestion, model: true, style: write.Advanced, method: pipeline.MethodQuestion,
			named: true},
		{name: pipeline.MethodSQL, model: true, style: write.Advanced, method: pipeline.MethodSQL, named: true},
		{name: pipeline.MethodBoth, model: true, style: write.Advanced, method: pipeline.MethodBoth, named: true},
		{name: WriterSPARQL, model: true, style: write.Advanced, method: pipeline.MethodSQL, sparql: true, named: true},
		{name: WriterBothSPARQL, model: true, style: write.Advanced, method: pipeline.MethodBoth, sparql: true,
			named: true},
		{name: MethodAgent, model: true, style: write.Advanced, method: MethodAgent, votes: 3, named: true},
		{name: "vote", model: true, style: write.Advanced, method: pipeline.MethodBoth, votes: 3, named: true},
	}
}

// EvalSettings are the names of the settings that questions can be asked under.
func EvalSettings() []string {
	var names []string
	for _, s := range evalSettings() {
		names = append(names, s.name)
	}
	return names
}

// EvalOptions say what is asked, and how.
type EvalOptions struct {
	Settings []string // names of EvalSettings [reader; with a model all]
	LeaveIn  bool     // the pair that is asked for stays in the library
	Both     bool     // asked with it left in and with it left out
	Topics   []string // of the pairs [all]
	Workers  int      // ask so many questions at a time
	Cases    string   // file or folder of a set made elsewhere [the library's own questions]
	Foreign  ForeignOptions
	// whose pairs are examples for Cases: ExamplesLibrary, ExamplesSet or ExamplesBoth [ExamplesLibrary]
	Examples string
}

// wantedSettings are the settings that --setting names, else all that there is a model for.
func wantedSettings(names []string, model bool) ([]evalSetting, error) {
	if len(names) == 0 {
		return slices.DeleteFunc(evalSettings(), func(s evalSetting) bool { return s.named || s.model && !model }), nil
	}
	var out []evalSetting
	for _, name := range names {
		i := slices.IndexFunc(evalSettings(), func(s evalSetting) bool { return s.name == name })
		switch {
		case i < 0:
			return nil, usagef("--setting %s: the settings are %s", name, strings.Join(EvalSettings(), ", "))
		case evalSettings()[i].model && !model:
			return nil, usagef("--setting %s asks a model; name one with --llm PROVIDER:MODEL", name)
		}
		out = append(out, evalSettings()[i])
	}
	return out, nil
}

// EvalMatrix says what eval asks, and under which settings.
func (a *App) EvalMatrix(ctx context.Context, opt EvalOptions) (eval.Matrix, error) {
	var m eval.Matrix
	if opt.LeaveIn && opt.Both {
		return m, usagef("--leave-in and --both exclude each other")
	}
	model, err := a.Model(ctx)
	if err != nil {
		return m, err
	}
	wanted, err := wantedSettings(opt.Settings, model != nil)
	if err != nil {
		return m, err
	}
	asked, err := a.evalCases(ctx, opt)
	if err != nil {
		return m, err
	}
	m.Cases, m.LeftOut, m.Pairs = asked.cases, asked.left, asked.pairs
	stages, err := a.Stages(ctx)
	if err != nil {
		return m, err
	}
	db, err := a.database(ctx)
	if err != nil {
		return m, err
	}
	if m.Database, err = db.state(ctx); err != nil {
		return m, err
	}
	m.Database += a.conditions(asked, stages.Embedder)
	if m.Store, err = a.examplesStore(ctx, stages, asked, opt); err != nil {
		return m, err
	}
	m.Parser, m.Workers, m.Options = stages.Parser, opt.Workers, a.Options()
	m.Options.Raw = true // a hidden count can't be compared
	plain, err := a.withoutModel(ctx, stages)
	if err != nil {
		return m, err
	}
	if slices.ContainsFunc(wanted, func(w evalSetting) bool { return w.sparql }) {
		sayReferences(ctx, m.Cases, asked.pairs, saying(plain.Reader))
	}
	references := plain
	if asked.own {
		references.Checker = unchecked{}
	}
	asIs := m.Options
	asIs.Rows = true // what is right is known, whoever may see it
	m.References = pipeline.New(references, asIs)
	if m.Names, err = a.conceptNames(ctx); err != nil {
		return m, err
	}
	if m.Candidates, err = a.candidates(ctx); err != nil {
		return m, err
	}
	leaves := []bool{opt.LeaveIn}
	if opt.Both {
		leaves = []bool{true, false}
	}
	for _, w := range wanted {
		setting, err := a.setting(ctx, w, stages, plain, model)
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

// sayReferences gives the cases their pair's question as SPARQL, where it can be said.
func sayReferences(ctx context.Context, cases []eval.Case, pairs []rag.Pair, say func(context.Context, string) string) {
	said := map[string]string{}
	for _, p := range pairs {
		said[p.ID] = say(ctx, p.Question)
	}
	for i, c := range cases {
		cases[i].SPARQL = said[c.PairID]
	}
}

// conditions are what identifies a run beside its data: the embedder, the masking, the set's examples. A run can only
// be resumed under the same.
func (a *App) conditions(q questions, embedder llm.Embedder) string {
	text := examplesState(q)
	if a.build.Retrieval.Embedder != Lexical {
		text += " embedder " + embedder.Name()
	}
	if a.build.Model.Masker == MaskerModel {
		text += " masker " + MaskerModel
	}
	return text
}

// setting makes a setting of one that can be named. The stages ask the model, plain is the same without one.
func (a *App) setting(ctx context.Context, w evalSetting, stages, plain pipeline.Parts,
	model llm.Model) (eval.Setting, error) {
	s := eval.Setting{Name: w.name, Model: NoModel, K: w.k, Examples: w.examples, Build: building(plain, w)}
	if !w.model {
		return s, nil
	}
	facts, err := a.Facts(ctx)
	if err != nil {
		return s, err
	}
	rules, err := a.Rules(ctx)
	if err != nil {
		return s, err
	}
	if w.sparql {
		g, err := a.promptGraph(ctx, plain.Reader)
		if err != nil {
			return s, err
		}
		w.graph = &g
	}
	if w.method != "" && a.build.Model.AbstainAt == AbstainCalibrated {
		if stages.Calibration, err = a.calibration(ctx, w.writer()); err != nil {
			return s, err
		}
	}
	stages.Worder = nil // how an answer is worded is not scored
	if w.method == MethodAgent {
		if err := a.mayUseAgent(); err != nil {
			return s, err
		}
		w.agent = func(f rag.Filter) rag.Writer { return a.agentOf(model, facts, plain.Reader, f) }
	}
	s.Model, s.Price, s.Build = model.Name(), a.PriceOf(model.Name()), building(w.writers(stages, model, facts), w)
	s.Rehearse = func(stand llm.Model) func(rag.Store, pipeline.Options) eval.Asker {
		w := w
		if w.agent != nil {
			w.agent = func(f rag.Filter) rag.Writer { return a.agentOf(stand, facts, plain.Reader, f) }
		}
		other := w.writers(plain, stand, facts)
		other.Coder = coding.NewVerified(rules, stand, coding.VerifyOptions{})
		return building(other, w)
	}
	return s, nil
}

// writers puts those who ask a model under the setting into the stages.
func (w evalSetting) writers(stages pipeline.Parts, model llm.Model, facts write.Facts) pipeline.Parts {
	writer := write.NewPrompted(model, facts, w.style)
	if w.graph != nil {
		writer = write.NewPromptedSPARQL(model, facts, w.style, *w.graph)
	}
	if w.method == "" {
		stages.Reader = nil
	} else {
		questioner := write.NewQuestioner(model, facts)
		questioner.Fill, writer.Define = filling(stages.Reader), defining(stages.Reader)
		stages.Questioner = questioner
	}
	stages.Writer = writer
	return stages
}

// writer is the --writer that asks as the setting does.
func (w evalSetting) writer() string {
	if w.name == "vote" {
		return pipeline.MethodBoth
	}
	return w.name
}

// building returns what builds the pipeline of a question.
func building(stages pipeline.Parts, w evalSetting) func(rag.Store, pipeline.Options) eval.Asker {
	return func(store rag.Store, opt pipeline.Options) eval.Asker {
		own := stages
		opt.Method, opt.Votes = w.method, w.votes
		if w.agent != nil {
			own.Writer = w.agent(opt.Filter)
		}
		own.Store = store
		return pipeline.New(own, opt)
	}
}

// conceptNames tells the names of concepts of the vocabulary.
func (a *App) conceptNames(ctx context.Context) (eval.Names, error) {
	_, words, err := a.databaseAndWords(ctx)
	if err != nil {
		return nil, err
	}
	return func(ids []int64) map[int64]string {
		names := map[int64]string{}
		for _, c := range words.Concepts(ids) {
			names[c.ID] = c.Name
		}
		return names
	}, nil
}

// candidates are the candidates of the coder that is measured.
func (a *App) candidates(ctx context.Context) (eval.Candidates, error) {
	rules, err := a.Rules(ctx)
	if err != nil {
		return nil, err
	}
	coder, err := a.verified(ctx, rules, a.byMeaning(a.Vocabulary, &a.parts.finder))
	if err != nil {
		return nil, err
	}
	if own, ok := coder.(eval.Candidates); ok {
		return own, nil
	}
	return rules, nil
}

// withoutModel puts the parts that need no model in the place of those that ask one.
func (a *App) withoutModel(ctx context.Context, stages pipeline.Parts) (pipeline.Parts, error) {
	db, words, err := a.databaseAndWords(ctx)
	if err != nil {
		return stages, err
	}
	rules, err := a.Rules(ctx)
	if err != nil {
		return stages, err
	}
	stages.Masker, stages.Coder, stages.Writer = mask.New(names{words, rules, db.recorded}), rules,
		write.NewPairs(db.engine)
	stages.Usage, stages.Worder = nil, nil
	stages.Reader, err = a.reader(ctx)
	return stages, err
}
