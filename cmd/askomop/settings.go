package main

import (
	"log/slog"
	"strings"
	"time"

	"github.com/urfave/cli/v2"

	"github.com/askomop/askomop/omop"
)

// settings are the values of the global flags, after flag, environment and file.
type settings struct {
	DB        string // empty means the demo database
	Home      string // absolute
	Config    string // the file that was read; empty when there is none
	Results   string // empty means a file in the home folder; a URL can hold a password
	Terms     string // file of the user's own wordings; empty means terms.tsv of the home folder, where there is one
	MinCell   int
	Timeout   time.Duration
	Memory    int  // gigabytes for DuckDB
	TimeSet   bool // Timeout is the user's own
	NoLog     bool
	JSON      bool
	Quiet     bool
	Verbose   bool
	Retrieval retrievalSettings
	Model     modelSettings
	Severity  map[string]omop.Severity // of rules, where it is not their own
}

func (s settings) logLevel() slog.Level {
	switch {
	case s.Verbose:
		return slog.LevelDebug
	case s.Quiet:
		return slog.LevelError
	default:
		return slog.LevelWarn
	}
}

// bindEnvironment gives every flag its variable: --min-cell is ASKOMOP_MIN_CELL.
func bindEnvironment(flags []cli.Flag) {
	for _, f := range flags {
		env := []string{envName(f.Names()[0])}
		switch f := f.(type) {
		case *cli.StringFlag:
			f.EnvVars = env
		case *cli.IntFlag:
			f.EnvVars = env
		case *cli.Uint64Flag:
			f.EnvVars = env
		case *cli.BoolFlag:
			f.EnvVars = env
		case *cli.DurationFlag:
			f.EnvVars = env
		case *cli.Float64Flag:
			f.EnvVars = env
		case *cli.StringSliceFlag:
			f.EnvVars = env
		}
	}
}

func envName(flag string) string {
	return "ASKOMOP_" + strings.ToUpper(strings.ReplaceAll(flag, "-", "_"))
}

// readSettings applies the configuration file to the flags that neither the
// command line nor the environment has set, and returns the global ones.
func readSettings(c *cli.Context) (settings, error) {
	home, err := homeDir(c.String("home"))
	if err != nil {
		return settings{}, err
	}
	file, err := readConfig(c, home)
	if err != nil {
		return settings{}, err
	}
	if err := file.apply(c); err != nil {
		return settings{}, err
	}
	if home, err = homeDir(c.String("home")); err != nil {
		return settings{}, err
	}
	s := settings{
		DB: c.String("db"), Home: home, Config: file.path, Results: c.String("results"), Terms: c.String("terms"),
		MinCell: c.Int("min-cell"), Timeout: c.Duration("timeout"), TimeSet: c.IsSet("timeout"), Memory: c.Int("memory"), Model: readModelSettings(c), Retrieval: readRetrievalSettings(c),
		NoLog: c.Bool("no-log"), JSON: c.Bool("json"), Quiet: c.Bool("quiet"), Verbose: c.Bool("verbose"),
	}
	if s.Severity, err = readSeverities(c); err != nil {
		return settings{}, err
	}
	return s, s.check()
}

// maxMemory bounds --memory: more is a slip of the unit.
const maxMemory = 4096

// check refuses values that no part of the program can work with.
func (s settings) check() error {
	switch {
	case s.MinCell < 0:
		return usagef("--min-cell %d: a count of people can't be negative; 0 shows all", s.MinCell)
	case s.Timeout < 0:
		return usagef("--timeout %s is negative; 0 is no limit", s.Timeout)
	case s.Memory < 1 || s.Memory > maxMemory:
		return usagef("--memory %d: say how many gigabytes, 1 to %d", s.Memory, maxMemory)
	case strings.Contains(s.Results, "://") && !isPostgres(s.Results):
		return usagef("--results %s: use a DuckDB file, or %s", redactURL(s.Results), storeForm)
	case s.Quiet && s.Verbose:
		return usagef("--quiet and --verbose exclude each other")
	case strings.Contains(s.DB, "://"):
		return usagef("--db %s: this version opens DuckDB files; make one with askomop db load SRC --to FILE.duckdb", redactURL(s.DB))
	}
	if err := s.Retrieval.check(); err != nil {
		return err
	}
	return s.Model.check()
}

// redactURL leaves scheme and place of a URL: what stands before the last @ can be a password.
func redactURL(url string) string {
	scheme, rest, _ := strings.Cut(url, "://")
	if i := strings.LastIndexByte(rest, '@'); i >= 0 {
		rest = "…@" + rest[i+1:]
	}
	rest, _, _ = strings.Cut(rest, "?")
	return scheme + "://" + rest
}
