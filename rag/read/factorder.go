package read

import (
	"slices"
	"strings"

	"github.com/askomop/askomop/omop/study"
)

// Facts about the order of two events that the question names, and whether both may be on one day. What is said is
// taken as the days on which the one may lie, seen from the other:
//
//	"only those where the albuterol came later than the diagnosis"   after
//	"first clopidogrel is on or after the first CAD date"            the same day, after
//	"those who got both on the same day are left out"                before, after

// signs are the sides of another event's day on which an event may lie.
type signs uint8

const (
	dayBefore signs = 1 << iota
	dayItself
	dayAfter
	anyDay = dayBefore | dayItself | dayAfter
)

// flipped is seen from the other event.
func (s signs) flipped() signs {
	f := s & dayItself
	if s&dayBefore != 0 {
		f |= dayAfter
	}
	if s&dayAfter != 0 {
		f |= dayBefore
	}
	return f
}

// side is one of two events: by its name, by a noun of records ("the diagnosis") or as the one that is counted from
// ("it"). The zero value is whichever the other is not.
type side struct {
	name    string
	domains []string
	which   study.Which
	it      bool
}

func (s side) empty() bool { return s.name == "" && len(s.domains) == 0 && !s.it }

// order reads "the bleed came after the celecoxib", "whose first A is dated before their first B", "the drug second".
func (m *remark) order() (fact, bool) {
	out := m.leadsOut()
	people := m.leadIn()
	always := m.p.is("universal") || m.p.try(func() bool { return m.p.word("at") && m.p.is("universal") })
	if always {
		m.p.is("timenoun")
	}
	a, named := m.side()
	s, twoSided, ok := m.comesWhen()
	if !ok || !named && !twoSided {
		return fact{}, false
	}
	var b side
	if !twoSided && a.it && a.name == "" && (s == dayAfter || s == dayBefore) && m.verdictless() { // "it has to be later"
		return fact{"which comes first", func(h *held) *Refusal { return h.itLies(s) }}, !out
	}
	if twoSided {
		if b, ok = m.side(); !ok || !named && b.it { // "(after it)" names neither
			return fact{}, false
		}
	} else if m.p.at(0) == "," || m.p.at(0) == "and" { // "A first, then B"
		m.p.try(func() bool { m.p.pos++; m.p.word("and", "then"); b, ok = m.side(); return ok && m.comesSecond(s) })
	}
	in, said := m.verdict()
	switch {
	case said && out:
		return fact{}, false
	case in && s != dayItself: // "a scan before it also counts"
		m.p.try(func() bool {
			return m.p.word("as") && (!m.p.word("having") || m.p.word("had")) && m.p.word("one")
		})
		return fact{"when it may be", func(h *held) *Refusal { return h.atAnyTime(a) }}, named
	case in: // the day belongs to the time that is asked for
		s = anyDay
	case out || said:
		s = anyDay &^ s
	}
	records := (out || said) && !people && s != anyDay
	return fact{"which comes first", func(h *held) *Refusal {
		if records && h.choosesOf(a) { // without the earlier ones another is the first
			return &Refusal{Ambiguous, "it is not clear whether people or records are left out"}
		}
		if entry := h.q.Population.Entry; (out || said && !in) && people && s&dayAfter != 0 && entry != nil &&
			h.leavesOutEarlier() && h.isSide(a, &h.q.Outcome.Has.Event) && h.isSide(b, entry) {
			return nil // an outcome up to the index date
		}
		return h.inOrder(a, b, s, always)
	}}, true
}

// orderOfThose reads the order behind a question without a sign: "in those whose stroke came later".
func (m *remark) orderOfThose() (fact, bool) {
	if !m.p.seq(m.p.pos, "in|among|for|of", "those|people|patients|persons|cases|pairs", "whose|where|in") {
		return fact{}, false
	}
	return m.order()
}

// anyOrder reads that the order is of no matter: "in whichever order", "it does not matter which came first".
func (m *remark) anyOrder() (fact, bool) {
	p := m.p
	free := p.is("regardless") || p.at(0) == "whichever" || p.try(func() bool { return p.word("it") && m.isNoMatter() }) ||
		p.try(func() bool {
			return p.word("in") && p.word("any", "either", "whatever", "whichever") && p.sees("orderword")
		})
	switch {
	case p.is("orderword"):
		p.try(func() bool { return p.word("in") && p.word("which") && m.areRecorded() })
		p.try(func() bool { return p.word("of") && p.is("eventnoun", "it") })
	default:
		p.word("which", "whether", "whichever", "what", "who")
		p.try(func() bool { return p.word("of") && m.bothOfThem() })
		if !p.cameFirst() {
			return fact{}, false
		}
	}
	return fact{"in whichever order", func(h *held) *Refusal { return h.follow("apart", nil) }}, free || m.isNoMatter()
}

// bothOfThem consumes the two: "the two", "both of them", "A and B".
func (m *remark) bothOfThem() bool {
	p := m.p
	if p.word("two", "both", "they", "these", "them") {
		p.try(func() bool { return p.word("of") && p.word("them", "these") })
		_ = p.is("eventnoun", "listdomain") || p.word("drugs", "diagnoses", "conditions")
		return true
	}
	_, ok := m.side()
	if ok && p.word("and", "or") {
		_, ok = m.side()
	}
	return ok
}

// areRecorded reads "they were recorded", "A and B came".
func (m *remark) areRecorded() bool {
	if !m.bothOfThem() {
		return false
	}
	n := 0
	for m.p.is("aux", "passive") || m.p.word("came", "come", "appear", "appeared", "started", "began", "taken") {
		n++
	}
	return n > 0
}

// isNoMatter reads "does not matter", "is irrelevant", "makes no difference".
func (m *remark) isNoMatter() bool {
	return m.p.try(func() bool {
		denied := false
		for {
			if m.p.is("denies") || m.p.word("no") {
				denied = !denied
			} else if !m.p.is("aux") && !m.p.word("should", "will", "makes", "make", "plays", "play", "of") {
				break
			}
		}
		if denied {
			return m.p.word("matter", "count", "role", "difference", "important", "relevant", "consequence", "importance",
				"interest", "relevance", "interesting", "concern")
		}
		if m.p.at(0) == "of" && m.p.seq(m.p.pos+1, "no") {
			m.p.pos += 2
			return m.p.word("interest", "importance", "relevance", "concern", "consequence", "matter")
		}
		return m.p.word("irrelevant", "unimportant", "immaterial", "ignored", "disregarded", "free", "open")
	})
}

// atAnyTime holds that the question takes an event whenever it was.
func (h *held) atAnyTime(a side) *Refusal {
	spots := slices.DeleteFunc(spotsOf(h.q), func(s spot) bool { return !h.isSide(a, s.ev) })
	if len(spots) == 0 {
		return unsaid("it is not clear of what it speaks")
	}
	for _, s := range spots {
		if s.rel != nil && *s.rel != nil || s.ev.During != nil || s.ev.Age != nil || s.ev.Which != study.Any {
			return contradicts("the question says when")
		}
	}
	return nil
}

// verdictless reports whether nothing is said of what lies so.
func (m *remark) verdictless() bool {
	return !m.p.ahead(func() bool { _, said := m.verdict(); return said })
}

// itLies holds that what the question looks for lies after the day from which it counts, or before it.
func (h *held) itLies(s signs) *Refusal {
	for _, pr := range h.pairs() {
		if low, high := aboutDays((*pr.rel).From, -1), aboutDays((*pr.rel).To, 1); s == dayAfter && low < 0 ||
			s == dayBefore && high > 0 {
			return contradicts("the question has another order")
		}
	}
	return h.moveEdge(1)
}

// comesSecond reads "second", "later" behind what came after the first.
func (m *remark) comesSecond(s signs) bool {
	m.p.is("thenword")
	m.p.word("second", "next", "last")
	return s == dayBefore
}

// leadsOut reads "leaving out", "exclude".
func (m *remark) leadsOut() bool {
	return m.p.is("leavingout", "leaveout") || m.p.word("except", "without")
}

// leadIn consumes what leads to the events: "only those where the", "counting people whose", "provided that". It
// reports whether people are spoken of.
func (m *remark) leadIn() (people bool) {
	for {
		at := m.p.pos
		spoken := m.p.word("whose", "whom", "those", "anyone", "everyone") || m.everyPerson()
		people = people || spoken
		_ = m.p.is("glossword", "restricted", "only", "relpron") || m.p.word("where", "if", "when", "provided", "counting",
			"taking", "using", "just", "in", "among", "for", "of", "to", "cases", "pairs", "with", "so")
		if m.p.pos == at {
			return people
		}
	}
}

// choosesOf reports whether the question takes one record of an event.
func (h *held) choosesOf(s side) bool {
	return slices.ContainsFunc(spotsOf(h.q), func(o spot) bool { return o.ev.Which != study.Any && h.isSide(s, o.ev) })
}

// everyPerson consumes people of whom no more is said: "patients", not "women".
func (m *remark) everyPerson() bool {
	return m.p.try(func() bool { v, ok := m.p.lex("people"); return ok && v == "" })
}

// side reads one of the events: "their first ACE inhibitor", "the date of the diagnosis", "the celecoxib record", "it".
func (m *remark) side() (s side, ok bool) {
	ok = m.p.try(func() bool {
		for m.p.word("their", "his", "her", "each", "every", "any", "such", "own", "person's", "patient's") {
		}
		m.p.try(func() bool { return m.p.word("date", "day", "start", "onset") && m.p.word("of") })
		s.which = m.p.whichOne()
		m.p.try(func() bool {
			return m.p.word("record", "dose", "diagnosis", "prescription", "episode", "fill") && m.p.word("of", "for")
		})
		if s.name = m.name(); s.name == "" && !m.noun(&s) {
			c, ok := m.p.loose(nil)
			if s.name = c.text; !ok {
				return false
			}
		}
		for m.p.is("eventnoun") || m.p.word("date", "day", "start", "record", "one") {
		}
		return true
	})
	return s, ok
}

// whichOne consumes "first ever", "last".
func (p *parser) whichOne() study.Which {
	which := study.Any
	p.try(func() bool {
		w, ok := p.lex("whichrec")
		which = map[string]study.Which{"first": study.First, "last": study.Last, "second": study.Second}[w]
		return ok && which != ""
	})
	p.word("ever")
	return which
}

// noun reads an event by a noun of records, or as what is counted from.
func (m *remark) noun(s *side) bool {
	if m.p.is("dxana") {
		s.domains = []string{string(study.Condition)}
		return true
	}
	if m.p.is("startana") {
		s.domains = []string{string(study.Drug)}
		return true
	}
	if m.p.is("visit") {
		s.domains = []string{string(study.Visit)}
		return true
	}
	if v, ok := m.p.lex("eventnoun"); ok && !strings.Contains(v, "any") {
		s.domains = strings.Split(strings.Fields(v)[0], ",")
		return true
	}
	s.it = m.p.is("it")
	return s.it
}

// comesWhen reads where the event before it lies: "came strictly after", "is dated on or before", "later". It is
// twoSided where the other event must follow.
func (m *remark) comesWhen() (s signs, twoSided, ok bool) {
	for m.p.is("aux", "passive") || m.p.word("came", "come", "comes", "coming", "fell", "falls", "fall", "falling", "lies",
		"lay", "lying", "began", "begins", "started", "starts", "appeared", "appears", "happens", "occurs", "dated", "must",
		"should", "strictly", "only", "always", "clearly", "definitely", "has", "have", "needs", "need", "to", "be") {
	}
	for _, one := range m.orderForms() {
		at := m.p.pos
		if one.read() {
			return one.signs, one.twoSided, true
		}
		m.p.pos = at
	}
	return 0, false, false
}

type orderForm struct {
	signs    signs
	twoSided bool
	read     func() bool
}

// orderForms are the ways of saying where an event lies, those that begin others first.
func (m *remark) orderForms() []orderForm {
	p := m.p
	after := func() bool { return p.is("after") && !hasWord("as of since upon once", p.lastPhrase()) }
	before := func() bool { return p.is("before") && !hasWord("until", p.lastPhrase()) }
	onOr := func(dir func() bool) func() bool {
		return func() bool {
			p.word("on", "at")
			p.word("same", "very")
			if p.word("day", "date") {
				p.word("of", "as")
			}
			return p.word("or") && dir()
		}
	}
	day := func(of ...string) func() bool {
		return func() bool { p.word("on"); return p.word(of...) && p.word("day", "date", "days", "dates") }
	}
	as := func(words ...string) func() bool { return func() bool { return p.word(words...) } }
	then := func(fs ...func() bool) func() bool {
		return func() bool { return !slices.ContainsFunc(fs, func(f func() bool) bool { return !f() }) }
	}
	not := as("not", "no", "never")
	dayOr := func(words ...string) func() bool { // "on that day or later"
		return then(day("same", "that", "this", "very", "one"), as("or"), as(words...))
	}
	return []orderForm{
		{dayItself | dayAfter, true, onOr(after)}, {dayItself | dayBefore, true, onOr(before)},
		{dayItself | dayAfter, true, then(not, func() bool { return before() || p.word("sooner") && p.word("than") })},
		{dayItself | dayBefore, true, then(not, after)},
		{dayItself | dayAfter, false, dayOr("later", "after", "afterwards", "afterward", "thereafter")},
		{dayItself | dayBefore, false, dayOr("earlier", "before", "sooner")},
		{dayBefore | dayAfter, true, then(not, day("same", "one"), as("as", "of"))},
		{dayBefore | dayAfter, false, then(not, day("same", "one"))},
		{dayItself, true, then(day("same", "very"), as("as", "of"))}, {dayItself, false, day("same", "one")},
		{dayItself, true, then(as("on"), as("day", "date"), as("of"))},
		{dayBefore | dayAfter, true, then(day("different", "another", "other", "separate"), as("from", "than", "to"))},
		{dayBefore | dayAfter, false, day("different", "another", "separate")},
		{dayAfter, true, then(day("later"), as("than"))}, {dayAfter, false, day("later")},
		{dayBefore, true, then(day("earlier"), as("than"))}, {dayBefore, false, day("earlier")},
		{dayAfter, true, then(p.someDays, after)}, {dayBefore, true, then(p.someDays, before)},
		{dayAfter, true, after}, {dayBefore, true, before},
		{dayAfter, true, as("follows", "followed", "postdates", "postdated")},
		{dayBefore, true, as("precedes", "preceded", "preceding", "predates", "predated", "antedates", "antedated")},
		{dayAfter, false, func() bool { return p.is("thenword") || p.word("second") }},
		{dayBefore, false, func() bool { return p.is("priorly") || p.word("first") }},
	}
}

// someDays reads "at least a day", "one or more days".
func (p *parser) someDays() bool {
	return p.try(func() bool {
		op, compared := p.lex("cmp")
		n, ok := p.number()
		if !ok && compared {
			n, ok = 1, true // "at least a day"
		}
		more := p.is("cmpafter")
		return ok && n == 1 && (compared && op == "ge" || more) && p.word("day", "days")
	})
}

// verdict reads whether something counts: "doesn't count", "are to be left out", "is allowed".
func (m *remark) verdict() (in, ok bool) {
	ok = m.p.try(func() bool {
		denied := false
		for {
			if m.p.is("denies") {
				denied = !denied
			} else if !m.p.is("aux") && !m.p.word("to", "should", "must", "will", "would", "can", "may", "shall", "also",
				"therefore", "still", "as", "well") {
				break
			}
		}
		v, ok := m.p.lex("judged")
		in = ok && v == "" != denied
		for ok && m.p.word("too", "also", "still", "well", "either") {
		}
		return ok
	})
	return in, ok
}
