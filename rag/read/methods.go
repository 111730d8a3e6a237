package read

import (
	"slices"

	"github.com/askomop/askomop/omop/study"
)

// People name the method of an estimate or an interval behind a question: "(Aalen-Johansen)", "(Wilson)", "with exact
// limits (Clopper-Pearson)". It must be the one that the question is answered by; the exact interval is chosen so.

// methods hold the names of methods (category "remark") against the question.
var methods = map[string]func(*held) *Refusal{
	"aalen_johansen": func(h *held) *Refusal {
		return byMethod(h.q.Measure.Kind == study.CumulativeIncidence, "the cumulative incidence with competing events")
	},
	"kaplan_meier": func(h *held) *Refusal {
		return byMethod(h.q.Measure.Kind == study.Survival || h.q.Measure.Kind == study.Persistence, "survival")
	},
	"wilson": func(h *held) *Refusal {
		return byMethod(h.isShare() && !h.q.Measure.Exact, "the interval of a percentage")
	},
	"clopper_pearson": func(h *held) *Refusal {
		if h.isShare() {
			h.q.Measure.Exact = true
		}
		return byMethod(h.isShare(), "the interval of a percentage")
	},
	"poisson": func(h *held) *Refusal {
		return byMethod(h.q.Measure.Kind == study.Rate, "the interval of a rate")
	},
}

func byMethod(fits bool, what string) *Refusal {
	if !fits {
		return contradicts("that is the method of " + what + ", which the question does not ask for")
	}
	return nil
}

// isShare reports whether the question asks for a percentage with its interval.
func (h *held) isShare() bool {
	return slices.Contains([]study.Kind{study.Share, study.Prevalence, study.Proportion}, h.q.Measure.Kind)
}

// method reads the name of a method: "by the Aalen-Johansen estimator".
func (m *remark) method() (fact, bool) {
	m.p.word("by", "using", "with", "via", "method", "per", "after")
	for m.p.word("the", "a", "an", "estimated", "estimates", "method", ":") {
	}
	v, ok := m.direct("method")
	if !ok {
		return fact{}, false
	}
	for m.p.word("estimator", "estimate", "estimates", "method", "interval", "intervals", "score", "curve", "limits",
		"bounds", "ci", "cis", "confidence", "approach") {
	}
	return fact{"method " + v, methods[v]}, true
}

// eitherWay reads in brackets that it does not matter whether something else is there, too: "a concussion (with or
// without loss of consciousness)".
func (m *remark) eitherWay() (fact, bool) {
	said := m.p.seq(0, "with", "or", "without") || m.p.seq(0, "whether", "or", "not", "with")
	if m.opens == 0 || m.p.pos > 0 || !said ||
		len(m.p.toks) < 4 || slices.ContainsFunc(m.p.toks, func(t token) bool { return isSign(t.low) }) {
		return fact{}, false
	}
	m.p.mark(0, len(m.p.toks), "either way")
	m.p.pos = len(m.p.toks)
	return fact{"with or without it", func(h *held) *Refusal {
		if h.about == "" {
			return unsaid("it is not clear what may be with or without it")
		}
		return nil
	}}, true
}
