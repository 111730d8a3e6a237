package read

import (
	"context"
	_ "embed"
	"slices"
	"strings"
	"sync"

	"github.com/askomop/askomop/omop/study"
)

// Before a colon people say what a whole question is about: "Antipsychotics in dementia:", "Seasonality:", "Off-label
// use, women:". Such a topic limits nothing where the question behind it says all that it names: the same things or
// some of their kind, an age, a sex, an order. A word that might choose people, a time or a kind of record is none of a
// topic, unless the question says it, too.

//go:embed topics.tsv
var topicsFile string

var topicLexicon = sync.OnceValue(func() *lexicon { return newLexicon(topicsFile) })

// longestTopic bounds how many words a topic has.
const longestTopic = 14

// topic is what stands before the colon, as far as it must be found again behind it.
type topic struct {
	m      *remark
	core   *parser
	own    *parser // over the words of topics.tsv alone
	names  []topicName
	wants  []string       // what else it wants of the question: "elderly", "time", "both"
	kinds  int            // classes of drugs by words that no vocabulary has
	after  int            // the number of names before "after", where that stands; -1 without
	post   bool           // it is the "post" of "post-stroke use of X", which the name behind it ends
	mods   []int          // the names right behind a word that may narrow them: "preventable influenza"
	denies bool           // it says that something is not so
	people bool           // it speaks of people: "women", "users"
	lasts  []study.Offset // over which a measure is taken: "Incidence proportion over five years"
}

// topicName is a name of a topic.
type topicName struct {
	text    string
	domains []string
	lab     string // the result by which the disease is known, in the words of topics.tsv: "below=potassium"
}

// topicLinks hold the words of a topic together.
var topicLinks = []string{"in", "on", "of", "and", "or", "&", "/", "with", "to", "for", "from", "the", "a", "an", "by",
	"among", "under", "versus", "vs", "as", "-", "(", ")", ",", ":", "other", "any", "all", "their", "–", "—"}

// topic reads the remark as a topic; nil where a word of it may say more.
func (m *remark) topic(core *parser) *topic {
	if !m.announces() {
		return nil
	}
	return m.topicUpTo(core, len(m.p.toks))
}

// topicUpTo reads the remark as a topic up to a token.
func (m *remark) topicUpTo(core *parser, to int) *topic {
	t := &topic{m: m, core: core, after: -1, own: m.p.part(0, len(m.p.toks))}
	t.own.r = &Reader{terms: m.p.r.terms, lex: topicLexicon(), looked: m.p.r.looked}
	for i := 0; i < to; {
		n := t.wordsAt(i)
		if n == 0 {
			return nil
		}
		i += n
	}
	return t
}

// timeEnding is where a time begins with which a topic ends; 0 without: "Polypharmacy in 2010:".
func (m *remark) timeEnding() int {
	for i := 1; i+1 < len(m.p.toks); i++ {
		if !m.p.seq(i, "in|during|on|since|between|from|before|after") {
			continue
		}
		m.p.pos = i
		if d, ok := m.p.period(); ok && d != nil && m.p.pos > i && m.p.onlySigns(m.p.pos) {
			return i
		}
	}
	return 0
}

// announces reports whether the remark is one phrase before a colon, a dash, a full stop or "that is".
func (m *remark) announces() bool {
	last := len(m.p.toks) - 1
	if last < 0 || last > longestTopic {
		return false
	}
	for i, t := range m.p.toks {
		if t.low == "?" || t.low == ";" || t.low == ":" && i < last ||
			i > 0 && m.p.boundary(i) == strong && m.p.toks[i-1].low != ":" {
			return false
		}
	}
	at := m.p.toks[last]
	if at.low == ":" || m.glossEnd() < len(m.p.toks) {
		return true
	}
	behind := strings.TrimSpace(m.outer.text[at.end:])
	return strings.HasPrefix(behind, "- ") || strings.HasPrefix(behind, "–") || strings.HasPrefix(behind, "—") ||
		strings.HasPrefix(behind, ". ")
}

// glossEnd is where "that is" begins with which the remark ends.
func (m *remark) glossEnd() int {
	last := len(m.p.toks)
	for last > 0 && isSign(m.p.toks[last-1].low) {
		last--
	}
	for i := max(1, last-3); i < last; i++ {
		if _, n := m.p.longest(i, "glossword", "defines"); n == last-i && isSign(m.p.toks[i-1].low) {
			return i
		}
	}
	return len(m.p.toks)
}

// wordsAt is how many tokens from i on have their place in a topic, and notes what they want of the question.
func (t *topic) wordsAt(i int) int {
	p := t.m.p
	low := p.toks[i].low
	if i >= t.m.glossEnd() {
		return len(p.toks) - i
	}
	if n := t.lastsAt(i); n > 0 {
		return n
	}
	if _, n := p.longest(i, "relpron", "cmp"); n > 0 || p.toks[i].isNum || i == 0 && (low == "among" || low == "of") {
		return 0 // "Among people who at least two of:"
	}
	if slices.Contains([]string{"without", "not", "no", "never", "non", "neither", "except"}, low) {
		t.denies = true
		return boolInt(t.core.holdsAny(stretch{0, len(t.core.toks)}, append(negations, "neither", "nor")))
	}
	if slices.Contains([]string{"after", "following", "post", "since"}, low) && t.after < 0 {
		t.after, t.post = len(t.names), low == "post"
		return 1
	}
	if n := t.peopleAt(i); n > 0 {
		return n
	}
	if lab, n := t.own.longest(i, "topiclab"); n > 0 {
		t.names = append(t.names, topicName{text: p.textOf(stretch{i, i + n}), lab: lab.value})
		return n
	}
	if n := t.likeKind(i); n > 0 {
		t.kinds++
		return n
	}
	word, n := t.own.longest(i, "topicword", "topicmod")
	if c := t.m.outer.entityAt(i); c.n > 0 && c.n >= n && !t.saidInMore(i, c, word.value, n) {
		t.names = append(t.names, topicName{text: c.text, domains: c.domains})
		return c.n
	}
	if n > 0 {
		narrows := word.cat == "topicmod" && t.m.outer.entityAt(i+n).n > 0 && !t.core.says(p, stretch{i, i + n})
		if word.value == "named" && !narrows {
			return 0 // "Low-dose treatment:"
		}
		if word.value != "" && word.value != "named" {
			t.wants = append(t.wants, word.value)
		} else if narrows {
			t.mods = append(t.mods, len(t.names))
		}
		return n
	}
	if _, n := t.own.longest(i, "drugkind"); n > 0 || t.isDrugKind(i) {
		t.kinds++
		return max(n, 1)
	}
	if slices.Contains(topicLinks, low) || isSign(low) {
		return 1
	}
	if t.core.says(p, stretch{i, i + 1}) {
		return 1
	}
	if ph, n := p.longest(i, "titleword", "labelword", "bodypart", "eventnoun", "article", "noise"); n > 0 {
		if ph.cat == "eventnoun" && !strings.Contains(ph.value, "first") || ph.value == "" && low != "new" {
			return n
		}
	}
	if _, n := t.own.longest(i+1, "topicwork"); n > 0 && t.isNoun(i) {
		return 1 + n
	}
	if _, n = t.own.longest(i, "topicwork"); n == 0 && t.isDefined(i) {
		return 1
	}
	return n
}

// saidInMore reports whether the name at token i begins with a word of topics.tsv that says what the question says in
// more words: "recurrent UTI", of a UTI "on at least two days".
func (t *topic) saidInMore(i int, c candidate, want string, n int) bool {
	return n > 0 && want != "" && want != "named" && t.m.outer.entityAt(i+n).n == c.n-n && !t.core.namesConcept(c.text)
}

// isDefined reports whether the word at token i, which nobody needs to know, is of a term that is defined behind it:
// "Major bleeding, i.e. a gastrointestinal hemorrhage …". Behind a preposition it would choose people or records.
func (t *topic) isDefined(i int) bool {
	p := t.m.p
	if t.m.glossEnd() == len(p.toks) || !p.toks[i].isWord || len(p.toks[i].low) < 4 || isTime(p, i) {
		return false
	}
	severe := slices.Contains([]string{"advanced", "severe", "moderate", "mild", "progressive", "terminal"}, p.toks[i].low)
	if severe && t.m.outer.entityAt(i+1).n > 0 {
		return true // of a disease, as what stands behind says
	}
	for k := range i {
		if slices.Contains(strings.Split(choosing+"|of|for|during", "|"), p.toks[k].low) {
			return false
		}
	}
	_, n := p.longest(i, "people", "sex", "ageword", "visit", "whichrec", "stratum", "period", "month", "unit")
	return n == 0 && !endsAsPeople(p.toks[i].low)
}

// peopleEnds end words for people: "smokers", "diabetics", "residents", "migrants".
var peopleEnds = []string{"ers", "ians", "ees", "ors", "ists", "ics", "ents", "ants", "hood", "women", "men", "mothers"}

func endsAsPeople(word string) bool {
	return slices.ContainsFunc(peopleEnds, func(end string) bool { return strings.HasSuffix(word, end) })
}

// isTime reports whether a date or a length of time begins at token i.
func isTime(p *parser, i int) bool {
	defer func(at int) { p.pos = at }(p.pos)
	p.pos = i
	_, dated := p.date()
	if dated && p.pos > i {
		return true
	}
	p.pos = i
	_, lasts := p.duration()
	return lasts && p.pos > i
}

// peopleAt reads words for people, by their age or their sex, which the question must say, too.
func (t *topic) peopleAt(i int) int {
	ph, n := t.own.longest(i, "topicpeople")
	if n == 0 {
		ph, n = t.m.p.longest(i, "people", "sex", "ageword")
	}
	if n == 0 {
		return 0
	}
	t.people = t.people || ph.cat == "people"
	switch field, _, _ := strings.Cut(ph.value, " "); {
	case t.core.says(t.m.p, stretch{i, i + n}) && ph.cat != "topicpeople":
	case field == "" || field == "drug": // people, users of what is named
	default:
		t.wants = append(t.wants, ph.value)
	}
	return n
}

// drugKinds end the words for classes of drugs that stand in no vocabulary.
var drugKinds = []string{"blockers", "inhibitors", "agonists", "antagonists", "depressants", "lytics", "statins",
	"suppressants", "relaxants", "coagulants", "cyclines", "azoles", "steroids"}

// isDrugKind reports whether the word at token i is one for a class of drugs that nobody knows: "antivirals".
func (t *topic) isDrugKind(i int) bool {
	tok := t.m.p.toks[i]
	if !tok.isWord || t.m.p.r.lex.words[tok.low] || !strings.HasSuffix(tok.low, "s") {
		return false
	}
	return strings.HasPrefix(tok.low, "anti") && len(tok.low) > 7 ||
		slices.ContainsFunc(drugKinds, func(end string) bool { return strings.HasSuffix(tok.low, end) })
}

// likeKind is how many tokens name drugs of a kind by one of them: "benzodiazepine-like hypnotics".
func (t *topic) likeKind(i int) int {
	c := t.m.outer.entityAt(i)
	if c.n == 0 || !t.m.p.seq(i+c.n, "like|type|related") {
		return 0
	}
	_, n := t.own.longest(i+c.n+1, "drugkind")
	if n == 0 {
		return 0
	}
	return c.n + 1 + n
}

// isNoun reports whether a word that nobody knows looks like a noun that is no one's: "anaphylaxis" of preparedness.
func (t *topic) isNoun(i int) bool {
	tok := t.m.p.toks[i]
	return tok.isWord && !t.m.p.r.lex.words[tok.low] && len(tok.low) > 4 &&
		!slices.ContainsFunc([]string{"ic", "al", "ary", "ive", "ous", "ed", "ent", "ant", "able", "ing", "ers", "ians",
			"ees", "ors", "ists", "term", "cy", "hood"}, func(end string) bool { return strings.HasSuffix(tok.low, end) })
}

// fits holds the topic against the question.
func (t *topic) fits(h *held) *Refusal {
	spots := spotsOf(h.q)
	bare := func(s spot) bool {
		return len(s.ev.Concepts) == 0 && len(s.ev.AnyOf) == 0 &&
			slices.Contains([]study.Domain{study.Drug, study.Condition, study.Procedure, study.Measurement,
				study.Observation, study.Device, study.DrugEra}, s.ev.Domain)
	}
	if len(t.names)+t.kinds > 0 && slices.ContainsFunc(spots, bare) {
		return unsaid("the question behind it may leave out what it is about")
	}
	if len(t.names)+t.kinds > 0 && !t.core.saysWhose(h.q) {
		return unsaid("the question may be of those of whom the words before it speak")
	}
	for _, n := range t.names {
		isLab := func(s spot) bool { return h.isLab(n.lab, s.ev) }
		if len(h.ofKind(n.text)) == 0 && !slices.ContainsFunc(spots, isLab) {
			return unsaid("the question does not name " + n.text)
		}
	}
	for _, k := range t.mods {
		if name := t.names[k]; slices.ContainsFunc(h.ofKind(name.text), func(e *study.Event) bool {
			return slices.ContainsFunc(e.Concepts, func(c study.Entity) bool {
				return strings.EqualFold(c.Text, name.text) || h.r.sameConcept(c.Text, name.text)
			})
		}) {
			return unsaid("the question is of every " + name.text)
		}
	}
	if drugs := h.drugsNamed(); t.kinds > drugs {
		return unsaid("the question names fewer drugs")
	}
	if t.denies && !slices.ContainsFunc(spots, func(s spot) bool { return s.excluded }) {
		return unsaid("the question denies nothing")
	}
	for _, d := range t.lasts {
		if !t.looksSoLong(h, d) {
			return unsaid("the question does not look at so long a time")
		}
	}
	if fault := t.inOrder(h); fault != nil {
		return fault
	}
	for _, want := range t.wants {
		if !h.says(want) {
			return unsaid("the question does not say it")
		}
	}
	return nil
}

// saysWhose reports whether a question that is asked of everybody says so: in "Arrhythmia: what percentage took
// warfarin?" the percentage may be of those with it.
func (p *parser) saysWhose(q *study.Question) bool {
	if q.Population.Entry != nil || len(q.Population.Criteria) > 0 || q.Outcome == nil {
		return true
	}
	if q.Measure.Kind != study.Count {
		return p.holdsAny(stretch{0, len(p.toks)}, []string{"all", "everyone", "everybody", "whole", "entire", "database"})
	}
	return p.saysAny(stretch{0, len(p.toks)}, "people", "usersof", "sex")
}

// inOrder holds "A after B" against the question, in which A must come after B.
func (t *topic) inOrder(h *held) *Refusal {
	if t.after < 0 {
		return nil
	}
	is := func(e *study.Event, names []topicName) bool {
		return len(names) == 0 || slices.ContainsFunc(names, func(n topicName) bool {
			return h.isOfKind(n.text, e) || h.isLab(n.lab, e)
		})
	}
	first, then := t.names[t.after:], t.names[:t.after]
	if t.post && len(first) > 1 {
		first, then = first[:1], append(slices.Clip(then), first[1:]...)
	}
	for _, p := range h.pairs() {
		from, to := (*p.rel).From, (*p.rel).To
		later := from != nil && from.Days >= 0 && from.Months >= 0 && from.Years >= 0
		earlier := to != nil && to.Days <= 0 && to.Months <= 0 && to.Years <= 0
		if later && is(p.ev, then) && is(p.index, first) || !later && earlier && is(p.ev, first) && is(p.index, then) {
			return nil
		}
	}
	return unsaid("the question has no such order")
}

// aboutTopic reads a question behind its topic by itself, in all the ways that there are. Where early, it is done
// before others are tried, if the topic only names the kind of what is asked about: "Arrhythmia after antibiotics:
// number of persons with atrial fibrillation after their first levofloxacin".
func (r *Reader) aboutTopic(ctx context.Context, text string, early bool) *Reading {
	p := newParser(ctx, r, text)
	for i := 1; i < min(len(p.toks), longestTopic); i++ {
		if p.boundary(i) != strong || p.toks[i-1].low == ";" || p.toks[i-1].low == "?" {
			continue
		}
		if reading := r.ofTopicsPeople(ctx, p, i); reading != nil {
			return reading
		}
		m, core := p.remark(0, i), p.part(i, len(p.toks))
		t, at := m.topic(core), p.toks[i].start
		timed := m.timeEnding()
		if timed > 0 && m.announces() { // it is of the question: "Falls in 2010: how many …"
			t, at = m.topicUpTo(core, timed), p.toks[timed].start
		}
		if t == nil || early && !t.namesThings() {
			return nil
		}
		reading, err := r.behindTopic(ctx, t, at)
		if err != nil || reading.Question == nil || reading.built == nil {
			return nil
		}
		if timed > 0 && len(spotsOf(reading.Question)) > 1 {
			return nil // "Warfarin in 2009: women with a stroke after warfarin" are not those with a stroke in 2009
		}
		if fault := t.fits(&held{q: reading.Question, b: reading.built, r: r}); fault != nil {
			return nil
		}
		reading.moveBy(at)
		m.facts = []fact{{as: asTalk}}
		reading.Words = append(m.told(), reading.Words...)
		return reading
	}
	return nil
}

// behindTopic reads what stands from a place on, where it takes up the topic's name by a word with the name.
func (r *Reader) behindTopic(ctx context.Context, t *topic, at int) (*Reading, error) {
	text := t.core.text[at:]
	said := t.takenUp(at)
	if said == nil || r.composed {
		return r.understand(ctx, text)
	}
	inner := *r
	inner.composed = true
	reading, err := inner.understand(ctx, said.text())
	if err == nil && reading.Question != nil {
		reading = said.restore(reading, text)
	}
	return reading, err
}

// namesThings reports whether the topic names things and no people: the question behind it is of those with such a
// thing only where it does not name it itself.
func (t *topic) namesThings() bool { return !t.people && len(t.names) > 0 }

// glosses are where the question may begin behind a topic that says what it means: "Serious bleeding, that is, …: how
// many people?"
func (m *remark) glosses() (found []int) {
	for i := 1; i < min(len(m.p.toks), longestTopic); i++ {
		_, n := m.p.longest(i, "glossword", "defines")
		if m.p.toks[i].low == ":" {
			break
		}
		if n == 0 || m.p.toks[i-1].low != "," {
			continue
		}
		at := i + n
		for at < len(m.p.toks) && isSign(m.p.toks[at].low) {
			at++
		}
		if slices.ContainsFunc(m.p.toks[at:], func(t token) bool { return t.low == ":" }) {
			found = append(found, at)
		}
	}
	return found
}
