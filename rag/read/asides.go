package read

import (
	"slices"
	"strings"
	"unicode"
)

// People explain themselves: "in the year (365 days) before", "heart attacks (myocardial infarction)", "Feasibility: how many …",
// "…; follow-up ends at the first record or the end of observation". Such an aside is taken off the question where it says
// nothing that is not said beside it, or nothing but what the house does anyway. Every other stays, and has to be read.

// stretch is a part of the question by its tokens.
type stretch struct{ from, to int }

// withoutAsides is a parser of the question without its asides; nil where it has none.
func (r *Reader) withoutAsides(p *parser) *parser {
	if p == nil {
		return nil
	}
	var drop []stretch
	for _, b := range p.brackets() {
		if outer, ok := p.sameDuration(b); ok {
			drop = append(drop, outer, stretch{b.from, b.from + 1}, stretch{b.to - 1, b.to})
		} else if inner := (stretch{b.from + 1, b.to - 1}); p.glosses(inner, b.from) || p.houseRule(inner, b) {
			drop = append(drop, b)
		}
	}
	for _, s := range p.afterthoughts() {
		if p.saysNothing(s) || p.houseRule(s, s) {
			drop = append(drop, s)
		}
	}
	if label, ok := p.label(); ok {
		drop = append(drop, label)
	}
	if len(drop) == 0 {
		return nil
	}
	slices.SortFunc(drop, func(a, b stretch) int { return b.from - a.from })
	for i := 0; i < len(drop); i++ {
		s := drop[i]
		for i+1 < len(drop) && drop[i+1].to > s.from { // the next one reaches into this
			i++
			s = stretch{drop[i].from, max(s.to, drop[i].to)}
		}
		p.takeAside(s.from, s.to, "aside")
	}
	p.pos = 0
	clear(p.role)
	clear(p.group)
	return p
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

// afterthoughts are what stands behind the end of the first sentence, behind a semicolon, and behind a colon.
func (p *parser) afterthoughts() []stretch {
	var found []stretch
	from := -1
	for i := 1; i < len(p.toks); i++ {
		between := p.text[p.toks[i-1].end:p.toks[i].start]
		sentence := strings.ContainsRune(between, '.') && unicode.IsUpper(rune(p.text[p.toks[i].start]))
		clause := p.toks[i-1].low == "," && p.told(i)
		if clause || sentence || p.toks[i-1].low == ";" || p.toks[i-1].low == ":" || p.toks[i-1].low == "?" {
			if from >= 0 {
				found = append(found, stretch{from, i})
			}
			from = i
		}
	}
	if from >= 0 {
		found = append(found, stretch{from, len(p.toks)})
	}
	return found
}

// sameDuration finds the length of time before a bracket that says the same in days: "the year (365 days)". The days count.
func (p *parser) sameDuration(b stretch) (outer stretch, ok bool) {
	p.pos = b.from + 1
	inner, ok := p.duration()
	if !ok || p.pos != b.to-1 || inner.Months+inner.Years > 0 {
		return outer, false
	}
	for n := 1; n <= 3 && n <= b.from; n++ {
		p.pos = b.from - n
		if n > 1 && isArticle[p.toks[p.pos].low] {
			break
		}
		d, ok := p.duration()
		if !ok || p.pos != b.from {
			continue
		}
		days := d.Days + 365*d.Years + 30*d.Months
		if inner.Days >= days && inner.Days <= days+days/60+1 { // a leap day, or months of 31
			outer = stretch{b.from - n, b.from}
		}
	}
	return outer, outer.to > 0
}

// houseRule reports whether a stretch tells who is at risk from when to when as the house has it anyway, so that nothing changes:
// from the start of observation to the first outcome or the end of observation, whoever had it before left out. whole is the
// stretch with its brackets. Numbers and names must be said elsewhere in the question, too.
func (p *parser) houseRule(s, whole stretch) bool {
	if !slices.ContainsFunc([]category{"rate", "prevalence", "incprop", "survival", "mortality"}, p.said) {
		return false
	}
	told := false
	for i := s.from; i < s.to; {
		if cs := p.candidates(i); len(cs) > 0 && i+cs[0].n <= s.to && p.repeated(stretch{i, i + cs[0].n}, whole) {
			i += cs[0].n
			continue
		}
		if ph, n := p.longest(i, "riskword"); n > 0 && i+n <= s.to {
			told = told || ph.value == "risk"
			i += n
			continue
		}
		if !isArticle[p.toks[i].low] && !isSign(p.toks[i].low) && !p.repeated(stretch{i, i + 1}, whole) {
			return false
		}
		i++
	}
	return told
}

// told reports whether a word of time at risk begins at token i: "follow-up to …", "excluding those who …".
func (p *parser) told(i int) bool { ph, _ := p.longest(i, "riskword"); return ph.value == "risk" }

// repeated reports whether the words of a stretch stand elsewhere in the question, outside the whole.
func (p *parser) repeated(s, whole stretch) bool {
	n := s.to - s.from
	for i := 0; i+n <= len(p.toks); i++ {
		if i+n > whole.from && i < whole.to {
			continue
		}
		same := true
		for k := range n {
			same = same && sameStem(p.toks[i+k].low, p.toks[s.from+k].low)
		}
		if same {
			return true
		}
	}
	return false
}

// headWords are short words by which people call again what they named: "the bleed" of a haemorrhage.
var headWords = map[string]string{"bleed": "bleeding", "bleeds": "bleeding", "bled": "bleeding", "bleeding": "bleeding", "hemorrhage": "bleeding", "haemorrhage": "bleeding",
	"fracture": "fracture", "break": "fracture", "attack": "infarction", "infarction": "infarction", "cancer": "neoplasm", "tumor": "neoplasm", "tumour": "neoplasm",
	"carcinoma": "neoplasm", "neoplasm": "neoplasm"}

// sameStem reports whether two words differ in their endings only: "bleed" and "bleeding".
func sameStem(a, b string) bool {
	if len(a) > len(b) {
		a, b = b, a
	}
	if head := headWords[a]; head != "" && head == headWords[b] {
		return true
	}
	return a == b || a+"s" == b || len(a) > 3 && len(b)-len(a) <= 3 && strings.HasPrefix(b, strings.TrimSuffix(a, "s"))
}
