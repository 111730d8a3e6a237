package tools

import (
	"context"
	"time"

	"github.com/askomop/askomop/app"
	"github.com/askomop/askomop/pipeline/cohort"
)

// Cohorts are the kept cohorts.
type Cohorts struct {
	Cohorts []Cohort `json:"cohorts"`
}

// Cohort is a kept cohort.
type Cohort struct {
	Name        string `json:"name"`
	Title       string `json:"title,omitempty" jsonschema:"the question or the title of the definition"`
	Generations int    `json:"generations" jsonschema:"how often its people were found; 0 for a definition that nobody has named yet"`
	People      any    `json:"people" jsonschema:"of the newest generation, a small number reads \"<5\", and one near to that of another cohort \"about 10\""`
}

func listCohorts(ctx context.Context, a Session, _ nothing) (Cohorts, error) {
	all, err := a.Cohorts(ctx)
	if err != nil {
		return Cohorts{}, err
	}
	defined, err := a.Definitions().List()
	if err != nil {
		return Cohorts{}, err
	}
	out, made := Cohorts{Cohorts: []Cohort{}}, map[string]bool{}
	for _, c := range all {
		one := Cohort{Name: c.Name, Title: c.Description, Generations: len(c.Generations)}
		if g, ok := c.Newest(); ok {
			one.People = cohort.ListOf(all).Count(g.People, a.MinCell())
		}
		out.Cohorts, made[c.Name] = append(out.Cohorts, one), true
	}
	for _, def := range defined {
		if !made[def.Name] {
			out.Cohorts = append(out.Cohorts, Cohort{Name: def.Name, Title: def.Title})
		}
	}
	return out, nil
}

type keptName struct {
	Name string `json:"name" jsonschema:"as the list has it"`
}

// CohortDetail is a cohort with what it asks, how often it was made, and how many are left after each criterion.
type CohortDetail struct {
	Name        string             `json:"name"`
	Title       string             `json:"title,omitempty"`
	Understood  string             `json:"understood,omitempty" jsonschema:"the definition as a sentence"`
	Definition  map[string]any     `json:"study_population,omitempty" jsonschema:"the definition as the population of a study question"`
	SQL         string             `json:"sql,omitempty"`
	Generations []CohortGeneration `json:"generations"`
}

// CohortGeneration is one making of a cohort.
type CohortGeneration struct {
	Number    int       `json:"generation"`
	At        time.Time `json:"at"`
	People    any       `json:"people" jsonschema:"a small number reads \"<5\""`
	Rows      any       `json:"rows"`
	Attrition []LeftBy  `json:"attrition"`
}

// LeftBy is how many people are left after a criterion.
type LeftBy struct {
	Criterion string `json:"criterion"`
	People    any    `json:"people"`
}

func showCohort(ctx context.Context, a Session, in keptName) (CohortDetail, error) {
	out := CohortDetail{Name: in.Name, Generations: []CohortGeneration{}}
	def, errDefined := a.Definitions().Load(in.Name)
	if errDefined == nil {
		out.Title, out.Understood, out.Definition = def.Title, def.Cohort.Sentence(), object(app.JSONOf(def.Cohort))
	}
	kept, err := a.Cohort(ctx, in.Name)
	if err != nil && errDefined == nil {
		return out, nil // its people are found when somebody names it
	}
	if err != nil {
		return CohortDetail{}, err
	}
	doc := a.CohortDocument(kept)
	out.SQL = doc.SQL
	if out.Title == "" {
		out.Title = doc.Description
	}
	for _, g := range doc.Generations {
		one := CohortGeneration{Number: g.Number, At: g.At, People: g.People, Rows: g.Rows, Attrition: []LeftBy{}}
		for _, s := range g.Attrition {
			one.Attrition = append(one.Attrition, LeftBy(s))
		}
		out.Generations = append(out.Generations, one)
	}
	return out, nil
}

type cohortToExport struct {
	Name     string `json:"name,omitempty" jsonschema:"of a kept definition"`
	Question string `json:"question,omitempty" jsonschema:"in place of a name: a question in plain words, whose population is written"`
}

// AtlasCohort is a cohort definition as ATLAS imports it.
type AtlasCohort struct {
	Definition map[string]any `json:"definition" jsonschema:"Circe's JSON"`
}

func exportCohort(ctx context.Context, a Session, in cohortToExport) (AtlasCohort, error) {
	text, err := a.ExportAtlas(ctx, in.Name, in.Question)
	if err != nil {
		return AtlasCohort{}, err
	}
	return AtlasCohort{object(text)}, nil
}

// Schedules are the scheduled questions.
type Schedules struct {
	Schedules []Schedule `json:"schedules"`
}

// Schedule is a question that is asked again and again.
type Schedule struct {
	Name     string `json:"name"`
	Question string `json:"question,omitempty"`
	Cron     string `json:"cron,omitempty"`
	Paused   bool   `json:"paused,omitempty"`
	Runs     int    `json:"runs"`
	Damaged  int    `json:"damaged,omitempty" jsonschema:"records of the history that cannot be read"`
}

func listSchedules(_ context.Context, a Session, _ nothing) (Schedules, error) {
	folder := a.Schedules()
	all, err := folder.List()
	if err != nil {
		return Schedules{}, err
	}
	out := Schedules{Schedules: []Schedule{}}
	for _, s := range all {
		runs, damaged, err := folder.History(s.Name)
		if err != nil {
			return Schedules{}, err
		}
		out.Schedules = append(out.Schedules, Schedule{s.Name, s.Frozen.Question, s.Cron, s.Paused, len(runs), damaged})
	}
	return out, nil
}

// ScheduleDetail is a schedule with its SQL and its last runs.
type ScheduleDetail struct {
	Name     string   `json:"name"`
	Question string   `json:"question,omitempty"`
	Cron     string   `json:"cron,omitempty"`
	Timezone string   `json:"timezone"`
	Paused   bool     `json:"paused,omitempty"`
	Cohort   string   `json:"cohort,omitempty" jsonschema:"the cohort that each run writes"`
	SQL      string   `json:"sql" jsonschema:"the template that is asked, with placeholders"`
	Alerts   []string `json:"alerts"`
	Runs     []Run    `json:"runs" jsonschema:"the last ones, the newest last"`
	Damaged  int      `json:"damaged,omitempty" jsonschema:"records of the history that cannot be read"`
}

// Run is one run of a schedule.
type Run struct {
	ID      string    `json:"id"`
	Due     time.Time `json:"due"`
	Status  string    `json:"status"`
	Message string    `json:"message,omitempty"`
	Answer  string    `json:"answer,omitempty"`
	Shown   string    `json:"value,omitempty" jsonschema:"the main number; a small one reads \"<5\""`
	Rows    int       `json:"rows"`
	Stale   []string  `json:"stale,omitempty" jsonschema:"what changed in the vocabulary since the question was scheduled"`
	Alerts  []string  `json:"alerts,omitempty"`
}

// mostRuns bounds the history that one call shows.
const mostRuns = 50

func showSchedule(_ context.Context, a Session, in keptName) (ScheduleDetail, error) {
	folder := a.Schedules()
	s, err := folder.Get(in.Name)
	if err != nil {
		return ScheduleDetail{}, err
	}
	runs, damaged, err := folder.History(in.Name)
	if err != nil {
		return ScheduleDetail{}, err
	}
	out := ScheduleDetail{Name: s.Name, Question: s.Frozen.Question, Cron: s.Cron, Timezone: s.Zone, Paused: s.Paused,
		Cohort: s.Cohort, SQL: s.Frozen.Template,
		Alerts: append([]string{}, s.Alerts...), Runs: []Run{}, Damaged: damaged}
	for _, r := range runs[max(0, len(runs)-mostRuns):] {
		out.Runs = append(out.Runs, Run{r.ID, r.Due, r.Status, r.Message, r.Answer, r.Shown, r.Rows, r.Stale, r.Alerts})
	}
	return out, nil
}
