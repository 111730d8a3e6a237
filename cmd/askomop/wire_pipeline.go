package main

import (
	"context"
	"path/filepath"
	"sync"

	"github.com/askomop/askomop/coding"
	"github.com/askomop/askomop/coding/conceptset"
	"github.com/askomop/askomop/omop/duckdb"
	"github.com/askomop/askomop/pipeline"
	"github.com/askomop/askomop/pipeline/cohort"
	"github.com/askomop/askomop/rag"
	"github.com/askomop/askomop/vocab"
)

// newPipeline puts the pipeline together.
func newPipeline(ctx context.Context, p *parts, opt pipeline.Options) (asker, error) {
	stages, err := p.Stages(ctx)
	if err != nil {
		return nil, err
	}
	return pipeline.New(stages, opt), nil
}

// Stages are what pipelines are built from. The library is read while the database opens.
func (p *parts) Stages(ctx context.Context) (pipeline.Parts, error) {
	var store rag.Store
	var storeErr error
	var wg sync.WaitGroup
	wg.Go(func() { store, storeErr = p.Store(ctx) })
	engine, words, err := p.engineAndVocabulary(ctx)
	var checker pipeline.Checker
	if err == nil {
		checker, err = p.Checker(ctx)
	}
	wg.Wait()
	if err != nil {
		return pipeline.Parts{}, err
	}
	if storeErr != nil {
		return pipeline.Parts{}, storeErr
	}
	embedder, err := p.Embedder(ctx)
	if err != nil {
		return pipeline.Parts{}, err
	}
	coder, err := p.Coder(ctx)
	if err != nil {
		return pipeline.Parts{}, err
	}
	rules, err := p.Rules(ctx)
	if err != nil {
		return pipeline.Parts{}, err
	}
	stages := pipeline.Parts{
		Masker:   rag.NewMasker(names{words, rules}),
		Embedder: embedder,
		Store:    store,
		Writer:   rag.NewAdapter(engine),
		Checker:  checker,
		Coder:    coder,
		Engine:   cohort.Engine{Engine: engine, Store: p.Results},
		Parser:   engine,
		Usage:    usage{engine.DB()},
		Data:     newData(engine.DB()),
		Logger:   p.log,
	}
	model, err := p.Model()
	if err != nil {
		return pipeline.Parts{}, err
	}
	if model != nil {
		if err := p.useModel(ctx, model, &stages); err != nil {
			return pipeline.Parts{}, err
		}
	}
	return stages, nil
}

func (p *parts) engineAndVocabulary(ctx context.Context) (*duckdb.Engine, *vocab.Vocabulary, error) {
	engine, err := p.Engine(ctx)
	if err != nil {
		return nil, nil, err
	}
	words, err := p.Vocabulary(ctx)
	return engine, words, err
}

// names are the vocabulary's terms as questions word them: exactly, or as loosely as the coder takes them.
type names struct {
	*vocab.Vocabulary
	rules *coding.Rules
}

// Loose implements rag.LooseTerms.
func (n names) Loose(text string) []vocab.Hit {
	return n.rules.Loose(text)
}

// Coder codes entities by what a person has settled, else by the model's word where there is a
// model, else by the rules.
func (p *parts) Coder(ctx context.Context) (coding.Coder, error) {
	return p.coder.get(func() (coding.Coder, error) {
		rules, err := p.Rules(ctx)
		if err != nil {
			return nil, err
		}
		next, err := p.verified(rules)
		if err != nil {
			return nil, err
		}
		return p.settled(ctx, next)
	})
}

// settled puts stored sets and remembered decisions before a coder.
func (p *parts) settled(ctx context.Context, next coding.Coder) (coding.Coder, error) {
	words, err := p.Vocabulary(ctx)
	if err != nil {
		return nil, err
	}
	return &conceptset.Coder{Next: next, Vocabulary: words, Sets: p.Sets(), Decisions: p.Decisions()}, nil
}

// Sets are the stored concept sets.
func (p *parts) Sets() *conceptset.Store {
	return conceptset.NewStore(filepath.Join(p.settings.Home, "sets"))
}

// Decisions are those about concepts that were to be remembered.
func (p *parts) Decisions() *conceptset.Decisions {
	return conceptset.NewDecisions(filepath.Join(p.settings.Home, "decisions.jsonl"))
}

// Rules code entities without a model.
func (p *parts) Rules(ctx context.Context) (*coding.Rules, error) {
	return p.rules.get(func() (*coding.Rules, error) { return p.rulesWith(ctx, coding.Options{}) })
}

// WideCoder codes for a person who reads the notes: where text says more than any concept does it takes the wider one.
func (p *parts) WideCoder(ctx context.Context) (coding.Coder, error) {
	rules, err := p.rulesWith(ctx, coding.Options{Wider: true})
	if err != nil {
		return nil, err
	}
	next, err := p.verified(rules)
	if err != nil {
		return nil, err
	}
	return p.settled(ctx, next)
}

func (p *parts) rulesWith(ctx context.Context, options coding.Options) (*coding.Rules, error) {
	engine, words, err := p.engineAndVocabulary(ctx)
	if err != nil {
		return nil, err
	}
	options.Usage, options.Suggest, options.Logger = usage{engine.DB()}, p.byMeaning(), p.log
	return coding.NewRules(words, options), nil
}
