// Package results keeps what scheduled runs give: tables, already suppressed, and cohorts as rows of the OMOP tables
// cohort and cohort_definition. They lie in a database of askomop's own and never in the CDM.
//
// It defines Store; duckfile and postgres implement it.
package results

import (
	"context"
	"errors"
	"time"

	"github.com/askomop/askomop/omop"
)

// Errors that a Store's error may wrap.
var (
	ErrNotFound = errors.New("not found")
	// ErrBusy says that another process has the store to itself, or that its server is away: try again.
	ErrBusy = errors.New("not available at the moment")
)

// Key names the result of a run.
type Key struct {
	Schedule string
	Run      string
}

// Store keeps results and cohorts. Several processes may use one at the same time,
// and a Store is safe for concurrent use. What Put has taken lasts.
type Store interface {
	// Put keeps a run's table, in the place of one that the same run has left before.
	Put(ctx context.Context, k Key, finished time.Time, t *omop.Table) error
	// Get returns a run's table; ErrNotFound where there is none.
	Get(ctx context.Context, k Key) (*omop.Table, error)
	// Drop forgets the results of a schedule. Cohorts stay.
	Drop(ctx context.Context, schedule string) error

	// PutGeneration writes the people of a cohort as its newest generation, all or
	// nothing, and returns its number. The generation of the same run is replaced, so that a run
	// that is made twice leaves one. The cohort gets an id where it has none.
	PutGeneration(ctx context.Context, c Cohort, g Generation, entries []Entry) (Cohort, Generation, error)
	// Cohorts lists the cohorts by name, each with its generations in order.
	Cohorts(ctx context.Context) ([]Cohort, error)
	// Entries returns the people of a generation, by subject and start; 0 is the newest.
	Entries(ctx context.Context, cohort string, generation int) ([]Entry, error)
	// RemoveCohort removes a cohort with all its generations; ErrNotFound where there is none.
	RemoveCohort(ctx context.Context, cohort string) error

	Close() error
}

// Cohort is a row of cohort_definition.
type Cohort struct {
	ID          int64  // cohort_definition_id
	Name        string // cohort_definition_name, unique here
	Description string // cohort_definition_description: the question, or where the SQL is from
	Syntax      string // cohort_definition_syntax: the SQL that gives the people
	Initiated   time.Time
	Generations []Generation // in order; the last is what the table cohort holds
}

// Generation is one making of a cohort.
type Generation struct {
	Number   int // from 1
	Run      string
	At       time.Time
	People   int
	Rows     int
	Database string // the CDM that it was made from
	Source   string // and what that said of itself
	Steps    []Step // attrition; the last is the cohort itself
	// Inclusion are the numbers of its inclusion rules; nil where it has no definition.
	Inclusion *Inclusion
}

// Inclusion is what OHDSI's tables cohort_inclusion, cohort_inclusion_result, cohort_inclusion_stats,
// cohort_summary_stats and cohort_censor_stats say of a cohort.
type Inclusion struct {
	Rules   []string // names, in order
	Matches []Match
	Lost    *int // people whom the cohort's calendar time leaves out; nil where it has none
}

// Match is how many index records (mode 0) or people by the best of theirs (mode 1) meet the rules whose bits are set
// in Mask.
type Match struct {
	Mode   int
	Mask   int64
	Number int64
}

// Step is how many people are left after a criterion.
type Step struct {
	Criterion string `json:"criterion"`
	People    int    `json:"people"`
}

// Entry is a row of cohort: somebody is in from Start to End, both days included.
type Entry struct {
	Subject    int64
	Start, End time.Time
}

// Newest is the cohort's last generation; false where it has none.
func (c Cohort) Newest() (Generation, bool) {
	if len(c.Generations) == 0 {
		return Generation{}, false
	}
	return c.Generations[len(c.Generations)-1], true
}

// Generation returns a generation by number; 0 is the newest.
func (c Cohort) Generation(n int) (Generation, bool) {
	if n == 0 {
		return c.Newest()
	}
	for _, g := range c.Generations {
		if g.Number == n {
			return g, true
		}
	}
	return Generation{}, false
}
