package read

import (
	"slices"
	"strings"
	"sync"
	"unicode"

	"github.com/askomop/askomop/omop/study"
)

// People explain themselves: in brackets, behind a dash, a colon or a semicolon, in a further sentence. A question is
// parted into its core and such remarks. The core is read as every question is. A remark is read into facts by a
// grammar of its own (facts.go), and each fact is held against the study question of the core: it agrees, it changes
// the question, or the question is refused.
//
// "How many people with stroke (first record) took warfarin within 30 days (day 0 not counted)? Exclude those with
// asthma."
//
//	core    How many people with stroke took warfarin within 30 days?
//	facts   stroke: the first; the time of 30 days: from day 1; the people: none with asthma

// stretch is a part of the question by its tokens.
type stretch struct{ from, to int }

// remark is what stands beside the core.
type remark struct {
	p      *parser // over its own tokens
	about  string  // the name behind which it stands in brackets; "" where it stands behind none
	outer  *parser // of the whole question
	opens  int     // the token of outer that opens the brackets in which it stands
	weighs bool    // what no fact has a form for is weighed by its words
	bare   bool    // it begins without a sign: only its words are weighed
	facts  []fact
}

// fact is one thing that a remark says of the question.
type fact struct {
	as   string // what it is about, for those who ask how each word was read
	hold func(*held) *Refusal
}

// held is a study question against which facts are held.
type held struct {
	q     *study.Question
	b     *builder // that made it
	r     *Reader
	about string
}

// explained reads the question of a parser as a core with remarks; nil where it cannot be parted so.
func (p *parser) explained() *Reading {
	if p == nil {
		return nil
	}
	return p.explainedBy((*parser).read)
}

// explainedBy reads a question as a core, which is read so, with remarks.
func (p *parser) explainedBy(read func(core *parser) *Reading) *Reading {
	bare, remarks := p.withoutBrackets()
	told := bare.explainedWith(remarks, read)
	if told != nil && told.Question != nil {
		return told
	}
	if middle, more := bare.withoutMiddle(); len(more) > 0 {
		if again := middle.explainedWith(slices.Concat(remarks, more), read); again != nil && again.Question != nil {
			return again
		}
	}
	return told
}

// withoutMiddle takes off what may be left over up to a sign, where none stands before it: "prevalence on 1 May 2009
// among those under observation that day, by sex".
func (p *parser) withoutMiddle() (*parser, []remark) {
	left := p.part(0, len(p.toks))
	left.aside = p.aside
	all := p.remark(0, len(p.toks))
	var remarks []remark
	from := len(p.toks)
	for i := len(p.toks) - 1; i > 2; i-- {
		to := all.unitEnd(i)
		if p.boundary(i) != none || to >= from || p.parts(0, i) || !all.mayTrail(i) && !all.isAtRisk(i, to) {
			continue
		}
		m := p.remark(i, to)
		if m.weighs, m.bare = true, true; m.readFacts() {
			left.remove(stretch{i, to})
			remarks, from = append(remarks, m), i
		}
	}
	return left, remarks
}

// explainedWith reads a question as a core, which is read so, with remarks and those that were taken off it.
func (p *parser) explainedWith(remarks []remark, read func(core *parser) *Reading) *Reading {
	var refused *Reading
	for _, c := range p.cores() {
		front, back := p.remark(0, c.from), p.remark(c.to, len(p.toks))
		back.weighs, back.bare = true, c.to < len(p.toks) && p.boundary(c.to) == none
		if !front.readFront(p.part(c.from, c.to)) || !back.readFacts() {
			continue
		}
		core := p.part(c.from, c.to)
		core.aside = p.aside
		if Outside(core.left()) != "" {
			continue
		}
		reading := read(core)
		if reading == nil || reading.Question == nil || reading.built == nil {
			continue
		}
		all := slices.Concat([]remark{front}, remarks, []remark{back})
		if core.holdAll(reading, all); reading.Question != nil {
			return reading
		}
		if refused == nil && reading.Refusal.Kind != Unknown { // whose words are told by those who read on
			refused = reading
		}
	}
	return refused
}

// holdAll holds the facts of all remarks against the question of the core, which they may change or refuse.
func (p *parser) holdAll(reading *Reading, all []remark) {
	h := &held{q: reading.Question, b: reading.built, r: p.r}
	said, beside := h.q.String(), len(h.b.s.beside)
	for _, m := range all {
		for _, f := range m.facts {
			h.about = m.about
			fault := f.hold(h)
			if fault == nil {
				fault = h.b.fault
			}
			if fault != nil {
				fault.Why = "“" + strings.TrimSpace(m.whole()) + "”: " + fault.Why
				reading.Refusal, reading.Question, reading.Others = fault, nil, nil
				return
			}
		}
		reading.Words = append(reading.Words, m.told()...)
		reading.Mentions = append(reading.Mentions, m.mentions()...)
	}
	h.q.Canonicalize()
	if fault := invalid(h.q.Validate()); fault != nil {
		reading.Refusal, reading.Question = fault, nil
	} else if why := contradiction(h.q); why != "" {
		reading.Refusal, reading.Question = &Refusal{Contradiction, why}, nil
	}
	if reading.Question == nil || h.q.String() != said || len(h.b.s.beside) != beside {
		whole := &sentence{p: p, beside: h.b.s.beside}
		if reading.Question != nil {
			whole.addTotal(h.q)
			whole.addRanks(h.q)
		}
		reading.Others = whole.others // the others were of the question without the remarks
	}
}

// whole is the text of a remark.
func (m *remark) whole() string {
	if len(m.p.toks) == 0 {
		return ""
	}
	return m.p.span(0, len(m.p.toks)).Text
}

// told says how a remark was read.
func (m *remark) told() []Word {
	if len(m.p.toks) == 0 {
		return nil
	}
	var as []string
	for _, f := range m.facts {
		if !slices.Contains(as, f.as) {
			as = append(as, f.as)
		}
	}
	span := m.p.span(0, len(m.p.toks))
	return []Word{{span.Text, span.Start, span.End, "aside: " + strings.Join(as, ", "), ""}}
}

// mentions are the names of a remark.
func (m *remark) mentions() []Mention {
	var found []Mention
	for i := 0; i < len(m.p.toks); i++ {
		if domain, ok := strings.CutPrefix(m.p.role[i], "entity "); ok &&
			(i == 0 || m.p.group[i] != m.p.group[i-1] || m.p.role[i-1] != m.p.role[i]) {
			to := i + 1
			for to < len(m.p.toks) && m.p.group[to] == m.p.group[i] && m.p.role[to] == m.p.role[i] {
				to++
			}
			span := m.p.span(i, to)
			found = append(found, Mention{domain, span.Text, span.Start, span.End})
		}
	}
	return found
}

// part is a parser of some of the tokens, at the same places of the text.
func (p *parser) part(from, to int) *parser {
	toks := slices.Clone(p.toks[from:to])
	return &parser{r: p.r, text: p.text, toks: toks, role: make([]string, len(toks)), group: make([]int, len(toks)),
		found: map[int][]candidate{},
		chose: map[string]bool{}, judged: map[*predicate]bool{}, periods: map[int]*study.Period{},
		wantsRecords: p.wantsRecords}
}

// remark is some of the tokens, with the words that are said beside questions.
func (p *parser) remark(from, to int) remark {
	one := p.part(from, to)
	one.r = &Reader{terms: p.r.terms, lex: remarkLexicon(), chosen: p.r.chosen, weights: p.r.weights,
		looked: p.r.looked}
	one.outside = sync.OnceValue(p.onlyTime)
	return remark{p: one, outer: p}
}

// onlyTime is the one date or year that is said, to which "that day" in a remark points; nil where there are others.
func (p *parser) onlyTime() (found *study.Period) {
	all := p.part(0, len(p.toks))
	for all.pos < len(all.toks) {
		at := all.pos
		d, ok := all.date()
		switch {
		case !ok || all.pos == at:
			all.pos = at + 1
		case d.year == 0 || found != nil:
			return nil
		default:
			found = &study.Period{From: d.from(), To: d.to()}
		}
	}
	return found
}

// withoutBrackets takes off what stands in brackets and can be read as facts.
func (p *parser) withoutBrackets() (*parser, []remark) {
	bare := p.part(0, len(p.toks))
	bare.aside = p.aside
	var remarks []remark
	brackets := p.brackets()
	for i := len(brackets) - 1; i >= 0; i-- {
		b := brackets[i]
		if _, n := p.longest(max(b.from-1, 0), "share"); n > b.to-b.from {
			continue // "n (%)" asks for one thing
		}
		m := p.remark(b.from+1, b.to-1)
		m.opens, m.weighs = b.from, true
		name, from, to := bare.nameBefore(b.from)
		m.about = name
		switch {
		case p.sameEvents(stretch{b.from + 1, b.to - 1}, b.from) || p.paidAgain(stretch{b.from + 1, b.to - 1}):
			m.facts = []fact{{"the same again", agrees}}
		case !m.readFacts():
			continue
		}
		bare.remove(b)
		if n := m.firstName(); n != "" && from < to { // an unknown name, which the brackets say
			bare.say(from, to, n)
			m.about = n
		}
		remarks = append(remarks, m)
	}
	slices.Reverse(remarks)
	return bare, remarks
}

// remove takes tokens off and leaves a blank in the text, so that nothing is read across it.
func (p *parser) remove(s stretch) {
	from, to := p.toks[s.from].start, p.toks[s.to-1].end
	p.text = p.text[:from] + strings.Repeat(" ", to-from) + p.text[to:]
	p.toks = slices.Delete(slices.Clone(p.toks), s.from, s.to)
	p.role, p.group = make([]string, len(p.toks)), make([]int, len(p.toks))
	p.found = map[int][]candidate{}
}

// nameBefore is the name that ends at token i, with nouns of people and records between: "stroke patients (…)". Where
// words stand in it that nobody knows, it is they that the brackets explain: tokens from to to.
func (p *parser) nameBefore(i int) (name string, from, to int) {
	end := i
	for end > 0 {
		n := 0
		for k := 1; k <= 4 && k <= end; k++ {
			for _, cat := range []category{"people", "usersof", "eventnoun", "passive", "everywhere", "listdomain",
				"noise"} {
				if _, m := p.longest(end-k, cat); m == k {
					n = k
				}
			}
		}
		if n == 0 || p.nameEnds(end) > 0 {
			break
		}
		end -= n
	}
	n := p.nameEnds(end)
	from = end - n
	for from > 0 && p.toks[from-1].isWord && !p.r.lex.words[p.toks[from-1].low] && p.nameEnds(from) == 0 {
		from--
	}
	if from < end-n {
		return "", from, end
	}
	if n == 0 {
		return "", i, i
	}
	return p.spelt(from, n), i, i
}

// nameEnds is how many tokens the longest name has that ends at token i.
func (p *parser) nameEnds(i int) int {
	for n := min(longestName, i); n > 0; n-- {
		if slices.ContainsFunc(p.candidates(i-n), func(c candidate) bool { return c.n == n }) {
			return n
		}
	}
	return 0
}

// cores are the parts of the question that may be its core, the longest first. It begins at the beginning, behind a
// strong boundary or behind talk, and ends at any boundary or before talk.
func (p *parser) cores() []stretch {
	all := p.remark(0, len(p.toks))
	starts, ends := slices.Concat([]int{0}, all.leads(), all.glosses()), []int{len(p.toks)}
	if at := all.trail(); at < len(p.toks) {
		ends = append(ends, at)
	}
	var trails []int
	trailed := false
	for i := 1; i < len(p.toks); i++ {
		switch p.boundary(i) {
		case none: // where a remark begins without a sign, the first that it may be
			if i > 2 && !trailed && all.endsAside(i) {
				ends, trailed = append(ends, i), true
			} else if i > 2 && all.mayTrail(i) {
				ends = append(ends, i)
				trails = append(trails, i)
			}
		case strong:
			starts, ends = append(starts, i), append(ends, i)
		case weak:
			ends = append(ends, i)
			if p.seq(0, "because|since") || p.seq(0, topicLeads) || p.seq(0, remarkLeads) {
				starts = append(starts, i)
			}
		}
	}
	var found []stretch
	for _, from := range starts {
		for _, to := range ends {
			if to-from > 1 && !(slices.Contains(trails, to) && p.parts(from, to)) {
				found = append(found, stretch{from, to})
			}
		}
	}
	slices.SortStableFunc(found, func(a, b stretch) int { return (b.to - b.from) - (a.to - a.from) })
	return found
}

// parts reports whether a sentence ends between two tokens: in "How many …? Count all records" nothing trails.
func (p *parser) parts(from, to int) bool {
	for i := from + 1; i < to; i++ {
		if p.boundary(i) == strong {
			return true
		}
	}
	return false
}

// remarkLeads begin a remark that ends at a comma before the question.
const remarkLeads = "leaving|excluding|ignoring|omitting|skipping|counting|using|taking|without|not"

type boundary int

const (
	none boundary = iota
	weak
	strong
)

// boundary says what parts token i from the one before it: the end of a sentence, a dash, a colon and a semicolon are
// strong.
func (p *parser) boundary(i int) boundary {
	between := p.text[p.toks[i-1].end:max(p.toks[i-1].end, p.toks[i].start)]
	switch low := p.toks[i-1].low; {
	case low == ";" || low == ":" || low == "?":
		return strong
	case strings.ContainsRune(between, '.') && unicode.IsUpper(rune(p.text[p.toks[i].start])):
		return strong
	case strings.Contains(between, ". "):
		return weak
	case strings.Contains(between, " - ") || strings.Contains(between, " – ") || strings.Contains(between, "—"):
		return strong
	case low == ",":
		return weak
	}
	return none
}

// brackets are the stretches in round brackets, with them.
func (p *parser) brackets() []stretch {
	var found []stretch
	open := -1
	for i, t := range p.toks {
		switch {
		case t.low == "(":
			open = i
		case t.low == ")" && open >= 0 && i > open+1:
			found = append(found, stretch{open, i + 1})
			open = -1
		}
	}
	return found
}

// left is the text that is left.
func (p *parser) left() string {
	var b strings.Builder
	for _, t := range p.toks {
		if t.was != "" {
			b.WriteString(t.was + " ")
			continue
		}
		b.WriteString(p.text[t.start:t.end] + " ")
	}
	return b.String()
}
