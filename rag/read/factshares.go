package read

import (
	"slices"

	"github.com/askomop/askomop/omop/study"
)

// Facts about shares: what is divided by what, and what a readmission is.

// division reads "the number with COPD divided by all people of that race", "warfarin users over all patients".
func (m *remark) division() (fact, bool) {
	p := m.p
	if v, ok := m.direct("output"); ok && v != "n" {
		return fact{}, false
	}
	p.word("of")
	if !m.somebody() {
		p.word("with", "having", "who", "on")
	}
	for p.is("aux", "verb") {
	}
	name := m.name()
	if name == "" {
		return fact{}, false
	}
	_ = p.is("people", "eventnoun")
	if !(p.word("divided") && p.word("by") || p.at(0) == "/" && p.take() || p.word("over")) {
		return fact{}, false
	}
	g, ok := m.everybody()
	of := ""
	p.try(func() bool {
		led := p.word("with", "who", "on")
		p.is("aux", "verb")
		of = m.name()
		return led && of != ""
	})
	if g != nil && len(g.preds) == 1 && g.preds[0].kind == leaf {
		if es := g.preds[0].events(); len(es) == 1 && len(es[0].Concepts) == 1 && unplaced(es[0]) {
			g, of = &people{only: true}, es[0].Concepts[0].Text
		}
	}
	ok = ok && (p.try(func() bool {
		return p.word("of", "in") && p.word("that", "each", "same", "this", "every") && (p.is("stratum") || p.word("group"))
	}) || true)
	return fact{"of whom the percentage is", func(h *held) *Refusal { return h.divided(name, of, g) }}, ok
}

// divided holds that the percentage is of those with the one thing, of all people or of those with the other.
func (h *held) divided(name, of string, g *people) *Refusal {
	q := h.q
	o := q.Outcome
	if o == nil || o.Has == nil || !h.r.refersTo(name, &o.Has.Event) ||
		q.Measure.Kind != study.Share && q.Measure.Kind != study.Prevalence || q.Measure.OfTotal {
		return unsaid("it is another percentage")
	}
	entry := q.Population.Entry
	switch {
	case of != "" && (entry == nil || !h.r.refersTo(of, entry)), of == "" && entry != nil:
		return contradicts("the question is of others")
	case !g.only || len(g.preds) > 0 || g.age != nil:
		return unsaid("it may be of others")
	}
	return h.shareOf(&people{only: of == ""})
}

// readmission reads what counts as one: "count a stay as readmitted when the same person has another inpatient stay
// that begins 1 to 30 days after its end", "a readmission is another inpatient stay within 30 days of discharge".
func (m *remark) readmission() (fact, bool) {
	p := m.p
	p.word("count", "counting", "treat", "treating")
	led := p.try(func() bool { return p.is("visit") && m.copula() && m.readmitted() }) || m.readmitted()
	if !led || !m.copula() {
		return fact{}, false
	}
	p.word("same")
	_ = m.everyPerson() || p.word("they", "he", "she")
	p.is("aux", "verb")
	if !p.word("another", "new", "further", "second") {
		return fact{}, false
	}
	kind, ok := p.lex("visit")
	if !ok {
		return fact{}, false
	}
	p.try(func() bool { return p.word("of", "by") && p.word("same") && m.everyPerson() })
	p.is("relpron")
	p.word("begins", "begin", "starts", "start", "starting", "beginning")
	lo, hi, ok := m.dayRange(new([]side))
	if !ok {
		lo = -1
		p.word("within", "in")
		d, timed := p.duration()
		if hi = d.Days; !timed || d.Months+d.Years > 0 {
			return fact{}, false
		}
	}
	ok = (p.is("after") || p.word("of", "from")) && m.dischargeAgain()
	return fact{"what a readmission is", func(h *held) *Refusal { return h.readmits(kind, lo, hi) }}, ok
}

// anyReadmission reads that it is of no matter why somebody comes back: "any readmission counts, whatever the cause",
// "all-cause readmissions".
func (m *remark) anyReadmission() (fact, bool) {
	p := m.p
	p.word("count", "counting", "with", "for")
	every := p.pos > 0 && p.toks[p.pos-1].low == "any" || p.is("universal") || p.word("each")
	cause := p.at(0) == "-" && p.take()
	cause = p.word("cause", "causes", "reason", "reasons") || cause
	if !m.readmitted() && (!every || !p.is("visit")) {
		return fact{}, false
	}
	counts := p.is("aux") && p.is("counted") || p.is("allcount") || p.word("counts", "count", "counted", "included")
	why := p.try(func() bool {
		_ = p.at(0) == "," && p.take()
		free := p.word("whatever", "whichever") || p.is("regardless") ||
			p.word("for", "from", "of", "with") && (p.is("universal") || p.word("any", "whatever", "whichever"))
		for p.is("article") || p.word("of", "its", "the", "their") {
		}
		return free && p.word("cause", "causes", "reason", "reasons", "diagnosis", "diagnoses")
	})
	return fact{"which readmissions count", func(h *held) *Refusal {
		entry, o := h.q.Population.Entry, h.q.Outcome
		if entry == nil || entry.Domain != study.Visit || o == nil || o.Has == nil ||
			o.Has.Event.Domain != study.Visit || o.Has.Relation == nil {
			return unsaid("the question is of no readmissions")
		}
		e := o.Has.Event
		if e.Where != nil || len(e.With) > 0 || e.Which != study.Any && e.Which != study.FirstOfThese {
			return contradicts("the question counts some readmissions only")
		}
		return nil
	}}, why || every && (counts || cause)
}

// readmitted consumes "readmitted", "a readmission".
func (m *remark) readmitted() bool {
	return m.p.word("readmitted", "readmission", "readmissions", "rehospitalised", "rehospitalized", "rehospitalisation")
}

// dischargeAgain consumes the end of the first stay.
func (m *remark) dischargeAgain() bool {
	end := false
	return m.startOrEnd(&end) && end
}

// readmits holds that the question counts such stays, from the first to the last of these days after the end.
func (h *held) readmits(kind string, lo, hi int) *Refusal {
	entry, o := h.q.Population.Entry, h.q.Outcome
	if entry == nil || entry.Domain != study.Visit || o == nil || o.Has == nil || o.Has.Event.Domain != study.Visit ||
		o.Has.Relation == nil || !o.Has.Relation.End {
		return unsaid("the question is of no readmissions")
	}
	if kind != "" && !slices.ContainsFunc(o.Has.Event.Concepts, func(c study.Entity) bool { return c.Text == kind }) {
		return contradicts("the question counts other visits")
	}
	r := *o.Has.Relation
	if !approximately(r.To, hi) || aboutDays(r.From, -1) > 1 {
		return contradicts("the question has no time that ends on this day")
	}
	if lo >= 0 {
		r.From = &study.Offset{Days: lo}
	}
	o.Has.Relation = &r
	return nil
}

// noEnd reads that records without an end are left out, of which no length is known.
func (m *remark) noEnd() (fact, bool) {
	p := m.p
	if !m.leadsOut() && !p.word("ignore", "disregard") {
		return fact{}, false
	}
	p.word("any", "all", "those")
	_ = p.is("eventnoun", "visit", "recordnoun") || m.headOrName()
	p.is("relpron")
	p.is("aux")
	ok := p.word("without", "no", "missing", "lacking") || p.word("with") && p.word("no")
	p.word("any", "recorded", "an")
	ok = ok && p.word("end", "stop", "discharge")
	p.word("date", "dates")
	return fact{"which lengths are known", func(h *held) *Refusal {
		if h.q.Measure.Quantity != study.Duration {
			return unsaid("the question asks for no length")
		}
		return nil
	}}, ok
}
