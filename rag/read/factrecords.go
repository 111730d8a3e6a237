package read

import (
	"slices"
	"strings"

	"github.com/askomop/askomop/omop/study"
	"github.com/askomop/askomop/vocab"
)

// Facts about records: which one, of what, at which age.

// whichRecord reads "first record", "first ever metformin record with at least 365 days of observation before it",
// "earliest record".
func (m *remark) whichRecord() (fact, bool) {
	if m.noneBefore() {
		name := m.about
		return fact{"which record", func(h *held) *Refusal { return h.choose(study.First, name) }}, true
	}
	m.word("at")
	w, ok := m.lex("whichrec")
	which := map[string]study.Which{"first": study.First, "last": study.Last}[w]
	if !ok || which == "" {
		return fact{}, false
	}
	m.is("ever")
	name := m.name()
	m.is("eventnoun")
	for m.is("ever", "passive", "everywhere", "each") || m.word("only", "date") ||
		m.try(func() bool { return m.word("per", "of") && (m.is("each") || true) && m.is("people") }) {
	}
	probe := &event{}
	m.try(func() bool { return m.washoutBefore(probe) })
	m.try(func() bool { // "in 2009"
		d, ok := m.period()
		probe.During = d
		return ok
	})
	return fact{"which record", func(h *held) *Refusal {
		if fault := h.choose(which, name); fault != nil {
			return fault
		}
		return h.narrow(name, probe.With, probe.During)
	}}, true
}

// noneBefore reads "no earlier record", "none before", "no prior warfarin": the first record, of the name before the
// brackets.
func (m *remark) noneBefore() bool {
	return m.about != "" && m.try(func() bool {
		if !m.word("no", "none", "without", "never") {
			return false
		}
		prior := m.is("priorword")
		if name := m.name(); name != "" && !strings.EqualFold(name, m.about) && !m.r.sameConcept(name, m.about) {
			return false
		}
		m.is("eventnoun")
		return m.is("priorly") || prior
	})
}

// name consumes an entity, or the last word of one that the question names ("the bleed"), and returns it; "" where none
// stands here.
func (m *remark) name() string {
	m.skip()
	if w := m.at(0); m.isHead(w) {
		m.take()
		return w
	}
	if cs := m.candidates(m.pos); len(cs) > 0 {
		m.mark(m.pos, m.pos+cs[0].n, "entity "+cs[0].domains[0])
		m.pos += cs[0].n
		return cs[0].text
	}
	return ""
}

// isHead reports whether a word is the last of a name in the question, but for its ending, and no name or word of the
// grammar.
func (m *remark) isHead(w string) bool {
	if len(w) < 4 || m.pos >= len(m.toks) || !m.toks[m.pos].isWord || len(m.candidates(m.pos)) > 0 ||
		m.r.lex.single[w] {
		return false
	}
	for i := range m.outer.toks {
		for _, c := range m.outer.candidates(i) {
			if c.n > 1 && sameStem(m.outer.toks[i+c.n-1].low, w) {
				return true
			}
		}
	}
	return false
}

// firstName is the first name of the remark that is one of a list of names.
func (m *remark) firstName() string {
	for i := range m.toks {
		if cs := m.candidates(i); len(cs) > 0 {
			return cs[0].text
		}
	}
	return ""
}

// of are the spots of a name, or those that the remark is about.
func (h *held) of(name string) []spot {
	if name == "" {
		return h.spots()
	}
	var found []spot
	for _, s := range spotsOf(h.q) {
		if h.r.refersTo(name, s.ev) {
			found = append(found, s)
		}
	}
	return found
}

// choose sets which record of each person is meant, where the question leaves it open.
func (h *held) choose(which study.Which, name string) *Refusal {
	spots := h.of(name)
	spots = slices.DeleteFunc(spots,
		func(s spot) bool { return s.ev.Domain == study.Observed || s.ev.Domain == study.Death })
	if name == "" && h.about == "" { // of all, it is the one that dates the question
		said := func(s spot) bool { return s.ev.Which == which }
		if slices.ContainsFunc(spots, said) {
			return nil
		}
		if len(spots) > 1 {
			spots = slices.DeleteFunc(spots, func(s spot) bool { return s.role != entryRole })
		}
	}
	if len(spots) == 0 {
		return unsaid("it is not clear of what the " + string(which) + " record is meant")
	}
	for _, s := range spots {
		switch {
		case s.ev.Which == which || s.ev.Which == study.FirstOfThese && which == study.First ||
			s.ev.Which == study.LastOfThese && which == study.Last:
		case s.role == outcomeRole && which == study.First && (h.isRisk() || h.q.Measure.Kind == study.Prevalence):
		case s.ev.Which != study.Any || s.has != nil && s.has.Times != nil || s.role == measureRole ||
			h.q.AtRisk != nil && h.q.AtRisk.Repeat:
			return contradicts("the question counts others than the " + string(which) + " record")
		case s.role == entryRole && h.q.Measure.Of == study.Records &&
			(h.q.Measure.Kind != study.Count || which != study.First):
			return contradicts("the question counts every record")
		default:
			s.ev.Which = which
		}
	}
	return nil
}

// narrow adds conditions on the records of a name.
func (h *held) narrow(name string, with []study.Criterion, during *study.Period) *Refusal {
	if len(with) == 0 && during == nil {
		return nil
	}
	spots := h.of(name)
	if len(spots) != 1 {
		return unsaid("it is not clear to which record it belongs")
	}
	s := spots[0]
	for _, c := range with {
		if !slices.ContainsFunc(s.ev.With, func(have study.Criterion) bool {
			return have.Observed != nil && c.Observed != nil && *have.Observed == *c.Observed
		}) {
			s.ev.With = append(s.ev.With, c)
		}
	}
	switch {
	case during == nil || s.ev.During != nil && *s.ev.During == *during:
	case s.ev.During == nil && s.role != outcomeRole:
		s.ev.During = during
	default:
		return contradicts("the question names another time")
	}
	return nil
}

// differentDays reads "two different start dates", "on different days": records of one day count once.
func (m *remark) differentDays() (fact, bool) {
	m.word("on")
	r, _, counted := m.comparison()
	if !m.is("distinctword") {
		return fact{}, false
	}
	m.word("start", "calendar")
	if !m.word("days", "dates", "day", "date") {
		return fact{}, false
	}
	return fact{"records of different days", func(h *held) *Refusal {
		set := false
		for _, s := range h.spots() {
			if s.has == nil || s.has.Times == nil {
				continue
			}
			if counted && (r.Min == nil || s.has.Times.Min == nil || *r.Min != *s.has.Times.Min) ||
				s.has.Distinct != study.ByRecord && s.has.Distinct != study.ByDay {
				return contradicts("the question counts otherwise")
			}
			s.has.Distinct, set = study.ByDay, true
		}
		if !set {
			return unsaid("the question asks for no number of records")
		}
		return nil
	}}, true
}

// oneIsEnough reads "at least one record", "one or more results each year".
func (m *remark) oneIsEnough() (fact, bool) {
	r, bare, ok := m.comparison()
	if !ok || bare || r.Min == nil || *r.Min != 1 || r.MinOpen || r.Max != nil {
		return fact{}, false
	}
	name := m.name()
	if !m.is("eventnoun", "visit", "timesword") && name == "" {
		return fact{}, false
	}
	m.is("passive")
	m.try(func() bool {
		return m.word("each", "every", "per", "in") && (m.is("each") || true) && (m.is("unit") || m.is("people"))
	})
	return fact{"one is enough", func(h *held) *Refusal {
		spots := h.of(name)
		if len(spots) == 0 {
			spots = spotsOf(h.q)
		}
		if slices.ContainsFunc(spots, func(s spot) bool { return s.has != nil && s.has.Times != nil }) {
			return contradicts("the question asks for more")
		}
		return nil
	}}, true
}

// eachOnce reads how often a person counts: "each woman once", "count every patient only once".
func (m *remark) eachOnce() (fact, bool) {
	m.word("count")
	if !m.word("each", "every") {
		return fact{}, false
	}
	if _, ok := m.lex("people"); !ok && !m.is("sex") {
		return fact{}, false
	}
	m.is("aux")
	m.is("counted")
	m.word("only")
	return fact{"a person counts once", conventions["once"]}, m.word("once")
}

// leastTimes reads how many records make a case: "= at least two records of X", "defined as two or more diagnoses on
// different days".
func (m *remark) leastTimes() (fact, bool) {
	m.is("defines")
	for m.at(0) == "=" || m.at(0) == ":" {
		m.pos++
	}
	m.word("people", "patients", "those", "persons")
	m.word("with", "having", "who")
	m.word("had", "have")
	r, bare, ok := m.comparison()
	if bare {
		r = study.Range{Min: r.Min}
	}
	if !ok || r.Min == nil || *r.Min+float64(boolInt(r.MinOpen)) < 2 || !m.is("eventnoun") {
		return fact{}, false
	}
	name, domains := "", []string(nil)
	if m.word("of", "for") {
		m.skip()
		if cs := m.candidates(m.pos); len(cs) > 0 {
			domains = cs[0].domains
		}
		if name = m.name(); name == "" && !m.is("it") {
			return fact{}, false
		}
	}
	times := study.Has{Times: asMeant(r)}
	if m.is("ondays") {
		times.Distinct = study.ByDay
	}
	return fact{"how many records", func(h *held) *Refusal { return h.atLeast(times, name, domains) }}, true
}

// atLeast asks for so many records of a name, or of what the remark is about, which the name may tell exactly.
func (h *held) atLeast(times study.Has, name string, domains []string) *Refusal {
	spots := h.of(name)
	if len(spots) == 0 && h.about != "" {
		spots = h.spots()
		for _, s := range spots {
			if !slices.Contains(domains, string(s.ev.Domain)) || len(s.ev.Concepts) != 1 {
				return unsaid("it is not what the question asks about")
			}
			s.ev.Concepts = []study.Entity{{Text: name}}
		}
	}
	spots = slices.DeleteFunc(spots,
		func(s spot) bool { return s.ev.Domain == study.Observed || s.ev.Domain == study.Death })
	if len(spots) != 1 {
		return unsaid("it is not clear of what so many records are meant")
	}
	s := spots[0]
	switch {
	case s.has != nil && s.has.Times == nil && s.ev.Which == study.Any && s.has.Relation == nil:
		s.has.Times, s.has.Distinct = times.Times, times.Distinct
	case s.ev == h.q.Population.Entry && len(s.ev.AnyOf) == 0 && s.ev.During == nil && s.ev.Age == nil:
		times.Event = study.Event{Domain: s.ev.Domain, Concepts: s.ev.Concepts, Except: s.ev.Except, Or: s.ev.Or,
			Where: s.ev.Where}
		h.q.Population.Criteria = append(h.q.Population.Criteria, study.Criterion{Has: &times})
	default:
		return contradicts("the question counts other records")
	}
	return nil
}

// orderAgain reads two events in their order once more: "first sitagliptin after first glipizide".
func (m *remark) orderAgain() (fact, bool) {
	e, ok := m.event(nil)
	if !ok || len(e.rels) != 1 || e.rels[0].anchor == nil || len(e.Concepts) != 1 ||
		len(e.rels[0].anchor.Concepts) != 1 || e.times != nil || e.During != nil {
		return fact{}, false
	}
	r := e.rels[0]
	return fact{"which comes first", func(h *held) *Refusal {
		entry := h.q.Population.Entry
		for _, s := range h.of(e.Concepts[0].Text) {
			if s.rel == nil || *s.rel == nil || entry == nil || !h.r.refersTo(r.anchor.Concepts[0].Text, entry) {
				continue
			}
			if !sameOffset((*s.rel).From, r.From) || !sameOffset((*s.rel).To, r.To) || (*s.rel).Place != r.Place {
				return contradicts("the question has another order")
			}
			if s.ev.Which == study.Any && e.Which == study.First {
				s.ev.Which = study.First
			}
			if entry.Which != study.First && r.anchor.Which == study.First ||
				s.ev.Which != e.Which && e.Which != study.Any {
				return contradicts("the question counts other records")
			}
			return nil
		}
		return unsaid("the question has no such order")
	}}, true
}

// ageDate reads at which date an age is meant: "age at the procedure", "age under 12 at the record", "at observation
// start".
func (m *remark) ageDate() (fact, bool) {
	if !m.word("age", "aged", "ages") {
		return fact{}, false
	}
	var limit *study.Range
	m.try(func() bool {
		m.pos--
		r, ok := m.atAge()
		limit = &r
		return ok
	})
	m.word("is", "are")
	if !m.word("at", "on") {
		return fact{}, false
	}
	m.is("each")
	w, _ := m.lex("whichrec")
	m.is("ever")
	name := m.name()
	noun := m.is("eventnoun", "startana", "dxana", "visit", "listdomain") ||
		m.word("start", "that", "this", "date", "index", "event")
	m.word("date", "record", "start", "time")
	if name == "" && !noun {
		return fact{}, false
	}
	return fact{"whose age, and when", func(h *held) *Refusal { return h.ageAt(w, name, limit) }}, true
}

// ageAt holds that the ages of the question are those at a record.
func (h *held) ageAt(w, name string, limit *study.Range) *Refusal {
	if name != "" && len(h.of(name)) == 0 {
		return unsaid("the question names no " + name)
	}
	if w == "first" {
		if fault := h.choose(study.First, name); fault != nil {
			return fault
		}
	}
	found := false
	of := func(r *study.Range) bool {
		found = true
		return limit == nil || sameRange(r, limit)
	}
	for i := range h.q.Strata {
		if st := &h.q.Strata[i]; st.Kind == study.AgeGroup {
			found = true
			if st.Of == study.OfDeath || limit != nil {
				return contradicts("the ages are those at death")
			}
		}
	}
	if h.q.Measure.Quantity == study.AgeYears {
		found = true
		if h.q.Measure.On != "" {
			return contradicts("the ages are those on " + h.q.Measure.On)
		}
	}
	for _, s := range spotsOf(h.q) {
		if s.ev.Age != nil && (name == "" || h.r.refersTo(name, s.ev)) && !of(s.ev.Age) {
			return contradicts("the question names other ages")
		}
	}
	for _, c := range h.q.Population.Criteria {
		if c.Is != nil && c.Is.Age != nil {
			if c.Is.Age.On != "" {
				return contradicts("the ages are those on " + c.Is.Age.On)
			}
			if !of(&c.Is.Age.Range) {
				return contradicts("the question names other ages")
			}
		}
	}
	if spots := h.of(name); !found && limit != nil && len(spots) == 1 && (name != "" || h.about != "") {
		spots[0].ev.Age, found = limit, true
	}
	if !found {
		return unsaid("the question has no age")
	}
	return nil
}

func sameRange(a, b *study.Range) bool {
	same := func(x, y *float64) bool { return x == nil && y == nil || x != nil && y != nil && *x == *y }
	return same(a.Min, b.Min) && same(a.Max, b.Max) && a.MinOpen == b.MinOpen && a.MaxOpen == b.MaxOpen
}

// whatIsMeant is the fact of a name that stands for another.
const whatIsMeant = "what is meant"

// names reads the names that say what is meant: "cerebrovascular accident", "hydrocodone, oxycodone or meperidine",
// "familial early-onset included".
func (m *remark) names() (fact, bool) {
	including := m.is("including")
	if m.is("vocabularyname") && m.at(0) == ":" {
		m.pos++
	}
	var list []candidate
	for {
		at := m.pos
		for len(list) > 0 && (m.at(0) == "," || m.at(0) == "/" || m.at(0) == "or" || m.at(0) == "and") {
			m.pos++
		}
		m.skip()
		cs := m.candidates(m.pos)
		if len(cs) == 0 || len(list) > 0 && m.pos == at {
			m.pos = at
			break
		}
		list = append(list, cs[0])
		m.mark(m.pos, m.pos+cs[0].n, "entity "+cs[0].domains[0])
		m.pos += cs[0].n
	}
	if len(list) == 0 {
		if c, ok := m.narrowerName(); ok && !including {
			list = []candidate{c}
		} else if c, ok := m.partOfName(including); ok {
			list, including = []candidate{c}, true
		}
	}
	including = m.is("included") || including
	if len(list) == 0 {
		return fact{}, false
	}
	if len(list) == 1 && m.is("countsas") { // "colonoscopic polypectomy counts as colonoscopy"
		as := m.name()
		return fact{"what is included", func(h *held) *Refusal { h.about = as; return h.include(list) }}, as != ""
	}
	if including {
		return fact{"what is included", func(h *held) *Refusal { return h.include(list) }}, true
	}
	return fact{whatIsMeant, func(h *held) *Refusal { return h.mean(list) }}, true
}

// partOfName reads words that make a name of a narrower thing together with the one before the brackets: "familial
// early-onset included" of Alzheimer's disease.
func (m *remark) partOfName(including bool) (c candidate, ok bool) {
	if m.about == "" {
		return c, false
	}
	terms, loose := m.r.terms.(LooseTerms)
	if !loose {
		return c, false
	}
	ok = m.try(func() bool {
		var words []string
		for m.pos < len(m.toks) && m.toks[m.pos].isWord && !m.sees("included") {
			if !m.sees("formword") {
				words = append(words, m.at(0))
			}
			m.pos++
		}
		if len(words) == 0 || !including && !m.sees("included") {
			return false
		}
		for _, about := range []string{m.about, m.about + " disease",
			strings.TrimSuffix(m.about, "'s") + "'s disease"} {
			hits := terms.Loose(strings.Join(words, " ") + " " + about)
			if len(hits) == 1 || len(hits) > 1 && hits[0].Score > hits[1].Score {
				c = candidate{text: hits[0].Concept.Name, domains: domainsOf(hits[:1], hits[0].Concept.Name, 2)}
				return len(c.domains) > 0
			}
		}
		return false
	})
	return c, ok
}

// narrowerName reads a word that makes a name with the one before the brackets: "hypertension (essential)", "diabetes
// (type 2)".
func (m *remark) narrowerName() (c candidate, ok bool) {
	ok = m.try(func() bool {
		from := m.pos
		for m.pos < len(m.toks) && !isSign(m.at(0)) {
			m.pos++
		}
		if m.about == "" || m.pos == from || m.pos-from > 3 {
			return false
		}
		for _, text := range []string{m.spelt(from, m.pos-from) + " " + m.about,
			m.about + " " + m.spelt(from, m.pos-from)} {
			if hits := m.r.terms.Lookup(vocab.Normalize(text)); len(hits) > 0 {
				c = candidate{text: text, domains: domainsOf(hits, text, 2)}
				return len(c.domains) > 0
			}
		}
		return false
	})
	return c, ok
}

// mean takes the names in the place of the one before the brackets.
func (h *held) mean(list []candidate) *Refusal {
	if h.about == "" {
		return unsaid("it is not clear what the names belong to")
	}
	if len(list) == 1 && (strings.EqualFold(list[0].text, h.about) || h.r.sameConcept(list[0].text, h.about)) {
		return nil
	}
	return h.entities(list, func(own study.Entity, others []study.Entity) []study.Entity { return others })
}

// include adds names to the one before the brackets.
func (h *held) include(list []candidate) *Refusal {
	return h.entities(list, func(own study.Entity, others []study.Entity) []study.Entity {
		return append([]study.Entity{own}, others...)
	})
}

// entities changes what stands for the name before the brackets, in every place of the question.
func (h *held) entities(list []candidate, change func(study.Entity, []study.Entity) []study.Entity) *Refusal {
	spots := h.spots()
	if h.about == "" || len(spots) == 0 {
		return unsaid("it is not clear what the names belong to")
	}
	for _, s := range spots {
		var others []study.Entity
		for _, c := range list {
			domain := string(s.ev.Domain)
			if domain == string(study.DrugEra) {
				domain = "drug"
			}
			if !slices.Contains(c.domains, domain) {
				return contradicts("“" + c.text + "” is no " + domain)
			}
			others = append(others, study.Entity{Text: c.text})
		}
		var concepts []study.Entity
		for _, own := range s.ev.Concepts {
			if strings.EqualFold(own.Text, h.about) {
				concepts = append(concepts, change(own, others)...)
			} else {
				concepts = append(concepts, own)
			}
		}
		s.ev.Concepts = concepts
	}
	return nil
}

// kind reads the domain of what stands before the brackets: "device", "observation", "drug eras".
func (m *remark) kind() (fact, bool) {
	v, ok := m.lex("remarkdomain")
	if !ok {
		return fact{}, false
	}
	m.is("eventnoun")
	return fact{"the kind of records", func(h *held) *Refusal {
		if h.about == "" {
			return unsaid("it is not clear whose records these are")
		}
		for _, s := range h.spots() {
			if string(s.ev.Domain) != v {
				return contradicts("“" + h.about + "” is taken as a " + string(s.ev.Domain))
			}
		}
		return nil
	}}, true
}
