package app

import (
	"context"
	"fmt"

	"github.com/askomop/askomop/coding"
)

// IndexedNames tells what vocab index has done, as --json prints it.
type IndexedNames struct {
	Store    string `json:"store"`
	Embedder string `json:"embedder"`
	Names    int    `json:"names"`    // of concepts that can be coded, in the vocabulary
	Embedded int    `json:"embedded"` // of them, those that were missing
	Others   int    `json:"others"`   // names in PostgreSQL that this vocabulary does not have, and that stay
	Removed  int    `json:"removed"`  // those that do not
}

// IndexNames embeds the names of concepts, so that they are found by meaning. With prune, names of other
// vocabularies are removed from PostgreSQL.
func (a *App) IndexNames(ctx context.Context, prune bool) (IndexedNames, error) {
	var done IndexedNames
	words, err := a.SearchedVocabulary(ctx)
	if err != nil {
		return done, err
	}
	e, err := a.EntityEmbedder(ctx)
	if err != nil {
		return done, err
	}
	at, err := a.build.conceptVectors(ctx, e, words)
	if err != nil {
		return done, err
	}
	unlock, err := at.Lock(ctx)
	if err != nil {
		return done, err
	}
	defer unlock()
	names := namesToEmbed(words)
	done = IndexedNames{Store: "the home folder", Embedder: e.Name(), Names: len(names)}
	if !a.build.Retrieval.InMemory() {
		done.Store = RedactURL(a.build.Retrieval.Store)
	}
	work := a.build.Begin("Embedding the names of concepts with " + e.Name())
	defer work.End()
	err = coding.EmbedTerms(ctx, names, e, at, func(embedded, missing int) {
		work.At("names", int64(embedded), int64(missing))
		done.Embedded = embedded
	})
	if err != nil {
		if ctx.Err() != nil {
			return done, err
		}
		return done, fmt.Errorf("%w (%s were embedded; run it again to go on)", err,
			plural(done.Embedded, "name", "names"))
	}
	if err := at.Finish(ctx, len(names)); err != nil {
		return done, err
	}
	server, ok := at.(vectorServer) // in the home, what this vocabulary does not have is left out anyway
	switch {
	case !ok:
	case prune:
		done.Removed, err = server.Prune(ctx, server.vocabulary, names)
	default:
		done.Others, err = server.Others(ctx, names)
	}
	return done, err
}
