package read

import (
	"context"
	"encoding/json"
	"slices"
	"strings"

	"github.com/askomop/askomop/omop/study"
)

// What stands in brackets may be no fact but the words before them once more: a length in days, initials, a quantity, records.

// saysAgain reports whether a stretch only says again what ends at token i.
func (p *parser) saysAgain(s stretch, i int) bool {
	return p.sameQuantity(s, i) || p.sameEvents(s, i) || p.paidAgain(s)
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

// sameQuantity reports whether a stretch names the quantity that ends at token i once more: "amount paid (total paid)".
func (p *parser) sameQuantity(s stretch, i int) bool {
	for n := 1; n <= 5 && n <= i; n++ {
		outer, m := p.longest(i-n, "quantity")
		if m != n {
			continue
		}
		at := s.from
		if p.toks[at].low == "total" {
			at++
		}
		if inner, m := p.longest(at, "quantity"); m > 0 && inner.value == outer.value && at+m == s.to {
			return true
		}
	}
	return false
}

// paidAgain reports whether a stretch names what is paid once more, of what the question names: "(sum of total paid for inpatient visits)".
func (p *parser) paidAgain(s stretch) bool {
	told := false
	for i := s.from; i < s.to; {
		ph, n := p.longest(i, "quantity")
		switch {
		case n > 0 && i+n <= s.to && ph.value == "paid" && p.saidBeside(s, "quantity"):
			told = true
			i += n
		case slices.Contains([]string{"sum", "of", "for", "total"}, p.toks[i].low) || isArticle[p.toks[i].low] || p.repeated(stretch{i, i + 1}, s):
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

// sameEvents reports whether a stretch names the records again that end at token i: "pneumonia hospitalisations (inpatient visits
// with a pneumonia diagnosis)".
func (p *parser) sameEvents(s stretch, i int) bool {
	parse := func(from, to int) (*event, bool) {
		q := newParser(context.Background(), p.r, p.text[p.toks[from].start:p.toks[to-1].end])
		e, ok := q.event(nil)
		for ok && (q.is("passive") || q.word("in", "at", "visit") || q.is("visit")) {
		}
		return e, ok && q.end()
	}
	inner, ok := parse(s.from, s.to)
	if !ok || len(inner.rels) > 0 || inner.times != nil || len(inner.Concepts) == 0 { // "drugs (ingredient)" is no repetition
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
