package read

import (
	"context"
	"encoding/json"
	"slices"
	"strings"

	"github.com/askomop/askomop/omop/study"
	"github.com/askomop/askomop/vocab"
)

// glosses reports whether a stretch only says again what ends at token i: a synonym or an abbreviation of it, or its unit.
func (p *parser) glosses(s stretch, i int) bool {
	if p.covers(s.from, s.to) {
		return p.sameThing(s, i)
	}
	return p.initials(s, i) || p.saysNothing(s) || p.sameQuantity(s, i) || p.firstAgain(s) || p.sameDays(s) || p.sameEvents(s, i) || p.sameLength(s) || p.paidAgain(s) || p.sameDomain(s, i)
}

// sameThing reports whether the name in the stretch and one that ends at token i are of one concept.
func (p *parser) sameThing(s stretch, i int) bool {
	of := func(from, to int) map[int64]bool {
		ids := map[int64]bool{}
		for _, h := range p.r.terms.Lookup(vocab.Normalize(p.spelt(from, to-from))) {
			ids[h.Concept.ID] = true
		}
		return ids
	}
	inner := of(s.from, s.to)
	for n := 1; n <= longestName && n <= i; n++ {
		if !p.covers(i-n, i) {
			continue
		}
		for id := range of(i-n, i) {
			if inner[id] {
				return true
			}
		}
	}
	return false
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
		if inner, m := p.longest(at, "quantity"); m > 0 && inner.value == outer.value && p.saysNothing(stretch{at + m, s.to}) {
			return true
		}
	}
	return false
}

// sameLength reports whether a stretch says how stays or overlaps are counted, as the house counts them: "(discharge date minus
// admission date)" of a length in days, "(at least one day supplied with both)" of overlapping exposures.
func (p *parser) sameLength(s stretch) bool {
	only := func(words ...string) bool {
		return !slices.ContainsFunc(p.toks[s.from:s.to], func(t token) bool { return !slices.Contains(words, t.low) && !isArticle[t.low] })
	}
	if p.holds(s, "minus") {
		k := s.from + p.indexOf(s, "minus")
		return only("discharge", "end", "admission", "start", "date", "minus") && p.holdsAny(stretch{s.from, k}, []string{"discharge", "end"}) &&
			p.holdsAny(stretch{k, s.to}, []string{"admission", "start"}) && p.saidBeside(s, "visit")
	}
	return p.saidBeside(s, "overlapping", "overlapword") && p.holds(s, "day") && p.holdsAny(s, []string{"one", "1"}) &&
		only("at", "least", "one", "1", "day", "supplied", "with", "both", "covered", "by", "exposed", "to", "of", "overlap")
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

// sameDomain reports whether a stretch only says of what kind the name is that ends at token i: "oxygen concentrator (device)".
func (p *parser) sameDomain(s stretch, i int) bool {
	low := p.toks[s.from].low
	if s.to != s.from+1 || !slices.Contains([]string{"device", "procedure", "condition", "measurement", "diagnosis"}, low) {
		return false
	}
	if low == "diagnosis" {
		low = "condition"
	}
	for k := max(0, i-longestName); k < i; k++ {
		if c := p.entityAt(k); c.n > 0 && (k+c.n == i || p.said("noise")) && k+c.n <= i {
			return len(c.domains) == 1 && c.domains[0] == low
		}
	}
	return false
}

// saysNothing reports whether a stretch holds nothing but courtesies, units and words for counting that the question says, too.
func (p *parser) saysNothing(s stretch) bool {
	counted := []category{"howmany"}
	if p.saidBeside(s, "share", "prevalence", "survival", "quantity") {
		counted = append(counted, "share", "inpercent")
	}
	for i := s.from; i < s.to; {
		n := 0
		for _, cat := range append([]category{"noise", "article", "everywhere", "unit", "plainword"}, counted...) {
			if _, m := p.longest(i, cat); m > n && i+m <= s.to {
				n = m
			}
		}
		if low := p.toks[i].low; n == 0 && (isSign(low) || low == "in" || low == "of" || low == "as") {
			n = 1
		}
		if n == 0 {
			return false
		}
		i += n
	}
	return true
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

// firstAgain reports whether a stretch says no more than "first record" where the question says first, too.
func (p *parser) firstAgain(s stretch) bool {
	if !p.saidBeside(s, "whichrec") && !p.startsBeside(s) {
		return false
	}
	for i := s.from; i < s.to; i++ {
		if !slices.Contains([]string{"first", "ever", "record", "records", "recorded", "only", "diagnosis", "event", "events", "new", "their", "fill", "the"}, p.toks[i].low) {
			return false
		}
	}
	return p.holds(s, "first") || p.holds(s, "new")
}

// startsBeside reports whether a verb of beginning stands outside the stretch.
func (p *parser) startsBeside(s stretch) bool {
	for i := range p.toks {
		if ph, n := p.longest(i, "verb", "people", "usersof"); n > 0 && (i+n <= s.from || i >= s.to) && strings.Contains(ph.value, "first") {
			return true
		}
	}
	return false
}

func (p *parser) holds(s stretch, word string) bool {
	return slices.ContainsFunc(p.toks[s.from:s.to], func(t token) bool { return t.low == word })
}

// sameDays reports whether a stretch says which days count as the house counts them: "discharge day included", "day 0 to 365" of
// 365 days, "0-7 days" of a week, "not on or before" behind "after".
func (p *parser) sameDays(s stretch) bool {
	var words []string
	last := 0.0
	for _, t := range p.toks[s.from:s.to] {
		switch {
		case t.isNum && t.num > 0:
			last = t.num
		case t.isNum, isArticle[t.low], isSign(t.low):
		default:
			words = append(words, t.low)
		}
	}
	only := func(of ...string) bool {
		return len(words) > 0 && !slices.ContainsFunc(words, func(w string) bool {
			return !slices.Contains(of, w) && !p.repeated(stretch{s.from + p.indexOf(s, w), s.from + p.indexOf(s, w) + 1}, s)
		})
	}
	chosen := p.choose("within") == "from_that_day"
	switch {
	case last == 0 && chosen && p.holds(s, "included") && only("day", "date", "included", "itself", "index", "same"):
		return p.saidBeside(s, "within")
	case last > 0 && chosen && p.toks[s.from].low != "-" && only("day", "days", "to", "through"):
		return p.holdsZero(s) && p.lasts(s, last)
	case last == 0 && p.choose("after") == "later" && only("not", "on", "or", "before", "same", "day", "strictly", "the"):
		return p.holds(s, "before") && s.from > 1 && p.toks[s.from-2].low == "after"
	}
	return false
}

func (p *parser) indexOf(s stretch, word string) int {
	return slices.IndexFunc(p.toks[s.from:s.to], func(t token) bool { return t.low == word })
}

func (p *parser) holdsZero(s stretch) bool {
	return slices.ContainsFunc(p.toks[s.from:s.to], func(t token) bool { return t.isNum && t.num == 0 })
}

// lasts reports whether the question names that many days, or as many weeks, before the stretch.
func (p *parser) lasts(s stretch, days float64) bool {
	defer func() { p.pos = 0 }()
	for p.pos = 0; p.pos < s.from; {
		at := p.pos
		if d, ok := p.duration(); ok && p.pos > at {
			if float64(d.Days) == days && d.Months+d.Years == 0 || d.Years == 1 && days == 365 {
				return true
			}
			continue
		}
		p.pos = at + 1
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
