package read

import (
	"slices"
)

// confidence is how intervals are asked for.
type confidence struct {
	level float64 // 0 where none is named
	exact bool
}

// takeConfidence takes "with 95 % confidence intervals", "(90% CI)", "and exact confidence limits" off the question,
// wherever it stands: it says nothing of what is counted.
func (p *parser) takeConfidence() {
	for i := range p.toks {
		ph, n := p.longest(i, "confidence")
		if n == 0 {
			continue
		}
		from, c := p.confidenceBefore(i)
		to := i + n
		named := from < i
		if from > 0 && p.toks[from-1].low == "(" && to < len(p.toks) && p.toks[to].low == ")" {
			from, to, named = from-1, to+1, true
		}
		if ph.value == "short" && !named {
			continue // CI alone may be a name
		}
		p.confidence = c
		p.takeAside(from, to, "confidence")
		return
	}
}

// takeAside takes words off the question before it is read.
func (p *parser) takeAside(from, to int, as string) {
	span := p.span(from, to)
	p.aside = append(p.aside, Word{span.Text, span.Start, span.End, as, ""})
	p.toks = slices.Delete(slices.Clone(p.toks), from, to)
	p.role, p.group = p.role[:len(p.toks)], p.group[:len(p.toks)]
	p.found = map[int][]candidate{}
}

// confidenceBefore reads level, method and what leads to them, backwards from the words at token i.
func (p *parser) confidenceBefore(i int) (from int, c confidence) {
	back := func(cat category) (phrase, bool) {
		for n := 1; n <= 2 && n <= i; n++ {
			if ph, m := p.longest(i-n, cat); m == n {
				i -= n
				return ph, true
			}
		}
		return phrase{}, false
	}
	method := func() {
		if ph, ok := back("confmethod"); ok {
			c.exact = c.exact || ph.value == "exact"
		}
	}
	method()
	at := i
	if i > 0 && (p.toks[i-1].low == "%" || p.toks[i-1].low == "percent") {
		i--
	}
	if i > 0 && p.toks[i-1].isNum && p.toks[i-1].num >= 50 && p.toks[i-1].num < 100 {
		i--
		if n := p.toks[i].num; n != 95 {
			c.level = n / 100
		}
	} else {
		i = at
	}
	method()
	for i > 0 && isArticle[p.toks[i-1].low] {
		i--
	}
	back("conflead")
	return i, c
}
