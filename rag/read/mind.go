package read

import (
	"slices"
	"strconv"
	"strings"

	"github.com/askomop/askomop/omop/study"
	"github.com/askomop/askomop/vocab"
)

// People say what they think beside a question: "I suspect under-diagnosis", "I know 2008 will be inflated because of
// people already on it", "We're interested in statins". Such a sentence says nothing of the number, whatever its words
// are, where it is known by its grammar: it speaks of those who ask and of what they think (category "minding"), or of
// what they look at (category "interest"), and neither asks for a number nor limits anything (category "limiting").
// What it names must be in the question: "We look at women. How many took warfarin?" would be of women, or not.

// minds reads such a sentence, up to the comma or the conclusion ("so") behind which it may ask for something.
func (m *remark) minds() (fact, bool) {
	from, to := m.p.pos, m.clauseEnd()
	for from > 0 && m.p.role[from-1] == "-" { // "I'd like to", "Just wondering"
		from--
	}
	s := stretch{from, to}
	goesOn := from > 0 && len(m.facts) > 0 && m.facts[len(m.facts)-1].as == asTalk
	if from > 0 && m.p.boundary(from) != strong && !goesOn {
		return fact{}, false
	}
	_, led := m.p.longest(from, "interest")
	thinks := m.thinks(s) || goesOn && m.p.seq(from, "because|since|given|which|that's|it's|that|it|but|and")
	if led == 0 && !thinks || m.asksWithin(s) {
		return fact{}, false
	}
	l := leftover{says: map[category]bool{}}
	var traits, wants []string
	strange, begins := false, from+led
	for begins < to && m.startsWithMind(from, begins+1) { // "Just wondering"
		begins++
	}
	for i := begins; i < to; {
		if _, n := m.p.longest(i, "limiting"); n > 0 && !m.mindsHeld(&l, i) {
			return fact{}, false
		}
		if n := m.minded(i); n > 0 {
			i += n
			continue
		}
		c := m.p.entityAt(i)
		if c.n == 0 && m.choosesGroup(i) {
			return fact{}, false
		}
		if want := m.groupAged(i); want != "" {
			wants = append(wants, want)
			i++
			continue
		}
		switch low := m.p.toks[i].low; {
		case c.n > 0:
			l.names = append(l.names, c)
			i += c.n
			continue
		case m.p.toks[i].isNum:
			l.numbers = append(l.numbers, m.p.toks[i].num)
		case properties[low] != nil:
			traits = append(traits, low)
		case m.p.saysAny(stretch{i, i + 1}, "visit", "visitverb"):
			traits = append(traits, "visit")
		case m.p.saysAny(stretch{i, i + 1}, choosingCats...):
			return fact{}, false
		case m.p.toks[i].isWord && !m.p.r.lex.words[low]:
			strange = true
		}
		i++
	}
	if strange && !thinks { // "We're interested in cystic fibrosis"
		return fact{}, false
	}
	m.p.mark(from, to, "talk")
	m.p.pos = to
	return fact{asTalk, func(h *held) *Refusal {
		if fault := h.holdsRecords(&l); fault != nil {
			return fault
		}
		for _, want := range wants {
			if !h.says(want) {
				return unsaid("the question is not of people of that age or sex")
			}
		}
		return h.holdsMind(l.names, l.numbers, traits, strange)
	}}, true
}

// choosesGroup reports whether the word at token i, which nobody needs to know, chooses people before a noun for a
// group of them or behind one: "how big a frail cohort would be", "a cohort of smokers".
func (m *remark) choosesGroup(i int) bool {
	if i > 1 && m.p.seq(i-1, "of|with|among") && slices.Contains(groupHeads, m.p.toks[i-2].low) {
		_, n := m.p.longest(i, "people", "sex", "ageword")
		return n == 0 && m.p.toks[i].isWord && !isArticle[m.p.toks[i].low]
	}
	return m.p.toks[i].isWord && i+1 < len(m.p.toks) && slices.Contains(groupHeads, m.p.toks[i+1].low) &&
		!m.p.seq(i, "big|large|small|good|whole|study|such|this|that|each|one|two|our|my|their|your") &&
		m.groupAged(i) == ""
}

// groupHeads are nouns for groups of people, whose modifiers choose among patients.
var groupHeads = []string{"cohort", "cohorts", "population", "group", "groups", "sample", "subset", "subgroup",
	"pool", "arm"}

// groupAged is what a word for people of an age or a sex wants of the question, where it stands before such a noun.
func (m *remark) groupAged(i int) string {
	if i+1 >= len(m.p.toks) || !slices.Contains(groupHeads, m.p.toks[i+1].low) {
		return ""
	}
	if m.p.seq(i, "female|male") {
		return m.p.toks[i].low
	}
	own := m.p.part(i, i+1)
	own.r = &Reader{terms: m.p.r.terms, lex: topicLexicon(), looked: m.p.r.looked}
	ph, _ := own.longest(0, "topicpeople")
	return ph.value
}

// mindsHeld notes a word that would limit the question where the question may have that limit: "the first year".
func (m *remark) mindsHeld(l *leftover, i int) bool {
	ph, n := m.p.longest(i, "whichrec")
	return n > 0 && l.chooses(ph.value)
}

// thinks reports whether a clause says what those who ask think: they are named, or it begins with what they do ("just
// wondering whether", "not sure if") and goes on with a clause. "Curious about veterans" may be of veterans alone.
func (m *remark) thinks(s stretch) bool {
	for i := s.from; i < s.to; i++ {
		_, n := m.p.longest(i, "minding")
		if n == 0 {
			continue
		}
		clause := slices.ContainsFunc(m.p.toks[i+n:s.to], func(t token) bool {
			return slices.Contains([]string{"whether", "if", "that", "how", "why"}, t.low)
		})
		said := clause || i+n < s.to && m.p.saysAny(stretch{i + n, s.to}, "aux", "verb", "change", "passive") ||
			!m.p.seq(i+n, "about|on|in|of|at")
		return said && m.ofAskers(s) || clause && m.startsWithMind(s.from, i)
	}
	return false
}

// startsWithMind reports whether only small words stand before what somebody thinks.
func (m *remark) startsWithMind(from, to int) bool {
	for i := from; i < to; i++ {
		if _, n := m.p.longest(i, "noise", "article", "aux", "only"); n == 0 {
			return false
		}
	}
	return true
}

// choosingCats are the categories of words by which people are chosen.
var choosingCats = []category{"ageword", "deathverb", "deathnoun", "dead", "alive", "current",
	"race", "ethnicity", "stateword", "without", "neg"}

// clauseEnd is where the clause at the parser's position ends.
func (m *remark) clauseEnd() int {
	for i := m.p.pos + 1; i < len(m.p.toks); i++ {
		if m.p.boundary(i) == strong || m.p.seq(i, "so|hence|therefore|thus|,") {
			return i
		}
	}
	return len(m.p.toks)
}

// ofAskers reports whether those who ask are named: "I", "we", "our reviewers".
func (m *remark) ofAskers(s stretch) bool {
	return slices.ContainsFunc(m.p.toks[s.from:s.to], func(t token) bool {
		return slices.Contains([]string{"i", "we", "our", "my", "i'm", "i've", "i'd", "we're", "we've", "we'd", "me",
			"us"}, t.low)
	})
}

// asksWithin reports whether a stretch asks for a number.
func (m *remark) asksWithin(s stretch) bool {
	core := *m.p
	core.r = m.outer.r
	return core.saysAny(s, "howmany", "share", "stat", "rate", "prevalence", "most", "howlong", "howoften", "howold")
}

// minded is how many tokens at i only say that somebody thinks.
func (m *remark) minded(i int) int {
	_, n := m.p.longest(i, "minding", "interest", "noise", "article", "labelword")
	t, _ := m.talkAt(i)
	if m.p.entityAt(i).n > max(n, t) {
		return 0
	}
	return max(n, t)
}

// holdsMind refuses a sentence that names what the question does not hold.
func (h *held) holdsMind(names []candidate, numbers []float64, traits []string, strange bool) *Refusal {
	t, err := newTraces(h.q)
	if err != nil {
		return unsaid("it cannot be compared")
	}
	spots := slices.DeleteFunc(spotsOf(h.q), func(s spot) bool { return len(s.ev.Concepts) == 0 })
	if len(spots) == 0 && (strange || len(names) > 0) {
		return unsaid("the question names nothing of that")
	}
	for _, c := range names {
		if !slices.ContainsFunc(spots, func(s spot) bool {
			return h.r.refersTo(c.text, s.ev) || h.r.holds(c.text, s.ev)
		}) {
			return unsaid("the question names no " + c.text)
		}
	}
	byTime := slices.ContainsFunc(h.q.Strata, func(s study.Stratum) bool { return s.Kind.IsTime() })
	for _, n := range numbers {
		if !t.number(n, "") && !(byTime && n >= 1900 && n < 2100) {
			return unsaid("the question has no " + strconv.FormatFloat(n, 'f', -1, 64))
		}
	}
	for _, trait := range traits {
		if !t.person(trait) || trait == "visit" && !strings.Contains(t.text, `"visit"`) {
			return unsaid("the question is not of " + trait)
		}
	}
	return nil
}

// holds reports whether a name is of a class and everything that an event is of is in it: "opioids", of "hydrocodone or
// oxycodone".
func (r *Reader) holds(class string, e *study.Event) bool {
	members := map[int64]bool{}
	for _, h := range r.lookup(class) {
		if h.Kind == vocab.KindClass {
			members[h.Concept.ID] = true
		}
	}
	return len(members) > 0 && !slices.ContainsFunc(e.Concepts, func(c study.Entity) bool {
		return !slices.ContainsFunc(r.lookup(c.Text),
			func(h vocab.Hit) bool { return members[h.Concept.ID] })
	})
}

// remarked reads a refused question as a core with remarks, where the core is said in other words.
func (r *Reader) remarked(p *parser, read func(text string) *Reading) *Reading {
	return p.explainedBy(func(core *parser) *Reading {
		if len(core.toks) == len(p.toks) || slices.ContainsFunc(core.toks, func(t token) bool { return t.was != "" }) {
			return nil
		}
		at := core.toks[0].start
		said := core.text[at:core.toks[len(core.toks)-1].end]
		reading := read(strings.TrimRight(said, " ,;:"))
		if reading == nil || reading.Question == nil {
			return nil
		}
		reading.moveBy(at)
		return reading
	})
}

// moveBy tells the places of what was read in a longer text, in which it begins at a byte.
func (r *Reading) moveBy(at int) {
	for i := range r.Words {
		r.Words[i].Start, r.Words[i].End = r.Words[i].Start+at, r.Words[i].End+at
	}
	for i := range r.Mentions {
		m := &r.Mentions[i]
		m.Start, m.End = m.Start+at, m.End+at
	}
}
