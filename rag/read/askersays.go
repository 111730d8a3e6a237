package read

import (
	"slices"
	"strings"
	"unicode"
)

// What those who ask say of themselves (askers.go), clause by clause.

// manner is how a clause of talk is known, on which it depends what may stand in it.
type manner int

const (
	plans  manner = iota // what they do or are about to do
	claims               // what somebody thinks of the world
	sees                 // what they have seen
	uses                 // where they use the number
)

// statement reads a whole clause of those who ask.
func (m *remark) statement(s stretch) (talkClause, bool) {
	from := s.from
	for from < s.to && m.p.seq(from, "because|since|as|but|and|also|well|now|currently|at|the|moment|here|so|which|,") &&
		!m.p.seq(from, "the") {
		from++
	}
	if m.p.seq(from, "before|while|when|once|until", "i|we") { // "Before we reprint our leaflet"
		from++
	}
	if m.concludes(stretch{from, s.to}) {
		return talkClause{}, false
	}
	reason := m.reasonLead(stretch{from, s.to})
	from += reason
	for v := from; v < min(s.to, from+12); v++ {
		var by talkClause
		how, to, ok := m.mindVerb(&by, from, v, s.to)
		if !ok {
			continue
		}
		c, ok := m.saidIn(stretch{to, s.to}, how)
		c.add(by)
		c.stretch = s
		if s.from > 0 && (reason > 0 || m.p.seq(v, "worry|fear") || m.p.seq(v, "are|am", "worried|afraid")) &&
			m.fears(stretch{v, to}) && !c.ofPeople {
			c.names = slices.DeleteFunc(c.names, isDisease)
		}
		return c, ok
	}
	if c, ok := m.wants(stretch{from, s.to}); ok && reason > 0 {
		c.stretch = s
		return c, true
	}
	if c, ok := m.thoughtBehind(s); ok {
		return c, true
	}
	return talkClause{}, false
}

// concludes reports whether a clause says what follows from it, which may be a wish: "we noticed it, so 40 mg only".
func (m *remark) concludes(s stretch) bool {
	for i := s.from + 1; i+1 < s.to; i++ {
		if m.p.seq(i, "so|hence|therefore|thus|consequently|thereby") && !m.p.seq(i+1, "far|that|much|many|i|we") {
			return true
		}
	}
	return false
}

// thoughtBehind reads a thought whose verb stands at its end: "undercoding, we fear", "as we suspect".
func (m *remark) thoughtBehind(s stretch) (talkClause, bool) {
	for v := s.from; v < s.to; v++ {
		if !m.p.seq(v, "i|we|as") {
			continue
		}
		at := v
		for at < s.to && m.p.seq(at, "i|we|as") {
			at++
		}
		if ph, n := m.p.longest(at, "claiming"); n > 0 && ph.value != "of" && at+n == s.to {
			c, ok := m.saidIn(stretch{s.from, v}, claims)
			c.stretch = s
			return c, ok && v > s.from
		}
	}
	return talkClause{}, false
}

// mindVerb reads the verb at token v behind somebody who asks at token from, and says where the clause goes on.
func (m *remark) mindVerb(by *talkClause, from, v, end int) (how manner, to int, ok bool) {
	first := m.p.toks[from].low
	short := slices.Contains([]string{"i'm", "we're", "i've", "we've", "i'd", "we'd", "i'll", "we'll"}, first)
	asker := v == from+1 && (short || first == "i" || first == "we")
	mine := !asker && v > from && m.isSpeaker(by, stretch{from, v})
	if ph, n := m.p.longest(v, "claiming"); n > 0 && v+n <= end && (ph.value == "of" && (v == from ||
		v == from+1 && m.p.seq(from, "my|our|the|a")) || ph.value == "" &&
		(asker || mine)) {
		return claims, v + n, true
	}
	if !asker && !mine {
		return 0, 0, false
	}
	at := v
	be := first == "i'm" || first == "we're"
	for at < end && m.p.seq(at, "am|are|is|was|were|have|has|had|been|be|will|shall|would|just|now|currently|also|all|"+
		"both|about|to|going|often|still|presently|soon|always|sometimes|regularly|recently|only|once|again|already|do|did") {
		be = be || m.p.seq(at, "am|are|is|was|were|been|be")
		at++
	}
	if at >= end {
		return 0, 0, false
	}
	word := m.p.toks[at].low
	if ph, n := m.p.longest(at, "claiming"); n > 0 && ph.value != "of" && (be || ph.value != "be") {
		return claims, at + n, true
	}
	if _, n := m.p.longest(at, "seeing"); n > 0 {
		return sees, at + n, true
	}
	if _, n := m.p.longest(at, "intending"); n > 0 {
		return plans, at + n, true
	}
	if m.p.seq(at, "want|wants|wish|wishes|hope|hopes|mean|means|aim|aims|like|need|needs|try|tries", "to") && mine &&
		m.isIntent(at+2) {
		return plans, at + 3, true // "Our physiotherapists want to plan a course"
	}
	if to := m.numberUsed(at); to > 0 {
		if m.p.seq(to, "in|at") && !m.p.saysAny(stretch{end - 1, end}, "work", "labelword", "talk") {
			return 0, 0, false // "We need it in nursing homes"
		}
		return uses, to, true
	}
	if _, n := m.p.longest(at, "interest", "limiting", "minding"); n > 0 {
		return 0, 0, false
	}
	if m.p.seq(at, "need|want|require") && asker && m.isLabel(stretch{at + 1, end}) {
		return plans, end, true // "We need a control pool: how many …"
	}
	if be && len(word) > 4 && strings.HasSuffix(word, "ing") && !slices.Contains(choosingVerbs, word) {
		return plans, at + 1, true
	}
	return 0, 0, false
}

// choosingVerbs say that those who ask choose among patients.
var choosingVerbs = strings.Fields(`selecting picking choosing using taking dealing concentrating analysing analyzing
	targeting studying investigating examining following treating asking wanting needing requesting talking speaking
	meaning referring having assuming supposing enrolling recruiting sampling matching separating splitting grouping
	stratifying adjusting defining combining pooling working`)

// purposeUnit reads a clause that only says what the question is for.
func (m *remark) purposeUnit(whole stretch) (talkClause, bool) {
	c, ok := m.purposeClause(whole)
	c.stretch = whole
	return c, ok
}

func (m *remark) purposeClause(s stretch) (talkClause, bool) {
	for s.from < s.to && m.p.seq(s.from, "and|also|,|this|that|it|it's|that's|is|meant|intended|just|all") {
		s.from++
	}
	from := s.from
	switch {
	case m.p.seq(from, "because|since|as|given|now") && m.ofAskers(s):
		i := from + 1
		if m.p.seq(i, "that") {
			i++
		}
		c, ok := m.wants(stretch{i, s.to})
		if !ok {
			return m.statement(stretch{i, s.to})
		}
		return c, ok
	case m.p.seq(from, "since|as|because|given|now") && m.isUnderWay(stretch{from + 1, s.to}):
		return m.saidIn(stretch{from + 1, s.to}, plans)
	case m.p.seq(from, "to") && from+2 < s.to && m.p.toks[from+1].isWord && m.isIntent(from+1):
		return m.saidIn(stretch{from + 2, s.to}, plans)
	}
	return m.workNamed(s)
}

// wants reads what those who ask want to do: "we want to order equipment".
func (m *remark) wants(s stretch) (talkClause, bool) {
	for i := s.from; i+2 < s.to && i < s.from+3; i++ {
		if m.p.seq(i, "want|wish|plan|hope|intend|have|need|like|going|prefer|try|trying|planning|hoping", "to") &&
			i > s.from && m.p.toks[i+2].isWord && !m.p.saysAny(stretch{i + 2, i + 3}, "limiting", "interest") {
			return m.saidIn(stretch{i + 3, s.to}, plans)
		}
	}
	return talkClause{}, false
}

// isUnderWay reports whether a clause says that something is being done or will be: "the guideline is being discussed".
func (m *remark) isUnderWay(s stretch) bool {
	for i := s.from + 1; i+1 < s.to; i++ {
		if m.p.seq(i, "is|are") && (m.p.seq(i+1, "under|due|about|up") || strings.HasSuffix(m.p.toks[i+1].low, "ing")) ||
			m.p.seq(i, "has|have", "been|changed|come") {
			return true
		}
	}
	return false
}

// isIntent reports whether a verb stands at token i that says what those who ask do with the answer.
func (m *remark) isIntent(i int) bool {
	if ph, n := m.p.longest(i, "intending"); n > 0 && ph.value == "" { // "to replace" may be what patients did
		return true
	}
	ph, n := m.p.longest(i, "talk")
	return n > 0 && ph.value == "verb"
}

// workNamed reads "for" and the like with the name of a piece of work: "for a patient leaflet on sprains".
func (m *remark) workNamed(s stretch) (talkClause, bool) {
	i, before := s.from, false
	switch {
	case m.p.seq(i, "in", "preparation", "for") || m.p.seq(i, "as", "part", "of") || m.p.seq(i, "in", "view", "of") ||
		m.p.seq(i, "on", "behalf", "of"):
		i += 3
	case m.p.seq(i, "ahead", "of"):
		i += 2
	case m.p.seq(i, "for"):
		i++
	case m.p.seq(i, "before", "our|my|the|this|that|another|tomorrow's|today's|next"):
		i, before = i+1, true
	default:
		return talkClause{}, false
	}
	named := m.p.seq(i, "our|my|the|a|an|this|that|another|tomorrow's|today's|next|some")
	first := i
	if named {
		first++
	}
	end := first
	for end < s.to && !m.p.seq(end, "on|about|of|in|at|for|regarding|concerning|with|to") {
		end++
	}
	if end == first {
		return talkClause{}, false
	}
	ph, known := m.p.longest(end-1, "work", "talk", "labelword")
	isWork := known == 1 && (ph.cat != "talk" || ph.value == "work")
	head := m.p.toks[end-1].low
	if before && !isWork {
		return talkClause{}, false // "before the operation"
	}
	whose := m.p.seq(first-1, "tomorrow's|today's|next") // "for tomorrow's handover"
	if !isWork && (!named || end-first < 2 && !whose || strings.HasSuffix(head, "s") || m.p.r.lex.words[head] && known == 0 ||
		slices.Contains(peopleHeads, head)) {
		return talkClause{}, false
	}
	if end < s.to && !m.p.seq(end, "on|about|of|regarding|concerning|for") {
		return talkClause{}, false
	}
	c, ok := m.saidIn(stretch{first, s.to}, plans)
	return c, ok && !c.ofPeople
}

// peopleHeads are nouns for people or groups of them, whose modifiers choose among patients.
var peopleHeads = strings.Fields(`population cohort group arm sample subset subgroup ward home age sex gender
	community region area city town village state county country hospital site centre center practice institution folk
	family household child baby newborn infant adult elder senior veteran smoker drinker inmate resident employee worker
	man woman boy girl person patient case diabetic hypertensive asthmatic`)

// saidIn reads what a clause says. It fails where that asks for something, limits something or tells of people by words
// that nobody knows.
func (m *remark) saidIn(s stretch, how manner) (c talkClause, ok bool) {
	c.stretch = s
	for i := s.from; i < s.to; {
		n := m.saidAt(&c, i, s, how)
		m.p.pos = 0
		if n == 0 || i+n > s.to {
			return c, false
		}
		i += n
	}
	if how == sees && !c.ofPeople { // "we saw two odd cases last year"
		c.numbers, c.lengths = nil, nil
	}
	return c, !(c.strange && c.ofPeople && how != claims)
}

// saidAt reads the word of a clause at token i, or the phrase that begins there; 0 where it may not stand in it.
func (m *remark) saidAt(c *talkClause, i int, s stretch, how manner) int {
	low := m.p.toks[i].low
	talk, _ := m.talkAt(i)
	_, plain := m.p.longest(i, "noise", "article", "labelword", "titleword", "work")
	plain = max(plain, talk)
	m.p.pos = i
	if d, ok := m.p.period(); ok && d != nil && m.p.pos > i {
		return 0
	}
	m.p.pos = i
	if _, ok := m.p.duration(); ok && m.p.pos > i+1 {
		c.lengths = append(c.lengths, stretch{i, m.p.pos})
		return m.p.pos - i
	}
	if e := m.p.entityAt(i); e.n > plain {
		c.names = append(c.names, e)
		return e.n
	}
	var ph phrase
	_, n := m.p.longest(i, "limiting")
	switch {
	case low == "new" && m.isStrange(i+1), how == sees && m.p.seq(i, "last|first|new", "week|month|year|case|time"):
		return 1
	case n > 0 && (how != claims || !slices.Contains(mildWords, low)):
		return 0
	case n > 0:
		return n
	case slices.Contains(settingWords, low):
		return 0
	case m.p.toks[i].isNum:
		c.numbers = append(c.numbers, m.p.toks[i].num)
		return 1
	}
	if how != claims && m.p.seq(i, "number|figure|answer") && m.behind(i, "a|some|this|that") && i+1 == s.to {
		return 1 // "I promised them a number"
	}
	if m.asksNumberAt(i, how) {
		return 0
	}
	if ph, n = m.p.longest(i, "people", "usersof", "peopleof"); n > 0 && plain <= n {
		return c.people(ph, n)
	}
	if ph, n = m.p.longest(i, "ageword", "oldword", "cmp", "agecmp"); n > 0 || slices.Contains(agedWords, low) {
		if ph.cat == "cmp" || ph.cat == "agecmp" {
			return 0
		}
		c.needs = append(c.needs, "age")
		return max(n, 1)
	}
	if _, n = m.p.longest(i, "visit", "visitverb"); n > plain {
		c.needs = append(c.needs, "visit")
		return n
	}
	if _, n = m.p.longest(i, "deathverb", "deathnoun", "dead", "mortality"); n > 0 {
		c.needs = append(c.needs, "death")
		return n
	}
	if _, n = m.p.longest(i, "race", "ethnicity", "stateword", "alive", "current"); n > 0 {
		return 0
	}
	if _, n = m.p.longest(i, "without", "neg", "relpron"); n > 0 && how != claims {
		return 0
	}
	if plain > 0 {
		return plain
	}
	if how != claims && i > 0 && m.p.toks[i-1].isWord && m.isProper(i) && !strings.HasSuffix(low, "day") {
		return 0
	}
	if n := m.audience(i); n > 0 {
		return n
	}
	if how != claims && m.tellsOfPeople(i) {
		return 0
	}
	if m.choosesGroup(i) {
		return 0
	}
	if m.p.toks[i].isWord && !m.p.r.lex.words[low] {
		c.strange = true
		if looksMedical(low) || how != claims && how != uses && i > s.from && m.placed(i) {
			return 0
		}
	}
	return 1
}

// placed reports whether the noun at token i stands behind a word of place, by which people may be chosen: "in nursing
// homes".
func (m *remark) placed(i int) bool {
	for i > 0 && m.p.saysAny(stretch{i - 1, i}, "article") {
		i--
	}
	return i > 0 && m.p.seq(i-1, "in|at|from|within|among|across|between|under|outside|near|through")
}

// isProper reports whether the word at token i is written as a name of a place or a person: "our Boston clinic".
func (m *remark) isProper(i int) bool {
	written := []rune(m.p.text[m.p.toks[i].start:m.p.toks[i].end])
	return len(written) > 1 && unicode.IsUpper(written[0]) && unicode.IsLower(written[1])
}

// isStrange reports whether a word that nobody knows stands at token i, or one for a piece of work.
func (m *remark) isStrange(i int) bool {
	if i >= len(m.p.toks) {
		return false
	}
	_, n := m.p.longest(i, "work", "labelword")
	return n > 0 || m.p.toks[i].isWord && !m.p.r.lex.words[m.p.toks[i].low]
}

// people notes people of whom a clause tells: those of a sex, an age or a disease must be those of the question.
func (c *talkClause) people(ph phrase, n int) int {
	c.ofPeople = true
	field, _, _ := strings.Cut(ph.value, " ")
	switch {
	case ph.cat == "peopleof":
		return 0
	case field == "female":
		c.needs = append(c.needs, "women")
	case field == "male":
		c.needs = append(c.needs, "men")
	case field == "adult" || field == "child" || field == "elderly" || field == "teen":
		c.needs = append(c.needs, "age")
	case field != "" && field != "drug":
		return 0
	case field == "drug" && ph.value != "drug":
		return 0
	}
	return n
}

// asksNumberAt reports whether a number is asked for at token i. Claims may speak of what is most often the case.
func (m *remark) asksNumberAt(i int, how manner) bool {
	core := *m.p
	core.r = m.outer.r
	cats := []category{"howmany", "share", "howlong", "howoften", "howold", "howmuch", "whatage"}
	if how != claims {
		cats = append(cats, "stat", "rate", "prevalence", "most")
	}
	_, n := core.longest(i, cats...)
	_, plain := m.p.longest(i, "noise", "labelword", "titleword", "work", "talk")
	return n > plain
}

var (
	// mildWords limit a question, and not what somebody thinks of the world: "sepsis kills within a month"
	mildWords = strings.Fields("after before within during until more less fewer at than most least new compared per " +
		"each every same")
	// settingWords say what is to count
	settingWords = strings.Fields("matter matters mattering relevant irrelevant eligible ineligible qualify qualifies " +
		"valid invalid means mean definition criterion criteria threshold cutoff cut-off whose namely i.e")
	// agedWords tell of people of an age
	agedWords = strings.Fields("older younger young aged ageing aging elder pensioners infants babies newborns neonatal " +
		"infant maternity obstetric toddlers schoolchildren")
)

// looksMedical reports whether a word that nobody knows has an ending of names of diseases, drugs and procedures.
func looksMedical(word string) bool {
	word = strings.TrimSuffix(word, "s")
	return slices.ContainsFunc(medicalEndings, func(end string) bool { return strings.HasSuffix(word, end) })
}

var medicalEndings = strings.Fields(`iti itis osi osis emia aemia oma opathy algia uria plasty ectomy otomy ostomy scopy
	statin mab nib pril sartan olol azole mycin cillin cycline gliptin gliflozin dipine parin oxaban triptan azepam
	azine idone barbital ylline asone olone disease syndrome disorder cancer tumor tumour infection fracture surgery
	transplant implant injury vaccine therapy drug tablet user sufferer survivor addict`)
