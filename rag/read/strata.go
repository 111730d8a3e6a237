package read

import (
	"slices"
	"strings"

	"github.com/askomop/askomop/omop/study"
)

// doseFrequency reports whether "daily", "every day" stands right behind a drug: how often it is taken is not recorded,
// and is not a grouping.
func (p *parser) doseFrequency() bool {
	if p.pos == 0 || p.role[p.pos-1] != "entity drug" {
		return false
	}
	return p.seq(p.pos, "daily|weekly|nightly") || p.seq(p.pos, "every|each") && p.seq(p.pos+1, "day|night|week|morning")
}

// strata consumes a grouping: "by sex", "for each 10-year age group", "stratified by race and gender",
// "annually", "men vs women".
func (p *parser) strata() ([]study.Stratum, bool) {
	start := p.pos
	for p.at(0) == "," || p.at(0) == "(" || p.at(0) == ";" || p.at(0) == ":" {
		p.pos++
	}
	if p.doseFrequency() {
		p.pos = start
		return nil, false
	}
	p.word("and")
	if v, ok := p.lex("adverbstratum"); ok && !p.overTheYears() {
		return []study.Stratum{stratumOf(v)}, true
	}
	if p.try(p.sexes) {
		return []study.Stratum{{Kind: study.Sex}}, true
	}
	if p.try(func() bool { return p.pairOf(p.ethnicityWord) }) {
		return []study.Stratum{{Kind: study.Ethnicity}}, true
	}
	at := p.pos
	strong := p.is("stratumstrong")
	p.pos = at
	if !p.is("stratumlead") {
		p.pos = start
		return nil, false
	}
	for p.is("stratumstrong") || p.is("each") {
		strong = true
	}
	p.try(func() bool { // "in each of these age bands", "by the following age groups"
		of := strong && p.word("of")
		return (p.word("following") || of) && p.sees("stratum")
	})
	p.try(func() bool { return strong && p.is("both") })
	first, ok := p.stratum(strong)
	if !ok {
		p.pos = start
		return nil, false
	}
	list := []study.Stratum{first}
	for {
		at := p.pos
		joined := p.at(0) == "," && p.take()
		joined = p.is("and") || p.word("by", "x", "within") || joined
		p.is("stratumstrong")
		next, ok := p.stratum(true)
		if !joined || !ok {
			p.pos = at
			p.word("separately", "individually")
			return list, true
		}
		list = append(list, next)
	}
}

// overTheYears reports whether "over the years" goes on to which: "over the years 2008 to 2010" is a time, and no
// grouping.
func (p *parser) overTheYears() bool {
	return hasWord(p.lastPhrase(), "years") && p.ahead(func() bool { _, ok := p.date(); return ok })
}

// takeTotal takes "overall and" before a grouping, or "and overall" behind it, off the question: the whole is asked for
// beside its parts.
func (p *parser) takeTotal() {
	for i := range p.toks {
		n := 1
		if p.seq(i, "in", "total|all") {
			n = 2
		} else if !p.seq(i, "overall|altogether|total") {
			continue
		}
		from, to := i, i+n
		for p.seq(to, ",") {
			to++
		}
		if p.seq(to, "and|plus|&") {
			to++
			for p.seq(to, "also|then") {
				to++
			}
			if _, lead := p.longest(to, "stratumlead"); lead > 0 && i > 0 {
				p.total = true
				p.takeAside(from, to, "overall")
				return
			}
		}
		if to = i + n; i > 2 && p.seq(i-1, "and|plus|&") &&
			(to == len(p.toks) || to == len(p.toks)-1 && isSign(p.toks[to].low)) {
			p.total = true
			p.takeAside(i-1, to, "overall")
			return
		}
	}
}

// addTotal asks for the whole beside its parts.
func (s *sentence) addTotal(q *study.Question) {
	if !s.p.total || len(q.Strata) == 0 {
		return
	}
	whole := q.Clone()
	whole.Strata = nil
	if whole.Measure.Kind == study.Prevalence && whole.Period == nil {
		whole.Measure.Risk = study.Lifetime
	}
	s.others = append(s.others, Other{What: "Overall", Question: whole, Always: true, Asked: true})
}

// wholeIsOpen says why there is no whole of the parts; "" where there is one.
func (s *sentence) wholeIsOpen(q *study.Question) string {
	m := &q.Measure
	groups := slices.ContainsFunc(q.Strata, func(t study.Stratum) bool { return t.Kind == study.Groups })
	if q.Top != nil || len(q.Strata) == 0 || m.Change || m.Cumulative || m.OfTotal || groups ||
		m.Kind == study.Proportion && q.Period == nil {
		return "it does not say of what the whole is"
	}
	return ""
}

// sexes reads "men vs women", "for men and women", "between men and women", "females compared with males".
func (p *parser) sexes() bool { return p.pairOf(p.sexWord) }

// pairOf reads two groups beside each other, each of which a word names.
func (p *parser) pairOf(word func() (string, bool)) bool {
	p.is("compare")
	p.try(func() bool { return p.is("stratumlead") && hasWord(p.lastPhrase(), "separately") })
	p.word("for", "in", "between", "among", "of", "by", "separately")
	p.word("both", "for")
	a, ok := word()
	if !ok {
		return false
	}
	joint := p.is("versus") || p.word("and", "/") || p.is("and")
	p.word("for", "in", "among")
	b, ok := word()
	p.word("separately", "apart")
	together := p.at(0) == "together" || p.at(0) == "combined" // "men and women together" are one group
	return ok && joint && a != b && !together
}

func (p *parser) ethnicityWord() (v string, ok bool) {
	if p.try(func() bool { v, ok = p.lex("people"); return v == "hispanic" || v == "not hispanic" }) {
		return v, true
	}
	if v, ok = p.lex("ethnicity"); ok {
		p.is("people")
	}
	return v, ok
}

func (p *parser) sexWord() (string, bool) {
	if v, ok := p.lex("people"); ok && (v == "female" || v == "male") {
		return v, true
	}
	return p.lex("sex")
}

// stratum reads what is grouped by. With a weak lead ("in", "between") only words that can be nothing else
// count: "in 5-year age groups".
func (p *parser) stratum(strong bool) (study.Stratum, bool) {
	start := p.pos
	if n, ok := p.number(); ok {
		if u, isUnit := p.lex("unit"); isUnit && u == "year" && n >= 1 {
			p.is("stratum")
			if w := p.lastPhrase(); strings.Contains(w, "age") ||
				p.word("band", "bands", "group", "groups", "interval", "intervals", "bin", "bins", "bucket", "buckets",
					"bracket", "brackets", "category", "categories") {
				wide := study.Stratum{Kind: study.AgeGroup, Width: int(n)}
				p.try(func() bool { return p.ageAtEvent(&wide) })
				return wide, true
			}
		}
		p.pos = start
		return study.Stratum{}, false
	}
	if strong && p.at(0) == "type" && p.countsVisits() { // "visits by type"
		return study.Stratum{Kind: study.VisitType}, p.take()
	}
	v, ok := p.lex("stratum")
	if !ok {
		p.pos = start
		return study.Stratum{}, false
	}
	s := stratumOf(v)
	said := p.lastPhrase()
	if p.isWordAt("pooled") || p.isWordAt("combined") { // "by month, years pooled"
		p.pos = start
		return study.Stratum{}, false
	}
	if !strong && (!strings.HasSuffix(said, "s") ||
		slices.Contains([]study.StratumKind{study.Year, study.Month, study.Week, study.Day, study.Quarter, study.State},
			s.Kind)) {
		p.pos = start
		return study.Stratum{}, false
	}
	if s.Kind == study.AgeGroup {
		p.ageBands(&s)
	}
	if p.at(0) == "of" && s.Kind == study.State {
		p.pos = start
		return study.Stratum{}, false
	}
	p.atRecord(&s)
	if s.Kind == study.AgeGroup && len(s.Bands) == 0 {
		p.ageBands(&s)
	}
	return s, true
}

// countsVisits reports whether visits are the first thing that was named.
func (p *parser) countsVisits() bool {
	i := slices.IndexFunc(p.role[:p.pos], func(role string) bool {
		return role == "people" || role == "visit" || strings.HasPrefix(role, "entity ")
	})
	return i >= 0 && p.role[i] == "visit"
}

// atRecord reads whose date or age a grouping takes: "by age at diagnosis", "by year of their first diagnosis".
func (p *parser) atRecord(s *study.Stratum) {
	if p.is("atstart") {
		s.Of, s.Level = study.OfIndex, atStart
		return
	}
	if p.is("atindex") || p.try(func() bool { return p.word("at", "of") && p.theNamed() }) {
		s.Of = study.OfIndex
		return
	}
	if s.Kind == study.AgeGroup && p.try(func() bool { return p.ageAtEvent(s) }) ||
		s.Kind.IsTime() && p.try(func() bool { return p.timeOfRecord(s) }) {
		return
	}
	p.try(func() bool {
		if !p.word("at", "of") || !p.is("dxana", "startana") {
			return p.try(func() bool {
				if !p.is("deathnoun") {
					return false
				}
				s.Of = study.OfDeath
				return true
			})
		}
		s.Of = study.OfIndex
		return true
	})
}

// bandsAside reads bands in brackets: "(10-year bands)", "(18-44, 45-64, 65+)".
func (p *parser) bandsAside(s *study.Stratum) {
	p.ageBands(s)
	p.try(func() bool {
		p.try(func() bool { return p.at(0) == "(" && p.take() })
		p.word("in")
		wide, ok := p.stratum(true)
		if !ok || wide.Width == 0 || wide.Of != "" || wide.Event != nil {
			return false
		}
		s.Width, s.Bands = wide.Width, nil
		p.try(func() bool { return p.at(0) == ")" && p.take() })
		return true
	})
}

func stratumOf(v string) study.Stratum {
	name, more, _ := strings.Cut(v, " ")
	s := study.Stratum{Kind: study.StratumKind(name)}
	switch more {
	case "index":
		s.Of = study.OfIndex
	case ofFirst:
		s.Of, s.Level = study.OfIndex, ofFirst // until the strata are settled
	case "death":
		s.Of = study.OfDeath
	case "exact", calendarMonth:
		s.Level = more // until the strata are settled
	}
	if s.Kind == study.Concept {
		domain, level, _ := strings.Cut(more, " ")
		// whose concepts: settled with the question
		s.Event, s.Level = &study.Event{Domain: study.Domain(domain)}, level
	}
	if s.Kind == study.AgeGroup && more != "" {
		s.Width = int(atof(more))
	}
	return s
}

// ageBands reads bands that are named: "age group (18-44, 45-64, 65+)", "age groups under 18, 18 to 64 and 65
// or older".
func (p *parser) ageBands(s *study.Stratum) {
	p.try(func() bool {
		p.try(func() bool { return p.at(0) == "(" && p.take() })
		p.try(func() bool { return p.at(0) == ":" && p.take() })
		p.word("of", "into")
		var bands []study.Range
		for {
			op, cmp := p.lex("agecmp", "cmp")
			r, bare, ok := p.comparison()
			if !ok || bare && !cmp || cmp && r.Min == nil {
				break
			}
			if cmp {
				r = compared(op, *r.Min)
			}
			p.is("agetail")
			bands = append(bands, r)
			if !p.try(func() bool { return p.at(0) == "," && p.take() }) && !p.is("and") {
				break
			}
			p.is("and")
		}
		p.try(func() bool { return p.at(0) == ")" && p.take() })
		if len(bands) < 2 {
			return false
		}
		s.Bands, s.Width = bands, 0
		return true
	})
}

// timeOfRecord reads "of first fill", "of dispensing", "of occurrence" behind a year or a month: the first is the index
// record.
func (p *parser) timeOfRecord(s *study.Stratum) bool {
	if !p.word("of") {
		return false
	}
	w, which := p.lex("whichrec")
	if which && w != "first" {
		return false
	}
	if which && p.try(func() bool { // "of first insulin", "of their first insulin record"
		e, ok := p.bareEvent(nil)
		if !ok || len(e.Concepts) == 0 {
			return false
		}
		e.Event.Which = study.First
		s.Event, s.Of = &e.Event, study.OfIndex // until the strata are settled
		return true
	}) {
		return true
	}
	_, noun := p.lex("eventnoun", "visit")
	if !noun && !p.is("startana") && !p.word("occurrence", "event", "dispensing", "exposure") {
		return false
	}
	if p.at(0) == "of" || p.sees("entity") || len(p.candidates(p.pos)) > 0 {
		return false
	}
	if which {
		s.Of, s.Level = study.OfIndex, ofFirst
	}
	return true
}

// ageAtEvent reads the event at which ages are meant: "age at first closed hip fracture".
func (p *parser) ageAtEvent(s *study.Stratum) bool {
	if s.Event != nil || !p.word("at") {
		return false
	}
	if p.visitCounted() {
		s.Event = &study.Event{Domain: study.Visit}
		return true
	}
	e, ok := p.timedEvent()
	if !ok || len(e.Concepts) == 0 || len(e.rels) > 0 {
		return false
	}
	if e.Domain == study.Visit && e.untold { // each of them has its age
		e.Which = study.Any
	}
	s.Event, s.Of = &e.Event, study.OfIndex // until the strata are settled
	return true
}

// visitCounted reads "the visit", which names no kind of visit by itself: the one that is counted.
func (p *parser) visitCounted() bool {
	return p.try(func() bool {
		for p.takeOne("the", "each", "time", "of") {
		}
		return p.takeOne("visit", "encounter") && !p.sees("for", "with", "to")
	})
}

// isOfVisits reports whether a grouping by the age at a visit is by that at the visits that people are counted by, or
// that are counted: "admissions by age group at admission".
func (s *sentence) isOfVisits(at *event) bool {
	if at.Domain != study.Visit || at.Which != study.Any {
		return false
	}
	is := func(e *event) bool {
		return e.Domain == study.Visit && e.Which == study.Any && e.times == nil && len(e.rels) == 0 &&
			(len(at.Concepts) == 0 || sameEvent(e, at))
	}
	if s.records != nil {
		return is(s.records) && s.main == nil && len(s.front) == 0
	}
	if s.main != nil {
		return s.main.kind == leaf && is(s.main.ev)
	}
	preds := slices.Clone(flat(s.people.preds))
	preds = slices.DeleteFunc(preds, func(q *predicate) bool { return q.kind == trait })
	return len(preds) == 1 && preds[0].kind == leaf && is(preds[0].ev)
}

// isShareOfVisits reports whether a share is of visits, and a grouping is by the age at them: "readmission rate
// after an inpatient stay, by age group at admission".
func (s *sentence) isShareOfVisits(at *event) bool {
	e := s.records
	return s.measure.Kind == study.Share && s.measure.Of == study.Records && e != nil && e.Domain == study.Visit &&
		e.Which == study.Any && at.Domain == study.Visit && at.Which == study.Any &&
		(len(at.Concepts) == 0 || sameEvent(e, at))
}

// settleAge makes the event at which ages are meant the index, or finds it to be: "patients with gout by age at first
// gout", "by year of first gout".
func (s *sentence) settleAge() *Refusal {
	var at *event
	for i := range s.strata {
		if st := &s.strata[i]; (st.Kind == study.AgeGroup || st.Kind.IsTime()) && st.Event != nil {
			at, st.Event = &event{Event: *st.Event, domains: []string{string(st.Event.Domain)}}, nil
		}
	}
	if at == nil {
		return nil
	}
	if s.measure.Kind == study.Count && s.isOfVisits(at) || s.isShareOfVisits(at) { // it is that at the record anyway
		for i := range s.strata {
			s.strata[i].Of = ""
		}
		return nil
	}
	if at.Domain == study.Visit && at.Which == study.Any && len(at.Concepts) > 0 {
		at.Which = study.First
	}
	if s.measure.Kind != study.Count || s.records != nil || len(s.front) > 0 {
		return &Refusal{Unsupported, "an age at another event, or its time, has no place here"}
	}
	preds := s.people.preds
	if s.main != nil {
		preds = append(preds[:len(preds):len(preds)], s.main)
	}
	for _, k := range flat(preds) {
		if k.kind == leaf && sameEvent(k.ev, at) && (k.ev.Which == study.Any || k.ev.Which == at.Which) &&
			unplaced(k.ev) {
			k.ev.Which = at.Which
			return nil
		}
	}
	if len(preds) > 0 {
		return &Refusal{Unsupported, "an age at another event, or its time, has no place here"}
	}
	s.people.preds, s.people.only = []*predicate{{kind: leaf, ev: at}}, false
	return nil
}
