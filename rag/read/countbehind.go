package read

import (
	"slices"
	"strings"
)

// countBehind takes "…, number of people", "(count of persons)", "…, N?" and "How many people is that?" from the end
// and asks for it in front.
func (p *parser) countBehind() bool {
	last := len(p.toks)
	for last > 0 && (isSign(p.toks[last-1].low) || p.toks[last-1].low == "?") {
		last--
	}
	from := p.countAsked(last)
	if from < 2 {
		return false
	}
	_, n := p.longest(from, "howmany")
	if p.seq(from+n, "records") && from+n+1 == last && isSign(p.toks[from-1].low) {
		p.wantsRecords = true
		p.say(from-1, len(p.toks), "")
		return true
	}
	if !p.asksPeople(from, last) {
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
	_, people := p.longest(c.n, "people", "usersof")
	_, verb := p.longest(0, "verb", "aux", "neg", "passive")
	switch {
	case people > 0:
	case p.seq(0, "who"):
		p.say(0, 1, "number of people who")
	case p.seq(0, "on|with|without|in"):
		p.say(0, 0, "number of people")
	case verb > 0 && c.n == 0:
		p.say(0, 0, "number of people who")
	default:
		p.say(0, 0, "number of people with")
	}
	return true
}

// countAsked is the token at which a count is asked for behind a sign or a dash, of the last eight; 0 where there is
// none.
func (p *parser) countAsked(last int) (from int) {
	for k := last - 1; k > 1 && k >= last-8; k-- {
		between := p.text[p.toks[k-1].end:p.toks[k].start]
		if !isSign(p.toks[k-1].low) && !strings.ContainsAny(between, "-–—") && p.boundary(k) == none {
			continue
		}
		_, n := p.longest(p.pastOnly(k), "howmany")
		ph, people := p.longest(k, "people")
		if n > 0 || people > 0 && k+people == last && ph.value == "" {
			from = k
		}
	}
	return from
}

// pastOnly is the token behind "just the", "I only need".
func (p *parser) pastOnly(k int) int {
	for k < len(p.toks)-1 && (isArticle[p.toks[k].low] || p.seq(k, "just|only|i|we|need|want|in|for|with|to")) {
		k++
	}
	return k
}

// asksPeople reports whether the tokens ask for a number of people and for nothing else: "how many people is that",
// "headcount only", "patients".
func (p *parser) asksPeople(from, last int) bool {
	from = p.pastOnly(from)
	_, n := p.longest(from, "howmany")
	for from += n; from < last && (isArticle[p.toks[from].low] || p.seq(from, "distinct|different|unique")); from++ {
	}
	ph, m := p.longest(from, "people")
	if m == 0 && n > 0 && p.takesUpWhole(stretch{from, last}) {
		return true
	}
	if m == 0 || ph.value != "" || from+m > last {
		return false
	}
	from += m
	for ; from < last; from++ {
		if !slices.Contains(countTails, p.toks[from].low) {
			return false
		}
	}
	return true
}

// takesUpWhole reports whether the tokens say of those who are counted that they had what stands before: "had that".
func (p *parser) takesUpWhole(s stretch) bool {
	if s.to-s.from < 2 || !p.seq(s.from, "had|have|has|did") || !p.seq(s.to-1, "that|this|so") {
		return false
	}
	for i := s.from; i < s.to; i++ {
		if !slices.Contains(countTails, p.toks[i].low) {
			return false
		}
	}
	return true
}

// countTails are the words that may end the request: "how many people is that in all".
var countTails = strings.Fields("is are was were that this there they it them those make makes does do we have in all " +
	"total altogether only just please then had has did happened happen happens occur occurs occurred apply applies " +
	"applied concern concerns concerned affect affects affected so to true for of the")
