// Package edit says which parts of a study question can be made otherwise, and makes them so: any record instead of the
// first, 30 days instead of 90, by sex. A page shows the parts inside the sentence that says the question back.
//
// A worked example. In "The number of women with a first ever diagnosis of gout" Of finds, among others, the choice
// population.criteria.sex with the options women, men and people, which the word "women" says, and
// population.entry.which, which "first ever" says. Apply(q, "population.entry.which", "") is the question "The number
// of women with a diagnosis of gout".
//
// What a word says is found by making the choice otherwise and looking which words of the sentence change
// (sentence.go), so that this package knows nothing of how sentences are made, and every measure and relation that
// package study can say is covered.
package edit

import (
	"fmt"
	"slices"

	"github.com/askomop/askomop/omop/study"
)

// Input is how a choice is made.
type Input string

// The inputs, with the form of their values.
const (
	OneOf  Input = "one_of" // one of Options
	Number Input = "number" // a whole number: "90"
	Name   Input = "name"   // what the vocabulary names: "gout"
	Record Input = "record" // a domain and a name: "condition@gout"
	Range  Input = "range"  // two numbers, either may be missing: "65..74", "..17"
	Period Input = "period" // two days or years, either may be missing: "2009..2010-06-30"
)

// Choice is one part of a question that can be made otherwise.
type Choice struct {
	ID      string // its path in the question's JSON, or what would be added to it
	Label   string // what is chosen: "which diagnosis of gout"
	Input   Input
	Value   string // as it is now
	Options []Option
	Adds    bool // the question says nothing of it yet

	set func(value string) error
	// another value than Value, by which the words that say it are found; of OneOf that is any other option
	probe string
	next  bool   // where it only adds words, the word after them says it: "diagnosis", before which "first" would stand
	least bool   // the fewest words that change say it, with the verb before them: "had no", not the whole clause
	word  string // says it, where it stands in the sentence
}

// Option is a value that can be chosen.
type Option struct{ Value, Label string }

// Of lists the choices of a question. Those that accept refuses are left out; it says whether a question can be
// answered.
func Of(q *study.Question, accept func(*study.Question) bool) []Choice {
	var all []Choice
	for _, c := range choices(q.Clone()) {
		if c.Input == OneOf {
			c.Options = slices.DeleteFunc(slices.Clone(c.Options), func(o Option) bool {
				if o.Value == c.Value {
					return false
				}
				other, err := Apply(q, c.ID, o.Value)
				return err != nil || other.Equal(q) || !accept(other)
			})
			if len(c.Options) < 2 && !(c.Adds && len(c.Options) == 1 && c.Options[0].Value != c.Value) {
				continue
			}
		}
		all = append(all, c)
	}
	return all
}

// Apply returns the question with one choice made otherwise. The question itself stays as it is. What its sentence
// would not tell is refused: nobody should look at the same words and another number.
func Apply(q *study.Question, id, value string) (*study.Question, error) {
	other := q.Clone()
	for _, c := range choices(other) {
		if c.ID != id {
			continue
		}
		if c.Input == OneOf && !slices.ContainsFunc(c.Options, func(o Option) bool { return o.Value == value }) {
			return nil, fmt.Errorf("change %s: %q is not one of its options", c.Label, value)
		}
		if err := c.set(value); err != nil {
			return nil, fmt.Errorf("change %s: %w", c.Label, err)
		}
		if err := other.Validate(); err != nil {
			return nil, fmt.Errorf("change %s: %w", c.Label, err)
		}
		if other.String() == q.String() && !other.Equal(q) {
			return nil, fmt.Errorf("change %s: the sentence that says the question would not tell it", c.Label)
		}
		return other, nil
	}
	return nil, fmt.Errorf("change the question: it has no choice %q", id)
}

// choices lists every choice of q. Their set functions change q itself.
func choices(q *study.Question) []Choice {
	l := &lister{q: q}
	l.listMeasure()
	l.listPopulation()
	if q.Outcome != nil {
		l.listCriterion("outcome", q.Outcome, nil)
	}
	if q.Measure.Event != nil {
		l.listEvent("measure.event", q.Measure.Event)
	}
	l.listStrata()
	l.listTime()
	return l.all
}

// lister collects choices.
type lister struct {
	q   *study.Question
	all []Choice
}

func (l *lister) add(c Choice) { l.all = append(l.all, c) }

// addOneOf adds a choice between values of a field.
func addOneOf[T ~string](l *lister, id, label string, field *T, options ...Option) {
	l.add(Choice{ID: id, Label: label, Input: OneOf, Value: string(*field), Options: options,
		set: func(v string) error {
			*field = T(v)
			return nil
		}})
}
