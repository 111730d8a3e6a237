package read

import (
	"math"
	"slices"

	"github.com/askomop/askomop/omop/study"
)

// persistence reads "persistence with atorvastatin at 180 days".
func (p *parser) persistence(s *sentence) bool {
	var list []study.Offset
	if d, ok := p.duration(); ok {
		list = append(list, d)
	}
	p.is("bykm")
	still := p.is("stillon")
	if !still && !p.is("persistence") {
		return false
	}
	s.measure.Kind = study.Persistence
	for range 3 {
		if s.records == nil && p.try(func() bool {
			if !p.word("with", "on", "of", "to", "in", "for") && !still {
				return false
			}
			e, ok := p.bareEvent([]string{"drug"})
			if ok && e.Domain == study.Drug && len(e.Concepts) > 0 {
				e.Which, s.records = study.First, e
				return true
			}
			return false
		}) {
			continue
		}
		if len(list) == 0 && p.try(func() bool {
			if !p.word("at", "to", "for") && !p.is("after") {
				return false
			}
			all, ok := p.durations()
			list = all
			return ok
		}) {
			continue
		}
	}
	p.is("after")
	p.is("startana")
	s.measure.Times = list
	return len(list) > 0 && s.records != nil
}

// stillTaking reads what is asked of people who started a drug: "still took it without interruption after 180 days",
// "stayed on it for at least a year", "were still on warfarin 180 days after starting it". A share is of those observed
// so long.
func (p *parser) stillTaking(s *sentence) bool {
	return p.try(func() bool {
		p.is("relpron")
		for p.is("aux") {
		}
		share := s.measure.Kind == study.Share
		if !share && (s.measure.Kind != study.Count || s.records != nil) || s.people == nil || !p.is("stilltaking") {
			return false
		}
		p.word("of", "on", "with") // "in their first era of it"
		g := *s.people
		g.preds = flat(g.preds) // "started it and were observed for at least 180 days after it"
		era, rest, ok := p.drugOf(&g)
		if !ok {
			return false
		}
		p.is("uninterrupted")
		d, longer, ok := p.stillFor()
		if !ok || longer && share {
			return false
		}
		p.is("uninterrupted")
		if share && len(d) > 0 {
			start := era.clone()
			start.Domain = study.Drug
			s.people.preds = append([]*predicate{{kind: leaf, ev: start}}, rest...)
			s.measure.Kind, s.measure.Times = study.Persistence, d
			return true
		}
		if len(d) != 1 {
			return false
		}
		least := float64(daysLong(d[0]))
		s.people.preds = append([]*predicate{{kind: leaf, ev: era}}, rest...)
		s.main = &predicate{kind: trait,
			crit: &study.Criterion{Record: &study.Where{Days: &study.Range{Min: &least, MinOpen: longer}}}}
		s.people.only = false
		return true
	})
}

// stillFor reads how long a drug is taken: "after 180 days", "for at least a year", "6 months later", "beyond 90 days",
// "at day 90". longer tells whether more than that was said.
func (p *parser) stillFor() (times []study.Offset, longer, ok bool) {
	if p.try(func() bool {
		n, ok := 0.0, (p.word("at", "on") || true) && p.word("day")
		if ok {
			n, ok = p.number()
		}
		times = []study.Offset{{Days: int(n)}}
		return ok && n >= 1 && n == math.Trunc(n)
	}) {
		return times, false, true
	}
	p.is("after", "in")
	if !p.sees("cmp") {
		p.word("at", "for")
	}
	if op, compares := p.lex("cmp"); compares {
		if op != "ge" && op != "gt" {
			return nil, false, false
		}
		longer = op == "gt"
	}
	if n, isDay := p.dayNumbered(); isDay {
		return []study.Offset{{Days: n}}, false, !longer
	}
	times, ok = p.durations()
	if after, isAfter := p.lex("cmpafter"); isAfter && (longer || after != "ge") {
		return nil, false, false
	}
	p.is("thenword")
	p.try(func() bool {
		return p.try(func() bool { return p.is("after", "from") && p.is("startana") && (p.is("it") || true) }) ||
			p.is("after") && p.is("it")
	})
	return times, longer, ok
}

// observedSoLong reads "among those observed that long", "counting only those still under observation then" behind a
// persistence at one time, which is of these people anyway.
func (p *parser) observedSoLong(s *sentence) bool {
	if s.measure.Kind != study.Persistence || len(s.measure.Times) != 1 {
		return false
	}
	_ = p.word("counting", "considering", "taking", "including", "using") ||
		p.word("restricted", "limited") && p.word("to")
	p.takeOne("only")
	p.word("among", "amongst", "of", "in", "for", "out")
	p.word("of")
	p.takeOne("only", "all")
	v, ok := p.lex("people")
	for ok && (v == "drug" || v == "drug first") && p.sees("people") {
		v, ok = p.lex("people")
	}
	if !ok && !p.takeOne("those", "everyone", "anyone") || ok && v != "" && v != "drug" && v != "drug first" {
		return false
	}
	p.is("relpron")
	for p.is("aux") {
	}
	p.word("had", "with", "have", "having")
	enough := p.takeOne("enough", "sufficient", "sufficiently")
	if !p.is("observedverb", "followupnoun") {
		return false
	}
	p.takeOne("for", "up", "until", "till")
	p.takeOne("at")
	p.takeOne("least")
	p.takeOne("for")
	soLong := p.takeOne("that", "so", "as", "this") && p.takeOne("long") ||
		p.takeOne("long") && p.takeOne("enough") || p.takeOne("then") || p.takeOne("that") && p.takeOne("time", "day", "date")
	return (soLong || enough) && (p.end() || isSign(p.at(0)) || p.sees("stratumlead"))
}

// dayNumbered reads "day 180", counted from the start.
func (p *parser) dayNumbered() (n int, ok bool) {
	ok = p.try(func() bool {
		if !p.word("day") {
			return false
		}
		v, isNumber := p.number()
		n = int(v)
		return isNumber && n > 0 && float64(n) == v
	})
	return n, ok
}

// eraLasted reads "the number who lasted at least 365 days" of people with an era.
func (p *parser) eraLasted(s *sentence) bool {
	return p.try(func() bool {
		p.is("relpron")
		if s.people == nil ||
			!slices.ContainsFunc(s.people.preds,
				func(q *predicate) bool { return q.kind == leaf && q.ev.Domain == study.DrugEra }) || !p.is("lasts") {
			return false
		}
		r, bare, ok := p.length()
		s.main = &predicate{kind: trait, crit: &study.Criterion{Record: &study.Where{Days: &r}}}
		return ok && !bare
	})
}

// daysLong is a length of time in days, as persistence counts them: a year is 365.25 days, a month a twelfth of it.
func daysLong(d study.Offset) int {
	return d.Days + int(study.Months.Days()*float64(d.Months)) + int(study.Years.Days()*float64(d.Years))
}
