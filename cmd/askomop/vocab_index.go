package main

import (
	"context"
	"fmt"

	"github.com/urfave/cli/v2"

	"github.com/askomop/askomop/app"
	"github.com/askomop/askomop/coding"
)

func (p *program) vocabIndexCommand() *cli.Command {
	return &cli.Command{
		Name:  "index",
		Usage: "embed the names of concepts with --entity-embedder, so that they are found by meaning; only what is new is embedded",
		Description: "The vectors are kept in the home folder, or with --store in PostgreSQL. It can be interrupted and run again.\n" +
			"How long it takes depends on the vocabulary: thousands of names take minutes, hundreds of thousands hours.",
		Flags: []cli.Flag{
			&cli.BoolFlag{Name: "prune", Usage: "remove what is stored in PostgreSQL and no name of this vocabulary; not on a server that several vocabularies share"},
		},
		Action: p.action(p.vocabIndex),
	}
}

// indexedNames is what vocab index has done, as --json prints it.
type indexedNames struct {
	Store    string `json:"store"`
	Embedder string `json:"embedder"`
	Names    int    `json:"names"`    // of concepts that can be coded, in the vocabulary
	Embedded int    `json:"embedded"` // of them, those that were missing
	Others   int    `json:"others"`   // names in PostgreSQL that this vocabulary does not have, and that stay
	Removed  int    `json:"removed"`  // those that do not
}

func (p *program) vocabIndex(ctx context.Context, c *call) error {
	out, err := c.printer(formatTable, formatJSON)
	if err != nil {
		return err
	}
	if c.NArg() > 0 {
		return usagef("vocab index takes no argument: it indexes the names of the whole vocabulary")
	}
	if c.settings.Retrieval.Entities == app.NoEmbedder {
		return usagef("vocab index embeds with the embedder of entities, and none is configured; name one with --entity-embedder %s", app.EmbedderForms)
	}
	done, err := c.indexNames(ctx)
	if err != nil {
		return err
	}
	if out.format == formatJSON {
		return out.json(done)
	}
	what := "nothing was missing"
	if done.Embedded > 0 {
		what = fmt.Sprintf("%d embedded, the others were there", done.Embedded)
	}
	if done.Removed > 0 {
		what += fmt.Sprintf("; %d of other vocabularies removed", done.Removed)
	}
	if done.Others > 0 {
		c.note("%s in the store that this vocabulary does not have, of one before it or of another that shares the server; --prune removes them",
			plural(done.Others, "name is", "names are"))
	}
	_, err = fmt.Fprintf(c.Streams.Out, "%s in %s for %s: %s\n", plural(done.Names, "name of a concept", "names of concepts"), done.Store, done.Embedder, what)
	return err
}

func (c *call) indexNames(ctx context.Context) (indexedNames, error) {
	var done indexedNames
	words, err := c.app.Vocabulary(ctx)
	if err != nil {
		return done, err
	}
	e, err := c.app.EntityEmbedder(ctx)
	if err != nil {
		return done, err
	}
	at, err := c.app.ConceptVectors(ctx, e, words)
	if err != nil {
		return done, err
	}
	unlock, err := at.Lock(ctx)
	if err != nil {
		return done, err
	}
	defer unlock()
	names := app.NamesToEmbed(words)
	done = indexedNames{Store: "the home folder", Embedder: e.Name(), Names: len(names)}
	if !c.settings.Retrieval.InMemory() {
		done.Store = app.RedactURL(c.settings.Retrieval.Store)
	}
	bar := c.begin("Embedding the names of concepts with " + e.Name())
	defer bar.End()
	err = coding.EmbedTerms(ctx, names, e, at, func(embedded, missing int) {
		bar.At("names", int64(embedded), int64(missing))
		done.Embedded = embedded
	})
	if err != nil {
		if ctx.Err() != nil {
			return done, err
		}
		return done, fmt.Errorf("%w (%s were embedded; run it again to go on)", err, plural(done.Embedded, "name", "names"))
	}
	if err := at.Finish(ctx, len(names)); err != nil {
		return done, err
	}
	server, ok := at.(app.OnServer) // in the home, what this vocabulary does not have is left out anyway
	switch {
	case !ok:
	case c.Bool("prune"):
		done.Removed, err = server.Prune(ctx, server.Vocabulary, names)
	default:
		done.Others, err = server.Others(ctx, names)
	}
	return done, err
}
