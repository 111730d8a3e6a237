package read

import (
	"context"
	"encoding/json"
	"slices"
	"strings"

	"github.com/askomop/askomop/omop/study"
)

// What stands in brackets may be no fact but the words before them once more: a length in days, initials, a quantity,
// records.

// again reads what only says once more what stands before the brackets: "length of stay (LOS)", "amount paid (total
// paid)".
func (m *remark) again() (fact, bool) {
	if m.opens == 0 {
		return fact{}, false
	}
	here := stretch{m.opens + 1 + m.p.pos, m.opens + 2 + m.p.pos}
	if m.outer.initials(here, m.opens) && m.p.take() {
		return fact{"the same again", agrees}, true
	}
	at := m.p.pos
	m.p.word("total")
	inner, ok := m.p.lex("quantity")
	for n := 1; ok && n <= 5 && n <= m.opens; n++ {
		if before, k := m.outer.longest(m.opens-n, "quantity"); k == n && before.value == inner {
			return fact{"the same again", agrees}, true
		}
	}
	m.p.pos = at
	return fact{}, false
}

// initials reports whether a stretch is the initials of the words that end at token i: "length of stay (LOS)".
func (p *parser) initials(s stretch, i int) bool {
	if s.to != s.from+1 || !p.toks[s.from].isWord || len(p.toks[s.from].low) < 2 {
		return false
	}
	short := p.toks[s.from].low
	for skips := range 2 { // with the small words or without them
		k := len(short)
		for j := i - 1; j >= 0 && k > 0; j-- {
			low := p.toks[j].low
			if skips == 1 && (low == "of" || low == "the" || low == "and" || low == "to") {
				continue
			}
			if low == "" || low[0] != short[k-1] {
				break
			}
			k--
		}
		if k == 0 {
			return true
		}
	}
	return false
}

// paidAgain reports whether a stretch names what is paid once more, of what the question names: "(sum of total paid for
// inpatient visits)".
func (p *parser) paidAgain(s stretch) bool {
	told := false
	for i := s.from; i < s.to; {
		ph, n := p.longest(i, "quantity")
		switch {
		case n > 0 && i+n <= s.to && ph.value == "paid" && p.saidBeside(s, "quantity"):
			told = true
			i += n
		case slices.Contains([]string{"sum", "of", "for", "total"}, p.toks[i].low) || isArticle[p.toks[i].low] ||
			p.repeated(stretch{i, i + 1}, s):
			i++
		default:
			return false
		}
	}
	return told
}

// saidBeside reports whether a phrase of the categories stands outside the stretch.
func (p *parser) saidBeside(s stretch, cats ...category) bool {
	for i := range p.toks {
		if _, n := p.longest(i, cats...); n > 0 && (i+n <= s.from || i >= s.to) {
			return true
		}
	}
	return false
}

// sameEvents reports whether a stretch names the records again that end at token i: "pneumonia hospitalisations
// (inpatient visits with a pneumonia diagnosis)".
func (p *parser) sameEvents(s stretch, i int) bool {
	parse := func(from, to int) (*event, bool) {
		q := newParser(context.Background(), p.r, p.text[p.toks[from].start:p.toks[to-1].end])
		e, ok := q.event(nil)
		for ok && (q.is("passive") || q.word("in", "at", "visit") || q.is("visit")) {
		}
		return e, ok && q.end()
	}
	inner, ok := parse(s.from, s.to)
	// "drugs (ingredient)" is not a repetition
	if !ok || len(inner.rels) > 0 || inner.times != nil || len(inner.Concepts) == 0 {
		return false
	}
	for n := 1; n <= 8 && n <= i; n++ {
		outer, ok := parse(i-n, i)
		if ok && len(outer.rels) == 0 && outer.times == nil && sameStudyEvent(outer.Event, inner.Event) {
			return true
		}
	}
	return false
}

// sameStudyEvent compares two events as they would be written, whatever the capitals.
func sameStudyEvent(a, b study.Event) bool {
	x, err := json.Marshal(a)
	y, err2 := json.Marshal(b)
	return err == nil && err2 == nil && strings.EqualFold(string(x), string(y))
}

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
