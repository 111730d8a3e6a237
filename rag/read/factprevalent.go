package read

import (
	"slices"
	"strings"

	"github.com/askomop/askomop/omop/study"
)

// prevalentOut reads that who had it before does not count: "prevalent cases are out", "no prevalent cases", "existing
// cases excluded", "earlier bleeders excluded". New cases are those of a rate or a proportion anyway, and of a first
// record.
func (m *remark) prevalentOut() (fact, bool) {
	led := m.p.is("leaveout") || m.p.word("no", "without", "not")
	m.p.word("counting", "including")
	m.p.word("all", "any", "those", "people", "patients")
	if !m.p.word("prevalent", "existing", "pre-existing", "preexisting", "previous", "prior", "earlier", "old", "known",
		"past", "former") {
		return fact{}, false
	}
	name := m.name()
	takes := m.p.word("users", "takers", "recipients", "initiators", "starters")
	if !takes && !m.p.word("case", "cases", "patient", "patients", "persons", "people", "diagnoses", "ones") {
		if name = m.whoDo(); name == "" {
			return fact{}, false
		}
	}
	for m.p.is("aux") || m.p.word("being", "to", "be") {
	}
	if !led && !m.p.is("leftout") && !m.p.word("out") {
		return fact{}, false
	}
	return fact{"who is left out", func(h *held) *Refusal { return h.newOnes(name, takes) }}, true
}

// whoDo consumes a word for those who do something and returns what they do: "bleeders", a bleed; "fallers", a fall.
func (m *remark) whoDo() string {
	does, ok := strings.CutSuffix(m.p.at(0), "ers")
	if !ok || len(does) < 4 {
		return ""
	}
	m.p.take()
	return does
}

// newOnes holds that who had the named thing before, or where none is named what is asked for, counts no more. Where
// takes is set it is a drug.
func (h *held) newOnes(name string, takes bool) *Refusal {
	is := func(e *study.Event) bool {
		drug := e.Domain == study.Drug || e.Domain == study.DrugEra
		return (name == "" || h.r.refersTo(name, e)) && (!takes || drug)
	}
	if h.leavesOutEarlier() && is(&h.q.Outcome.Has.Event) {
		return nil
	}
	if slices.ContainsFunc(spotsOf(h.q), func(s spot) bool { return s.ev.Which == study.First && is(s.ev) }) {
		return nil
	}
	return contradicts("the question counts those who had it before, too")
}
