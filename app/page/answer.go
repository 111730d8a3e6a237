package page

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"html/template"
	"net/http"
	"slices"
	"strings"
	"time"

	"github.com/askomop/askomop/app"
	"github.com/askomop/askomop/app/picture"
	"github.com/askomop/askomop/coding"
	"github.com/askomop/askomop/omop/study"
	"github.com/askomop/askomop/pipeline"
)

// answerView is an answer as the page shows it, and as the report does.
type answerView struct {
	Run, Form string
	Words     string // as they were asked; empty for a study question
	Changed   bool   // the question is no longer that of the words
	Status    string
	Message   []string // why there is no answer, by paragraphs
	Offers    []string // questions that can be asked instead
	Unread    []string

	Parts []partView // the question as it was understood
	More  []partView // what can be added to it
	Rare  []partView // the same, of what is seldom wanted
	Said  string     // the same as one sentence

	Number, Unit, Interval string // the main number of a result of one row
	Sentence               string
	Table                  *tableView
	Picture                template.HTML
	Curve, Steps           bool // a curve, and the steps of its population, can be asked for
	Readings               []readingView
	Sets                   []setView
	Remarks                []app.Finding
	SQL, Template, Pair    string
	Link                   string
	Hidden                 int
	MinCell                int
	Took                   time.Duration
	At                     time.Time
	Database               databaseView
	Styles                 template.CSS // of the report, which has no other file
	Version                string
	CanKeep                bool // it counts people: they can be a cohort
	Atlas                  bool // its people begin with an event, as a cohort of ATLAS does
}

// tableView is a result with its intervals beside their cells.
type tableView struct {
	Columns   []columnView
	Rows      [][]cellView
	Truncated bool
	Intervals string // their level, where there are some below numbers
}

type columnView struct {
	Name   string
	Number bool
}

type cellView struct {
	Text, Interval string
	Hidden         bool
	Number         bool
}

// readingView is what else the words can mean.
type readingView struct {
	N                  int
	Run, Form          string
	What, Said, Number string
	Table              *tableView
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

var titles = map[string]string{"answered": "Answer", "abstained": "No answer", "failed": "This failed"}

// view is an answer as it is shown.
func (s *Server) view(r *http.Request, of *session, found *run, a *app.Answer) (*answerView, error) {
	ran := a.Run()
	v := &answerView{Run: found.id, Form: of.form, Words: found.asked.words, Changed: found.asked.study != nil && found.asked.words != "",
		Status: a.Status, Sentence: a.Answer, SQL: a.SQL, Template: a.Template, Pair: ran.Template.PairID, Hidden: a.Hidden, MinCell: s.app.MinCell(),
		Remarks: a.Warnings, Took: found.took, At: found.started, Version: s.opt.Version}
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
	}
	v.Sets = setViews(a, found.id, of.form, q != nil)
	if pipeline.Status(a.Status) != pipeline.Answered {
		v.refused(ran)
		s.mend(r.Context(), v)
		return v, nil
	}
	v.Table = newTable(a)
	v.headline(a)
	v.Curve = picture.IsCurve(ran.Study)
	if !v.Curve { // a curve is asked for by the page that shows the answer
		v.Picture = picture.Of(a).HTML("wide", "narrow")
	}
	v.Steps = ran.Study != nil && ran.Study.Measure.Kind != study.Attrition
	for i := range a.Readings {
		v.Readings = append(v.Readings, newReading(i, a, found.id, of.form))
	}
	v.CanKeep = len(a.Columns) > 0 && ran.Table != nil && len(ran.Table.Rows) == 1
	return v, nil
}

// refused says why there is no answer, and what can be asked instead.
func (v *answerView) refused(ran *pipeline.Run) {
	v.Message = strings.Split(strings.TrimSpace(ran.Message), "\n")
	if ran.Reading != nil && len(v.Message) > 1 && strings.HasPrefix(v.Message[0], "Understood") {
		v.Message = v.Message[1:] // it stands above
	}
	if ran.Reading != nil {
		for _, u := range ran.Reading.Unread {
			v.Unread = append(v.Unread, u.Text)
		}
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

// headline is the main number of a result of one row, with its interval.
func (v *answerView) headline(a *app.Answer) {
	if len(a.Rows) != 1 {
		return
	}
	i := picture.FirstNumber(a)
	if i < 0 || i >= len(a.Rows[0]) {
		return
	}
	v.Number, v.Unit = picture.Cell(a.Columns[i], a.Rows[0][i]), picture.Column(a.Columns[i])
	if strings.HasPrefix(v.Unit, "percent") && v.Number != "hidden" && v.Number != "–" {
		v.Number += " %"
		v.Unit = ""
	}
	if q := understood(a); q != nil && q.Measure.Kind == study.Rate && a.Columns[i] == "rate" {
		v.Unit = fmt.Sprintf("per %s person-years", pipeline.Cell(int64(cmp.Or(q.Measure.Per, 1000))))
	}
	v.Interval = intervalText(a, 0, i)
}

func intervalText(a *app.Answer, row, column int) string {
	for _, i := range a.Run().Intervals {
		if i.Row == row && i.Column == column {
			return i.Percent() + " interval " + i.Text()
		}
	}
	return ""
}

// shortInterval is an interval below a number of a table; the table's foot says of which level.
func shortInterval(a *app.Answer, row, column int) string {
	_, ends, _ := strings.Cut(intervalText(a, row, column), " interval ")
	return ends
}

// newTable is an answer's result.
func newTable(a *app.Answer) *tableView {
	t := &tableView{Truncated: a.Truncated}
	if all := a.Run().Intervals; len(all) > 0 {
		t.Intervals = all[0].Percent()
	}
	for i, name := range a.Columns {
		t.Columns = append(t.Columns, columnView{picture.Column(name), picture.Numeric(a.Rows, i)})
	}
	for r, row := range a.Rows {
		cells := make([]cellView, len(row))
		for i, v := range row {
			cells[i] = cellView{Text: picture.Cell(a.Columns[i], v), Number: t.Columns[i].Number, Hidden: t.Columns[i].Number && picture.IsHidden(v), Interval: shortInterval(a, r, i)}
		}
		t.Rows = append(t.Rows, cells)
	}
	return t
}

func newReading(n int, a *app.Answer, id, form string) readingView {
	o := a.Readings[n]
	v := readingView{N: n, Run: id, Form: form, What: o.What, Said: o.Reading}
	if i := picture.FirstNumber(a); len(o.Rows) == 1 && i >= 0 && i < len(o.Rows[0]) {
		v.Number = picture.Cell(a.Columns[i], o.Rows[0][i])
		if strings.HasPrefix(a.Columns[i], "percent") && !picture.IsHidden(o.Rows[0][i]) {
			v.Number += " %"
		}
		return v
	}
	if len(o.Rows) > 0 && len(o.Rows[0]) == len(a.Columns) {
		v.Table = newTable(app.NewAnswer(&pipeline.Run{Table: a.Run().Readings[n].Table}, false))
	}
	return v
}
