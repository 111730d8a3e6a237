package page

import (
	"html/template"
	"net/http"
	"slices"
	"strings"
	"time"

	"github.com/askomop/askomop/app"
	"github.com/askomop/askomop/app/picture"
	"github.com/askomop/askomop/pipeline/schedule"
	"github.com/askomop/askomop/rag"
)

// mostListed bounds a list on one page.
const mostListed = 200

// libraryView is the reviewed questions, narrowed by words and by topic.
type libraryView struct {
	Find, Topic string
	Topics      []string
	Pairs       []rag.Pair
	Found       int
}

func (s *Server) library(w http.ResponseWriter, r *http.Request, of *session) error {
	pairs, err := s.app.Library(r.Context())
	if err != nil {
		return err
	}
	v := libraryView{Find: clip(r.URL.Query().Get("find")), Topic: r.URL.Query().Get("topic")}
	wanted := strings.Fields(strings.ToLower(v.Find))
	for _, p := range pairs {
		if !slices.Contains(v.Topics, p.Topic) {
			v.Topics = append(v.Topics, p.Topic)
		}
		if (v.Topic == "" || p.Topic == v.Topic) && slices.ContainsFunc(p.Wordings(), func(w string) bool { return has(strings.ToLower(w), wanted) }) {
			v.Pairs = append(v.Pairs, p)
		}
	}
	slices.Sort(v.Topics)
	v.Found = len(v.Pairs)
	v.Pairs = v.Pairs[:min(len(v.Pairs), mostListed)]
	return s.show(w, of, "library", frame{Title: "Library", Place: "library", Page: v})
}

func (s *Server) pair(w http.ResponseWriter, r *http.Request, of *session) error {
	p, err := s.app.Pair(r.Context(), r.PathValue("id"))
	if err != nil {
		return &refusal{http.StatusNotFound, "The library has no such pair."}
	}
	return s.show(w, of, "pair", frame{Title: p.Question, Place: "library", Page: p})
}

// historyView is what was asked, newest first.
type historyView struct {
	Entries []app.LogEntry
	Off     bool
	Trouble string
}

func (s *Server) history(w http.ResponseWriter, r *http.Request, of *session) error {
	v := historyView{Off: s.app.Settings().NoLog}
	for rec, err := range s.app.RunLog().Records() {
		if r.Context().Err() != nil {
			return r.Context().Err()
		}
		if err != nil {
			v.Trouble = "The log is damaged; askomop log verify shows where."
			continue
		}
		e, err := app.ReadEntry(rec)
		if err != nil || e.Question == "" {
			continue
		}
		if v.Entries = append(v.Entries, e); len(v.Entries) > 2*mostListed {
			v.Entries = slices.Delete(v.Entries, 0, mostListed)
		}
	}
	slices.Reverse(v.Entries)
	v.Entries = v.Entries[:min(len(v.Entries), mostListed)]
	return s.show(w, of, "history", frame{Title: "History", Place: "history", Page: v})
}

func (s *Server) cohorts(w http.ResponseWriter, r *http.Request, of *session) error {
	all, err := s.app.Cohorts(r.Context())
	if err != nil {
		return err
	}
	docs := []app.CohortDocument{}
	for _, c := range all {
		docs = append(docs, s.app.CohortDocument(c))
	}
	return s.show(w, of, "cohorts", frame{Title: "Cohorts", Place: "cohorts", Page: docs})
}

// cohortView is a cohort with the sizes of its generations and how the last came about.
type cohortView struct {
	app.CohortDocument
	Newest  app.Generation
	Picture template.HTML // how many are left after each criterion
}

func (s *Server) cohort(w http.ResponseWriter, r *http.Request, of *session) error {
	c, err := s.app.Cohort(r.Context(), r.PathValue("name"))
	if err != nil {
		return &refusal{http.StatusNotFound, "There is no such cohort."}
	}
	v := cohortView{CohortDocument: s.app.CohortDocument(c)}
	if n := len(v.Generations); n > 0 {
		v.Newest = v.Generations[n-1]
	}
	var criteria []string
	var people []any
	for _, step := range v.Newest.Attrition {
		criteria, people = append(criteria, step.Criterion), append(people, step.People)
	}
	v.Picture = picture.OfSteps(criteria, people).HTML("wide", "narrow")
	return s.show(w, of, "cohort", frame{Title: "Cohort " + v.Name, Place: "cohorts", Page: v})
}

// scheduleView is a schedule with its history.
type scheduleView struct {
	*schedule.Schedule
	Next     time.Time
	Runs     []schedule.Record // newest first
	Picture  any
	Damaged  int
	Withheld bool // its numbers were kept with a smaller minimal cell than the page's
}

// withhold takes the numbers of a schedule away that hides less than the page: one of the command line may show all.
func (v *scheduleView) withhold(least int) {
	if v.MinCell >= least {
		return
	}
	v.Withheld = true
	for i := range v.Runs {
		v.Runs[i].Shown, v.Runs[i].Measure, v.Runs[i].Answer, v.Runs[i].Message, v.Runs[i].Value = "", "", "", "", nil
		v.Runs[i].Alerts = nil
	}
}

// schedulesView is all schedules, and whether anybody runs them.
type schedulesView struct {
	All     []scheduleView
	Runner  bool
	Trouble string
}

func (s *Server) schedules(w http.ResponseWriter, r *http.Request, of *session) error {
	folder := s.app.Schedules()
	all, err := folder.List()
	v := schedulesView{}
	if err != nil {
		v.Trouble = "Some schedules can't be read; askomop schedule list says which."
		s.opt.Log.Warn("schedules can't be read", "error", err)
	}
	_, v.Runner = folder.Runner()
	for _, one := range all {
		view := scheduleView{Schedule: one, Next: one.Next(time.Now())}
		if view.Runs, err = folder.Recent(one.Name); err != nil {
			return err
		}
		view.withhold(s.app.MinCell())
		slices.Reverse(view.Runs)
		v.All = append(v.All, view)
	}
	return s.show(w, of, "schedules", frame{Title: "Schedules", Place: "schedules", Page: v})
}

func (s *Server) schedule(w http.ResponseWriter, r *http.Request, of *session) error {
	folder := s.app.Schedules()
	one, err := folder.Get(r.PathValue("name"))
	if err != nil {
		return &refusal{http.StatusNotFound, "There is no such schedule."}
	}
	v := scheduleView{Schedule: one, Next: one.Next(time.Now())}
	if v.Runs, v.Damaged, err = folder.History(one.Name); err != nil {
		return err
	}
	v.withhold(s.app.MinCell())
	v.Picture = picture.OfHistory(v.Runs).HTML("wide", "narrow")
	slices.Reverse(v.Runs)
	v.Runs = v.Runs[:min(len(v.Runs), mostListed)]
	return s.show(w, of, "schedule", frame{Title: "Schedule " + one.Name, Place: "schedules", Page: v})
}
