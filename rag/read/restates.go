package read

import (
	"slices"
	"strings"

	"github.com/askomop/askomop/omop/study"
)

// A remark may say in whole words what the question means anyway: "Mean age at first stroke? Age is the year of the
// event minus the year of birth." It changes nothing where each of its words stands in the question as it is said back,
// or in the definition of what is asked for. A number, a negation or an order of things could change it, and are never
// passed over here.

// orderWords change a meaning by what they stand beside, wherever else in the question they are said.
var orderWords = strings.Fields(`after before not no nor never without except excluding than within since until
	during between first last earliest latest next later earlier prior previous previously another other or either same
	more less least most any all both only end`)

// meansAnyway refuses words that stand neither in the question as it is said back nor in the definition of what it asks
// for.
func (h *held) meansAnyway(said []string) *Refusal {
	known := append(strings.Fields(strings.ToLower(h.q.String())), definingWords(h.q)...)
	if among(rowWords, said) { // "one row for each sex": of what is a row tells how the answer is grouped
		known = rowWords
		for _, s := range h.q.Strata {
			known = append(slices.Clip(known), strings.Split(string(s.Kind), "_")...)
		}
	}
	for _, word := range said {
		if !slices.ContainsFunc(known, func(k string) bool { return sameStem(word, strings.Trim(k, ",;()")) }) {
			return &Refusal{Unknown, "no reading has a place for “" + word + "”"}
		}
	}
	return nil
}

// definingWords are those in which the house's definition of what is asked for could be told.
func definingWords(q *study.Question) []string {
	var words string
	switch m := &q.Measure; {
	case m.Kind == study.Number && m.Quantity == study.Duration:
		words = "days difference visit stay length date admission discharge"
	case m.Kind == study.Number && m.Quantity == study.AgeYears:
		words = "age year event calendar minus difference birth"
	case m.Kind == study.Number && m.Quantity == study.Value:
		words = "measured results values numeric readings measurements"
	case m.Kind == study.Count && m.Of == study.Persons:
		words = "number persons people patients individuals distinct headcount headcounts"
	case m.Kind == study.Share:
		words = "percent percentage share proportion fraction"
	}
	return strings.Fields(words)
}

// rowWords name the rows of an answer.
var rowWords = strings.Fields("row rows line lines figure figures")

// among reports whether one of the words is said.
func among(words, said []string) bool {
	return slices.ContainsFunc(said, func(w string) bool { return slices.Contains(words, w) })
}
