package read

import (
	"context"
	"slices"
	"strings"
)

// People write as in a letter: what they plan, think and have seen stands beside what they ask. "We are planning a
// registry of pacemakers and want to know how many …", "My colleague believes that few get one; what share …?",
// "For the ward meeting, I need …", "(undercoding, we fear)". The words of such clauses are open-ended, so they are
// known by their structure:
//
//	lead        somebody who asks, and a verb of asking right before what is asked
//	statement   somebody who asks, and what they do ("are planning"), think ("fears that") or have seen ("saw")
//	purpose     "for" with an article and the name of a piece of work, "to plan …", "because we …"
//
// None of them asks for anything. They are taken off, the rest is read as every question is, and whatever they name of
// medicine, numbers, lengths of time, ages and sexes must be in it. Words that nobody knows are passed over, but none
// that tell of people ("frail patients") or look like those of medicine ("cystinosis").

// talkClause is a clause of those who ask.
type talkClause struct {
	stretch
	names    []candidate
	numbers  []float64
	lengths  []stretch // of time
	needs    []string  // what the question has to mind: "age", "visit", a word of properties
	strange  bool      // it has words that nobody knows
	ofPeople bool
}

// amidTalk reads a refused question without the clauses in which those who ask speak of themselves; nil where it has
// none, or where what they say could change the number.
func (r *Reader) amidTalk(ctx context.Context, text string) *Reading {
	p := newParser(ctx, r, text)
	if len(p.toks) > mostWords {
		return nil
	}
	all := p.remark(0, len(p.toks))
	said := all.talkClauses()
	if len(said) == 0 {
		return nil
	}
	rest := text
	var told []Word
	for _, c := range said {
		from, to := p.toks[c.from].start, p.toks[c.to-1].end
		told = append(told, Word{text[from:to], from, to, "aside: " + asTalk, ""})
		for to < len(rest) && strings.ContainsRune(".,:;–—! ", rune(rest[to])) {
			to++
		}
		rest = rest[:from] + strings.Repeat(" ", to-from) + rest[to:]
	}
	if len(strings.Fields(rest)) < 2 {
		return nil
	}
	reading, err := r.understand(ctx, rest)
	if err != nil || reading.Question == nil {
		return nil
	}
	left := newParser(ctx, r, rest)
	for _, c := range said {
		if !left.bears(all, c, reading) {
			return nil
		}
	}
	reading.Words = append(reading.Words, told...)
	return reading
}

// talkClauses are the clauses of talk in a question: whole sentences and brackets, what leads in the question, and
// phrases between commas.
func (m *remark) talkClauses() (found []talkClause) {
	for _, u := range m.units() {
		if c, ok := m.statement(u); ok {
			found = append(found, c)
			continue
		}
		if c, ok := m.purposeUnit(u); ok {
			found = append(found, c)
			continue
		}
		if u.from > 0 && m.isLabel(u) {
			found = append(found, talkClause{stretch: u})
			continue
		}
		if c, ok := m.leadOf(u); ok {
			found = append(found, c)
			u.from = c.to
		}
		found = append(found, m.insertions(u)...)
		found = append(found, m.decimals(u)...)
	}
	return found
}

// units are the sentences and brackets of a question, without their signs.
func (m *remark) units() (found []stretch) {
	from := 0
	end := func(i int) {
		to := i
		for to > from && isSign(m.p.toks[to-1].low) {
			to--
		}
		if to > from {
			found = append(found, stretch{from, to})
		}
	}
	for i := range m.p.toks {
		switch low := m.p.toks[i].low; {
		case low == "(" || low == ")":
			end(i)
			from = i + 1
		case i > from && m.p.boundary(i) == strong:
			end(i)
			from = i
		}
	}
	end(len(m.p.toks))
	return found
}

// isLabel reports whether a stretch only calls the work by its kind: "(interaction check)".
func (m *remark) isLabel(s stretch) bool {
	head := false
	for i := s.from; i < s.to; {
		ph, n := m.p.longest(i, "labelword", "work", "titleword", "noise", "article")
		if n == 0 || ph.value != "" || m.p.entityAt(i).n > n || m.p.saysAny(stretch{i, i + 1}, "limiting") ||
			m.p.seq(i, "overlap|initiation|continuation|treatment|therapy|use|usage|discontinuation|new|follow-on") {
			return false
		}
		_, k := m.p.longest(i, "labelword", "work")
		head = k == n
		i += n
	}
	return head
}

// label reads a part of what stands in brackets that only calls the work by its kind: "(…, crude definition)".
func (m *remark) label() (fact, bool) {
	from, to := m.p.pos, m.unitEnd(m.p.pos)
	if m.opens == 0 || !m.isLabel(stretch{from, to}) {
		return fact{}, false
	}
	m.p.mark(from, to, "talk")
	m.p.pos = to
	return fact{asTalk, agrees}, true
}

// decimals are a wish for so many of them: "rounded to one decimal is fine", "with two decimal places".
func (m *remark) decimals(u stretch) []talkClause {
	for i := u.from; i < u.to; i++ {
		_, n := m.numberAt(i)
		if n == 0 || !m.p.seq(i+n, "decimal|decimals|digit|digits") {
			continue
		}
		c := talkClause{stretch: stretch{i, i + n + 1}}
		for c.to < u.to && (m.p.seq(c.to, "place|places|point") || m.p.saysAny(stretch{c.to, c.to + 1}, "formword",
			"approving")) && !m.p.seq(c.to, "and|or|per|by|,") {
			c.to++
		}
		for c.from > u.from && m.p.seq(c.from-1, "to|with|at|in|rounded|round|,") {
			c.from--
		}
		if c.to == u.to || isSign(m.p.toks[c.to].low) {
			return []talkClause{c}
		}
	}
	return nil
}

// insertions are purposes between commas or at the end: "I need, for a letter, the number of …".
func (m *remark) insertions(u stretch) (found []talkClause) {
	for i := u.from; i < u.to; i++ {
		if m.p.toks[i].low != "," {
			continue
		}
		to := i + 1
		for to < u.to && m.p.toks[to].low != "," {
			to++
		}
		s := stretch{i + 1, to}
		c, ok := m.purposeUnit(s)
		if !ok && to == u.to {
			c, ok = m.statement(s)
		}
		if ok {
			c.from = i
			found = append(found, c)
			i = to
		}
	}
	return found
}

// leadOf is what stands before that which a sentence asks for, where it is talk and ends with a verb of asking.
func (m *remark) leadOf(u stretch) (talkClause, bool) {
	for at := u.from + 1; at < u.to; at++ {
		if !m.asksAt(at) {
			continue
		}
		for at > u.from && m.p.seq(at-1, "in|at|of|on|just|only|roughly|about|by|"+articleWords) {
			at--
		}
		if at <= u.from {
			return talkClause{}, false
		}
		return m.leadClauses(stretch{u.from, at})
	}
	return talkClause{}, false
}

const articleWords = "the|a|an"

// asksAt reports whether what is asked for begins at token i.
func (m *remark) asksAt(i int) bool {
	core := *m.p
	core.r = m.outer.r
	_, n := core.longest(i, append([]category{"howoften", "howcommon"}, figureWords...)...)
	_, talk := m.p.longest(i, "talk", "noise")
	return n > 0 && n >= talk
}

// leadClauses parts a lead into clauses. The last asks; those before it are statements and purposes.
func (m *remark) leadClauses(s stretch) (talkClause, bool) {
	whole := talkClause{stretch: s}
	for from := s.from; ; {
		if m.askingClause(&whole, stretch{from, s.to}) {
			return whole, true
		}
		cut := 0
		for to := s.to; to > from+1 && cut == 0; to-- {
			front := stretch{from, to}
			for front.to > front.from+1 && m.p.seq(front.to-1, ",|and|so|hence|therefore|thus|but") {
				front.to--
			}
			joined := front.to < to || m.p.seq(to, "i|we|i'd|we'd|i'm|we're|i've|we've|could|can|please|would")
			if !joined {
				continue
			}
			c, ok := m.statement(front)
			if !ok {
				c, ok = m.purposeUnit(front)
			}
			if ok {
				cut = to
				whole.add(c)
			}
		}
		switch cut {
		case 0:
			return talkClause{}, false
		case s.to: // "Because we plan a clinic, how many …"
			return whole, true
		}
		from = cut
	}
}

// add takes over what another clause says.
func (c *talkClause) add(o talkClause) {
	c.names, c.numbers = append(c.names, o.names...), append(c.numbers, o.numbers...)
	c.lengths, c.needs = append(c.lengths, o.lengths...), append(c.needs, o.needs...)
	c.strange, c.ofPeople = c.strange || o.strange, c.ofPeople || o.ofPeople
}

// askingClause reports whether a stretch is somebody who asks, and a verb of asking: "one of my colleagues asked for".
func (m *remark) askingClause(c *talkClause, s stretch) bool {
	for k := s.from; k < s.to; k++ {
		var by talkClause
		if k > s.from && !m.isSpeaker(&by, stretch{s.from, k}) {
			continue
		}
		asks := false
		i := k
		for i < s.to {
			ph, n := m.p.longest(i, "talk", "noise", "asking", "minding")
			t, _ := m.talkAt(i)
			asks = asks || n > 0 && (ph.cat != "talk" || ph.value == "verb")
			if n = max(n, t); n == 0 && !m.p.seq(i, ",") {
				break
			}
			i += max(n, 1)
		}
		if i >= s.to && asks {
			c.add(by)
			return true
		}
	}
	return false
}

// isSpeaker reports whether a stretch names those who ask: "our physio team", "the urologists", "colleagues on the
// ward", and notes what it names. It tells of no people of whom a question may be.
func (m *remark) isSpeaker(c *talkClause, s stretch) bool {
	from := s.from
	if m.p.seq(from, "one|some|several|two|three|both|all|many|most", "of") {
		from += 2
	}
	ph, who := m.p.longest(from, "talk")
	who = max(who, 0)
	switch {
	case who > 0 && ph.value == "who" && from+who == s.to:
		return true
	case m.p.seq(from, "our|my|the|a|an|another|some|several|two|one|these|this") && s.to-from <= 9 && s.to-from > 1:
		from++
	case who > 0 && ph.value == "who" && s.to-from <= 8 && !m.ofAskers(stretch{from, from + who}):
		from += who
	default:
		return false
	}
	for i := from; i < s.to; {
		if m.p.seq(i, "on|in|at|of|from|for|and|our|my|new|"+articleWords) {
			i++
			continue
		}
		if !m.p.toks[i].isWord || m.p.toks[i].isNum {
			return false
		}
		if ph, n := m.p.longest(i, "talk", "work"); n > 0 {
			if ph.value == "verb" {
				return false
			}
			i += n
			continue
		}
		if e := m.p.entityAt(i); e.n > 0 {
			c.names = append(c.names, e)
			i += e.n
			continue
		}
		if m.p.saysAny(stretch{i, i + 1}, speakerBars...) {
			return false
		}
		i++
	}
	return true
}

// speakerBars are the categories of words that no name of those who ask holds.
var speakerBars = []category{"people", "usersof", "peopleof", "relpron", "verb", "aux", "neg", "without", "limiting",
	"visit", "eventnoun", "ageword", "race", "ethnicity", "stateword", "deathverb", "dead", "alive", "current"}

// bears reports whether the rest of a question holds everything that a clause of talk names.
func (p *parser) bears(m remark, c talkClause, reading *Reading) bool {
	q := reading.Question
	t, err := newTraces(q)
	if err != nil {
		return false
	}
	spots := slices.DeleteFunc(spotsOf(q), func(s spot) bool { return len(s.ev.Concepts) == 0 })
	if len(spots) == 0 && (c.strange || len(c.names) > 0) {
		return false
	}
	for _, name := range c.names {
		if !p.saysName(name.text) && !p.namesConcept(name.text) &&
			!slices.ContainsFunc(spots, func(s spot) bool {
				return p.r.refersTo(name.text, s.ev) || p.r.holds(name.text, s.ev)
			}) {
			return false
		}
	}
	for _, n := range c.numbers {
		if !slices.Contains(t.numbers, n) {
			return false
		}
	}
	for _, s := range c.lengths {
		m.p.pos = s.from
		if d, ok := m.p.duration(); !ok || !p.lastsBehind(0, d) {
			return false
		}
	}
	for _, need := range c.needs {
		if !t.person(need) || properties[need] == nil && !strings.Contains(t.text, `"`+need) {
			return false
		}
	}
	return true
}

// saysName reports whether the words of a name stand together in the question, as parts of a longer name, too.
func (p *parser) saysName(name string) bool {
	words := strings.Fields(lower(name))
	for i := 0; i+len(words) <= len(p.toks); i++ {
		same := true
		for k, w := range words {
			same = same && (sameStem(p.toks[i+k].low, w) || len(w) > 5 && strings.HasSuffix(p.toks[i+k].low, w))
		}
		if same {
			return true
		}
	}
	return false
}
