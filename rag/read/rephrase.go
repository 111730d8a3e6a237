package read

import (
	"context"
	"strings"
)

// Some ways of asking are others in disguise: "who bled" of a haemorrhage named before, "stroke per year, counts of
// records". What is a turn of phrase is in paraphrases.tsv; here is what needs to know what the words are, said in the
// words that the grammar has, where it could not read them as they stand.

// rephrased is a parser of the question in the grammar's words; nil where it has them already.
func (r *Reader) rephrased(ctx context.Context, text string) *parser {
	p := newParser(ctx, r, text)
	again := p.sayNamesAgain()
	if behind := p.countBehind(); !again && !behind {
		return nil
	}
	return p
}

// countBehind takes "…, number of people", "(count of persons)" and "…, N?" from the end and asks for it in front.
func (p *parser) countBehind() bool {
	last := len(p.toks)
	for last > 0 && (isSign(p.toks[last-1].low) || p.toks[last-1].low == "?") {
		last--
	}
	from := 0
	for k := last - 1; k > 1 && k >= last-4; k-- {
		between := p.text[p.toks[k-1].end:p.toks[k].start]
		if _, n := p.longest(k, "howmany"); n > 0 && (isSign(p.toks[k-1].low) || strings.ContainsAny(between, "-–—")) {
			from = k
		}
	}
	if from == 0 || from < 2 {
		return false
	}
	_, n := p.longest(from, "howmany")
	ph, m := p.longest(from+n, "people")
	if p.seq(from+n, "records") && from+n+1 == last && isSign(p.toks[from-1].low) {
		p.wantsRecords = true
		p.say(from-1, len(p.toks), "")
		return true
	}
	if m == 0 || from+n+m != last || ph.value != "" {
		return false
	}
	if isSign(p.toks[from-1].low) {
		from--
	}
	if _, measured := p.longest(0, "howmany", "share", "stat", "which", "whatis"); measured > 0 ||
		p.seq(0, "how|what|which") {
		return false // of something else, perhaps
	}
	p.say(from, len(p.toks), "")
	c := p.entityAt(0)
	if _, n := p.longest(c.n, "people", "usersof"); n == 0 {
		p.say(0, 0, "number of people with")
	}
	return true
}
