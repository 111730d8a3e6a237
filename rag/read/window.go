package read

import (
	"github.com/askomop/askomop/omop/study"
)

// window reads a stretch of time with two ends: "between 31 and 90 days after X", "within 7 to 30 days of X", "days 0 to 90 after X",
// "from day 1 to day 365", "(day -30 to -1)". The unit of the last end is that of both.
func (p *parser) window() (r *relation, ok bool) {
	ok = p.try(func() bool {
		within := p.is("within")
		between := !within && p.is("between")
		if !within && !between {
			p.word("in", "on", "during", "over")
		}
		days := p.dayWord()
		a, unit, ok := p.windowEnd()
		if !ok || !p.word("to", "-", "through", "until") && !(between && p.is("and")) {
			return false
		}
		days = p.dayWord() || days
		b, last, ok := p.windowEnd()
		if !ok || b < a {
			return false
		}
		if last == "" && days {
			last = "day"
		}
		if last == "" || unit != "" && unit != last {
			return false
		}
		from, okFrom := offset(last, int(a))
		to, okTo := offset(last, int(b))
		if !okFrom || !okTo {
			return false
		}
		r = &relation{Relation: study.Relation{From: &from, To: &to}}
		return p.windowAnchor(r, within)
	})
	return r, ok
}

// windowAnchor reads what the window is counted from; none is the index.
func (p *parser) windowAnchor(r *relation, within bool) bool {
	if p.is("before") {
		r.From, r.To = negative(*r.To), negative(*r.From)
		_, ok := p.anchored(r)
		return ok
	}
	if p.is("after") || within && p.word("of") {
		_, ok := p.anchored(r)
		return ok
	}
	r.ana = "index"
	return p.is("thenword")
}

// dayWord reads "day", "days" before a number.
func (p *parser) dayWord() bool {
	return p.try(func() bool { return p.word("day", "days") && p.ahead(func() bool { _, ok := p.number(); return ok }) })
}

// windowEnd reads a number of whole units, and the unit where it is said.
func (p *parser) windowEnd() (n float64, unit string, ok bool) {
	n, ok = p.number()
	if !ok || n != float64(int(n)) {
		return 0, "", false
	}
	unit, _ = p.lex("unit")
	return n, unit, true
}

// overNumber reports whether "over 90 days" is more than 90 days; "over the 90 days after it" is during them.
func (p *parser) overNumber() bool {
	return p.at(0) == "over" && p.pos+1 < len(p.toks) && !isArticle[p.at(1)] && p.ahead(func() bool { p.pos++; _, ok := p.number(); return ok && p.is("unit") && p.sees("after", "before") })
}

// onTheDay reads "on", "at", "the day of", "on the same date as" beside "or before", "or after".
func (p *parser) onTheDay() bool {
	return p.try(func() bool {
		led := p.word("on", "at")
		if p.try(func() bool { p.word("same", "very"); return p.word("day", "date") && p.word("of", "as") }) {
			return true
		}
		return led
	})
}
