package schedule

import (
	"fmt"
	"time"

	"github.com/askomop/askomop/coding"
	"github.com/askomop/askomop/internal/lazyregexp"
	"github.com/askomop/askomop/omop/study"
)

// What is done about due times that passed while no runner was up.
const (
	CatchUpOnce = "once" // the latest of them is run, the others are noted
	CatchUpSkip = "skip" // all of them are noted
)

// Schedule is a frozen question and when to run it. It is kept as one JSON file.
type Schedule struct {
	Name      string        `json:"name"`
	Cron      string        `json:"cron,omitempty"` // empty: never by the clock
	Zone      string        `json:"timezone"`       // IANA name
	OnRefresh bool          `json:"on_refresh,omitempty"`
	CatchUp   string        `json:"catch_up"`
	Database  string        `json:"database"`             // absolute path
	Timeout   time.Duration `json:"timeout_ns,omitempty"` // of one run; 0: the runner's
	MinCell   int           `json:"min_cell"`
	Alerts    []string      `json:"alerts"`
	Webhook   string        `json:"webhook,omitempty"`
	Command   string        `json:"alert_command,omitempty"`
	Cohort    string        `json:"cohort,omitempty"` // the cohort that each run writes

	Created  time.Time `json:"created"`
	Since    time.Time `json:"since"` // nothing that was due up to then is run
	Paused   bool      `json:"paused,omitempty"`
	Forget   int64     `json:"forget,omitempty"` // bytes of the history that don't tell what is due: see Folder.Resume
	Revision int       `json:"revision"`         // grows with each refresh
	Source   string    `json:"source"`           // of the data when it was frozen: see Facts.Source
	Frozen   Frozen    `json:"frozen"`
}

// Frozen is everything of a question that a run needs, so that each run gives the same SQL.
type Frozen struct {
	Question    string          `json:"question,omitempty"`
	Study       *study.Question `json:"study_question,omitempty"` // what the question was understood as; nil where it was not, or its window moves
	Template    string          `json:"template"`                 // with {{…}} and placeholders
	Window      *Window         `json:"window,omitempty"`
	Sets        []Set           `json:"concept_sets"`
	Assumptions []string        `json:"assumptions,omitempty"`
	Writer      string          `json:"writer,omitempty"` // "pair", or the model that wrote the SQL
	Pair        string          `json:"pair,omitempty"`   // whose SQL was followed
	Model       string          `json:"model,omitempty"`
	Program     string          `json:"program"`
	Library     string          `json:"library"`    // stands for the library's content
	Vocabulary  string          `json:"vocabulary"` // its version
	CDM         string          `json:"cdm"`        // its version
	At          time.Time       `json:"at"`
}

// Set is a frozen concept set.
type Set struct {
	Domain   string   `json:"domain"`
	Text     string   `json:"text"`
	Concepts []Member `json:"concepts"`
	Notes    []string `json:"notes,omitempty"`
	// Apart are standard concepts below the set that were left out of it on purpose when
	// it was made. What comes to lie below it and is not among them is new.
	Apart []int64 `json:"apart,omitempty"`
}

// Member is one concept of a Set.
type Member struct {
	ID         int64   `json:"id"`
	Name       string  `json:"name"`
	Vocabulary string  `json:"vocabulary"`
	Code       string  `json:"code"`
	Why        string  `json:"why"`
	Score      float64 `json:"score"`
}

var nameForm = lazyregexp.New(`^[a-z0-9]+(?:[-_][a-z0-9]+)*$`)

// CheckName refuses what can't be the name of a schedule or a cohort: it becomes the
// name of files, and part of placeholders.
func CheckName(name string) error {
	if len(name) > 80 || !nameForm.MatchString(name) {
		return fmt.Errorf("%q can't be a name: lower-case letters and digits, joined by hyphens, 80 at most", name)
	}
	return nil
}

// cron is the schedule's expression; nil where it has none.
func (s *Schedule) cron() (*Cron, error) {
	if s.Cron == "" {
		return nil, nil
	}
	return ParseCron(s.Cron, s.Zone)
}

// Next is when the schedule is due after t; zero for one without a cron expression.
func (s *Schedule) Next(t time.Time) time.Time {
	c, err := s.cron()
	if err != nil || c == nil || s.Paused {
		return time.Time{}
	}
	return c.Next(t)
}

// Location is the schedule's time zone.
func (s *Schedule) Location() *time.Location {
	loc, err := time.LoadLocation(s.Zone)
	if err != nil {
		return time.UTC // a zone is checked when a schedule is added; files may travel
	}
	return loc
}

// Check refuses a schedule that can't be kept.
func (s *Schedule) Check() error {
	if err := CheckName(s.Name); err != nil {
		return err
	}
	if s.Cron == "" && !s.OnRefresh {
		return fmt.Errorf("schedule %s is never due: give it --cron or --on-refresh", s.Name)
	}
	if s.CatchUp != CatchUpOnce && s.CatchUp != CatchUpSkip {
		return fmt.Errorf("--catch-up %s: write once or skip", s.CatchUp)
	}
	if _, err := s.cron(); err != nil {
		return err
	}
	_, err := ParseRules(s.Alerts)
	return err
}

// Freeze keeps a concept set.
func freezeSet(c coding.ConceptSet) Set {
	s := Set{Domain: c.Entity.Domain, Text: c.Entity.Text, Notes: c.Notes}
	for _, m := range c.Concepts {
		s.Concepts = append(s.Concepts, Member(m))
	}
	return s
}

// thaw is the set as it was coded.
func (s Set) thaw() coding.ConceptSet {
	c := coding.ConceptSet{Entity: coding.Entity{Domain: s.Domain, Text: s.Text}, Notes: s.Notes}
	for _, m := range s.Concepts {
		c.Concepts = append(c.Concepts, coding.Member(m))
	}
	return c
}

// ConceptSets are the frozen sets as they were coded.
func (s *Schedule) ConceptSets() []coding.ConceptSet {
	out := make([]coding.ConceptSet, len(s.Frozen.Sets))
	for i, set := range s.Frozen.Sets {
		out[i] = set.thaw()
	}
	return out
}
