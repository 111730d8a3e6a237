package read

import (
	"context"
	"slices"
	"strings"
	"unicode"

	"github.com/askomop/askomop/omop/study"
	"github.com/askomop/askomop/vocab"
)

// parser walks over the tokens of one question. Its methods consume tokens where what they look for
// is there, and leave the position alone where it is not.
type parser struct {
	r     *Reader
	text  string
	toks  []token
	pos   int
	role  []string // what each token was read as
	group []int    // tokens read together
	found map[int][]candidate

	unclear string // what leaves two readings open
	otherID string // a name with the id of another concept

	chose        map[string]bool // definitions that were used
	confidence   confidence
	noneSaid     bool     // "none or fewer than 3"
	bareSaid     bool     // a number of records without a word that says whether more may be, "two strokes", "twice"
	twoYears     []string // the first of "in 2008 and 2009"
	competing    bool
	aside        []Word                // what was taken off the question
	periods      map[int]*study.Period // calendar times by the token at which they begin
	total        bool                  // "overall and by sex" was said
	asOf         bool                  // "as of" a date was said of a time
	dayOfYear    string                // "on 1 July of each year"
	yearsOfDay   []string              // "on 1 July 2008 and 1 July 2009": these alone
	top          int                   // how many rows are asked for, where it stands apart: "(top five)"
	called       string                // a name that the question gives to people
	clauseFrom   int                   // where the main clause begins
	judged       map[*predicate]bool   // clauses about records that the question holds
	eachDay      bool                  // "on 1 July of each of the years": of these by themselves
	edge         string                // the day that "at the end of 2009" names
	wantsRecords bool                  // "counts of records" was said and taken off: nothing else may be counted
	discharges   bool                  // visits are called discharges: their time is that of their end
	cued         map[place]cued        // cues of frames that were looked for
	spans        map[place]int         // where parts of the grammar that frames tried end
	listed       study.Domain          // of what is ranked, while it is read of whom
	countedFrom  bool                  // while the event that a time is counted from is read
	ofRecord     bool                  // in a clause about a record, which is "the record" there
	noneLater    bool                  // the last of all visits is told by none after it
	denied       bool                  // in a list of what people did not have, behind what they had
	groupAsked   bool                  // in people who are left out: "those with asthma and those who died"
	relative     bool                  // in a clause that tells of people: "who had a stroke"
	told         bool                  // in what tells of people, behind something they had: "with a stroke who"
	clauseComma  bool                  // a comma joined clauses with verbs of their own
	commaOr      bool                  // a comma before "or" told what is said of the last alternative only
	eitherNo     int                   // the "or" of "A or B without C", which may be of both; 0 where there is none
	phrases      phraseTable
	words        wordTable
	outside      func() *study.Period // the period said outside the parser's text; may be nil
	cues         *parser              // the same words, read by the lexicon of frames
}

// candidate is an entity that starts at a token.
type candidate struct {
	n       int // tokens
	text    string
	domains []string // best first
}

func newParser(ctx context.Context, r *Reader, text string) *parser {
	toks := tokenize(text)
	p := &parser{r: r, text: text, toks: toks, role: make([]string, len(toks)), group: make([]int, len(toks)),
		found: map[int][]candidate{}, chose: map[string]bool{}, judged: map[*predicate]bool{},
		periods: map[int]*study.Period{}}
	p.mend(ctx)
	return p
}

// at returns the lower-case token n places on; "" behind the end.
func (p *parser) at(n int) string {
	if p.pos+n < len(p.toks) {
		return p.toks[p.pos+n].low
	}
	return ""
}

func (p *parser) end() bool { p.skip(); return p.pos >= len(p.toks) }

func (p *parser) mark(from, to int, as string) {
	for i := from; i < to; i++ {
		p.role[i], p.group[i] = as, from
	}
}

// match returns how many tokens from i on are the words, with articles skipped inside; 0 where they are not.
func (p *parser) match(words []string, i int) int {
	j := i
	for k, w := range words {
		for k > 0 && j < len(p.toks) && isArticle[p.toks[j].low] && p.toks[j].low != w {
			j++
		}
		if j >= len(p.toks) || p.toks[j].low != w {
			return 0
		}
		j++
	}
	return j - i
}

// longest finds the longest phrase of a category at token i.
func (p *parser) longest(i int, cats ...category) (phrase, int) {
	if i >= len(p.toks) {
		return phrase{}, 0
	}
	if p.called != "" && p.toks[i].low == p.called && (len(cats) == 0 || slices.Contains(cats, "people")) {
		return phrase{words: []string{p.called}, cat: "people"}, 1
	}
	for _, f := range p.phrasesAt(i) {
		if len(cats) == 0 || slices.Contains(cats, f.phrase.cat) {
			return *f.phrase, f.n
		}
	}
	return phrase{}, 0
}

// skip moves over articles and courtesies, unless a longer phrase or an entity begins here.
func (p *parser) skip() {
	for p.pos < len(p.toks) {
		ph, n := p.longest(p.pos, "noise", "article")
		if n == 0 {
			return
		}
		if any, m := p.longest(p.pos); m > n && any.cat != "noise" && any.cat != "article" {
			return
		}
		if ph.cat == "noise" && len(ph.words) == 1 && len(p.candidates(p.pos)) > 0 && p.candidates(p.pos)[0].n > 1 {
			return
		}
		if ph.cat == "noise" && p.meansHere(p.pos) {
			return
		}
		p.mark(p.pos, p.pos+n, "-")
		p.pos += n
	}
}

// lexIf is lex where the condition holds, and consumes nothing elsewhere.
func (p *parser) lexIf(holds bool, cats ...category) (value string, ok bool) {
	if !holds {
		return "", false
	}
	return p.lex(cats...)
}

// lex consumes the longest phrase of the category and returns its value.
func (p *parser) lex(cats ...category) (value string, ok bool) {
	start := p.pos
	p.skip()
	ph, n := p.longest(p.pos, cats...)
	if n == 0 && p.pos > start { // a phrase may begin with a courtesy or an article: "the first"
		p.pos = start
		ph, n = p.longest(p.pos, cats...)
	}
	// "20 and older" is one, "20 and older than 60" two
	if n == 0 || ph.cat == "cmpafter" && p.pos+n < len(p.toks) &&
		(p.toks[p.pos+n].low == "than" || p.toks[p.pos+n].isNum) { // so are "below 5" and "or above 9"
		p.pos = start
		return "", false
	}
	if p.at(0) == "total" && p.entityAt(p.pos).n > n { // "total cholesterol" is a name
		p.pos = start
		return "", false
	}
	p.mark(p.pos, p.pos+n, string(ph.cat))
	p.pos += n
	return ph.value, true
}

// is consumes a phrase of the category.
func (p *parser) is(cats ...category) bool { _, ok := p.lex(cats...); return ok }

// sees reports whether a phrase of the category is next.
func (p *parser) sees(cats ...category) bool {
	start := p.pos
	_, ok := p.lex(cats...)
	p.pos = start
	return ok
}

// word consumes one of the words.
func (p *parser) word(words ...string) bool {
	start := p.pos
	p.skip()
	if slices.Contains(words, p.at(0)) && p.at(0) != "" {
		p.mark(p.pos, p.pos+1, "word")
		p.pos++
		return true
	}
	p.pos = start
	return slices.Contains(words, p.at(0)) && p.at(0) != "" && p.take()
}

func (p *parser) take() bool { p.mark(p.pos, p.pos+1, "word"); p.pos++; return true }

// try runs f and goes back where it fails.
func (p *parser) try(f func() bool) bool {
	start := p.pos
	if f() {
		return true
	}
	p.pos = start
	return false
}

// ahead reports whether f would succeed, and consumes nothing.
func (p *parser) ahead(f func() bool) bool {
	start := p.pos
	ok := f()
	p.pos = start
	return ok
}

// longestName bounds how many tokens a name in a question can have.
const longestName = 14

// candidates are the entities that start at token i, longest first.
func (p *parser) candidates(i int) []candidate {
	if found, ok := p.found[i]; ok {
		return found
	}
	p.found[i] = nil // while looking, skip must not come back here
	var found []candidate
	if i < len(p.toks) && (p.toks[i].isWord || p.toks[i].isNum) && !isArticle[p.toks[i].low] {
		for n := min(longestName, len(p.toks)-i); n > 0; n-- {
			if c, ok := p.candidate(i, n); ok {
				found = append(found, c)
			}
		}
	}
	p.found[i] = found
	return found
}

func (p *parser) candidate(i, n int) (candidate, bool) {
	first, last := p.toks[i], p.toks[i+n-1]
	if name := cohortName(first.low); name != "" && n == 1 {
		return candidate{n, name, []string{string(study.KeptCohort)}}, true
	}
	if !last.isWord && !last.isNum || isArticle[last.low] || p.ownWords(i, n) {
		return candidate{}, false
	}
	text := p.text[first.start:last.end]
	if strings.ContainsAny(text, "?!;:") {
		return candidate{}, false
	}
	if opened := strings.Count(text, "(") - strings.Count(text, ")"); opened > 0 && !p.seq(i+n, ")") {
		return candidate{}, false // "antibiotic (penicillin, …": a list in brackets begins here, and no name ends
	}
	mended := p.spelt(i, n)
	if slices.ContainsFunc(p.toks[i:i+n], func(t token) bool { return t.was != "" }) {
		text = mended
	}
	hits := p.r.lookup(mended)
	if short := vocab.WithoutArticles(mended); len(hits) == 0 && short != mended {
		hits = p.r.lookup(short)
	}
	for _, same := range [][2]string{{" without ", " with no "}, {" with no ", " without "},
		{" caused by ", " due to "}} {
		if len(hits) == 0 && strings.Contains(mended, same[0]) {
			hits = p.r.lookup(strings.ReplaceAll(mended, same[0], same[1]))
		}
	}
	if of, rest, ok := strings.Cut(mended, "-valent "); ok && first.isNum && len(hits) == 0 {
		hits = p.r.lookup(rest + ", " + of + " valent")
	}
	if kind, rest, ok := strings.Cut(mended, " "); ok && len(hits) == 0 && strings.HasSuffix(rest, " vaccine") &&
		slices.Contains(kindsOfVaccines, lower(kind)) {
		hits = p.r.lookup(rest + ", " + kind) // "live zoster vaccine"
	}
	domains := domainsOf(hits, text, n)
	if len(domains) == 1 && domains[0] == "visit" && strings.Contains(mended, " and ") && strings.HasSuffix(mended, "s") {
		return candidate{}, false // "ER and inpatient visits" are of two kinds; one that is both is "ER and inpatient visit"
	}
	return candidate{n, text, domains}, len(domains) > 0
}

// kindsOfVaccines stand behind the name in RxNorm: "zoster vaccine, live".
var kindsOfVaccines = []string{"live", "inactivated", "recombinant", "conjugate"}

// spelt is the text of tokens, with misspelt words as they were meant.
func (p *parser) spelt(i, n int) string {
	var b strings.Builder
	for k := i; k < i+n; k++ {
		t := p.toks[k]
		if k > i {
			b.WriteString(p.text[p.toks[k-1].end:t.start])
			if t.was != "" || p.toks[k-1].was != "" {
				b.WriteByte(' ')
			}
		}
		if t.was != "" {
			b.WriteString(t.was)
		} else if written := p.text[t.start:t.end]; cohortName(written) != "" {
			b.WriteString(cohortName(written))
		} else if written == t.low || t.short || lower(written) == t.low {
			b.WriteString(written)
		} else {
			b.WriteString(t.low)
		}
	}
	spelt := b.String()
	if !strings.Contains(spelt, "  ") && !strings.ContainsFunc(spelt, isOtherSpace) {
		return spelt
	}
	return strings.Join(strings.Fields(spelt), " ")
}

// isOtherSpace reports whether a character parts words and is no plain space: a tab, a narrow space.
func isOtherSpace(r rune) bool { return r != ' ' && unicode.IsSpace(r) }

// ownWords reports whether the words are the grammar's own: "patient", "female" and "death" are names of
// concepts, too, and mean none here.
func (p *parser) ownWords(i, n int) bool {
	if ph, m := p.longest(i); m >= n && ph.cat != "state" {
		// a fall, record of fall
		return ph.cat != "change" || i == 0 || !p.seq(i-1, beforeNames) &&
			!(i > 1 && p.seq(i-2, "at|after|before", "the"))
	}
	for k := i; k < i+n; k++ {
		if t := p.toks[k]; !t.isNum && !p.r.lex.single[t.low] && t.isWord {
			return false
		}
	}
	return true
}

// beforeNames stand before a name that is a word for a change, too: "a fall", "age at fall".
const beforeNames = "a|with|recorded|any|of|at|after|before|first|each|every"

var clinical = []string{"condition", "drug", "procedure", "measurement", "observation", "device", "visit"}

func domainsOf(hits []vocab.Hit, text string, n int) []string {
	var domains []string
	if n == 1 && len(text) <= longestAcronym {
		hits = spelledSo(hits, text)
	}
	for _, h := range hits {
		d := strings.ToLower(h.Concept.Domain)
		if h.Kind == vocab.KindCode || !slices.Contains(clinical, d) || slices.Contains(domains, d) {
			continue
		}
		if n == 1 && h.Kind == vocab.KindAbbreviation && len(text) <= 2 && strings.ToUpper(text) != text {
			continue // "as", "mi": an abbreviation this short counts in capitals only
		}
		domains = append(domains, d)
	}
	return domains
}

// longestAcronym bounds the letters of an acronym whose capitals tell it from another one.
const longestAcronym = 5

// spelledSo puts first the terms that are spelled as the text is, and then abbreviations: "PSA" is the antigen, "PsA"
// psoriatic arthritis.
func spelledSo(hits []vocab.Hit, text string) []vocab.Hit {
	rank := func(h vocab.Hit) int {
		switch {
		case h.Term == text:
			return 0
		case h.Kind == vocab.KindAbbreviation:
			return 1
		}
		return 2
	}
	hits = slices.Clone(hits)
	slices.SortStableFunc(hits, func(a, b vocab.Hit) int { return rank(a) - rank(b) })
	return hits
}

// mend corrects words that neither the lexicon nor the vocabulary has, where one slip parts them from one word of the
// lexicon, or from one of the vocabulary that is a name by itself: LooseTerms know what else it could be.
func (p *parser) mend(ctx context.Context) {
	terms, ok := p.r.terms.(LooseTerms)
	if !ok {
		return
	}
	for i, t := range p.toks {
		if ctx.Err() != nil {
			return
		}
		if !t.isWord || t.unit || len(t.low) < 5 || p.r.lex.words[t.low] || remarkLexicon().words[t.low] ||
			framesOnce().cues.words[t.low] {
			continue
		}
		norm := vocab.Normalize(t.low)
		if _, isNumber := numberWords[t.low]; isNumber || t.low == "hundred" || t.low == "thousand" ||
			monthOf(t.low) > 0 {
			continue
		}
		if terms.HasWord(norm) || strings.ContainsAny(t.low, "'’0123456789") {
			continue
		}
		if near := p.r.lex.slips(t.low); len(near) == 1 {
			p.toks[i].low = near[0]
		} else if near := terms.Slips(norm); len(near) == 1 && len(t.low) > 5 && len(terms.Loose(t.low)) > 0 {
			p.toks[i].low = near[0]
		}
	}
}

// slips are the words of the lexicon that one slip of the pen parts from the word.
func (lex *lexicon) slips(word string) []string {
	var near []string
	for w := range lex.words {
		if len(w) > 4 && vocab.IsSlip(word, w) {
			near = append(near, w)
		}
	}
	return near
}
