package read

import (
	"slices"
	"strings"

	"github.com/askomop/askomop/omop/study"
)

// People ask loosely first and then exactly: "How long do people stay on X? Median duration in days of the first X
// era." "Do men have more strokes than women? Share with a stroke by sex." The first question is a title of the second
// (titles.go): whatever it names must stand in the second, and how it asks must fit what the second asks for.

// asks reports whether the remark ends as a question.
func (m *remark) asks() bool { return m.p.toks[len(m.p.toks)-1].low == "?" }

// looseWords is how many tokens from i on may stand in a loose question: words that only ask (category "looseword"), or
// one whose "non-" or "re-" the core says as "without" or "second".
func (m *remark) looseWords(core *parser, i int) int {
	if _, n := m.p.longest(i, "looseword"); n > 0 {
		return n
	}
	if ph, n := m.p.longest(i, "sex", "people"); n > 0 && (ph.value == "female" || ph.value == "male") && m.bothSexes() {
		return n
	}
	whole := stretch{0, len(core.toks)}
	rest, negated := strings.CutPrefix(m.p.toks[i].low, "non-")
	rest, repeated := strings.CutPrefix(rest, "re-")
	if negated && core.holdsAny(whole, negations) || repeated && core.holdsAny(whole, again) {
		if slices.ContainsFunc(core.toks, func(t token) bool { return sameStem(t.low, rest) }) {
			return 1
		}
	}
	return 0
}

// bothSexes reports whether women and men are named, so that they are compared.
func (m *remark) bothSexes() bool {
	named := map[string]bool{}
	for i := range m.p.toks {
		ph, _ := m.p.longest(i, "sex", "people")
		named[ph.value] = true
	}
	return named["female"] && named["male"]
}

var negations = []string{"without", "no", "not", "never"}

// asksTheSame holds how a loose question asks against what the exact one asks for: "how long" wants a time.
func (m *remark) asksTheSame() func(*held) *Refusal {
	var ways []string
	if m.bothSexes() {
		ways = append(ways, "sexes")
	}
	for i := range m.p.toks {
		if ph, n := m.p.longest(i, "looseword"); n > 0 && ph.value != "" {
			ways = append(ways, ph.value)
		}
	}
	return func(h *held) *Refusal {
		for _, way := range ways {
			if !fitsWay[way](h.q) {
				return unsaid("it asks something else than the words before it")
			}
		}
		return nil
	}
}

// fitsWay says of each way of asking which questions it may stand before.
var fitsWay = map[string]func(*study.Question) bool{
	"long": func(q *study.Question) bool {
		return q.Measure.Kind == study.Persistence || q.Measure.Kind == study.Survival ||
			q.Measure.Kind == study.Number && q.Measure.Quantity.IsOfDays()
	},
	"often": func(q *study.Question) bool {
		switch q.Measure.Kind {
		case study.Number:
			return q.Measure.Quantity == study.Occurrences
		case study.Count, study.Share, study.Rate, study.Proportion, study.Prevalence:
			return true
		}
		return false
	},
	"which": func(q *study.Question) bool {
		return slices.ContainsFunc(q.Strata, func(s study.Stratum) bool { return s.Kind == study.Concept })
	},
	"sexes": func(q *study.Question) bool {
		return slices.ContainsFunc(q.Strata, func(s study.Stratum) bool { return s.Kind == study.Sex })
	},
	"compare": func(q *study.Question) bool { return len(q.Strata) > 0 },
}
