package read

import "context"

// A remark may say what makes a case of what stands before it: "How many patients had pneumonia, meaning a diagnosis
// recorded at an inpatient visit?", "T2DM, defined as two or more diagnosis records, …". What it says is put in the
// place of the name, with the name where it says a noun of records alone: "a pneumonia diagnosis recorded at an
// inpatient visit".

// definedAs reads a question with such a remark; nil where it has none, or where it is not read so.
func (r *Reader) definedAs(ctx context.Context, text string) *Reading {
	p := newParser(ctx, r, text)
	all := p.remark(0, len(p.toks))
	for k := 2; k < len(p.toks)-1; k++ {
		_, n := all.p.longest(k, "defines")
		if n == 0 || p.boundary(k) == none && p.toks[k-1].low != "(" {
			continue
		}
		from := k + n
		to := p.remarkEnd(from)
		before := k
		for before > 0 && isSign(p.toks[before-1].low) {
			before--
		}
		name := p.nameEnds(before)
		if name == 0 || from >= to || p.unknownBefore(before-name) || p.predicateAt(from) { // see glossed
			continue
		}
		behind := to
		for behind < len(p.toks) && (p.toks[behind].low == "," || p.toks[behind].low == ")") {
			behind++
		}
		head, tail := text[:p.toks[before-name].start], ""
		if behind < len(p.toks) {
			tail = " " + text[p.toks[behind].start:]
		}
		for _, said := range p.casesOf(p.textOf(stretch{before - name, before}), stretch{from, to}) {
			if Outside(head+said+tail) != "" {
				continue
			}
			reading := r.readPlainly(ctx, head+said+tail)
			if reading == nil {
				continue
			}
			reading.Words = []Word{{text, 0, len(text), "the case as it is defined: " + head + said + tail, ""}}
			reading.Mentions = p.mentionsOf([]*Reading{reading})
			return reading
		}
	}
	return nil
}

// remarkEnd is where a remark ends that begins at a token: at a sign, or with the question.
func (p *parser) remarkEnd(from int) int {
	for i := from; i < len(p.toks); i++ {
		if isSign(p.toks[i].low) || p.toks[i].low == ")" {
			return i
		}
	}
	return len(p.toks)
}

// unknownBefore reports whether a word that nobody knows stands before a name, which the remark explains: "resistant
// hypertension, meaning …" is not any hypertension.
func (p *parser) unknownBefore(i int) bool {
	return i > 0 && p.toks[i-1].isWord && !p.r.lex.words[p.toks[i-1].low]
}

// casesOf are the ways of saying records that a remark names as those of a name.
func (p *parser) casesOf(name string, s stretch) []string {
	said := p.textOf(s)
	for i := s.from; i < s.to; i++ {
		if p.entityAt(i).n > 0 && p.nameEnds(i+p.entityAt(i).n) > 0 {
			if _, n := p.longest(i, "eventnoun", "visit"); n == 0 {
				return []string{said} // it has a name of its own
			}
		}
	}
	for i := s.from; i < s.to; i++ {
		if _, n := p.longest(i, "eventnoun"); n > 0 && i+n <= s.to {
			at, end := p.toks[i].start, p.toks[i+n-1].end
			first := p.toks[s.from].start
			return []string{p.text[first:at] + name + " " + p.text[at:p.toks[s.to-1].end],
				p.text[first:end] + " of " + name + p.text[end:p.toks[s.to-1].end]}
		}
	}
	return nil
}
