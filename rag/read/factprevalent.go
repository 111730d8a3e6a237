package read

import "github.com/askomop/askomop/omop/study"

// prevalentOut reads that who had it before does not count: "prevalent cases are out", "no prevalent cases", "existing
// cases excluded". New cases are those of a rate or a proportion anyway, and of a first record.
func (m *remark) prevalentOut() (fact, bool) {
	led := m.p.is("leaveout") || m.p.word("no", "without", "not")
	m.p.word("counting", "including")
	if !m.p.word("prevalent", "existing", "pre-existing", "preexisting", "previous", "prior", "earlier", "old", "known") {
		return fact{}, false
	}
	m.name()
	if !m.p.word("case", "cases", "patient", "patients", "persons", "people", "diagnoses", "ones", "users") {
		return fact{}, false
	}
	for m.p.is("aux") || m.p.word("being", "to", "be") {
	}
	if !led && !m.p.is("leftout") && !m.p.word("out") {
		return fact{}, false
	}
	return fact{"who is left out", func(h *held) *Refusal {
		if h.leavesOutEarlier() {
			return nil
		}
		for _, s := range spotsOf(h.q) {
			if s.ev.Which == study.First {
				return nil
			}
		}
		return contradicts("the question counts those who had it before, too")
	}}, true
}
