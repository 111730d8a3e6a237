package read

import (
	"slices"

	"github.com/askomop/askomop/omop/study"
)

// label finds what stands before a colon and only says what the question is for: "Feasibility:", "For statin sequencing:". What it
// names must be asked about behind the colon, too: people, times and numbers by the same words, entities by one of their domain.
func (p *parser) label() (stretch, bool) {
	i := slices.IndexFunc(p.toks, func(t token) bool { return t.low == ":" })
	if i < 1 || i > 10 || i+3 > len(p.toks) {
		return stretch{}, false
	}
	head := i - 1
	for head > 0 && (p.toks[head].low == "please" || p.toks[head].low == ",") {
		head--
	}
	if p.restates(i) || p.titled(i) {
		return stretch{0, i + 1}, true
	}
	if ph, n := p.longest(head, "labelword"); n != 1 || ph.value == "again" && !p.said("readmitnoun") && !p.said("whichrec") {
		return stretch{}, false
	}
	whole := stretch{0, i + 1}
	for k := 0; k < head; {
		if cs := p.candidates(k); len(cs) > 0 && k+cs[0].n <= head {
			if !p.hasOfDomain(cs[0].domains, i) {
				return stretch{}, false
			}
			k += cs[0].n
			continue
		}
		n := 0
		for _, cat := range []category{"noise", "article", "labelword"} {
			if _, m := p.longest(k, cat); m > n && k+m <= head+1 {
				n = m
			}
		}
		if low := p.toks[k].low; n == 0 && (low == "for" || low == "on" || low == "all" || low == "cause" || isSign(low) || p.repeated(stretch{k, k + 1}, whole)) {
			n = 1
		}
		if n == 0 && p.toks[0].low == "for" && p.toks[k].isWord && !p.r.lex.words[p.toks[k].low] { // the name of a study
			n = 1
		}
		if n == 0 {
			return stretch{}, false
		}
		k += n
	}
	return whole, true
}

// again are words for more than one of a thing, one of which a title with "repeat" or "recurrence" needs behind it.
var again = []string{"further", "another", "again", "second", "recurrent", "repeat", "repeated", "two", "three", "2", "3", "readmitted"}

// titled reports whether a title stands before token i, a colon: it ends in a word of titles, "uptake", and names nothing that is
// not named behind it. The class of a treatment may stand in it where drugs are named: "Endocrine treatment uptake".
func (p *parser) titled(i int) bool {
	if _, n := p.longest(i-1, "titleword"); n != 1 && !(i > 1 && p.seq(i-2, "repeat|recurrent") && p.entityAt(i-1).n == 1) {
		return false
	}
	whole := stretch{0, i + 1}
	for k := 0; k < i; {
		if cs := p.candidates(k); len(cs) > 0 && k+cs[0].n <= i && p.repeated(stretch{k, k + cs[0].n}, whole) {
			k += cs[0].n
			continue
		}
		ph, n := p.longest(k, "titleword", "article")
		switch {
		case n > 0 && ph.value == "again" && !p.holdsAny(stretch{i, len(p.toks)}, again):
			return false
		case n > 0:
			k += n
		case isSign(p.toks[k].low) || p.repeated(stretch{k, k + 1}, whole) && !p.toks[k].isNum:
			k++
		case p.seq(k, "post") && p.saidBeside(whole, "after"):
			k++
		case p.seq(k+1, "treatment|therapy") && p.toks[k].isWord && !p.r.lex.words[p.toks[k].low] && p.hasOfDomain([]string{"drug"}, i):
			k++
		default:
			return false
		}
	}
	return true
}

func (p *parser) holdsAny(s stretch, words []string) bool {
	return slices.ContainsFunc(words, func(w string) bool { return p.holds(s, w) })
}

// restates reports whether all that stands before token i, a colon, is said behind it again, with words for a measure beside.
func (p *parser) restates(i int) bool {
	whole, measured := stretch{0, i + 1}, false
	for k := 0; k < i; {
		if cs := p.candidates(k); len(cs) > 0 && k+cs[0].n <= i {
			if !p.repeated(stretch{k, k + cs[0].n}, whole) {
				return false
			}
			k += cs[0].n
			continue
		}
		p.pos = k
		if d, ok := p.duration(); ok && p.pos <= i {
			k = p.pos
			if !p.lastsBehind(i, d) {
				return false
			}
			continue
		}
		n := 0
		for _, cat := range []category{"noise", "article", "mortality", "survival", "share", "readmitnoun", "readmitrate", "eventnoun", "after", "stat", "crude"} {
			if _, m := p.longest(k, cat); m > n && k+m <= i {
				n = m
				measured = measured || cat != "noise" && cat != "article" && cat != "eventnoun" && cat != "after"
			}
		}
		if n == 0 && (p.toks[k].low == "crude" || isSign(p.toks[k].low) || p.repeated(stretch{k, k + 1}, whole)) {
			n = 1
		}
		if n == 0 {
			return false
		}
		k += n
	}
	return measured
}

// lastsBehind reports whether a length of time is named behind token i, too, be it in days.
func (p *parser) lastsBehind(i int, d study.Offset) bool {
	days := d.Days + 30*d.Months + 365*d.Years
	for p.pos = i; p.pos < len(p.toks); {
		at := p.pos
		if other, ok := p.duration(); ok && p.pos > at {
			if other == d || other.Days == days && days > 0 {
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
