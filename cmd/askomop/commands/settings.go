package commands

import (
	"log/slog"
	"strings"

	"github.com/urfave/cli/v2"

	"github.com/askomop/askomop/app"
)

// homeHint says in help texts where the home folder is.
const homeHint = "askomop in the user's data folder"

// settings are the values of the global flags, after flag, environment and file.
type settings struct {
	app.Settings
	Config  string // the file that was read; empty when there is none
	JSON    bool
	Quiet   bool
	Verbose bool
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
		var of *[]string
		switch f := f.(type) {
		case *cli.StringFlag:
			of = &f.EnvVars
		case *cli.IntFlag:
			of = &f.EnvVars
		case *cli.Uint64Flag:
			of = &f.EnvVars
		case *cli.BoolFlag:
			of = &f.EnvVars
		case *cli.DurationFlag:
			of = &f.EnvVars
		case *cli.Float64Flag:
			of = &f.EnvVars
		case *cli.StringSliceFlag:
			of = &f.EnvVars
		}
		if of != nil && len(*of) == 0 { // a token has a variable of its command
			*of = []string{envName(f.Names()[0])}
		}
	}
}

func envName(flag string) string {
	return "ASKOMOP_" + strings.ToUpper(strings.ReplaceAll(flag, "-", "_"))
}

// readSettings applies the configuration file to the flags that neither the
// command line nor the environment has set, and returns the global ones.
func readSettings(c *cli.Context) (settings, error) {
	home, err := app.HomeDir(c.String("home"))
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
	if home, err = app.HomeDir(c.String("home")); err != nil {
		return settings{}, err
	}
	s := settings{
		Config:  file.path,
		JSON:    c.Bool("json"),
		Quiet:   c.Bool("quiet"),
		Verbose: c.Bool("verbose"),
		Settings: app.Settings{
			DB: c.String(
				"db",
			), Home: home, Results: c.String("results"), Terms: c.String("terms"), NoLog: c.Bool("no-log"),
			Trace: c.Bool("verbose"),
			Model: readModelSettings(c), Retrieval: readRetrievalSettings(c),
		},
	}
	if s.Severity, err = readSeverities(c); err != nil {
		return settings{}, err
	}
	if s.Define, err = readDefinitions(c); err != nil {
		return settings{}, err
	}
	return s, s.readBounds(c)
}

// readDefinitions reads --define.
func readDefinitions(c *cli.Context) (map[string]string, error) {
	chosen := map[string]string{}
	for _, text := range c.StringSlice("define") {
		name, value, ok := strings.Cut(text, "=")
		if !ok {
			return nil, usagef("--define %s: write NAME=VALUE, as in started=any", text)
		}
		chosen[strings.TrimSpace(name)] = strings.TrimSpace(value)
	}
	return chosen, nil
}

// readBounds reads the numbers, of which 0 means something else to a person than to app.Settings.
func (s *settings) readBounds(c *cli.Context) error {
	s.MinCell, s.Round, s.Memory, s.Timeout = c.Int("min-cell"), c.Int("round"), c.Int("memory"), c.Duration("timeout")
	switch {
	case s.Round < 0:
		return usagef(
			"--round %d: say to multiples of which number counts are rounded, 5 for example; 0 rounds none",
			s.Round,
		)
	case s.MinCell < 0:
		return usagef("--min-cell %d: a count of people can't be negative; 0 shows all", s.MinCell)
	case s.Timeout < 0:
		return usagef("--timeout %s is negative; 0 is no limit", s.Timeout)
	case s.Memory < 1:
		return usagef("--memory %d: say how many gigabytes, at least 1", s.Memory)
	case s.Quiet && s.Verbose:
		return usagef("--quiet and --verbose exclude each other")
	}
	if s.MinCell == 0 {
		s.MinCell = app.ShowAll
	}
	switch {
	case !c.IsSet("timeout"):
		s.Timeout = 0 // the default, which depends on the model
	case s.Timeout == 0:
		s.Timeout = app.NoTimeout
	}
	return nil
}
