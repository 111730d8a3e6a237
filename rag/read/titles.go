package read

import (
	"slices"
	"strings"
	"unicode"

	"github.com/askomop/askomop/omop/study"
)

// readFront reads what stands before the core: facts, or a title that says nothing which the core does not say.
func (m *remark) readFront(core *parser) bool {
	if m.readFacts() {
		return true
	}
	if !m.isTitle(core) {
		m.weighs = true
		return m.readFacts()
	}
	m.facts = []fact{{asTalk, agrees}}
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
