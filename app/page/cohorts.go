package page

import (
	"context"
	"errors"
	"html/template"
	"net/http"
	"slices"
	"strings"

	"github.com/askomop/askomop/app"
	"github.com/askomop/askomop/app/picture"
	"github.com/askomop/askomop/pipeline/cohort"
)

// cohortRow is a cohort in the list: one that was made, or a definition whose people are found when it is named.
type cohortRow struct {
	Name, Description string
	Newest            *app.Generation // nil where its people were not found yet
	Generations       int
}

func (s *Server) cohorts(w http.ResponseWriter, r *http.Request, of *session) error {
	all, err := s.app.Cohorts(r.Context())
	if err != nil {
		return err
	}
	defined, err := s.app.Definitions().List()
	if err != nil {
		return err
	}
	var rows []cohortRow
	for _, doc := range s.app.CohortDocuments(all) {
		row := cohortRow{Name: doc.Name, Description: doc.Description, Generations: len(doc.Generations)}
		if n := len(doc.Generations); n > 0 {
			row.Newest = &doc.Generations[n-1]
		}
		rows = append(rows, row)
	}
	for _, d := range defined {
		if !slices.ContainsFunc(rows, func(k cohortRow) bool { return k.Name == d.Name }) {
			rows = append(rows, cohortRow{Name: d.Name, Description: d.Title})
		}
	}
	slices.SortFunc(rows, func(a, b cohortRow) int { return strings.Compare(a.Name, b.Name) })
	return s.show(w, of, "cohorts", frame{Title: "Cohorts", Place: "cohorts", Page: rows})
}

// cohortView is a cohort: what it is, how the newest generation came about, and the sizes of all.
type cohortView struct {
	app.CohortDocument
	Sentence string          // of a definition
	Newest   *app.Generation // nil where its people were not found yet
	Steps    template.HTML   // how many are left after each criterion
	Sizes    template.HTML   // of the generations, oldest first
}

func (s *Server) cohort(w http.ResponseWriter, r *http.Request, of *session) error {
	v, err := s.cohortView(r.Context(), r.PathValue("name"))
	if err != nil {
		return err
	}
	return s.show(w, of, "cohort", frame{Title: "Cohort " + v.Name, Place: "cohorts", Page: v})
}

func (s *Server) cohortView(ctx context.Context, name string) (*cohortView, error) {
	v := &cohortView{}
	defined, err := s.app.Definitions().Load(name)
	switch {
	case err == nil:
		v.Name, v.Description, v.Sentence = defined.Name, defined.Title, defined.Cohort.Sentence()
	case !errors.Is(err, cohort.ErrNotDefined):
		return nil, err
	}
	all, err := s.app.Cohorts(ctx)
	if err != nil {
		return nil, err
	}
	for _, c := range all {
		if c.Name == name {
			v.CohortDocument = s.app.CohortDocument(c)
		}
	}
	if v.Name == "" {
		return nil, &refusal{http.StatusNotFound, "There is no such cohort."}
	}
	v.draw()
	slices.Reverse(v.Generations)
	return v, nil
}

// draw makes the pictures of the generations, which are oldest first.
func (v *cohortView) draw() {
	n := len(v.Generations)
	if n == 0 {
		return
	}
	v.Newest = &v.Generations[n-1]
	var criteria, made []string
	var left, people []any
	for _, step := range v.Newest.Attrition {
		criteria, left = append(criteria, step.Criterion), append(left, step.People)
	}
	for _, g := range v.Generations {
		made, people = append(made, g.At.Local().Format("2006-01-02")), append(people, g.People)
	}
	v.Steps = picture.OfSteps(criteria, left).HTML("wide", "narrow")
	v.Sizes = picture.OfSizes(made, people).HTML("wide", "narrow")
	newest := *v.Newest // the list is turned round
	v.Newest = &newest
}

// cohortAtlas hands out a definition as ATLAS reads it.
func (s *Server) cohortAtlas(w http.ResponseWriter, r *http.Request, _ *session) error {
	name := r.PathValue("name")
	if _, err := s.app.Definitions().Load(name); errors.Is(err, cohort.ErrNotDefined) {
		return &refusal{http.StatusNotFound, "There is no such definition."}
	}
	text, err := s.app.ExportAtlas(r.Context(), name, "")
	if err != nil {
		return &refusal{http.StatusConflict, sentence(err.Error())}
	}
	attach(w, "application/json", name+".json")
	_, _ = w.Write(text)
	return nil
}
