package commands

import (
	"context"
	"fmt"

	"github.com/urfave/cli/v2"

	"github.com/askomop/askomop/app"
)

func (p *program) vocabIndexCommand() *cli.Command {
	return &cli.Command{
		Name:  "index",
		Usage: "embed the names of concepts with --entity-embedder, so that they are found by meaning; only what is new is embedded",
		Description: "The vectors are kept in the home folder, or with --store in PostgreSQL. It can be interrupted and run again.\n" +
			"How long it takes depends on the vocabulary: thousands of names take minutes, hundreds of thousands hours.",
		Flags: []cli.Flag{
			&cli.BoolFlag{
				Name:  "prune",
				Usage: "remove what is stored in PostgreSQL and no name of this vocabulary; not on a server that several vocabularies share",
			},
		},
		Action: p.action(p.vocabIndex),
	}
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
		return usagef(
			"vocab index embeds with the embedder of entities, and none is configured; name one with --entity-embedder %s",
			app.EmbedderForms,
		)
	}
	done, err := c.app.IndexNames(ctx, c.Bool("prune"))
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
		c.note(
			"%s in the store that this vocabulary does not have, of one before it or of another that shares the server; --prune removes them",
			plural(done.Others, "name is", "names are"),
		)
	}
	_, err = fmt.Fprintf(
		c.Streams.Out,
		"%s in %s for %s: %s\n",
		plural(done.Names, "name of a concept", "names of concepts"),
		done.Store, done.Embedder, what,
	)
	return err
}
