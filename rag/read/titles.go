package read

import (
	"slices"
	"strings"
	"unicode"

	"github.com/askomop/askomop/omop/study"
)

// readFront reads what stands before the core: facts, or a title that says nothing which the core does not say, or else
// a topic that the study question holds (topics.go).
func (m *remark) readFront(core *parser) bool {
	topic := m.topic(core)
	glosses := m.glossEnd() < len(m.p.toks)
	read := !glosses && m.readFactsOrTitle(core)
	switch title := read && len(m.facts) == 1 && m.facts[0].as == asTalk; {
	case topic == nil || title:
	case !read:
		m.facts, read = []fact{{asTalk, topic.fits}}, true
	default:
		facts := m.facts
		m.facts = []fact{{asTalk, func(h *held) *Refusal { return h.eitherOf(facts, topic) }}}
	}
	return read
}

// readFactsOrTitle reads what stands before the core as facts or as a title.
func (m *remark) readFactsOrTitle(core *parser) bool {
	if m.readFacts() {
		return true
	}
	if !m.isTitle(core) {
		if f, ok := m.asAudience(core); ok {
			m.facts = []fact{f}
			return true
		}
		m.weighs = true
		return m.readFacts()
	}
	m.facts = []fact{{asTalk, m.saysWhatFor()}}
	if m.asks() {
		m.facts = []fact{{"the same, asked loosely", m.asksTheSame()}}
	}
	return true
}

// isTitle reports whether a remark only says what the question is for or about: "Feasibility:", "For my essay on
// asthma:", "Because care has changed,". What it names must be asked about in the core, too: people, times and numbers
// by the same words. A name that nobody knows is one of a study where it is written with a capital, and of a class of
// drugs before "treatment".
func (m *remark) isTitle(core *parser) bool {
	for i := 0; i < len(m.p.toks); {
		n := m.titleWords(core, i)
		if n == 0 {
			return false
		}
		i += n
	}
	return len(m.p.toks) > 0
}

// titleWords is how many tokens from i on may stand in a title.
func (m *remark) titleWords(core *parser, i int) int {
	if n := m.lookedFor(core, i); n > 0 {
		return n
	}
	if cs := m.p.candidates(i); len(cs) > 0 {
		if core.says(m.p, stretch{i, i + cs[0].n}) || core.namesConcept(cs[0].text) {
			return cs[0].n
		}
		if ph, n := m.p.longest(i, "titleword"); n >= cs[0].n && ph.value == "" {
			return n
		}
		if m.restatesKind(core, cs[0]) ||
			m.p.toks[0].low == "for" && m.hasLabel() && core.says(m.p, stretch{i + cs[0].n - 1, i + cs[0].n}) {
			return cs[0].n
		}
		return 0
	}
	m.p.pos = i
	if d, ok := m.p.duration(); ok && m.p.pos > i {
		if core.lastsBehind(0, d) {
			return m.p.pos - i
		}
		return 0
	}
	best, _ := m.talkAt(i)
	for _, cat := range []category{"noise", "article", "titleword", "labelword", "remarkmeasure", "eventnoun",
		"crude", "interest"} {
		ph, n := m.p.longest(i, cat)
		if ph.value == "again" && !core.holdsAny(stretch{0, len(core.toks)}, again) {
			continue
		}
		best = max(best, n)
	}
	if v, n := m.p.longest(i, "visit"); n > best && core.saysOf("visit", v.value) {
		best = n
	}
	if best > 0 {
		return best
	}
	if m.numbersPlace(i) {
		return 1
	}
	if n := m.looseWords(core, i); n > 0 && m.asks() {
		return n
	}
	low, last := m.p.toks[i].low, i+1 == len(m.p.toks)
	written := m.p.text[m.p.toks[i].start:m.p.toks[i].end]
	unknown := m.p.toks[i].isWord && !m.p.r.lex.words[low]
	switch {
	case isSign(low) || slices.Contains([]string{"for", "of", "in", "on", "and", "to", "about", "regarding",
		"concerning", "my", "all", "cause",
		"then", "vs", "crude"}, low):
		return 1
	case core.says(m.p, stretch{i, i + 1}) ||
		slices.Contains([]string{"post", "after"}, low) && core.said("after"), low == "after" &&
		m.p.said("remarkmeasure"):
		return 1
	case low == "with" && i > 0 && m.p.saysAny(stretch{i - 1, i}, "remarkmeasure"): // "Persistence with warfarin:"
		return 1
	case low == "time" && (core.said("daysfrom") || core.said("daysto")): // "Time to treatment in asthma:"
		return 1
	case unknown && !last && m.p.seq(i+1, "treatment|therapy") && core.hasOfDomain([]string{"drug"}, 0):
		return 1
	case unknown && m.hasLabel() && !last && m.p.toks[i+1].isWord && core.says(m.p, stretch{i + 1, i + 2}): // "basal insulin", of insulin
		return 1
	case unknown && m.p.toks[0].low == "for" && unicode.IsUpper(rune(written[0])) && m.hasLabel() &&
		!m.chooses(i): // "For our protocol, in Boston"
		return 1
	}
	return 0
}

// numbersPlace reports whether the word at token i is the number of a place in a work: "For slide 7 of our deck".
func (m *remark) numbersPlace(i int) bool {
	written := m.p.toks[i].low
	return i > 0 && m.p.seq(i-1, "table|figure|slide|section|chapter|appendix|page|panel|item|question|aim|objective|task") &&
		strings.Trim(written, "0123456789.-abcdefs") == "" && len(written) < 5
}

// lookedFor is how many tokens from i on name what the work is about and not who is asked about: the disease that is
// looked for, "Hyperkalaemia signal:", "Screening for diabetes:", which nobody needs to have, and the part of the body
// before a word for the work, "Liver monitoring:". "Diabetes care:" may be of those with diabetes, and so may anything
// that a pronoun takes up.
func (m *remark) lookedFor(core *parser, i int) int {
	isDisease := func(at int) int {
		if c := m.p.entityAt(at); slices.Contains(c.domains, "condition") && !slices.ContainsFunc(c.domains, isGiven) {
			return c.n
		}
		return 0
	}
	if n := isDisease(i); n > 0 && !core.takesUpTopic() {
		if _, k := m.p.longest(i+n, "lookfor"); k > 0 && m.p.onlySigns(i+n+k) {
			return n + k
		}
	}
	if _, k := m.p.longest(i, "lookfor"); k > 0 && m.p.seq(i+k, "for|of") && !core.takesUpTopic() {
		if n := isDisease(i + k + 1); n > 0 && m.p.onlySigns(i+k+1+n) {
			return k + 1 + n
		}
	}
	if c := m.p.entityAt(i); c.n > 0 && m.p.onlyAnnounces(i, c) && !core.takesUpTopic() {
		return c.n
	}
	_, n := m.p.longest(i, "bodypart")
	if _, k := m.p.longest(i+n, "titleword", "lookfor", "labelword"); n > 0 && k > 0 && !core.takesUpTopic() {
		return n + k
	}
	return 0
}

// onlyAnnounces reports whether a name at token i is that of a test and ends with a word for the work, so that before a
// colon it tells of no people: "Depression screening: how many people …"
func (p *parser) onlyAnnounces(i int, c candidate) bool {
	return slices.Contains([]string{"screening", "monitoring", "surveillance", "check", "assessment"}, p.toks[i+c.n-1].low) &&
		!slices.Contains(c.domains, "condition") && !slices.ContainsFunc(c.domains, isGiven)
}

// isGiven reports whether things of a domain are given to people, who are then told by them.
func isGiven(domain string) bool { return domain == "drug" || domain == "device" }

// takesUpTopic reports whether a word takes up what stands before the question.
func (p *parser) takesUpTopic() bool {
	return p.holdsAny(stretch{0, len(p.toks)}, []string{"it", "its", "them", "these", "those", "one", "ones", "such",
		"this"})
}

// saysWhatFor holds a title against the question: a disease that is looked for leaves a question that asks for a test
// or for something of somebody, and frequent users are those who have something more than once.
func (m *remark) saysWhatFor() func(*held) *Refusal {
	looks, often := false, false
	var names []string
	for i := range m.p.toks {
		if c := m.p.entityAt(i); c.n > 0 {
			names = append(names, c.text)
		}
		ph, _ := m.p.longest(i, "titleword", "lookfor", "bodypart")
		looks = looks || ph.cat == "lookfor"
		often = often || ph.cat == "titleword" && ph.value == "often"
	}
	return func(h *held) *Refusal {
		spots := spotsOf(h.q)
		switch {
		case looks && len(names) > 0 && !slices.ContainsFunc(spots, func(s spot) bool {
			return len(s.ev.Concepts) > 0 && (h.q.Outcome != nil || s.ev.Domain == study.Measurement ||
				s.ev.Domain == study.Procedure)
		}):
			return unsaid("the question behind it may leave out what it is about")
		case often && !slices.ContainsFunc(spots, func(s spot) bool {
			return s.has != nil && s.has.Times != nil && s.has.Times.Min != nil && *s.has.Times.Min >= 2 &&
				!slices.ContainsFunc(names, func(n string) bool { return !h.r.refersTo(n, s.ev) })
		}):
			return unsaid("the question does not ask for something more than once")
		}
		return nil
	}
}

// hasLabel reports whether the remark holds a word for a piece of work: "study", "protocol".
func (m *remark) hasLabel() bool {
	for i := range m.p.toks {
		if _, n := m.p.longest(i, "labelword"); n > 0 {
			return true
		}
	}
	return false
}

// restatesKind reports whether a name of a title is one of the kind of things that a label announces: "Statin
// sequencing: simvastatin …".
func (m *remark) restatesKind(core *parser, c candidate) bool {
	return m.p.toks[0].low == "for" && m.hasLabel() && core.hasOfDomain(c.domains, 0) &&
		slices.Contains(c.domains, "drug")
}

// says reports whether the words of another parser's stretch stand in this one, but for their endings.
func (p *parser) says(of *parser, s stretch) bool {
	n := s.to - s.from
	for i := 0; i+n <= len(p.toks); i++ {
		same := true
		for k := range n {
			same = same && sameStem(p.toks[i+k].low, of.toks[s.from+k].low)
		}
		if same {
			return true
		}
	}
	return false
}

// saysOf reports whether a phrase of the category with the value stands in the tokens.
func (p *parser) saysOf(cat category, value string) bool {
	for i := range p.toks {
		if ph, n := p.longest(i, cat); n > 0 && ph.value == value {
			return true
		}
	}
	return false
}

// namesConcept reports whether a name of the same concept stands in the parser's tokens.
func (p *parser) namesConcept(name string) bool {
	for i := range p.toks {
		if slices.ContainsFunc(p.candidates(i), func(c candidate) bool { return p.r.sameConcept(c.text, name) }) {
			return true
		}
	}
	return false
}

// again are words for more than one of a thing, one of which a title with "repeat" or "recurrence" needs behind it.
var again = []string{"further", "another", "again", "second", "recurrent", "repeat", "repeated", "two", "three", "2",
	"3", "readmitted", "readmission"}

func (p *parser) holdsAny(s stretch, words []string) bool {
	return slices.ContainsFunc(p.toks[s.from:s.to], func(t token) bool { return slices.Contains(words, t.low) })
}

// lastsBehind reports whether a length of time is named behind token i, too, be it in days.
func (p *parser) lastsBehind(i int, d study.Offset) bool {
	defer func() { p.pos = 0 }()
	days := d.Days + 30*d.Months + 365*d.Years
	for p.pos = i; p.pos < len(p.toks); {
		at := p.pos
		if other, ok := p.duration(); ok && p.pos > at {
			if other == d || other.Days == days && days > 0 || approximately(&d, other.Days) {
				return true
			}
			continue
		}
		p.pos = at + 1
	}
	return false
}

// hasOfDomain reports whether an entity of one of the domains is named behind token i.
func (p *parser) hasOfDomain(domains []string, i int) bool {
	for ; i < len(p.toks); i++ {
		for _, c := range p.candidates(i) {
			if slices.ContainsFunc(c.domains, func(d string) bool { return slices.Contains(domains, d) }) {
				return true
			}
		}
	}
	return false
}

// headWords are short words by which people call again what they named: "the bleed" of a haemorrhage.
var headWords = map[string]string{"bleed": "bleeding", "bleeds": "bleeding", "bled": "bleeding", "bleeding": "bleeding",
	"hemorrhage": "bleeding", "haemorrhage": "bleeding",
	"fracture": "fracture", "break": "fracture", "attack": "infarction", "infarction": "infarction",
	"cancer": "neoplasm", "tumor": "neoplasm", "tumour": "neoplasm",
	"carcinoma": "neoplasm", "neoplasm": "neoplasm"}

// sameStem reports whether two words differ in their endings only: "bleed" and "bleeding".
func sameStem(a, b string) bool {
	if len(a) > len(b) {
		a, b = b, a
	}
	if head := headWords[a]; head != "" && head == headWords[b] {
		return true
	}
	return a == b || a+"s" == b || len(a) > 3 && len(b)-len(a) <= 3 && strings.HasPrefix(b, strings.TrimSuffix(a, "s"))
}
