package eval

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/askomop/askomop/eval/foreign"
	"github.com/askomop/askomop/omop/sqltree"
	"github.com/askomop/askomop/rag"
)

// LeftOut is a case of a set that cannot be asked: its record could not be read, or its
// SQL could not be brought over.
type LeftOut struct {
	ID       string   `json:"id,omitempty"`
	Question string   `json:"question,omitempty"`
	Source   string   `json:"source"` // the file and the place in it
	Reasons  []string `json:"reasons"`
}

// Unanswerable is the reason to refuse what a set says has no answer.
const Unanswerable = "unanswerable in the set"

// SetCases makes a case of every wording of a set made elsewhere, whose SQL was brought
// to the engine's dialect. What has Problems is left out, with them as the reasons. A
// case with a template is also a pair, which can be an example for the others.
func SetCases(set []foreign.Case) (cases []Case, pairs []rag.Pair, left []LeftOut) {
	for _, f := range set {
		if f.Answerable && len(f.Problems) > 0 {
			left = append(left, LeftOut{f.ID, f.Question, f.Source, f.Problems})
			continue
		}
		own, pair, err := setCases(f)
		if err != nil {
			left = append(left, LeftOut{f.ID, f.Question, f.Source, []string{err.Error()}})
			continue
		}
		cases = append(cases, own...)
		if pair != nil {
			pairs = append(pairs, *pair)
		}
	}
	return cases, pairs, left
}

// setCases makes a case of every wording of one question.
func setCases(f foreign.Case) ([]Case, *rag.Pair, error) {
	c := Case{Topic: f.Topic, Source: f.Source, Doubts: f.Doubts}
	var placeholders []sqltree.Placeholder
	switch {
	case !f.Answerable:
		c.Reason = Unanswerable
	case f.Template == "":
		c.SQL, c.PairID = f.SQL, f.ID
	default:
		c.SQL, c.PairID, c.IDSQL = f.Template, f.ID, f.SQL
		c.pair = &rag.Pair{ID: f.ID, Question: f.Question, Paraphrases: f.Paraphrases, Topic: f.Topic, SQL: f.Template,
			Source: f.Source}
		var err error
		if placeholders, err = sqltree.Placeholders(f.Template); err != nil {
			return nil, nil, fmt.Errorf("reading its placeplaceholders: %w", err)
		}
	}
	if c.IDSQL != "" {
		c.Given = givenIDs(c.SQL, c.IDSQL)
	}
	var out []Case
	for i, w := range append([]string{f.Question}, f.Paraphrases...) {
		one := c
		one.ID, one.Question, one.Kind, one.Entities = fmt.Sprintf("%s/%d", f.ID, i), w, KindQuestion, spans(w, placeholders)
		switch {
		case !f.Answerable:
			one.Kind = KindRefusal
		case i > 0:
			one.Kind = KindParaphrase
		}
		out = append(out, one)
	}
	return out, c.pair, nil
}

// MeetExamples notes in each case of a set the pairs among the examples that hold one of
// its question's wordings under another id, which would answer it by heart as its own pair
// would; and whether its own is among them.
func MeetExamples(cases []Case, examples []rag.Pair) {
	there := map[string]bool{}
	pairsOf := map[string][]string{} // wording → pairs
	for _, p := range examples {
		there[p.ID] = true
		for _, w := range p.Wordings() {
			pairsOf[plainWording(w)] = append(pairsOf[plainWording(w)], p.ID)
		}
	}
	for i := range cases {
		cases[i].Absent = cases[i].PairID != "" && !there[cases[i].PairID]
		wordings := []string{cases[i].Question}
		if cases[i].pair != nil {
			wordings = cases[i].pair.Wordings()
		}
		for _, w := range wordings {
			for _, id := range pairsOf[plainWording(w)] {
				if id != cases[i].PairID && !slices.Contains(cases[i].Twins, id) {
					cases[i].Twins = append(cases[i].Twins, id)
				}
			}
		}
	}
}

// plainWording is a question without its case, blanks and last sign.
func plainWording(s string) string {
	return strings.TrimRight(strings.Join(strings.Fields(strings.ToLower(s)), " "), ".?! ")
}

// LeftOutFaults notes the records of a set that could not be read.
func LeftOutFaults(faults []error) []LeftOut {
	var left []LeftOut
	for _, err := range faults {
		l := LeftOut{Reasons: []string{err.Error()}}
		var f *foreign.Fault
		if errors.As(err, &f) {
			l.Source, l.Reasons = f.Source, []string{f.Msg}
		}
		left = append(left, l)
	}
	return left
}
