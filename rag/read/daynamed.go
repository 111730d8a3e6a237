package read

// What was named before may be meant by "that date", "that year" and "their first one".

// yearNamed reads a year that was named before: the end of "on 1 January of that year", "at the end of that year".
func (p *parser) yearNamed() (s span, ok bool) {
	ok = p.try(func() bool {
		start := p.pos
		p.takeOne("the")
		if !p.takeOne("that", "this", "same") || !p.takeOne("year") {
			return false
		}
		named, _ := p.lastNamed(start)
		if named == nil || !isOneYear(named) {
			return false
		}
		p.mark(start, p.pos, "date")
		s = span{year: int(atof(named.From[:4]))}
		return true
	})
	return s, ok
}

// dayAgain reads a day that was named before: "aged 60 and over on that date".
func (p *parser) dayAgain() (day string, ok bool) {
	ok = p.try(func() bool {
		start := p.pos
		for _, w := range dayWords {
			if p.at(0) == w[0] && p.at(1) == w[1] {
				day = p.dayNamed(start)
				p.pos += 2
				p.mark(start, p.pos, "date")
				return day != ""
			}
		}
		return false
	})
	return day, ok
}

// firstOneOf refuses an age "at their first one" and a day "of their first one" where nothing is named, or several
// things are.
func (b *builder) firstOneOf() {
	p, told := b.s.p, leaves(append(flat(b.s.people.preds), someOf(b.s.main)...), verb{})
	for i := range p.toks {
		if p.dayOfOne(i) || p.role[i] == "atindex" && p.seq(i, "first", "one") && len(told) != 1 {
			b.refuse(Ambiguous, "it does not say the first one of what")
			return
		}
	}
}
