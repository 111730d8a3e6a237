package main

import (
	"context"
	"fmt"

	"github.com/urfave/cli/v2"

	"github.com/askomop/askomop/app"
	"github.com/askomop/askomop/rag"
)

func (p *program) libraryIndexCommand() *cli.Command {
	return &cli.Command{
		Name:  "index",
		Usage: "bring the vector store (--store, --embedder) to the state of the library; only what has changed is embedded",
		Flags: []cli.Flag{
			&cli.BoolFlag{Name: "keep", Usage: "leave what is stored and no pair of this library, as on a server that several libraries share"},
		},
		Action: p.action(p.libraryIndex),
	}
}

// indexed is what library index has done, as --json prints it.
type indexed struct {
	Store    string `json:"store"`
	Embedder string `json:"embedder"`
	Pairs    int    `json:"pairs"`
	Embedded int    `json:"embedded"` // pairs that were missing or had changed
	Removed  int    `json:"removed"`  // stored pairs that the library does not have
}

func (p *program) libraryIndex(ctx context.Context, c *call) error {
	out, err := c.printer(formatTable, formatJSON)
	if err != nil {
		return err
	}
	if c.NArg() > 0 {
		return usagef("library index takes no argument: it indexes the whole library")
	}
	if c.settings.Retrieval.InMemory() {
		return usagef("library index fills a PostgreSQL with pgvector: name it with --store %s or %s. Without one there is "+
			"nothing to do: vectors in memory are made when a question is asked, and kept", app.StoreForm, envName("store"))
	}
	done, err := c.index(ctx)
	if err != nil {
		return err
	}
	if out.format == formatJSON {
		return out.json(done)
	}
	_, err = fmt.Fprintln(c.Streams.Out, done)
	return err
}

func (c *call) index(ctx context.Context) (indexed, error) {
	done := indexed{Store: app.RedactURL(c.settings.Retrieval.Store)}
	pairs, err := c.app.Library(ctx)
	if err != nil {
		return done, err
	}
	done.Pairs = len(pairs)
	e, err := c.app.Embedder(ctx)
	if err != nil {
		return done, err
	}
	done.Embedder = e.Name()
	store, err := c.app.Server(ctx)
	if err != nil {
		return done, err
	}
	bar := c.begin("Indexing the library with " + e.Name())
	defer bar.End()
	err = store.Index(ctx, pairs, rag.NewEncoder(e), func(stored, missing int) {
		bar.At("pairs", int64(stored), int64(missing))
		done.Embedded = stored
	})
	if err != nil {
		if ctx.Err() != nil {
			return done, err
		}
		return done, fmt.Errorf("%w (%s; run it again to go on)", err, plural(done.Embedded, "pair was stored", "pairs were stored"))
	}
	if c.Bool("keep") {
		return done, nil
	}
	ids := make([]string, len(pairs))
	for i, p := range pairs {
		ids[i] = p.ID
	}
	done.Removed, err = store.Prune(ctx, ids)
	return done, err
}

// String says what was done.
func (d indexed) String() string {
	what := "nothing had changed"
	if d.Embedded > 0 || d.Removed > 0 {
		what = fmt.Sprintf("%d embedded, %d unchanged, %d removed", d.Embedded, d.Pairs-d.Embedded, d.Removed)
	}
	return fmt.Sprintf("%s in %s for %s: %s", plural(d.Pairs, "pair", "pairs"), d.Store, d.Embedder, what)
}
