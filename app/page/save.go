package page

import (
	"net/http"
	"slices"
	"strings"

	"github.com/askomop/askomop/app"
	"github.com/askomop/askomop/omop/sqltree"
	"github.com/askomop/askomop/pipeline"
)

// savedView says what was kept, and where it is found.
type savedView struct {
	What, Name, Link, Next string
	Run                    string
}

func (s *Server) showSaved(w http.ResponseWriter, of *session, v savedView) error {
	return s.show(w, of, "saved", frame{Title: "Kept", Place: "ask", Page: v})
}

// toSave is an answered run with the name that it is to be kept by. A name is typed as people write one: "My gout" is
// my-gout.
func (of *session) toSave(r *http.Request) (found *run, a *app.Answer, name string, err error) {
	if found, a, err = of.answered(r); err != nil {
		return nil, nil, "", err
	}
	if pipeline.Status(a.Status) != pipeline.Answered {
		return nil, nil, "", &refusal{http.StatusConflict, "Only what was answered can be kept."}
	}
	return found, a, strings.ReplaceAll(strings.ToLower(strings.Trim(r.PostForm.Get("name"), " ")), " ", "-"), nil
}

// savePair keeps question and SQL as a draft of a pair.
func (s *Server) savePair(w http.ResponseWriter, r *http.Request, of *session) error {
	found, a, id, err := of.toSave(r)
	if err != nil {
		return err
	}
	if err := s.app.CheckNewPair(r.Context(), id); err != nil {
		return &refusal{http.StatusBadRequest, sentence(err.Error())}
	}
	question := found.asked.words
	if found.asked.study != nil || question == "" {
		question = a.Reading // the words were for another question
	}
	if _, err := s.app.SaveDraft(id, strings.Join(strings.Fields(question), " "), sqltree.Layout(a.Template), a.Run().Template.Assumptions); err != nil {
		return err
	}
	return s.showSaved(w, of, savedView{What: "draft of a pair", Name: id, Run: found.id,
		Next: "Review its SQL and add two paraphrases in the folder drafts of your home folder; askomop library add takes it into the library."})
}

// origin is where a cohort or a schedule comes from: the words that were asked, or the SQL where the question was
// changed since.
func origin(found *run, a *app.Answer) app.Origin {
	if found.asked.study == nil {
		return app.Origin{Question: found.asked.words}
	}
	return app.Origin{Template: a.Template}
}

// saveCohort keeps the people behind the answer. The page shows their number, never who they are.
func (s *Server) saveCohort(w http.ResponseWriter, r *http.Request, of *session) error {
	found, a, name, err := of.toSave(r)
	if err != nil {
		return err
	}
	all, err := s.app.Cohorts(r.Context())
	if err != nil {
		return err
	}
	for _, c := range all {
		if c.Name == name {
			return refusef(http.StatusConflict, "There is a cohort %q already. Choose another name.", name)
		}
	}
	draft, frozen, err := s.app.DraftCohort(r.Context(), name, origin(found, a), "serve cohort")
	if err != nil {
		return &refusal{http.StatusBadRequest, sentence(err.Error())}
	}
	if pipeline.Status(frozen.Answer.Status) != pipeline.Answered {
		return &refusal{http.StatusConflict, frozen.Answer.Message}
	}
	if _, err := s.app.KeepCohort(r.Context(), draft, frozen); err != nil {
		return err
	}
	return s.showSaved(w, of,
		savedView{What: "cohort", Name: name, Link: "/cohorts/" + name, Run: found.id,
			Next: "Ask about its people: In cohort " + name + ", how many …?"})
}

// crons are when a schedule of the page can run. Webhooks and programs are set on the command line only: a page must
// not start either.
var crons = []struct{ Value, Label string }{{"@daily", "every day"}, {"@weekly", "every week"},
	{"@monthly", "every month"}}

// saveSchedule keeps the question as a schedule.
func (s *Server) saveSchedule(w http.ResponseWriter, r *http.Request, of *session) error {
	found, a, name, err := of.toSave(r)
	if err != nil {
		return err
	}
	when := r.PostForm.Get("when")
	if !slices.ContainsFunc(crons, func(c struct{ Value, Label string }) bool { return c.Value == when }) {
		return &refusal{http.StatusBadRequest, "Say when: every day, every week or every month."}
	}
	draft, err := s.app.NewSchedule(r.Context(), name, app.ScheduleOptions{Cron: when})
	if err != nil {
		return &refusal{http.StatusBadRequest, sentence(onPage.Replace(err.Error()))}
	}
	frozen, err := s.app.Freeze(r.Context(), draft, origin(found, a), app.FreezeOptions{Command: "serve schedule"})
	if err != nil {
		return err
	}
	if pipeline.Status(frozen.Answer.Status) != pipeline.Answered {
		return &refusal{http.StatusConflict, frozen.Answer.Message}
	}
	if err := s.app.Schedules().Put(draft, false); err != nil {
		return &refusal{http.StatusConflict, sentence(err.Error())}
	}
	next := "It runs while a runner is at work: askomop schedule run."
	if _, up := s.app.Schedules().Runner(); up {
		next = "A runner is at work, and will run it."
	}
	return s.showSaved(w, of,
		savedView{What: "schedule", Name: name, Link: "/schedules/" + name, Run: found.id, Next: next})
}
