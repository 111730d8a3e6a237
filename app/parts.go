package app

import (
	"context"
	"io"
	"sync/atomic"

	"github.com/askomop/askomop/coding"
	"github.com/askomop/askomop/llm"
	"github.com/askomop/askomop/llm/provider"
	"github.com/askomop/askomop/pipeline/results"
	"github.com/askomop/askomop/rag"
	"github.com/askomop/askomop/rag/pgvector"
	"github.com/askomop/askomop/rag/write"
	"github.com/askomop/askomop/vocab"
)

// builder builds parts from the settings and from the parts it is given. It holds none itself.
type builder struct {
	Settings
	Host
	opened *closers
	spare  *spareFolder
	left   *atomic.Int64 // runs whose time is over and that still use the parts
}

// unlessUsed closes a part that lies in memory which is given back, unless a run that was left behind may still read
// it: then the end of the process does.
type unlessUsed struct {
	io.Closer
	left *atomic.Int64
}

// Close implements io.Closer.
func (u unlessUsed) Close() error {
	if u.left.Load() > 0 {
		return nil
	}
	return u.Closer.Close()
}

func (a *App) provider(ctx context.Context) (provider.Settings, error) {
	return a.parts.provider.get(ctx, a.build.openProvider)
}

// Model is the language model with all that stands around it, or nil where none is configured.
func (a *App) Model(ctx context.Context) (llm.Model, error) {
	if !a.build.Model.Configured() {
		return nil, nil
	}
	set, err := a.provider(ctx)
	if err != nil {
		return nil, err
	}
	return a.parts.model.get(ctx, func(context.Context) (llm.Model, error) { return a.build.openModel(set) })
}

// Embedder turns questions into vectors.
func (a *App) Embedder(ctx context.Context) (llm.Embedder, error) {
	return a.embedder(ctx, &a.parts.embedder, a.build.Retrieval.ofQuestions())
}

// EntityEmbedder turns entities and the names of concepts into vectors.
func (a *App) EntityEmbedder(ctx context.Context) (llm.Embedder, error) {
	return a.embedder(ctx, &a.parts.entities, a.build.Retrieval.ofEntities())
}

// openEmbedder opens an embedder of its own, which is not a part.
func (a *App) openEmbedder(ctx context.Context, spec embedderSpec, retry llm.RetryOptions) (llm.Embedder, error) {
	set, err := a.provider(ctx)
	if err != nil {
		return nil, err
	}
	return a.build.openEmbedder(ctx, set, spec, retry)
}

func (a *App) embedder(ctx context.Context, part *lazy[llm.Embedder], spec embedderSpec) (llm.Embedder, error) {
	set, err := a.provider(ctx)
	if err != nil {
		return nil, err
	}
	return part.get(ctx, func(ctx context.Context) (llm.Embedder, error) {
		return a.build.openEmbedder(ctx, set, spec, llm.RetryOptions{Log: a.build.Log})
	})
}

// Library is the curated pairs and the user's own, sorted by id. A pair of the
// user takes the place of a curated one of the same id.
func (a *App) Library(ctx context.Context) ([]rag.Pair, error) {
	return a.parts.library.get(ctx, a.build.readLibrary)
}

// Results is where results and cohorts are kept.
func (a *App) Results(ctx context.Context) (results.Store, error) {
	return a.parts.results.get(ctx, a.build.openResults)
}

func (a *App) database(ctx context.Context) (*database, error) {
	return a.parts.database.get(ctx, a.build.openDatabase)
}

// Engine is the database, opened read-only.
func (a *App) Engine(ctx context.Context) (Engine, error) {
	db, err := a.database(ctx)
	if err != nil {
		return nil, err
	}
	return db.engine, nil
}

// loaded is the vocabulary that vocab load has put into the home folder.
func (a *App) loaded(ctx context.Context) (*vocab.Vocabulary, error) {
	return a.parts.loaded.get(ctx, a.build.openLoaded)
}

// Vocabulary is the vocabulary that questions are coded with: the database's own,
// or where that has no concepts the one that vocab load has made.
func (a *App) Vocabulary(ctx context.Context) (*vocab.Vocabulary, error) {
	db, words, err := a.databaseAndWords(ctx)
	if err != nil {
		return nil, err
	}
	if words.Info().Concepts == 0 {
		return nil, noVocabulary(db)
	}
	return words, nil
}

// words is the Vocabulary, or one without concepts where there is none: what names no concept can be asked all the
// same.
func (a *App) words(ctx context.Context, db *database) (*vocab.Vocabulary, error) {
	return a.parts.words.get(ctx, func(ctx context.Context) (*vocab.Vocabulary, error) {
		if db.engine.StandIn() != "" {
			return a.loaded(ctx)
		}
		return a.build.openOwn(ctx, db)
	})
}

// SearchedVocabulary is the vocabulary to look around in: without a database of the user's the
// one that vocab load has made, where there is one.
func (a *App) SearchedVocabulary(ctx context.Context) (*vocab.Vocabulary, error) {
	if a.SearchesLoaded() {
		return a.loaded(ctx)
	}
	return a.Vocabulary(ctx)
}

// SearchesLoaded reports whether words are looked up, coded and embedded in the vocabulary that vocab load has made,
// since no database is named. Questions to the demo database are coded with the demo's own all the same.
func (a *App) SearchesLoaded() bool { return a.build.DB == "" && exists(a.build.loadedFile()) }

func (a *App) databaseAndWords(ctx context.Context) (*database, *vocab.Vocabulary, error) {
	db, err := a.database(ctx)
	if err != nil {
		return nil, nil, err
	}
	words, err := a.words(ctx, db)
	return db, words, err
}

// Facts is what prompts tell of the database.
func (a *App) Facts(ctx context.Context) (write.Facts, error) {
	db, err := a.database(ctx)
	if err != nil {
		return write.Facts{}, err
	}
	return a.parts.facts.get(ctx, func(ctx context.Context) (write.Facts, error) {
		return a.build.promptFacts(ctx, db)
	})
}

// Rules code entities without a model.
func (a *App) Rules(ctx context.Context) (*coding.Rules, error) {
	return a.parts.rules.get(ctx, func(ctx context.Context) (*coding.Rules, error) {
		return a.rulesWith(ctx, coding.Options{})
	})
}

// rulesWith are rules of other options than those that questions are coded with.
func (a *App) rulesWith(ctx context.Context, opt coding.Options) (*coding.Rules, error) {
	db, words, err := a.databaseAndWords(ctx)
	if err != nil {
		return nil, err
	}
	return a.build.newRules(words, db, a.byMeaning(a.Vocabulary, &a.parts.finder), opt), nil
}

// Coder codes entities by what a person has settled, else by the model's word where there is a
// model, else by the rules.
func (a *App) Coder(ctx context.Context) (coding.Coder, error) {
	rules, err := a.Rules(ctx)
	if err != nil {
		return nil, err
	}
	return a.parts.coder.get(ctx, func(ctx context.Context) (coding.Coder, error) { return a.coderOver(ctx, rules) })
}

// wideCoder codes for a person who reads the notes: where text says more than any concept does it takes the wider one.
func (a *App) wideCoder(ctx context.Context) (coding.Coder, error) {
	words, err := a.SearchedVocabulary(ctx)
	if err != nil {
		return nil, err
	}
	if a.SearchesLoaded() {
		find := a.byMeaning(a.SearchedVocabulary, &a.parts.around)
		next, err := a.verified(ctx, coding.NewRules(words,
			coding.Options{Wider: true, Suggest: find, Logger: a.build.Log}), find)
		if err != nil {
			return nil, err
		}
		return a.build.settled(next, words), nil
	}
	rules, err := a.rulesWith(ctx, coding.Options{Wider: true})
	if err != nil {
		return nil, err
	}
	return a.coderOver(ctx, rules)
}

func (a *App) coderOver(ctx context.Context, rules *coding.Rules) (coding.Coder, error) {
	_, words, err := a.databaseAndWords(ctx)
	if err != nil {
		return nil, err
	}
	next, err := a.verified(ctx, rules, a.byMeaning(a.Vocabulary, &a.parts.finder))
	if err != nil {
		return nil, err
	}
	return a.build.settled(next, words), nil
}

// store holds the library's wordings as vectors: in memory, or in PostgreSQL, where library index has put them.
func (a *App) store(ctx context.Context) (rag.Store, error) {
	pairs, err := a.Library(ctx)
	if err != nil {
		return nil, err
	}
	e, err := a.Embedder(ctx)
	if err != nil {
		return nil, err
	}
	if a.build.Retrieval.InMemory() {
		return a.build.indexInMemory(ctx, pairs, e)
	}
	server, err := a.Server(ctx)
	if err != nil {
		return nil, err
	}
	return a.build.onServer(ctx, server, pairs, e)
}

// Server is the vector store of the embedder in PostgreSQL.
func (a *App) Server(ctx context.Context) (*pgvector.Store, error) {
	e, err := a.Embedder(ctx)
	if err != nil {
		return nil, err
	}
	return a.parts.server.get(ctx, func(ctx context.Context) (*pgvector.Store, error) {
		return a.build.openServer(ctx, e)
	})
}
