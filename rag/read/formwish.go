package read

import (
	"slices"
	"strings"

	"github.com/askomop/askomop/omop/study"
)

// People say beside a question in what form they would like the answer: "Rounded to one decimal is fine", "A plain
// count will do", "Patients, not doses", "each woman once", "counts by year suffice". Such a wish is made of words for
// numbers and for how they are shown (category "formword") and of those who or what is counted. It is passed over where
// the question counts that, and has the groups and the percentage that are spoken of.

// formWish reads such a wish.
func (m *remark) formWish() (fact, bool) {
	from, to := m.p.pos, m.unitEnd(m.p.pos)
	if m.p.seq(to, ",") && m.p.seq(to+1, "not|rather|instead|please|and") { // "patients, not doses"
		to = m.unitEnd(to + 1)
	}
	w := formwish{}
	for i := from; i < to; {
		n := m.formWord(&w, i, to)
		m.p.pos = from
		if n == 0 || i+n > to {
			return fact{}, false
		}
		i += n
	}
	if w.negated && m.p.seq(from, "not|no|rather|instead") && len(w.needs) > 0 && w.needs[0] != "nogroups" {
		return fact{}, false // "Prescriptions, not people" alone
	}
	if !w.ofForm || w.named && !w.counts && !w.negated { // "show the patients"
		return fact{}, false
	}
	m.p.mark(from, to, "form")
	m.p.pos = to
	return fact{"the form of the answer", w.holds}, true
}

// formwish is what a wish about the form needs of the question.
type formwish struct {
	ofForm  bool
	needs   []string // "percent", "count", "both", "ranked", "nogroups", "persons", "records"
	negated bool     // what follows is what is not counted
	named   bool     // people are
	counts  bool     // a number is spoken of
	groups  []study.StratumKind
	sexes   []string
	numbers []float64
	visit   string // the kind of visits that are spoken of
	number  bool   // "the number of", which is no percentage
}

// formWord reads a word of a wish at token i; 0 where it is none.
func (m *remark) formWord(w *formwish, i, to int) int {
	if ph, n := m.p.longest(i, "formword"); n > 0 && m.p.entityAt(i).n <= n {
		w.ofForm = w.ofForm || ph.value != "link"
		w.counts = w.counts || ph.value == "count" || ph.value == "percent" || ph.value == "both" ||
			m.p.seq(i, "number|numbers|figure|figures|total|totals|headcount|head|once|value|values|result|results")
		w.number = w.number || m.p.seq(i, "number|numbers|headcount")
		if ph.value != "" && ph.value != "link" {
			w.needs = append(w.needs, ph.value)
		}
		return n
	}
	if m.p.seq(i, "not|no") || m.p.seq(i, "rather|instead", "than|of") {
		w.negated, w.ofForm = true, w.ofForm || len(w.needs) > 0
		if m.p.seq(i, "not|no") {
			return 1
		}
		return 2
	}
	if v, n := m.numberAt(i); n > 0 {
		return m.formNumber(w, v, stretch{i, i + n}, to)
	}
	if ph, n := m.p.longest(i, "people"); n > 0 {
		field, _, _ := strings.Cut(ph.value, " ")
		switch {
		case m.behind(i, "per|by") && !m.p.holdsAny(stretch{0, len(m.p.toks)}, []string{"once"}):
			return 0
		case field == "female" || field == "male":
			w.sexes = append(w.sexes, field)
		case field != "":
			return 0
		}
		w.counted("persons")
		return n
	}
	if ph, n := m.p.longest(i, "recordnoun", "eventnoun", "visit", "formthing"); n > 0 {
		if ph.cat == "visit" {
			w.visit = ph.value
		}
		if m.behind(i, "per|each|every|by") { // "one line per drug"
			return 0
		}
		w.counted("records")
		return n
	}
	if m.p.seq(i, "year|day|month|week|years|days|months|weeks") && m.behind(i, "whole|full|nearest|in") {
		return 1 // "to the nearest whole year"
	}
	if ph, n := m.p.longest(i, "stratum"); n > 0 && m.behind(i, "per|by|each|every|of|for|a|with") &&
		!strings.Contains(ph.value, " ") {
		w.groups = append(w.groups, study.StratumKind(ph.value))
		return n
	}
	if ph, n := m.p.longest(i, "noise", "article", "plain", "approving", "rounding"); n > 0 {
		w.ofForm = w.ofForm || ph.cat == "approving" || ph.cat == "rounding"
		return n
	}
	if isSign(m.p.toks[i].low) {
		return 1
	}
	return 0
}

// numberAt is the number at token i, and how many tokens it has.
func (m *remark) numberAt(i int) (float64, int) {
	m.p.pos = i
	if v, ok := m.p.number(); ok {
		return v, m.p.pos - i
	}
	return 0, 0
}

// formNumber takes a number of decimals, or one that the question has, too.
func (m *remark) formNumber(w *formwish, v float64, s stretch, to int) int {
	ph, n := m.p.longest(s.to, "formword")
	switch {
	case s.to >= to && !m.behind(s.from, "top"):
		return 0
	case m.p.seq(s.to, "decimal|decimals|digit|digits|place|places"), v == 1 && n > 0 && ph.value != "link":
		return s.to - s.from
	case n > 0 && (ph.value == "ranked" || m.p.seq(s.to, "rows|lines|figures|numbers")) || m.behind(s.from, "top"):
		w.numbers = append(w.numbers, v)
		return s.to - s.from
	}
	return 0
}

// behind reports whether one of the words stands before token i.
func (m *remark) behind(i int, words string) bool { return i > 0 && m.p.seq(i-1, words) }

// counted notes what is to be counted, or what is not.
func (w *formwish) counted(what string) {
	switch {
	case !w.negated:
		w.named = w.named || what == "persons"
	case what == "persons":
		what = "records"
	default:
		what = "persons"
	}
	w.needs = append(w.needs, what)
	w.ofForm = w.ofForm || w.negated
}

// holds holds a wish against the question.
func (w *formwish) holds(h *held) *Refusal {
	if fault := w.fails(h); fault != nil {
		return &Refusal{Unknown, fault.Why} // so that the words may be read otherwise
	}
	return nil
}

// fails says what of a wish the question does not have.
func (w *formwish) fails(h *held) *Refusal {
	kind := h.q.Measure.Kind
	shares := kind == study.Share || kind == study.Prevalence || kind == study.Proportion
	for _, need := range w.needs {
		switch {
		case need == "percent" && !shares, need == "both" && !shares:
			return unsaid("the question does not ask for a percentage")
		case (need == "count" || need == "persons" && w.number) && shares &&
			!slices.Contains(w.needs, "percent") && !slices.Contains(w.needs, "both"):
			return unsaid("the question asks for a percentage")
		case need == "count" && kind == study.Number:
			return unsaid("the question does not ask for a number of people")
		case need == "ranked" && len(h.q.Strata) == 0:
			return unsaid("the question ranks nothing")
		case need == "nogroups" && len(h.q.Strata) > 0:
			return contradicts("the question has groups")
		case need == "persons" && kind != study.Share && h.q.Measure.Of != study.Persons:
			return contradicts("people are to be counted, and the question counts something else")
		case need == "records" && h.q.Measure.Of != study.Records:
			return contradicts("records are to be counted, and the question counts people")
		}
	}
	if e := h.q.Population.Entry; w.visit != "" && e != nil && e.Domain == study.Visit && len(e.Concepts) > 0 &&
		!slices.ContainsFunc(e.Concepts, func(c study.Entity) bool { return c.Text == w.visit }) {
		return unsaid("the question is of other visits")
	}
	for _, g := range w.groups {
		if !h.grouped(g) {
			return unsaid("the question is not grouped so")
		}
	}
	for _, sex := range w.sexes {
		if !slices.ContainsFunc(h.q.Population.Criteria,
			func(c study.Criterion) bool { return c.Is != nil && c.Is.Sex == sex }) {
			return unsaid("the question is not of that sex alone")
		}
	}
	t, err := newTraces(h.q)
	for _, n := range w.numbers {
		if err != nil || !slices.Contains(t.numbers, n) {
			return unsaid("the question has no such number")
		}
	}
	return nil
}
