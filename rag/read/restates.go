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

// restateWords carry no meaning of their own beside words that do. "Count the strokes" tells what is counted: what is
// to be done is none of them.
var restateWords = strings.Fields(`i mean is are be by that which these this they their them it its of for to in on
	with and at as from each per should can may would like simply just here one every express expressed`)

// orderWords change a meaning by what they stand beside, wherever else in the question they are said.
var orderWords = strings.Fields(`after before not no nor never without except excluding than within since until
	during between first last earliest latest next later earlier prior previous previously another other or either same
	more less least most any all both only end`)

// restates reads a sentence of which every word may be said of the question anyway.
func (m *remark) restates() (fact, bool) {
	var said []string
	talks := false
	for m.p.pos < len(m.p.toks) && !isSign(m.p.at(0)) {
		t := m.p.toks[m.p.pos]
		if t.isNum || m.p.pos > 0 && len(said) > 0 && strings.ContainsAny(m.p.text[m.p.toks[m.p.pos-1].end:t.start], ".?!") {
			break
		}
		if slices.Contains(orderWords, t.low) {
			return fact{}, false
		}
		if n, link := m.talkAt(m.p.pos); n > 0 && !link {
			m.p.mark(m.p.pos, m.p.pos+n, "talk")
			m.p.pos += n
			talks = true
			continue
		}
		if !slices.Contains(restateWords, t.low) && !isArticle[t.low] {
			said = append(said, t.low)
		}
		m.p.mark(m.p.pos, m.p.pos+1, "restated")
		m.p.pos++
	}
	as := "the same again"
	if talks {
		as = asTalk
	}
	return fact{as, func(h *held) *Refusal { return h.meansAnyway(said) }}, talks || len(said) > 0
}

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
