package commands

import (
	"context"
	"fmt"

	"github.com/urfave/cli/v2"

	"github.com/askomop/askomop/app"
)

func (p *program) libraryIndexCommand() *cli.Command {
	return &cli.Command{
		Name:  "index",
		Usage: "bring the vector store (--store, --embedder) to the state of the library; only what has changed is embedded",
		Flags: []cli.Flag{
			&cli.BoolFlag{
				Name:  "keep",
				Usage: "leave what is stored and no pair of this library, as on a server that several libraries share",
			},
		},
		Action: p.action(p.libraryIndex),
	}
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
		return usagef(
			"library index fills a PostgreSQL with pgvector: name it with --store %s or %s. Without one there is "+
				"nothing to do: vectors in memory are made when a question is asked, and kept",
			app.StoreForm,
			envName("store"),
		)
	}
	done, err := c.app.IndexLibrary(ctx, c.Bool("keep"))
	if err != nil {
		return err
	}
	if out.format == formatJSON {
		return out.json(done)
	}
	_, err = fmt.Fprintln(c.Streams.Out, done)
	return err
}
