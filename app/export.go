package app

import (
	"context"
	"io"

	"github.com/askomop/askomop/coding"
	"github.com/askomop/askomop/llm"
	"github.com/askomop/askomop/omop/duckdb"
	"github.com/askomop/askomop/rag"
	"github.com/askomop/askomop/vocab"
)

// MinCell is the smallest number of people that is shown; 0 where all are.
func (a *App) MinCell() int { return a.build.minCell() }

// On is askomop on another database, with the same settings. It is closed with the App.
func (a *App) On(db string) (*App, error) {
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

// VocabularyVersion is the version of the vocabulary that questions are coded with, where it has been opened.
func (a *App) VocabularyVersion() string {
	if v, opened := a.parts.words.peek(); opened {
		return v.Info().Version
	}
	return ""
}

// Words is the vocabulary of the session.
func (s *Session) Words() *vocab.Vocabulary { return s.words }

// OwnLibrary is the folder of the user's pairs.
func (a *App) OwnLibrary() string { return a.build.ownLibrary() }

// VectorFolder is where the vectors of the library are kept that are searched in memory.
func (a *App) VectorFolder() string { return a.build.vectorFolder() }

// IndexInMemory makes a store of the pairs.
func (a *App) IndexInMemory(ctx context.Context, pairs []rag.Pair, e llm.Embedder) (rag.Store, error) {
	return a.build.indexInMemory(ctx, pairs, e)
}

// WithVocabulary opens the vocabulary of a file for as long as use takes.
func (a *App) WithVocabulary(ctx context.Context, path string, use func(*vocab.Vocabulary) error) error {
	return a.build.withVocabulary(ctx, path, use)
}

// conceptVectors opens the vectors of an embedder.
func (a *App) conceptVectors(ctx context.Context, e llm.Embedder, words *vocab.Vocabulary) (conceptVectors, error) {
	return a.build.conceptVectors(ctx, e, words)
}

// openEmbedder opens an embedder of its own.
func (a *App) openEmbedder(ctx context.Context, spec embedderSpec, retry llm.RetryOptions) (llm.Embedder, error) {
	set, err := a.provider(ctx)
	if err != nil {
		return nil, err
	}
	return a.build.openEmbedder(ctx, set, spec, retry)
}

// CloseLater closes c with the App.
func (a *App) CloseLater(c io.Closer) { a.build.opened.add(c) }

// EngineAndVocabulary are the database and the vocabulary that questions are coded with.
func (a *App) EngineAndVocabulary(ctx context.Context) (*duckdb.Engine, *vocab.Vocabulary, error) {
	db, words, err := a.databaseAndWords(ctx)
	if err != nil {
		return nil, nil, err
	}
	return db.engine, words, nil
}

// Names are the vocabulary's terms as questions word them.
func Names(words *vocab.Vocabulary, rules *coding.Rules) rag.LooseTerms { return names{words, rules} }
