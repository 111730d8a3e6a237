package read

import "strings"

// commasAside takes away commas that part nothing: around "in days" and "as a percentage" in "the median
// gap, in days, between A and B" and "what share of stays, as a percentage, lasted a week". A share is in percent
// anyway. It reports whether there were any.
func (p *parser) commasAside() bool {
	taken := false
	for i := len(p.toks) - 2; i > 0; i-- {
		n, percent := p.shownIn(i + 1)
		end := i + 1 + n
		closed := p.seq(i, ",") && p.seq(end, ",") || p.seq(i, "(") && p.seq(end, ")")
		if n == 0 || !closed || end+1 >= len(p.toks) {
			continue
		}
		taken = true
		if percent && p.asksForShare(i, end) {
			p.say(i, end+1, "")
			continue
		}
		p.say(end, end+1, "")
		p.say(i, i+1, "")
	}
	return taken
}

// shownIn is how many tokens at i say in what a number is shown, and whether that is in percent; 0 where they say
// something else.
func (p *parser) shownIn(i int) (n int, percent bool) {
	p.pos = i
	defer func() {
		p.mark(i, p.pos, "")
		p.pos = 0
	}()
	if p.is("inpercent") || p.is("share") && p.toks[i].low == "%" {
		return p.pos - i, true
	}
	if p.word("in") && (p.is("unit") && strings.HasSuffix(p.toks[p.pos-1].low, "s") || p.is("munit")) {
		return p.pos - i, false
	}
	return 0, false
}

// asksForShare reports whether a share is asked for outside of some tokens, so that "in percent" there says nothing
// new.
func (p *parser) asksForShare(from, to int) bool {
	for i := range p.toks {
		if _, n := p.longest(i, "share"); n > 0 && (i+n <= from || i > to) {
			return true
		}
	}
	return false
}
