package page

import (
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strconv"
	"strings"

	"github.com/askomop/askomop/omop/study"
	"github.com/askomop/askomop/omop/study/compile"
	"github.com/askomop/askomop/omop/study/edit"
)

// computable reports whether a study question can be compiled.
func computable(q *study.Question) bool {
	_, err := compile.Compile(q, compile.Options{})
	return err == nil
}

// studied is the study question of the run that a request names.
func (of *session) studied(r *http.Request) (*run, *study.Question, error) {
	found, answer, err := of.answered(r)
	if err != nil {
		return nil, nil, err
	}
	q := understood(answer)
	if q == nil {
		return nil, nil, &refusal{http.StatusConflict,
			"This was answered by a reviewed pair of question and SQL: it has no parts to change. Ask in other words."}
	}
	return found, q, nil
}

// change makes one choice of an answered question otherwise and asks the new one.
func (s *Server) change(w http.ResponseWriter, r *http.Request, of *session) error {
	found, q, err := of.studied(r)
	if err != nil {
		return err
	}
	other, err := edit.Apply(q, r.PostForm.Get("choice"), chosen(r))
	if err != nil {
		return &refusal{http.StatusBadRequest, sentence(reasons(err))}
	}
	return s.start(w, r, of, asked{found.asked.words, other})
}

// chosen is the value of a choice: one field, or two that are the ends of a range, or a domain and a name.
func chosen(r *http.Request) string {
	f := r.PostForm
	switch {
	case f.Has("low") || f.Has("high"):
		return f.Get("low") + ".." + f.Get("high")
	case f.Has("domain"):
		return f.Get("domain") + "@" + f.Get("value")
	}
	return f.Get("value")
}

// reasons says what is wrong with a question, without the paths of its fields.
func reasons(err error) string {
	var field *study.FieldError
	if errors.As(err, &field) {
		return "that makes no question: " + field.Why
	}
	return err.Error()
}

// exclude throws concepts out of a concept set and asks again.
func (s *Server) exclude(w http.ResponseWriter, r *http.Request, of *session) error {
	found, q, err := of.studied(r)
	if err != nil {
		return err
	}
	answer, _, _ := found.ended()
	n, err := strconv.Atoi(r.PostForm.Get("set"))
	if err != nil || n < 0 || n >= len(answer.Concepts) {
		return &refusal{http.StatusBadRequest, "The answer has no such concept set."}
	}
	set := answer.Concepts[n]
	kept := map[string]bool{}
	for _, id := range r.PostForm["keep"] {
		kept[id] = true
	}
	var out []int64
	for _, c := range set.Concepts {
		if !kept[strconv.FormatInt(c.ID, 10)] {
			out = append(out, c.ID)
		}
	}
	switch {
	case len(out) == 0:
		return seeOther(w, r, "/runs/"+found.id)
	case len(out) == len(set.Concepts):
		return &refusal{http.StatusBadRequest, "Nothing would be left of the concept set. Keep one concept at least."}
	}
	other, err := edit.Exclude(q, study.Domain(set.Domain), set.Text, out)
	if err != nil {
		return &refusal{http.StatusBadRequest, sentence(err.Error())}
	}
	return s.start(w, r, of, asked{found.asked.words, other})
}

// otherwise asks the question as one of its other readings.
func (s *Server) otherwise(w http.ResponseWriter, r *http.Request, of *session) error {
	found, answer, err := of.answered(r)
	if err != nil {
		return err
	}
	n, err := strconv.Atoi(r.PostForm.Get("reading"))
	readings := answer.Run().Readings
	if err != nil || n < 0 || n >= len(readings) {
		return &refusal{http.StatusBadRequest, "The question has no such reading."}
	}
	return s.start(w, r, of, asked{found.asked.words, readings[n].Question})
}

// again asks the same once more.
func (s *Server) again(w http.ResponseWriter, r *http.Request, of *session) error {
	found, err := of.run(r.PathValue("run"))
	if err != nil {
		return err
	}
	return s.start(w, r, of, found.asked)
}

// partView is a stretch of the sentence. One with choices is a button that opens them.
type partView struct {
	Text    string
	ID      string
	Choices []choiceView
}

// choiceView is a choice with the form that makes it.
type choiceView struct {
	edit.Choice
	Run, Form, Low, High string
}

// wanted begin the choices that are offered first of those that the sentence does not say.
var wanted = []string{"strata.add", "population.criteria.sex", "population.criteria.had", "period"}

// sayAgain is the sentence with the parts that can be changed, and what can be added to it: what is often wanted, and
// the rest.
func (s *Server) sayAgain(r *http.Request, of *session, found *run, q *study.Question) (parts, more, rare []partView) {
	views := func(all []edit.Choice) []choiceView {
		var out []choiceView
		for _, c := range all {
			v := choiceView{Choice: c, Run: found.id, Form: of.form}
			v.Low, v.High, _ = strings.Cut(c.Value, "..")
			out = append(out, v)
		}
		return out
	}
	said, rest := edit.Sentence(q, edit.Of(q, computable))
	for i, p := range said {
		parts = append(parts, partView{s.nameConcepts(r, p.Text), fmt.Sprintf("part-%d", i), views(p.Choices)})
	}
	for i, c := range rest {
		one := partView{moreText(c), fmt.Sprintf("more-%d", i), views([]edit.Choice{c})}
		if slices.ContainsFunc(wanted, func(id string) bool { return strings.HasPrefix(c.ID, id) }) {
			more = append(more, one)
		} else {
			rare = append(rare, one)
		}
	}
	return parts, more, rare
}

// moreText is the label of a choice that does not stand in the sentence.
func moreText(c edit.Choice) string {
	for _, o := range c.Options {
		if o.Value == c.Value && !c.Adds {
			return c.Label + ": " + o.Label
		}
	}
	return c.Label
}
