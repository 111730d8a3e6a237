package edit

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/askomop/askomop/omop/study"
)

// Exclude returns the question with concepts thrown out of every concept set of the domain that stands for the text:
// they are among Except of its events from then on. A text with a vocabulary before it is a code: "ICD10CM:N18.6".
func Exclude(q *study.Question, domain study.Domain, text string, ids []int64) (*study.Question, error) {
	if len(ids) == 0 {
		return nil, fmt.Errorf("throw concepts out of %q: none is named", text)
	}
	other, found := q.Clone(), false
	for _, e := range events(other) {
		of := study.Domain(strings.TrimSuffix(string(e.Domain), "_era"))
		if of != domain || !slices.ContainsFunc(e.Concepts, func(c study.Entity) bool { return standsFor(c, text) }) {
			continue
		}
		found = true
		i := slices.IndexFunc(e.Except, func(x study.Entity) bool { return x.Exact && len(x.IDs) > 0 })
		if i < 0 {
			e.Except = append(e.Except, study.Entity{Exact: true})
			i = len(e.Except) - 1
		}
		all := append(e.Except[i].IDs, ids...)
		slices.Sort(all)
		e.Except[i].IDs = slices.Compact(all)
	}
	if !found {
		return nil, fmt.Errorf("throw concepts out of %q: the question has no such concept set", text)
	}
	return other, other.Validate()
}

// Recode returns the question with concepts of one's own for those that its texts name, and whether there are such for
// every text that is not an id itself.
func Recode(q *study.Question, own map[string]study.Entity) (recoded *study.Question, all bool) {
	recoded, all = q.Clone(), true
	for _, e := range events(recoded) {
		for _, list := range [][]study.Entity{e.Concepts, e.Except} {
			for i, c := range list {
				if o, ok := own[c.Text]; ok {
					list[i] = o
				} else if !isID(c.Text) {
					all = false
				}
			}
		}
	}
	return recoded, all
}

// isID reports whether a text names a concept by its id: "concept 201826".
func isID(text string) bool {
	id, ok := strings.CutPrefix(text, "concept ")
	_, err := strconv.ParseInt(id, 10, 64)
	return ok && err == nil
}

// standsFor reports whether an entity is written as the text in a placeholder.
func standsFor(e study.Entity, text string) bool {
	switch {
	case e.Text != "":
		return e.Text == text
	case e.Code != "":
		return e.Vocabulary+":"+e.Code == text
	case e.Set != "":
		return "set:"+e.Set == text
	}
	return !e.Exact && slices.ContainsFunc(e.IDs, func(id int64) bool { return fmt.Sprintf("concept:%d", id) == text })
}

// events are all that choose records by concepts, those within others too.
func events(q *study.Question) []*study.Event {
	w := &walker{}
	w.event(q.Population.Entry)
	w.criteria(q.Population.Criteria)
	w.criterion(q.Outcome)
	w.event(q.Measure.Event)
	for i := range q.Measure.Points {
		w.criterion(&q.Measure.Points[i].If)
	}
	for i := range q.Strata {
		s := &q.Strata[i]
		w.event(s.Event)
		for g := range s.Groups {
			w.criterion(&s.Groups[g].Is)
		}
		for p := range s.Points {
			w.criterion(&s.Points[p].If)
		}
	}
	return w.found
}

// walker collects events.
type walker struct{ found []*study.Event }

func (w *walker) event(e *study.Event) {
	if e == nil {
		return
	}
	w.found = append(w.found, e)
	for i := range e.Or {
		w.event(&e.Or[i])
	}
	w.criteria(e.With)
}

func (w *walker) criteria(cs []study.Criterion) {
	for i := range cs {
		w.criterion(&cs[i])
	}
}

func (w *walker) criterion(k *study.Criterion) {
	if k == nil {
		return
	}
	w.criteria(k.All)
	w.criteria(k.Any)
	w.criterion(k.Not)
	if k.Some != nil {
		w.criteria(k.Some.Of)
	}
	if k.Has != nil {
		w.event(&k.Has.Event)
	}
}
