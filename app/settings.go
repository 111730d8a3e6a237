package app

import (
	"strings"
	"time"

	"github.com/askomop/askomop/omop"
	"github.com/askomop/askomop/omop/s3"
)

// Settings say what is asked, with what, and within which bounds. Zero fields take the defaults in brackets.
type Settings struct {
	DB   string // the CDM: a DuckDB file [the demo database, made on first use]
	Home string // folder for what askomop itself keeps [askomop in the user's data folder]
	// where results and cohorts are kept; a URL can hold a password [a file in the home]
	Results string
	Terms   string // file of the user's own wordings [terms.tsv of the home, where there is one]
	MinCell int    // counts of people from 1 to MinCell-1 are hidden; ShowAll shows them [5]
	// counts are rounded to multiples of it, and what is computed from counts; 0 for none
	Round int
	// that one question may take; NoTimeout for no bound [2 minutes, with a model 15]
	Timeout   time.Duration
	Memory    int                      // gigabytes that the database may take [2]
	NoLog     bool                     // keep no record of what is asked
	Trace     bool                     // log every request to a model
	Retrieval Retrieval                // how the library is searched
	Model     Model                    // which language model is asked [none]
	Severity  map[string]omop.Severity // of rules, where it is not their own
	Define    map[string]string        // what words are taken as, where it is not askomop's default: "started": "any"
}

// What a person who knows the data can ask for in place of a default.
const (
	ShowAll   = -1 // in place of a MinCell
	NoTimeout = -1 // in place of a Timeout
)

// Defaults of Settings.
const (
	DefaultMinCell = 5
	DefaultMemory  = 2
	DefaultTimeout = 2 * time.Minute

	// modelTime is what a question may take that asks a model several times.
	modelTime = 15 * time.Minute
	// maxMemory bounds Memory: more is a slip of the unit.
	maxMemory = 4096
)

// filled are the settings with the folder and the defaults of the parts in their places, or what is wrong with them.
func (s Settings) filled() (Settings, error) {
	home, err := HomeDir(s.Home)
	if err != nil {
		return s, err
	}
	s.Home = home
	if s.Memory == 0 {
		s.Memory = DefaultMemory
	}
	s.Retrieval, s.Model = s.Retrieval.filled(), s.Model.filled()
	return s, s.check()
}

// minCell is the smallest number of people that is shown; 0 where all are.
func (s Settings) minCell() int {
	if s.MinCell == 0 {
		return DefaultMinCell
	}
	return max(0, s.MinCell)
}

// noLimit is a time that no query takes; to the engine, zero means its default.
const noLimit = 365 * 24 * time.Hour

// times are what one query may take, and what a whole question may; 0 is not a bound.
func (s Settings) times() (query, question time.Duration) {
	switch {
	case s.Timeout < 0:
		return noLimit, 0
	case s.Timeout > 0:
		return s.Timeout, s.Timeout
	case s.Model.Configured():
		return DefaultTimeout, modelTime
	}
	return DefaultTimeout, DefaultTimeout
}

// check refuses values that no part of the program can work with.
func (s Settings) check() error {
	switch {
	case s.Memory < 1 || s.Memory > maxMemory:
		return usagef("--memory %d: say how many gigabytes, 1 to %d", s.Memory, maxMemory)
	case strings.Contains(s.Results, "://") && !isPostgres(s.Results):
		return usagef("--results %s: use a DuckDB file, or %s", RedactURL(s.Results), StoreForm)
	case strings.Contains(s.DB, "://") && kindOfServer(s.DB) == nil && !s3.Is(s.DB):
		return usagef("--db %s: use a DuckDB file, a folder of Parquet files, s3://BUCKET/FOLDER, %s", RedactURL(s.DB),
			serverForms())
	}
	if err := checkDefinitions(s.Define); err != nil {
		return err
	}
	if err := s.Retrieval.check(); err != nil {
		return err
	}
	return s.Model.check()
}

// RedactURL leaves scheme and place of a URL: what stands before the last @ can be a password.
func RedactURL(url string) string {
	scheme, rest, _ := strings.Cut(url, "://")
	if i := strings.LastIndexByte(rest, '@'); i >= 0 {
		rest = "…@" + rest[i+1:]
	}
	rest, _, _ = strings.Cut(rest, "?")
	return scheme + "://" + rest
}
