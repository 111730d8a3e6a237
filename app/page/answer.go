package page

import (
	"context"
	"errors"
	"net/http"
	"slices"
	"strings"
	"time"

	"github.com/askomop/askomop/app"
	"github.com/askomop/askomop/app/picture"
	"github.com/askomop/askomop/app/report"
	"github.com/askomop/askomop/coding"
	"github.com/askomop/askomop/internal/lazyregexp"
	"github.com/askomop/askomop/omop/study"
	"github.com/askomop/askomop/pipeline"
)

// answerView is an answer as the page shows it: what a report says of it, and what can be done with it.
type answerView struct {
	*report.View
	Run, Form string
	Offers    []string // questions that can be asked instead
	Unread    []string

	Parts []partView // the question as it was understood
	More  []partView // what can be added to it
	Rare  []partView // the same, of what is seldom wanted

	Curve, Steps bool // a curve, and the steps of its population, can be asked for
	Readings     []readingView
	Sets         []setView
	Template     string
	Pair         string
	Follows      string // the question of Pair, where no study question says what was understood
	Link         string
	Took         time.Duration
	CanKeep      bool // it counts people: they can be a cohort
	CanDraw      bool
	Atlas        bool // its people begin with an event, as a cohort of ATLAS does
}

// readingView shows another meaning that the words can have.
type readingView struct {
	report.Reading
	N         int
	Run, Form string
}

// showRun shows how far a run is, or what came of it.
func (s *Server) showRun(w http.ResponseWriter, r *http.Request, of *session) error {
	found, err := of.run(r.PathValue("run"))
	if err != nil {
		return err
	}
	answer, err, ok := found.ended()
	if !ok {
		return s.show(w, of, "running", frame{Title: "Asking", Place: "ask", Page: found, Watch: found.id})
	}
	if errors.Is(err, context.Canceled) {
		return s.show(w, of, "stopped", frame{Title: "Stopped", Place: "ask", Page: found})
	}
	if err != nil {
		return err
	}
	v, err := s.view(r, of, found, answer)
	if err != nil {
		return err
	}
	return s.show(w, of, "answer", frame{Title: titles[v.Status], Place: "ask", Page: v})
}

// remarks are the remarks of an answer without those that the page says or refuses elsewhere: how many numbers are
// hidden stands below the table, and nobody can show them here.
func remarks(all []app.Finding, leftOut bool) []app.Finding {
	var out []app.Finding
	for _, f := range all {
		text, hides := strings.CutSuffix(f.Message, pipeline.HowToShow)
		if hides && !leftOut {
			continue
		}
		f.Message = text
		out = append(out, f)
	}
	return out
}

var titles = map[string]string{"answered": "Answer", "abstained": "No answer", "failed": "This failed"}

// view is an answer as it is shown.
func (s *Server) view(r *http.Request, of *session, found *run, a *app.Answer) (*answerView, error) {
	ran := a.Run()
	v := &answerView{View: report.NewView(a), Run: found.id, Form: of.form, Template: a.Template,
		Pair: ran.Template.PairID, Took: found.took}
	v.Words, v.Changed, v.At = found.asked.words, found.asked.study != nil && found.asked.words != "", found.started
	q := understood(a)
	var err error
	if v.Link, err = link(asked{words: found.asked.words}, q); err != nil {
		return nil, err
	}
	switch {
	case q != nil:
		v.Said = s.nameConcepts(r, q.String())
		v.Parts, v.More, v.Rare = s.sayAgain(r, of, found, q)
		_, noCohort := app.CohortOf(q)
		v.Atlas = noCohort == nil
	case a.Reading != "":
		v.Said = a.Reading
	case v.Pair != "":
		if p, err := s.app.Pair(r.Context(), v.Pair); err == nil { // a pair of other days may have gone
			v.Follows = p.Question
		}
	}
	v.Sets = setViews(a, found.id, of.form, q != nil)
	v.Remarks = remarks(v.Remarks, ran.LeftOut > 0)
	if pipeline.Status(a.Status) != pipeline.Answered {
		v.refused(ran)
		s.mend(r.Context(), v)
		return v, nil
	}
	v.Curve = picture.IsCurve(ran.Study)
	if !v.Curve { // a curve is asked for by the page that shows the answer
		v.Picture = picture.Of(a).HTML("wide", "narrow")
	}
	v.Steps = ran.Study != nil && ran.Study.Measure.Kind != study.Attrition
	for i := range a.Readings {
		v.Readings = append(v.Readings, readingView{report.NewReading(i, a), i, found.id, of.form})
	}
	v.CanDraw = v.Curve || v.Steps || v.Picture != ""
	v.CanKeep = len(a.Columns) > 0 && ran.Table != nil && len(ran.Table.Rows) == 1
	return v, nil
}

// Advice on what to do next is written for the command line: onPage keeps the part that can be done on the page.
var (
	onPage = strings.NewReplacer("; see: askomop cohort list", "; Cohorts has those that there are",
		", or allow it with --rows where you may see people's records", "",
		", or look at the SQL: --explain", "", "; remove it, choose another name, or give --replace", "; choose another name")
	searchHint = lazyregexp.New(`, or look for it with: askomop vocab search "[^"]*"`)
)

// refused says why there is no answer, and what can be asked instead.
func (v *answerView) refused(ran *pipeline.Run) {
	v.Message = strings.Split(strings.TrimSpace(onPage.Replace(searchHint.ReplaceAllString(ran.Message, "."))), "\n")
	if ran.Reading != nil && len(v.Message) > 1 && strings.HasPrefix(v.Message[0], "Understood") {
		v.Message = v.Message[1:] // it stands above
	}
	if ran.Reading != nil {
		for _, u := range ran.Reading.Unread {
			v.Unread = append(v.Unread, u.Text)
		}
		v.Message = slices.DeleteFunc(v.Message, func(line string) bool { return strings.HasPrefix(line, "Not understood:") }) // the words are marked
	}
	offer := func(question string) {
		if question != "" && question != v.Words && !slices.Contains(v.Offers, question) {
			v.Offers = append(v.Offers, question)
		}
	}
	var miss *coding.NoConceptError
	if errors.As(ran.Err, &miss) {
		for _, near := range miss.Nearest[:min(len(miss.Nearest), 5)] {
			if strings.Contains(v.Words, miss.Entity.Text) {
				offer(strings.Replace(v.Words, miss.Entity.Text, near.Name, 1))
			}
		}
	}
	if len(ran.Offers) > 0 { // they can be clicked, and need not be read as lines, too
		v.Message = slices.DeleteFunc(v.Message, func(line string) bool {
			return strings.HasPrefix(line, "  ") || strings.HasSuffix(line, ":")
		})
	}
	for _, question := range ran.Offers {
		offer(question)
	}
	for _, m := range ran.Examples {
		offer(m.Pair.Question)
	}
}

// mend offers the question with its one strange word as the vocabulary has it, where a term lies near.
func (s *Server) mend(ctx context.Context, v *answerView) {
	if len(v.Unread) != 1 || strings.Count(v.Words, v.Unread[0]) != 1 {
		return
	}
	word := v.Unread[0]
	found, err := s.app.Search(ctx, word, app.SearchOptions{K: app.DefaultHits})
	if err != nil { // there may be no vocabulary; the refusal says so
		s.opt.Log.Debug("no term was looked for", "error", err)
		return
	}
	var terms []string
	for _, h := range found.Hits {
		terms = append(terms, strings.ToLower(h.Concept.Name), strings.ToLower(h.Term))
	}
	if near := app.Nearest(strings.ToLower(word), terms); near != "" {
		v.Offers = slices.Insert(v.Offers, 0, strings.Replace(v.Words, word, near, 1))
	}
}
