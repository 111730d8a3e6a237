package commands

import (
	"compress/gzip"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"path/filepath"
	"strings"
	"time"

	"github.com/urfave/cli/v2"

	"github.com/askomop/askomop/app"
	"github.com/askomop/askomop/app/endpoint"
	"github.com/askomop/askomop/internal/wholefile"
	"github.com/askomop/askomop/omop/graph"
)

func (p *program) graphCommand() *cli.Command {
	return &cli.Command{
		Name:  "graph",
		Usage: "the database as a graph: SPARQL over it, and its triples",
		Subcommands: []*cli.Command{
			{
				Name: "query", Usage: "answer a SPARQL query; placeholders such as [drug@metformin] stand where concepts do", ArgsUsage: "FILE (- reads standard input)",
				Flags: queryFlags(), Action: p.action(p.graphQuery),
			},
			{
				Name: "export", Usage: "write the triples; they are single people's records, and need --rows",
				ArgsUsage: "FILE (.nt, .ttl, also with .gz)",
				Flags: []cli.Flag{
					&cli.BoolFlag{Name: "rows", Usage: "allow records of single people"},
					&cli.StringFlag{Name: "cohort", Usage: "only the people of the cohort `NAME`"},
					&cli.StringFlag{Name: "base", Usage: "begin the IRIs of rows with `IRI`", Value: graph.Base},
					&cli.BoolFlag{Name: "no-vocabulary", Usage: "leave out the concepts"},
				},
				Action: p.action(p.graphExport),
			},
			{
				Name: "ontology", Usage: "write the classes and properties of the graph",
				Flags:  []cli.Flag{&cli.StringFlag{Name: "format", Usage: "turtle or markdown", Value: "turtle"}},
				Action: p.action(p.graphOntology),
			},
			{
				Name: "serve", Usage: "answer SPARQL over HTTP on this machine: counts, small ones hidden",
				Flags: []cli.Flag{
					&cli.IntFlag{Name: "port", Usage: "listen on `PORT` of 127.0.0.1; 0 takes a free one", Value: 7878},
				},
				Action: p.action(p.graphServe),
			},
		},
	}
}

func (p *program) graphQuery(ctx context.Context, c *call) error {
	query, err := c.file()
	if err != nil {
		return err
	}
	_, err = c.query(ctx, func() (*app.Answer, error) {
		a, err := c.app.SPARQL(ctx, query, c.queryOptions())
		if err != nil {
			return nil, err
		}
		return a.Answer, nil
	})
	return err
}

func (p *program) graphOntology(ctx context.Context, c *call) error {
	if err := noArguments(c); err != nil {
		return err
	}
	g, err := c.app.Graph(ctx, "")
	if err != nil {
		return err
	}
	switch c.String("format") {
	case "turtle":
		return g.Ontology().WriteTurtle(c.Out)
	case "markdown":
		return g.Ontology().WritePage(c.Out)
	}
	return usagef("--format %s: turtle and markdown are known", c.String("format"))
}

func (p *program) graphExport(ctx context.Context, c *call) error {
	path, err := oneArgument(c, "FILE")
	if err != nil {
		return err
	}
	opt := app.GraphExport{Rows: c.Bool("rows"), Cohort: c.String("cohort"), Base: c.String("base")}
	opt.NoVocabulary = c.Bool("no-vocabulary")
	switch filepath.Ext(strings.TrimSuffix(path, ".gz")) {
	case ".nt":
		opt.Format = graph.NTriples
	case ".ttl":
		opt.Format = graph.Turtle
	default:
		return usagef("%s: the name ends in .nt or .ttl, and in .gz where the file is to be compressed", path)
	}
	work := c.begin("Writing triples")
	defer work.End()
	opt.Progress = func(n int64) { work.At(fmt.Sprintf("%d triples", n), 0, 0) }
	var n int64
	err = wholefile.Make(path, false, packed(path, func(w io.Writer) (err error) {
		n, err = c.app.ExportGraph(ctx, w, opt)
		return err
	}))
	if err != nil {
		return fmt.Errorf("write %s: %w", path, err)
	}
	work.End()
	c.note("Wrote %d triples to %s. What they mean: askomop graph ontology", n, path)
	return nil
}

// packed has write write by gzip where a file is named so.
func packed(path string, write func(io.Writer) error) func(io.Writer) error {
	if !strings.HasSuffix(path, ".gz") {
		return write
	}
	return func(w io.Writer) error {
		z, err := gzip.NewWriterLevel(w, gzip.BestSpeed)
		if err == nil {
			err = write(z)
		}
		if err != nil {
			return err
		}
		return z.Close()
	}
}

func (p *program) graphServe(ctx context.Context, c *call) error {
	if err := noArguments(c); err != nil {
		return err
	}
	listener, err := net.Listen("tcp", fmt.Sprintf("127.0.0.1:%d", c.Int("port")))
	if err != nil {
		return fmt.Errorf("serve the graph: %w; take another port with --port", err)
	}
	if _, err := c.app.Graph(ctx, ""); err != nil { // a database that is missing is said now
		return errors.Join(err, listener.Close())
	}
	server := &http.Server{
		Handler:           endpoint.New(c.app),
		ReadHeaderTimeout: 5 * time.Second,
		ReadTimeout:       30 * time.Second,
		MaxHeaderBytes:    1 << 16,
	}
	c.note("SPARQL at http://%s/sparql; Ctrl-C ends it.", listener.Addr())
	context.AfterFunc(ctx, func() {
		shut, cancel := context.WithTimeout(context.WithoutCancel(ctx), time.Second)
		defer cancel()
		if server.Shutdown(shut) != nil {
			server.Close()
		}
	})
	if err := server.Serve(listener); !errors.Is(err, http.ErrServerClosed) {
		return fmt.Errorf("serve the graph: %w", err)
	}
	return nil
}

func noArguments(c *call) error {
	if c.NArg() > 0 {
		return usagef("askomop %s takes no argument; --help has its flags", commandPath(c.Context))
	}
	return nil
}
