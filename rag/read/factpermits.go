package read

import (
	"slices"
	"strings"

	"github.com/askomop/askomop/omop/study"
)

// Remarks that allow something limit nothing: "either is fine", "it does not have to be their first", "I don't mind how
// long after". They are held to be true of the question: it may not have the limit that the remark says is not meant.

// aspects are what a question may limit, by the values of category "aspect", each with what holds that it does not.
var aspects = map[string]func(h *held, l *leftover) *Refusal{
	"gap": func(h *held, _ *leftover) *Refusal {
		if slices.ContainsFunc(h.times(), func(s spot) bool { return (*s.rel).From != nil && (*s.rel).To != nil }) {
			return contradicts("the question asks for a time of some length")
		}
		return nil
	},
	"time": func(h *held, l *leftover) *Refusal {
		if h.limitsTime(l) {
			return contradicts("the question says when")
		}
		return nil
	},
	"order":    func(h *held, _ *leftover) *Refusal { return h.follow("apart", nil) },
	"together": func(h *held, _ *leftover) *Refusal { return h.follow("apart", nil) },
	"first": func(h *held, l *leftover) *Refusal {
		if slices.ContainsFunc(spotsOf(h.q), func(s spot) bool {
			return s.ev.Which != study.Any && (len(l.names) == 0 || h.namesIt(l, s))
		}) {
			return contradicts("the question counts from the first record")
		}
		return nil
	},
	"age":  notLimited("age", "ages"),
	"sex":  notLimited("sex"),
	"race": notLimited("race", "ethnicity"),
	"kind": func(h *held, _ *leftover) *Refusal { return conventions["subtypes"](h) },
	"number": func(h *held, _ *leftover) *Refusal {
		if slices.ContainsFunc(spotsOf(h.q), func(s spot) bool { return s.has != nil && s.has.Times != nil }) {
			return contradicts("the question asks for a number of records")
		}
		return nil
	},
	"either": func(h *held, _ *leftover) *Refusal {
		if !slices.ContainsFunc(spotsOf(h.q), func(s spot) bool {
			return len(s.ev.Concepts)+len(s.ev.Or)+len(s.ev.AnyOf) > 1
		}) && !slices.ContainsFunc(criteriaOf(h.q), func(c *study.Criterion) bool { return len(c.Any) > 1 }) {
			return unsaid("the question names no two of which either would do")
		}
		return nil
	},
}

// notLimited holds that the question does not limit a trait of people.
func notLimited(fields ...string) func(*held, *leftover) *Refusal {
	return func(h *held, _ *leftover) *Refusal {
		if h.limits(fields...) {
			return contradicts("the question is of some people only")
		}
		return nil
	}
}

// smallWords are the categories of words between what is allowed and that it is.
var smallWords = []category{"noise", "article", "aux", "relpron", "subjpron", "it", "eventnoun", "recordnoun", "peoplenoun",
	"universal", "dayword", "plain", "passive", "visit", "verb", "talk"}

// permits reads such a remark up to its sign or the end of the sentence.
func (m *remark) permits() (fact, bool) {
	p, from := m.p, m.p.pos
	to := m.unitEnd(from)
	l := &leftover{says: map[category]bool{}}
	var of []string
	allowed, waived := false, false
	for i := from; i < to; {
		c := p.entityAt(i)
		ph, n := p.longest(i, "permitting", "aspect")
		if _, small := p.longest(i, smallWords...); small > n {
			ph, n = phrase{}, small
		}
		switch {
		case c.n > n:
			l.names = append(l.names, c)
			n = c.n
		case n == 0 && p.seq(i, "for|of|in|to|about|with|as"):
			n = 1
		case n == 0:
			if p.pos = i; !m.isHead(p.at(0)) {
				p.pos = from
				return fact{}, false
			}
			l.names, n = append(l.names, candidate{n: 1, text: p.at(0)}), 1
		case ph.cat == "permitting":
			allowed, waived = true, waived || ph.value == "waived"
		case ph.cat == "aspect":
			of = append(of, ph.value)
		}
		i += n
	}
	if p.pos = from; !allowed || len(of)+len(l.names) == 0 {
		return fact{}, false
	}
	if waived && len(of) == 0 { // "asthma does not matter" would leave out what the question names
		return fact{}, false
	}
	p.mark(from, to, "permitted")
	p.pos = to
	return fact{"what need not be", func(h *held) *Refusal {
		for _, c := range l.names {
			if len(h.of(c.text)) == 0 {
				return unsaid("the question names no " + c.text)
			}
		}
		for _, a := range of {
			if fault := aspects[a](h, l); fault != nil {
				return fault
			}
		}
		return nil
	}}, true
}

// countsToo reads that records of a kind are among those that the question counts: "vaccines count too", "including
// shots as drugs", "telehealth visits are counted as well". It changes nothing where the question counts all of the
// domain, and is refused elsewhere.
func (m *remark) countsToo() (fact, bool) {
	p := m.p
	led := p.word("counting", "including", "with", "count", "include", "treating", "taking")
	kind, isVisit := p.lex("visit")
	noun, isNoun := "", false
	if !isVisit {
		noun, isNoun = p.lex("eventnoun")
	}
	if !isVisit && !isNoun || !m.among(led) {
		return fact{}, false
	}
	domains, _, _ := strings.Cut(noun, " ")
	if isVisit {
		domains = string(study.Visit)
	}
	return fact{"what is counted, too", func(h *held) *Refusal {
		if slices.ContainsFunc(spotsOf(h.q), func(s spot) bool {
			domain := strings.TrimSuffix(string(s.ev.Domain), "_era")
			whole := len(s.ev.Concepts) == 0 || isVisit && len(s.ev.Concepts) == 1 && s.ev.Concepts[0].Text == kind
			return whole && slices.Contains(strings.Split(domains, ","), domain) && s.ev.Domain != study.DrugEra
		}) {
			return nil
		}
		return unsaid("the question does not count all records of that kind")
	}}, domains != "" && domains != "any"
}

// among reads that what was named is among what is counted: "count too", "are also included", and behind "counting"
// only as what: "as drugs".
func (m *remark) among(led bool) bool {
	p := m.p
	too := func() bool {
		return p.word("too", "also") || p.try(func() bool { return p.word("as") && p.word("well") })
	}
	said, counted := false, false
	for {
		switch {
		case too():
			said = true
		case p.word("count", "counts", "counted", "included", "qualify", "qualifies", "in"):
			counted = true
		case !counted && p.is("aux"), !counted && p.word("be", "to", "should", "may", "can"):
		case (led || counted) && p.try(func() bool {
			return p.word("as") && p.word("a", "an", "drug", "drugs", "medication", "medications", "medicine", "medicines",
				"visit", "visits", "condition", "conditions", "procedure", "procedures", "test", "tests")
		}):
			said, counted = true, true
		default:
			return said && (led || counted)
		}
	}
}
