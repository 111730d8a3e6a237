package read

import (
	"github.com/askomop/askomop/omop/study"
)

// afterStart reads what becomes of people who start a drug, or what they have around an index date: "drug restart of
// clopidogrel within 90 and 180 days of stopping, with a switch to warfarin", "indications of new users of metoprolol
// in the 30 days before: hypertension and heart failure", "treatments received from day 0 to 30 after a first diagnosis
// of gout: allopurinol and colchicine", "proportion of patients covered by simvastatin at 90 and 180 days".
func (p *parser) afterStart(s *sentence, kind study.Kind) bool {
	s.measure.Kind = kind
	for range 8 {
		if !p.tryOn(s, p.startPart) {
			break
		}
	}
	return s.sides != nil
}

// isAfterStart reports whether such parts may follow anywhere.
func (s *sentence) isAfterStart() bool {
	switch s.measure.Kind {
	case study.Restart, study.Indication, study.Treatments, study.Covered:
		return true
	}
	return false
}

// startPart reads one part: the people, a window, a time, the drugs or the indications, the gap.
func (p *parser) startPart(s *sentence) bool {
	kind := s.measure.Kind
	around := kind == study.Indication || kind == study.Treatments
	switch {
	case s.sides == nil && p.tryOn(s, p.startedBy):
	case around && p.tryOn(s, p.daysAround):
	case around && s.rows == nil && p.tryOn(s, p.lookedFor):
	case kind == study.Restart && s.rows == nil &&
		p.try(func() bool { p.comma(); return p.is("switchto") && p.namedThings(s, "drug") }):
	case !around && len(s.measure.Times) == 0 && p.tryOn(s, p.startTimes):
	default:
		return p.gapBridged(s)
	}
	return true
}

// startedBy reads who is looked at: people, a drug as those who start it, or what comes after "after".
func (p *parser) startedBy(s *sentence) bool {
	p.word("of", "in", "among", "for", "by")
	if p.try(func() bool {
		return p.beforeParts(s, func() bool { return p.groupList(s, 1) && !s.sides[0].people.only })
	}) {
		return true
	}
	s.sides = nil
	if g, ok := p.starters(); ok && s.measure.Kind != study.Treatments {
		s.sides = []group{{people: g}}
		return true
	}
	return p.tryOn(s, p.sideAfter)
}

// sideAfter reads "after a first diagnosis of gout" as the people who have it, from that day on.
func (p *parser) sideAfter(s *sentence) bool {
	if !p.is("after", "from") && !p.word("following", "since") {
		return false
	}
	e, ok := p.anchorEvent()
	if !ok || e == nil || len(e.Concepts) == 0 {
		return false
	}
	if e.Which == study.Any {
		e.Which = study.First
	}
	s.sides = []group{{people: &people{preds: []*predicate{{kind: leaf, ev: e}}}}}
	return true
}

// beforeParts reads a form as if the question ended where a window, a list or a switch begins.
func (p *parser) beforeParts(s *sentence, form func() bool) bool {
	whole, at := p.toks, p.pos
	defer func() { p.toks = whole }()
	for i := at + 1; i < len(whole); i++ {
		p.pos = i
		stops := func() bool { return s.measure.Kind == study.Restart && p.startTimes(&sentence{measure: s.measure}) }
		if whole[i].low == ":" || p.sees("switchto") || p.ahead(func() bool { return p.daysAround(&sentence{}) }) ||
			p.ahead(stops) {
			p.toks = whole[:i]
			break
		}
	}
	p.pos = at
	return form()
}

// startTimes reads "within 90 and 180 days of stopping", "at 30 and 90 days after initiation".
func (p *parser) startTimes(s *sentence) bool {
	p.comma()
	list, ok := p.timesAt()
	if !ok {
		return false
	}
	s.measure.Times = list
	p.try(func() bool {
		if !p.word("of") && !p.is("after", "from") {
			return false
		}
		if s.measure.Kind == study.Restart {
			return p.is("stopana")
		}
		return p.is("startana") || p.is("windowanchor") || p.is("it")
	})
	return true
}

// gapBridged reads "bridging gaps of 60 days".
func (p *parser) gapBridged(s *sentence) bool {
	return s.measure.Gap == 0 && p.try(func() bool {
		p.comma()
		if !p.is("bridging") {
			return false
		}
		d, ok := p.duration()
		p.comma()
		s.measure.Gap = d.Days
		return ok && d.Days > 0
	})
}

// lookedFor reads what is looked for in the windows: ": hypertension, atrial fibrillation or heart failure".
func (p *parser) lookedFor(s *sentence) bool {
	for p.at(0) == "," {
		p.pos++
	}
	if p.at(0) == ":" {
		p.take()
	} else if !p.is("withdrugs", "thinglead") {
		return false
	}
	if s.measure.Kind == study.Treatments {
		return p.namedThings(s, "drug")
	}
	return p.namedThings(s, "condition") || p.namedThings(s, "")
}

// namedThings reads a list of things by their names.
func (p *parser) namedThings(s *sentence, domain string) bool {
	var domains []string
	if domain != "" {
		domains = []string{domain}
	}
	one := func() (*event, bool) {
		e, ok := p.bareEvent(domains)
		return e, ok && len(e.Concepts) == 1 && len(e.rels) == 0 && (domain == "" || e.Domain == study.Domain(domain))
	}
	for {
		e, ok := one()
		if !ok {
			break
		}
		s.rows = append(s.rows, e)
		at := p.pos
		for p.at(0) == "," {
			p.pos++
		}
		p.is("and")
		p.word("or")
		if !p.ahead(func() bool { _, ok := one(); return ok }) {
			p.pos = at
			break
		}
	}
	return len(s.rows) > 0
}

// daysAround reads days around the index: "in the 30 days before the start", "from day 0 to 30", "on the start date".
func (p *parser) daysAround(s *sentence) bool {
	p.comma()
	p.is("and")
	w, ok := study.Window{}, p.is("windowday")
	if !ok {
		w, ok = p.windowBetween()
	}
	if !ok {
		w, ok = p.windowOf()
	}
	if ok {
		s.measure.Windows = append(s.measure.Windows, w)
	}
	return ok
}

// windowBetween reads "from day 0 to 30", "from 30 days before to day 0", "from 365 to 1 days before".
func (p *parser) windowBetween() (w study.Window, ok bool) {
	start := p.pos
	if !p.is("windowfrom") {
		return w, false
	}
	from, before, ok := p.dayEnd()
	to, beforeTo, okTo := 0, false, false
	if ok && (p.is("rangeto") || p.is("and") || p.word("to") || p.at(0) == "-" && p.take()) {
		to, beforeTo, okTo = p.dayEnd()
	}
	if !ok || !okTo {
		p.pos = start
		return w, false
	}
	w = study.Window{From: from, To: to}
	if before || beforeTo {
		w.From = -from
	}
	if beforeTo {
		w.To = -to
	}
	p.skipAnchor()
	return w, w.From <= w.To
}

// dayEnd reads one end: "day 30", "30 days before", "0".
func (p *parser) dayEnd() (days int, before, ok bool) {
	p.word("day", "days")
	n, ok := p.number()
	p.word("day", "days")
	v, said := p.lex("windowbefore")
	return int(n), said && v == "-1", ok && n == float64(int(n))
}

// windowOf reads "in the 30 days before the start", "in the week up to it", "within 30 days after".
func (p *parser) windowOf() (w study.Window, ok bool) {
	start := p.pos
	fail := func() (study.Window, bool) { p.pos = start; return w, false }
	if !p.is("in", "within") && !p.word("during", "over") {
		return fail()
	}
	prior := p.is("windowprior")
	d, timed := p.duration()
	if !timed {
		u, unit := p.lex("unit")
		if !unit {
			return fail()
		}
		d = map[string]study.Offset{"day": {Days: 1}, "week": {Days: 7}, "month": {Months: 1}, "year": {Years: 1}}[u]
	}
	n := d.Days + 30*d.Months + 365*d.Years
	v, before := p.lex("windowbefore")
	switch {
	case n == 0:
		return fail()
	case prior, before && v == "-1":
		w = study.Window{From: -n, To: -1}
	case before:
		w = study.Window{From: -n}
	case p.ahead(func() bool { return p.is("after") && p.anchorWord() && p.at(0) != "of" }):
		w = study.Window{To: n}
	default:
		return fail()
	}
	p.skipAnchor()
	return w, true
}

// skipAnchor reads the index date behind a window: "after the start", "the start date", "of it".
func (p *parser) skipAnchor() {
	p.try(func() bool {
		p.word("of", "on")
		p.is("after", "from")
		return p.anchorWord() && p.at(0) != "of" // "after a diagnosis of gout" says who is looked at
	})
}

func (p *parser) anchorWord() bool {
	if !p.is("windowanchor") && !p.is("startana") && !p.is("it") {
		return false
	}
	p.word("date")
	return true
}

// toldAnyway reads what the answer has, whether it is asked for or not: numbers at risk beside a survival, standardised
// mean differences beside two groups, and parts of a drug's use.
func (p *parser) toldAnyway(s *sentence) bool {
	switch s.measure.Kind {
	case study.Survival, study.CumulativeIncidence, study.Persistence:
		return len(s.measure.Times) > 0 && p.is("curvetold")
	case study.Characteristics:
		return len(s.sides) == 2 && p.is("sidestold")
	case study.DrugUse:
		return p.pos > 0 && p.try(func() bool {
			n := 0
			for p.is("usequantity", "useshown") {
				n++
				for p.at(0) == "," {
					p.pos++
				}
				p.is("and")
			}
			return n > 0
		})
	}
	return false
}
