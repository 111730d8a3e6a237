package page

import (
	"fmt"
	"math"
	"net/http"
	"slices"
	"strings"
	"time"

	"github.com/askomop/askomop/app/picture"
	"github.com/askomop/askomop/pipeline/schedule"
)

// scheduleView is a schedule with its history.
type scheduleView struct {
	*schedule.Schedule
	Next     time.Time
	Runs     []runView // newest first
	Picture  any
	Damaged  int
	Unit     string // of all its numbers, where they have the same
	Withheld bool   // its numbers were kept with a smaller minimal cell than the page's
}

// runView is a run of a schedule, and how its number stands to the one before.
type runView struct {
	schedule.Record
	Change string
}

// When is when the schedule runs, in words where they are shorter.
func (v scheduleView) When() string {
	when := v.Cron
	for _, c := range crons {
		if c.Value == when {
			when = c.Label
		}
	}
	if v.OnRefresh {
		when = strings.TrimPrefix(when+", when the data is new", ", ")
	}
	return when
}

// scheduleView makes a schedule's view of its records, oldest first. One of the command line may show all; the page
// takes the numbers away of those that hide less than it does.
func (s *Server) scheduleView(one *schedule.Schedule, records []schedule.Record) scheduleView {
	v := scheduleView{Schedule: one, Next: one.Next(time.Now()), Withheld: one.MinCell < s.app.MinCell()}
	var before *float64
	var measures []string
	for _, r := range records {
		if v.Withheld {
			r.Shown, r.Measure, r.Answer, r.Message, r.Value, r.Alerts = "", "", "", "", nil, nil
		}
		run := runView{Record: r}
		if r.Status == schedule.Answered {
			run.Change = change(before, r.Value)
			before = r.Value
			measures = append(measures, r.Measure)
		}
		v.Runs = append(v.Runs, run)
	}
	if measures = slices.Compact(measures); len(measures) == 1 {
		v.Unit = measures[0]
	}
	slices.Reverse(v.Runs)
	return v
}

// change is by how much a number is another than the one before; empty where one is hidden or nothing can be said.
func change(before, now *float64) string {
	switch {
	case before == nil || now == nil || *before == 0:
		return ""
	case *before == *now:
		return "no change"
	}
	return strings.Replace(fmt.Sprintf("%+.1f %%", 100*(*now-*before)/math.Abs(*before)), "-", "−", 1)
}

// schedulesView is all schedules, and whether anybody runs them.
type schedulesView struct {
	All     []scheduleView
	Runner  bool
	Trouble string
}

func (s *Server) schedules(w http.ResponseWriter, _ *http.Request, of *session) error {
	folder := s.app.Schedules()
	all, err := folder.List()
	v := schedulesView{}
	if err != nil {
		v.Trouble = "Some schedules can't be read; askomop schedule list says which."
		s.opt.Log.Warn("schedules can't be read", "error", err)
	}
	_, v.Runner = folder.Runner()
	for _, one := range all {
		records, err := folder.Recent(one.Name)
		if err != nil {
			return err
		}
		v.All = append(v.All, s.scheduleView(one, records))
	}
	return s.show(w, of, "schedules", frame{Title: "Schedules", Place: "schedules", Page: v})
}

func (s *Server) schedule(w http.ResponseWriter, r *http.Request, of *session) error {
	folder := s.app.Schedules()
	one, err := folder.Get(r.PathValue("name"))
	if err != nil {
		return &refusal{http.StatusNotFound, "There is no such schedule."}
	}
	records, damaged, err := folder.History(one.Name)
	if err != nil {
		return err
	}
	v := s.scheduleView(one, records)
	v.Damaged = damaged
	if !v.Withheld {
		v.Picture = picture.OfHistory(records).HTML("wide", "narrow")
	}
	v.Runs = v.Runs[:min(len(v.Runs), mostListed)]
	return s.show(w, of, "schedule", frame{Title: "Schedule " + one.Name, Place: "schedules", Page: v})
}
