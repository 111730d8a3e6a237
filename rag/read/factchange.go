package read

import "github.com/askomop/askomop/omop/study"

// People say beside a change from which value to which it is: "last value up to the first fill versus the first value
// after it". That is how it is taken anyway: from the last value before the start or on its day to the first after it.

// changeSaid is what such a remark names: the test, the drug.
type changeSaid struct {
	*remark
	names []string
}

// changeAgain reads such a remark; the values may stand in either order.
func (m *remark) changeAgain() (fact, bool) {
	s, p := &changeSaid{remark: m}, m.p
	for p.word("difference", "change", "comparing", "compare", "between", "from", "using") {
	}
	ok := p.try(func() bool { return s.upTo() && s.against() && s.after() }) ||
		p.try(func() bool { s.names = nil; return s.after() && s.against() && s.upTo() })
	return fact{"from which value to which", func(h *held) *Refusal {
		if h.q.Measure.Kind != study.Number || h.q.Measure.Quantity != study.ValueChange {
			return unsaid("the question asks for no change of a value")
		}
		for _, name := range s.names {
			if len(h.of(name)) == 0 {
				return unsaid("the question names no " + name)
			}
		}
		return nil
	}}, ok
}

// value reads "value", "HbA1c result", "one".
func (s *changeSaid) value() bool {
	p := s.p
	p.word("available", "recorded", "measured")
	named := s.named()
	return p.word("value", "result", "measurement", "reading", "one", "test", "level") || named
}

// named reads the name of the test or of the drug.
func (s *changeSaid) named() bool {
	name := s.name()
	if name != "" {
		s.names = append(s.names, name)
	}
	return name != ""
}

// upTo reads "the last value on or before the first fill", "the last value before it".
func (s *changeSaid) upTo() bool {
	p := s.p
	return (p.word("last", "latest") || p.word("most") && p.word("recent")) && s.value() &&
		(p.try(func() bool { return p.word("up") && p.word("to") && (!p.word("and") || p.word("including")) }) ||
			p.try(func() bool { return p.word("on", "at") && p.word("or") && p.word("before") }) ||
			p.try(func() bool { return p.word("before") && (!p.word("or") || p.word("on", "at")) })) && s.start()
}

// after reads "the first value after it".
func (s *changeSaid) after() bool {
	p := s.p
	if !p.word("first", "earliest", "next") || !s.value() || !p.word("after", "afterwards", "thereafter", "following") {
		return false
	}
	s.start()
	return true
}

// start reads the first record of the drug, by whatever words: "the first fill", "its start", "that day".
func (s *changeSaid) start() (said bool) {
	p := s.p
	for range 8 {
		if !p.word("the", "their", "its", "day", "date", "of", "first", "that", "it", "this", "start", "treatment", "drug",
			"fill", "dispensing", "prescription", "dose", "initiation", "index", "exposure", "starting") && !s.named() {
			break
		}
		said = true
	}
	return said
}

// against reads what stands between two values that are compared.
func (s *changeSaid) against() bool {
	p := s.p
	for p.at(0) == "," && p.take() {
	}
	return p.word("versus", "vs", "vs.", "against", "minus", "to", "and") ||
		p.word("compared") && p.word("with", "to", "against")
}
