// Package commands is the command line of askomop: a file a command, which reads flags, calls package app and prints
// what it returns. Main runs a command on any streams, RunProcess on those of the process. What a command does is for
// app to know; this package knows no SQL and no OMOP.
package commands

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"os"
	"slices"

	"github.com/urfave/cli/v2"

	"github.com/askomop/askomop/app"
	"github.com/askomop/askomop/app/tools"
	"github.com/askomop/askomop/pipeline"
)

// Streams are a process's input and outputs, and whether a person looks at them.
type Streams struct {
	In       io.Reader
	Out, Err io.Writer

	Terminal    bool // Out is a terminal: headings in bold, long lists folded
	ErrTerminal bool // Err is a terminal: progress bars are drawn
	InTerminal  bool // In is a terminal: a person can be asked to choose
	Width       int  // columns of the terminal; 0 when unknown
}

// program is what the commands share: where they print, and how they get their parts.
type program struct {
	Streams
	// asker makes what answers questions in place of the pipeline; tests put their own here.
	asker func(*app.App, pipeline.Options) app.Asker
}

// Main runs the program with the arguments, the program's name first, and returns the exit code.
func Main(ctx context.Context, s Streams, args []string) int {
	return run(ctx, NewApp(s), args)
}

// NewApp is the whole command line, ready to run. It touches nothing outside the streams.
func NewApp(s Streams) *cli.App {
	p := &program{Streams: s}
	return p.app()
}

func (p *program) app() *cli.App {
	c := &cli.App{
		Name:  "askomop",
		Usage: "ask questions of an OMOP database in plain words",
		Description: "Answers a question from a database in the OMOP Common Data Model, shows the SQL and\n" +
			"every medical code it used, and says \"I can't answer this\" rather than guess.\n\n" +
			"   askomop ask \"How many women with type 2 diabetes took metformin?\"",
		Version:              version(),
		HideHelpCommand:      true,
		EnableBashCompletion: true,
		Reader:               p.In,
		Writer:               p.Out,
		ErrWriter:            p.Err,
		ExitErrHandler:       func(*cli.Context, error) {}, // run decides on the exit code
		OnUsageError:         onUsageError,
		Flags:                globalFlags(),
		Action:               p.noCommand,
		Commands: []*cli.Command{
			p.askCommand(), p.sqlCommand(), p.checkCommand(), p.codeCommand(), p.vocabCommand(),
			p.dbCommand(), p.libraryCommand(), p.scheduleCommand(), p.cohortCommand(), p.graphCommand(),
			p.evalCommand(), p.logCommand(),
			p.serveCommand(), p.mcpCommand(), p.doctorCommand(), p.versionCommand(),
			p.completionCommand(), p.manCommand(),
		},
	}
	bindEnvironment(c.Flags)
	prepareCommands(c.Commands)
	return c
}

// globalFlags are the flags that may stand before or after any command.
func globalFlags() []cli.Flag {
	own := []cli.Flag{
		&cli.StringFlag{
			Name:  "db",
			Usage: "the CDM: a DuckDB `FILE`, a folder of Parquet files, postgres://USER@HOST/DATABASE?cdm=SCHEMA, spark://HOST:PORT?cdm=CATALOG.SCHEMA or databricks://HOST/PATH?cdm=CATALOG.SCHEMA (default: the demo database, made on first use)",
		},
		&cli.StringFlag{Name: "home", Usage: "`DIR` for what askomop itself keeps (default: " + homeHint + ")"},
		&cli.StringFlag{Name: "config", Usage: "configuration `FILE` (default: config.yaml in the home folder)"},
		&cli.StringFlag{
			Name: "results",
			Usage: "where results of schedules and cohorts are kept, a DuckDB `FILE` or a PostgreSQL, " +
				app.StoreForm + " (default: results.duckdb in the home folder)",
		},
		&cli.StringFlag{
			Name:  "terms",
			Usage: "`FILE` of your own abbreviations and other wordings (default: terms.tsv in the home folder)",
		},
		&cli.IntFlag{
			Name:  "round",
			Usage: "round counts, and what is computed from them, to multiples of `N` (5, say), so that the difference of two answers tells nobody; 0 for none",
		},
		&cli.BoolFlag{
			Name:  "csv-formulas",
			Usage: "write texts of CSV and of workbooks that begin with =, +, -, @ or a tab as they are, though spreadsheets take them for formulas",
		},
		&cli.IntFlag{Name: "min-cell", Usage: "hide counts of people from 1 to `N`-1; 0 shows all", Value: app.DefaultMinCell},
		&cli.DurationFlag{Name: "timeout", Usage: "`TIME` that one question may take", Value: app.DefaultTimeout},
		&cli.IntFlag{
			Name:  "memory",
			Usage: "gigabytes of memory that the database may take; up to four times as much goes to disk",
			Value: app.DefaultMemory,
		},
		&cli.BoolFlag{Name: "json", Usage: "print one JSON object"},
		&cli.BoolFlag{Name: "no-log", Usage: "keep no record of what is asked"},
		&cli.BoolFlag{Name: "quiet", Usage: "no progress, no notes"},
		&cli.BoolFlag{Name: "verbose", Usage: "tell what is being done"},
	}
	return slices.Concat(own, checkFlags(), retrievalFlags(), modelFlags())
}

// prepareCommands gives every command what all of them need.
func prepareCommands(commands []*cli.Command) {
	for _, c := range commands {
		bindEnvironment(c.Flags)
		c.OnUsageError = onUsageError
		c.HideHelpCommand = true
		if len(c.Subcommands) > 0 && c.Action == nil {
			c.Action = unknownSubcommand
		}
		prepareCommands(c.Subcommands)
	}
}

// call is one run of one command: its flags and arguments, its output and its parts.
type call struct {
	*cli.Context
	Streams
	settings settings
	app      *app.App
	log      *slog.Logger
}

// action turns a command's function into urfave's: it applies the configuration
// file, opens askomop and closes it.
func (p *program) action(do func(context.Context, *call) error) cli.ActionFunc {
	return func(c *cli.Context) (err error) {
		set, err := readSettings(c)
		if err != nil {
			return err
		}
		log := newLogger(p.Err, set)
		call := &call{Context: c, Streams: p.Streams, settings: set, log: log}
		if call.app, err = app.New(set.Settings, call.host(p.asker)); err != nil {
			return err
		}
		defer func() { err = errors.Join(err, call.app.Close()) }()
		return do(c.Context, call)
	}
}

// host is what stands around askomop on a command line.
func (c *call) host(asker func(*app.App, pipeline.Options) app.Asker) app.Host {
	return app.Host{
		Worker: queryWorker(), Log: c.log, Begin: c.begin, Tell: func(sentence string) { c.note("%s", sentence) }, Version: c.App.Version, Asker: asker, Agent: tools.OfAgent,
	}
}

// queryWorker is the command of a process that runs queries: this program. Where it can't be found again, queries run
// in this one.
func queryWorker() []string {
	program, err := os.Executable()
	if err != nil {
		return nil
	}
	return []string{program}
}

// begin shows a long piece of work.
func (c *call) begin(title string) app.Work { return newProgress(c.Streams, c.settings.Quiet, title) }

// noCommand is what the program does without a command, or with one it does not know.
func (p *program) noCommand(c *cli.Context) error {
	if !c.Args().Present() {
		return cli.ShowAppHelp(c)
	}
	name := c.Args().First()
	if near := app.Nearest(name, commandNames(c.App.Commands)); near != "" {
		return usagef("unknown command %q; did you mean \"askomop %s\"?", name, near)
	}
	return usagef("unknown command %q; to ask a question: askomop ask \"…\"; askomop --help lists the commands", name)
}

func unknownSubcommand(c *cli.Context) error {
	if !c.Args().Present() {
		return cli.ShowSubcommandHelp(c)
	}
	return usagef("unknown command \"%s %s\"; askomop %s --help lists what there is",
		commandPath(c), c.Args().First(), commandPath(c))
}

func commandNames(commands []*cli.Command) []string {
	var names []string
	for _, c := range commands {
		names = append(names, c.Name)
	}
	return names
}

// oneArgument returns the command's only argument; what names it in the error.
func oneArgument(c *call, what string) (string, error) {
	if c.NArg() != 1 || c.Args().First() == "" {
		return "", usagef(
			"%s needs exactly one %s; askomop %s --help",
			commandPath(c.Context),
			what,
			commandPath(c.Context),
		)
	}
	return c.Args().First(), nil
}

// note tells the user something that is not a result. --quiet silences it.
func (c *call) note(format string, args ...any) {
	if !c.settings.Quiet {
		fmt.Fprintln(c.Streams.Err, visible(fmt.Sprintf(format, args...)))
	}
}
