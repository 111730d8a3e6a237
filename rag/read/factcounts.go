package read

import (
	"slices"
	"strings"

	"github.com/askomop/askomop/omop/study"
)

// Facts about numbers of records: that a record is one of what is counted, that a number is exact, how many those have
// of whom the question is.
//
//	"counting each diagnosis record as one sprain"
//	"exactly two, no more and no fewer", "one and only one"
//	"in those who had two or more"

// eachRecord reads that each record counts for itself.
func (m *remark) eachRecord() (fact, bool) {
	p := m.p
	p.word("counting", "count", "taking", "treating", "with", "treat", "take")
	if !p.word("each", "every", "one", "any") {
		return fact{}, false
	}
	of := m.name()
	if !p.is("eventnoun", "recordnoun", "visit") {
		return fact{}, false
	}
	p.is("aux", "passive")
	if !p.is("countsas") && !p.word("as", "for", "counting", "counted", "is", "=") {
		return fact{}, false
	}
	for p.word("as", "a", "separate", "distinct", "single", "its", "own") {
	}
	p.word("one", "1")
	name := m.name()
	if !p.is("eventnoun", "recordnoun", "visit", "timesword") && name == "" {
		return fact{}, false
	}
	return fact{"each record counts", func(h *held) *Refusal {
		if len(h.of(of)) == 0 {
			return unsaid("the question names no " + of)
		}
		return h.byRecord(name)
	}}, true
}

// byRecord holds that the question counts records, and not days with them.
func (h *held) byRecord(name string) *Refusal {
	set := h.q.Measure.Of == study.Records || h.q.Measure.Quantity == study.Occurrences
	for _, s := range h.of(name) {
		if s.has != nil && s.has.Times != nil {
			if s.has.Distinct != study.ByRecord && s.has.Distinct != study.ByDay {
				return contradicts("the question counts otherwise")
			}
			s.has.Distinct, set = study.ByRecord, true
		}
	}
	if !set {
		return unsaid("the question asks for no number of records")
	}
	return nil
}

// exactly reads that a number is meant as it is: "no more and no fewer", "and only one", "neither more nor less".
func (m *remark) exactly() (fact, bool) {
	p := m.p
	less := func() bool { return p.word("fewer", "less", "more") }
	n, only := 0.0, false
	ok := p.try(func() bool {
		return (p.word("no") || p.word("neither", "not")) && less() && (p.at(0) != "," || p.take()) &&
			p.word("and", "nor", "or") && (p.word("no", "not") || true) && less() && !p.sees("unit")
	}) || p.try(func() bool {
		if p.pos == 0 || p.toks[p.pos-1].low != "and" || !p.word("only", "exactly", "just") {
			return false
		}
		n, only = p.number()
		return only && (p.is("timesword") || true)
	})
	if !ok {
		return fact{}, false
	}
	return fact{"the number is exact", func(h *held) *Refusal { return h.isExact(n) }}, true
}

// isExact makes the number of records of the question the only one.
func (h *held) isExact(n float64) *Refusal {
	spots := slices.DeleteFunc(h.spots(), func(s spot) bool {
		return s.has == nil || s.has.Times == nil || s.has.Times.Min == nil
	})
	if len(spots) != 1 || n > 0 && *spots[0].has.Times.Min != n {
		return unsaid("it is not clear of what so many are meant")
	}
	r := *spots[0].has.Times
	if r.MinOpen || r.Max != nil && *r.Max != *r.Min {
		return contradicts("the question asks for another number")
	}
	r.Max = r.Min
	spots[0].has.Times = &r
	return nil
}

// whoHadSome reads how many records those have of whom the question is: "in those who had two or more", "those with at
// least two".
func (m *remark) whoHadSome() (fact, bool) {
	p := m.p
	p.is("restricted")
	p.word("in", "among", "for", "of", "counting", "using", "only")
	if !m.somebody() || !p.is("aux", "verb") && !slices.Contains([]string{"with", "having"}, p.toks[p.pos-1].low) {
		return fact{}, false
	}
	for p.is("aux", "verb") {
	}
	if p.seq(p.pos, "above|over|below|under") {
		return fact{}, false // a value, or an age
	}
	r, bare, ok := p.comparison()
	if !ok || bare || r.Min == nil || r.Max != nil || *r.Min+float64(boolInt(r.MinOpen)) < 2 ||
		p.sees("unit", "munit", "agetail") {
		return fact{}, false
	}
	name := m.name()
	for p.is("eventnoun", "visit", "timesword") || p.word("of") && p.word("them", "these", "it") {
	}
	if name == "" {
		name = m.name()
	}
	least := int(*r.Min) + boolInt(r.MinOpen)
	return fact{"how many records they have", func(h *held) *Refusal { return h.haveAtLeast(least, name, r) }}, true
}

// haveAtLeast holds that people have so many records, as those have of whom a time to the second is.
func (h *held) haveAtLeast(least int, name string, r study.Range) *Refusal {
	m, entry := &h.q.Measure, h.q.Population.Entry
	place := map[study.Which]int{study.Second: 2, study.Third: 3}
	if m.Event != nil && place[m.Event.Which] > 0 {
		if place[m.Event.Which] < least || name != "" && !h.r.refersTo(name, m.Event) {
			return unsaid("the question has no such number")
		}
		return nil
	}
	if entry == nil && name == "" {
		return unsaid("it is not clear of what so many records are meant")
	}
	return h.atLeast(study.Has{Times: &r}, name, nil)
}

// withoutAny reads that those without any have no number: "people without any are to be ignored".
func (m *remark) withoutAny() (fact, bool) {
	p := m.p
	out := m.leadsOut() || p.word("ignore", "disregard")
	if !m.somebody() {
		return fact{}, false
	}
	for p.is("aux", "verb") {
	}
	if !p.word("without", "none", "no", "zero", "0") {
		return fact{}, false
	}
	p.word("any", "one", "a", "single")
	name := m.name()
	for p.is("eventnoun", "visit", "recordnoun") || p.word("at", "all") {
	}
	if in, said := m.verdict(); said && (in || out) || !said && !out {
		return fact{}, false
	}
	return fact{"who has a number", func(h *held) *Refusal {
		if name != "" && len(h.of(name)) == 0 {
			return unsaid("the question names no " + name)
		}
		return h.leaveOutThoseWithout()
	}}, true
}

// asZero reads that those without any count as zero: "count people without a visit as zero", "patients with no fill
// count as 0".
func (m *remark) asZero() (fact, bool) {
	p := m.p
	for p.word("count", "counting", "treat", "treating", "take", "taking", "enter", "include", "including", "with") {
	}
	zero := p.try(func() bool { return p.word("0", "zero", "nought") && p.word("if", "when", "where", "for") })
	if !m.somebody() && !p.is("usersof") && !zero && !p.seq(p.pos, "no|none|without") {
		return fact{}, false
	}
	none := false
	for p.is("aux", "verb") || p.word("with", "having") || p.is("denies") || p.word("without", "no", "none", "not") {
		none = none || p.seq(p.pos-1, "without|no|none|not|never") || p.role[p.pos-1] == "denies"
	}
	if !none {
		return fact{}, false
	}
	for p.word("any", "one", "a", "single", "such", "at", "all", "recorded") {
	}
	kind, isVisit := p.lex("visit", "visitverb")
	name := ""
	if !isVisit {
		name = m.name()
	}
	noun, _ := p.lex("eventnoun")
	m.thatTime()
	for p.is("aux", "countsas", "counted", "passive") || p.word("count", "counts", "contribute", "contributes", "enter",
		"as", "for", "with", "a", "being", "set", "to", "=", "have", "get", "also", "be", "treated", "entered", "included",
		":", "→") {
	}
	zero = p.word("zero", "zeros", "zeroes", "0", "nought", "nil") || zero
	return fact{"who counts as zero", func(h *held) *Refusal { return h.zeroWithout(name, isVisit, kind, noun) }}, zero
}

// zeroWithout holds that those without any of what is measured count as zero.
func (h *held) zeroWithout(name string, isVisit bool, kind, noun string) *Refusal {
	e := h.q.Measure.Event
	if e == nil && h.q.Outcome != nil && h.q.Outcome.Has != nil {
		e = &h.q.Outcome.Has.Event
	}
	domains, _, _ := strings.Cut(noun, " ")
	switch {
	case e == nil, name != "" && !h.r.refersTo(name, e), isVisit && e.Domain != study.Visit,
		kind != "" && !slices.ContainsFunc(e.Concepts, func(c study.Entity) bool { return c.Text == kind }),
		name == "" && domains != "" && domains != "any" && !slices.Contains(strings.Split(domains, ","),
			strings.TrimSuffix(string(e.Domain), "_era")):
		return unsaid("the question does not count what they are without")
	}
	return conventions["zeros"](h)
}

// sexLeftOut reads that one sex is not meant: "men are not wanted here", "no women".
func (m *remark) sexLeftOut() (fact, bool) {
	p := m.p
	none := p.word("no", "not", "without")
	v, ok := p.lex("people")
	sex, _, _ := strings.Cut(v, " ")
	if !ok || sex != "female" && sex != "male" {
		return fact{}, false
	}
	if !none {
		none = p.try(func() bool {
			for p.is("aux") {
			}
			return p.is("denies") && (p.word("wanted", "needed", "required", "relevant", "meant", "included", "counted") ||
				p.word("part") && p.word("of") && (p.word("this", "it", "that") || true) &&
					(p.word("one", "question", "count") || true))
		})
		p.word("here")
	}
	other := map[string]string{"female": "male", "male": "female"}[sex]
	return fact{"who is meant", func(h *held) *Refusal {
		for _, c := range h.q.Population.Criteria {
			switch {
			case c.Is != nil && c.Is.Sex == other:
				return nil
			case c.Is != nil && c.Is.Sex == sex:
				return contradicts("the question is of them")
			}
		}
		return h.add(&people{preds: []*predicate{traitOf(study.Trait{Sex: sex})}}, true)
	}}, none
}
