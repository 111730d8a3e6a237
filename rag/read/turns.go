package read

import "slices"

// How the slots of a turn of phrase are held against the words of a question.

// matches reports whether a turn stands at token i, and where it ends; found has what its named slots hold.
func (p *parser) matches(turn []slot, i int, found map[string]stretch) (int, bool) {
	if len(turn) == 0 {
		return i, true
	}
	s, rest := turn[0], turn[1:]
	at := i
	for s.kind != '^' && at < len(p.toks) && isArticle[p.toks[at].low] && !slices.Contains(s.oneOf, p.toks[at].low) &&
		at > 0 {
		at++
	}
	ends := p.ends(s, at)
	if said := found[s.name]; s.kind == '&' && p.same(said, at) {
		ends = []int{at + said.to - said.from}
	}
	was, held := found[s.name]
	for _, end := range ends {
		if held && s.kind == ':' && !p.sameName(was, stretch{at, end}) {
			continue // "with stroke vs. without pneumonia"
		}
		if s.name != "" && s.kind != '&' {
			found[s.name] = stretch{at, end}
		}
		if to, ok := p.matches(rest, end, found); ok {
			return to, true
		}
	}
	if delete(found, s.name); held {
		found[s.name] = was
	}
	if s.optional {
		return p.matches(rest, i, found)
	}
	return 0, false
}

// same reports whether the words of a stretch stand again at token i.
func (p *parser) same(said stretch, i int) bool {
	n := said.to - said.from
	return n > 0 && i+n <= len(p.toks) && slices.EqualFunc(p.toks[said.from:said.to], p.toks[i:i+n],
		func(a, b token) bool { return a.low == b.low })
}

// ends are where a slot may end that begins at token i.
func (p *parser) ends(s slot, i int) []int {
	switch s.kind {
	case '^':
		if p.beginsSentence(i) {
			return []int{i}
		}
	case '$':
		if i == len(p.toks) || i > 0 && (p.beginsSentence(i) || p.seq(i, "?|!|;|(") || p.onlySigns(i)) {
			return []int{i}
		}
	case 'w', '~':
		if i < len(p.toks) && slices.Contains(s.oneOf, p.toks[i].low) {
			return []int{i + 1}
		}
	case ':':
		for _, c := range p.candidates(i) {
			if s.oneOf == nil || len(preferred(c.domains, s.oneOf)) > 0 {
				return []int{i + c.n}
			}
		}
	case '=':
		for _, cat := range s.oneOf {
			if _, n := p.longest(i, category(cat)); n > 0 {
				return []int{i + n}
			}
		}
	case '#', '@':
		return p.measuredEnd(s.kind, i)
	case '<':
		for _, class := range s.oneOf {
			if _, n := p.cue(category(class), i); n > 0 {
				return []int{i + n}
			}
		}
	case '%':
		if end := p.spanned(s.oneOf[0], i); end > i {
			return []int{end}
		}
	case '!':
		if i < len(p.toks) && p.toks[i].isWord && !p.r.lex.words[p.toks[i].low] && len(p.candidates(i)) == 0 {
			return []int{i + 1}
		}
	case '*':
		var ends []int
		for k := i; k < len(p.toks) && !isSign(p.toks[k].low); k++ {
			ends = append(ends, k+1)
		}
		return ends
	}
	return nil
}

// beginsSentence reports whether a sentence begins at token i, or what stands before it is a greeting or a courtesy.
func (p *parser) beginsSentence(i int) bool {
	if i > 0 && i < len(p.toks) && (p.boundary(i) == strong || p.toks[i-1].low == "!") {
		return true
	}
	for k := 0; k < i; {
		_, n := p.longest(k, "noise", "article")
		if n == 0 && !isSign(p.toks[k].low) {
			return false
		}
		k += max(n, 1)
	}
	return i < len(p.toks)
}

// onlySigns reports whether nothing but signs follows.
func (p *parser) onlySigns(i int) bool {
	return !slices.ContainsFunc(p.toks[i:], func(t token) bool { return !isSign(t.low) })
}

// measuredEnd is where a number or a length of time ends that begins at token i.
func (p *parser) measuredEnd(kind rune, i int) []int {
	was := p.pos
	p.pos = i
	ok := false
	if kind == '#' {
		_, ok = p.number()
	} else {
		_, ok = p.duration()
	}
	end := p.pos
	p.pos = was
	if !ok || end == i {
		return nil
	}
	return []int{end}
}
