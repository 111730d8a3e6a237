package app

import (
	"context"
	"io"
	"sync"
	"sync/atomic"

	"github.com/askomop/askomop/coding"
	"github.com/askomop/askomop/llm"
	"github.com/askomop/askomop/llm/provider"
	"github.com/askomop/askomop/omop/check"
	"github.com/askomop/askomop/pipeline"
	"github.com/askomop/askomop/pipeline/cohort"
	"github.com/askomop/askomop/pipeline/results"
	"github.com/askomop/askomop/rag"
	"github.com/askomop/askomop/rag/mask"
	"github.com/askomop/askomop/rag/pgvector"
	"github.com/askomop/askomop/rag/write"
	"github.com/askomop/askomop/vocab"
)

// App is askomop with its settings. Its parts are built when they are first wanted and shared from then
// on. It may be used concurrently.
type App struct {
	build builder
	parts *parts
}

// parts are what an App has built, in the order in which they are built: each is made from those before
// it, by the function of the builder beside it. The builder does not know the parts, so that none can ask
// for itself.
type parts struct {
	provider  lazy[provider.Settings]  // openProvider: settings
	model     lazy[llm.Model]          // openModel: provider
	embedder  lazy[llm.Embedder]       // openEmbedder: provider
	entities  lazy[llm.Embedder]       // openEmbedder: provider
	library   *lazy[[]rag.Pair]        // readLibrary: settings
	results   *lazy[results.Store]     // openResults: settings
	loaded    *lazy[*vocab.Vocabulary] // openLoaded: settings
	database  *lazy[*database]         // openDatabase: settings
	words     *lazy[*vocab.Vocabulary] // openOwn: database; or else loaded
	facts     *lazy[write.Facts]       // describe: database
	finder    lazy[*coding.Fused]      // openFinder: words, entities
	around    lazy[*coding.Fused]      // openFinder: the vocabulary to look around in, entities
	rules     lazy[*coding.Rules]      // newRules: database, words
	coder     lazy[coding.Coder]       // newCoder: rules, model, words
	server    lazy[*pgvector.Store]    // openServer: embedder
	written   lazy[*check.Checker]     // Checker: database, words
	templates lazy[pipeline.Parts]     // templateStages: database, words, coder, results
	stages    lazy[pipeline.Parts]     // Stages: templates, library, embedder, model, facts
	demo      lazy[*App]               // on: the demonstration database
}

// database is the CDM, opened read-only.
type database struct {
	path     string
	opened   string // the state of its file when it was opened; empty where that can't be seen
	engine   Engine
	server   server    // the engine, where it is one of a server; else nil
	repeats  repeats   // keys that are not unique
	recorded *recorded // which domains of a mention have records
}

// New returns askomop with the settings. It opens nothing yet: what is missing is said by what needs it.
func New(s Settings, h Host) (*App, error) {
	s, err := s.filled()
	if err != nil {
		return nil, err
	}
	spare := &spareFolder{}
	return &App{builder{s, h.filled(), &closers{open: []io.Closer{spare}}, spare, new(atomic.Int64)}, &parts{
		library: new(lazy[[]rag.Pair]), results: new(lazy[results.Store]), loaded: new(lazy[*vocab.Vocabulary]),
		database: new(lazy[*database]), words: new(lazy[*vocab.Vocabulary]), facts: new(lazy[write.Facts]),
	}}, nil
}

// Close closes what was opened.
func (a *App) Close() error { return a.build.opened.Close() }

// MinCell is the smallest number of people that is shown; 0 where all are.
func (a *App) MinCell() int { return a.build.minCell() }

// Settings are those that the App was made with, defaults filled in.
func (a *App) Settings() Settings { return a.build.Settings }

// plain is the App without a model and with what needs nothing beside the program. It shares the database,
// the vocabulary and the library, and is closed with the App.
func (a *App) plain() *App {
	b, p := a.build, a.parts
	b.Model, b.Retrieval = Model{}.filled(), Retrieval{}.filled()
	return &App{b, &parts{library: p.library, results: p.results, loaded: p.loaded, database: p.database,
		words: p.words, facts: p.facts}}
}

// on is askomop on another database, with the same settings. It is closed with the App.
func (a *App) on(db string) (*App, error) {
	set := a.build.Settings
	set.DB = db
	other, err := New(set, a.build.Host)
	if err != nil {
		return nil, err
	}
	other.parts.library, other.parts.results, other.parts.loaded = a.parts.library, a.parts.results, a.parts.loaded
	a.build.opened.add(other)
	return other, nil
}

// Stages are what a pipeline is built from. The library is read while the database opens.
func (a *App) Stages(ctx context.Context) (pipeline.Parts, error) {
	return a.parts.stages.get(ctx, func(ctx context.Context) (pipeline.Parts, error) {
		var store rag.Store
		var storeErr error
		var wg sync.WaitGroup
		wg.Go(func() { store, storeErr = a.store(ctx) })
		s, err := a.parts.templates.get(ctx, a.templateStages)
		wg.Wait()
		if err != nil {
			return s, err
		}
		if s.Store = store; storeErr != nil {
			return s, storeErr
		}
		return a.withWords(ctx, s)
	})
}

// templateStages are the stages that a SQL template passes.
func (a *App) templateStages(ctx context.Context) (s pipeline.Parts, err error) {
	db, words, err := a.databaseAndWords(ctx)
	if err != nil {
		return s, err
	}
	db.engine.Warm()
	if s.Coder, err = a.Coder(ctx); err != nil {
		return s, err
	}
	checker := a.build.startChecker(ctx, db, words, a.meaning)
	s.Checker, s.CDM = checker, checker.version
	cohorts := cohort.Engine{Engine: db.engine, Store: a.Results, Make: a.ensureCohort}
	s.Engine, s.Parser, s.Cohort = cohorts, db.engine, cohorts.Has
	s.Phenotype = a.findPhenotype
	s.Usage, s.Data, s.Logger, s.Left = db.usage(), newData(db), a.build.Log, a.build.left
	return s, nil
}

// withReader adds the stages that understand a question's words. What they understand is coded by settled.
func (a *App) withReader(ctx context.Context, s pipeline.Parts) (_ pipeline.Parts, settled coding.Coder, err error) {
	db, words, err := a.databaseAndWords(ctx)
	if err != nil {
		return s, nil, err
	}
	rules, err := a.Rules(ctx)
	if err != nil {
		return s, nil, err
	}
	s.Masker = mask.New(names{words, rules, db.recorded})
	s.Reader, err = a.reader(ctx)
	return s, a.build.settled(rules, words), err
}

// withWords adds the stages that a question's words pass before there is a template.
func (a *App) withWords(ctx context.Context, s pipeline.Parts) (pipeline.Parts, error) {
	s, settled, err := a.withReader(ctx, s)
	if err != nil {
		return s, err
	}
	if s.Embedder, err = a.Embedder(ctx); err != nil {
		return s, err
	}
	s.Writer = write.NewPairs(s.Parser)
	model, err := a.Model(ctx)
	if err != nil || model == nil {
		return s, err
	}
	facts, err := a.Facts(ctx)
	if err != nil {
		return s, err
	}
	_, words, err := a.databaseAndWords(ctx)
	if err != nil {
		return s, err
	}
	s.Plain, s.Templates = settled, s.Writer
	a.build.useModel(model, words, facts, &s)
	if writers[a.build.Model.Writer].sparql {
		s.Writer, err = a.sparqlWriter(ctx, model, facts, s.Reader)
	}
	return s, err
}
