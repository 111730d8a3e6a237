package read

import (
	"slices"

	"github.com/askomop/askomop/omop/study"
)

// window reads a stretch of time with two ends: "between 31 and 90 days after X", "within 7 to 30 days of X", "days 0
// to 90 after X", "from day 1 to day 365", "(day -30 to -1)". The unit of the last end is that of both.
func (p *parser) window() (r *relation, ok bool) {
	ok = p.try(func() bool {
		open := p.at(0) == "(" && p.take()
		within := p.is("within")
		between := !within && p.is("between")
		if !within && !between {
			p.word("in", "on", "during", "over")
		}
		days := p.dayWord()
		a, unit, ok := p.windowEnd()
		if ok && unit != "" && p.try(func() bool { r = p.fromBefore(int(a), unit, between); return r != nil }) {
			return !open || p.at(0) == ")" && p.take()
		}
		if !ok || !p.word("to", "-", "through", "until") && !(between && p.is("and")) {
			return false
		}
		days = p.dayWord() || days
		b, last, ok := p.lastWindowEnd()
		if !ok {
			return false
		}
		if last == "" && days {
			last = "day"
		}
		if unit == "" {
			unit = last
		}
		from, okFrom := offset(unit, int(a)) // "between 31 days and a year" has two units
		to, okTo := offset(last, int(b))
		if !okFrom || !okTo || unit == last && b < a || unit != last && roughly(from) >= roughly(to) {
			return false
		}
		r = &relation{Relation: study.Relation{From: &from, To: &to}}
		return p.windowAnchor(r, within, days) && (!open || p.at(0) == ")" && p.take())
	})
	return r, ok
}

// twoBounds reads "more than 30 days but no more than a year after X", "at least 30 and at most 90 days after": each
// end has a comparison of its own. In the other order, and of lengths that lie the wrong way round, it is none.
func (p *parser) twoBounds() (r *relation, ok bool) {
	ok = p.try(func() bool {
		op, isCmp := p.lex("cmp")
		if !isCmp || op != "gt" && op != "ge" {
			return false
		}
		n, unit, ok := p.windowEnd()
		if !ok || !p.is("but", "and") {
			return false
		}
		less, isCmp := p.lex("cmp")
		if !isCmp && p.is("within") {
			less, isCmp = "le", true
		}
		if !isCmp || less != "lt" && less != "le" {
			return false
		}
		m, last, ok := p.lastWindowEnd()
		if unit == "" { // "more than 30 but no more than 90 days"
			unit = last
		}
		low, okLow := offset(unit, int(n))
		high, okHigh := offset(last, int(m))
		if !ok || !okLow || !okHigh || !p.sees("after", "before") {
			return false
		}
		r = &relation{}
		r.From, _ = bounds(op, true, low)
		_, r.To = bounds(less, true, high)
		return r.From != nil && r.To != nil && roughly(*r.From) < roughly(*r.To) && p.windowAnchor(r, false, false)
	})
	return r, ok
}

// roughly is how many days a length has, with months of 30 days.
func roughly(o study.Offset) int { return o.Days + 30*o.Months + 365*o.Years }

// overlaps reads "at the same time", "that overlap", "overlapping".
func (p *parser) overlaps() bool {
	return p.is("overlapping") || p.try(func() bool {
		p.is("relpron")
		if !p.word("overlap", "overlaps", "overlapped") {
			return false
		}
		p.try(func() bool { return p.word("in") && p.word("time") })
		p.try(func() bool { // "by at least one day"
			p.word("by", "for", "on")
			p.is("cmp")
			d, ok := p.duration()
			return ok && d == study.Offset{Days: 1}
		})
		return true
	})
}

// plusMinus reads "±", "plus or minus", "+/-" before a length of time.
func (p *parser) plusMinus() bool {
	return p.try(func() bool {
		if p.at(0) == "±" || p.at(0) == "+" && p.at(1) == "/" {
			p.take()
			return p.at(0) != "/" || p.take()
		}
		return p.word("plus") && p.is("or") && p.word("minus")
	})
}

// bothSides reads "before or after", "either side of".
func (p *parser) bothSides() bool {
	return p.try(func() bool { return p.is("before") && p.is("or") && p.is("after") }) ||
		p.try(func() bool { return p.is("after") && p.is("or") && p.is("before") }) ||
		p.try(func() bool { p.word("on"); return p.is("either") && p.word("side", "way") && (p.word("of") || true) })
}

// anchoredOrIndex reads what a relation is counted from; where nothing is named, it is the index.
func (p *parser) anchoredOrIndex(r *relation) (*relation, bool) {
	if a, ok := p.anchored(r); ok {
		return a, true
	}
	r.ana = "index"
	return r, !p.at0Letter()
}

// letInDay lets in the day itself.
func (r *relation) letInDay() {
	switch {
	case r.To != nil && *r.To == study.Offset{Days: -1}:
		r.To = &study.Offset{}
	case r.From != nil && *r.From == study.Offset{Days: 1}:
		r.From = &study.Offset{}
	}
}

// orOnIt reads "or on it", "or on the same day" behind what a relation is counted from.
func (p *parser) orOnIt(r *relation) {
	p.try(func() bool {
		if !p.is("or") || !p.is("sameday") && !(p.word("on") && p.is("it")) {
			return false
		}
		r.letInDay()
		return true
	})
}

// oneOfTheirs reads "one of their diagnoses", "any of these prescriptions": each record of the index.
func (p *parser) oneOfTheirs() bool {
	if p.at(0) != "one" && p.at(0) != "any" || p.at(1) != "of" {
		return false
	}
	p.take()
	p.take()
	from := p.pos
	p.skip()
	return p.pos > from && p.is("eventnoun") && p.nothingOf()
}

// nothingOf reports whether a noun of records stands alone, without what they are of.
func (p *parser) nothingOf() bool { return !slices.Contains([]string{"of", "for", "with"}, p.at(0)) }

// spanFrom reads "between the first X record and 180 days after it", "from the day of the first X to 30 days after",
// "from a week before a first X to a week after it".
func (p *parser) spanFrom() (r *relation, ok bool) {
	ok = p.try(func() bool {
		if !p.is("between") {
			return false
		}
		from, told := p.spanStart()
		anchor, ana, found := p.anchor()
		if !found || !p.is("and") && !p.word("to", "until", "through") {
			return false
		}
		d, timed := p.duration()
		if !timed {
			if timed = p.word("day"); !timed {
				return false
			}
			d = study.Offset{Days: 1}
		}
		if !p.is("after", "thenword") || !p.sameAgain(anchor, ana) {
			return false
		}
		if !told {
			from = p.chooseWithin()
		}
		r = &relation{Relation: study.Relation{From: &from, To: &d}, anchor: anchor, ana: ana}
		return true
	})
	return r, ok
}

// spanStart reads where a span begins, before what it is counted from: "the day of", "the day before", "30 days
// before".
func (p *parser) spanStart() (from study.Offset, ok bool) {
	ok = p.try(func() bool {
		p.skip()
		p.takeOne("very", "same")
		if p.word("day", "date") {
			if p.word("of") {
				return true
			}
			from = study.Offset{Days: -1}
			if p.is("before") {
				return true
			}
			from = study.Offset{Days: 1}
			return p.is("after")
		}
		d, timed := p.duration()
		if !timed || !p.is("before") {
			return false
		}
		from = *negative(d)
		return true
	})
	return from, ok
}

// sameAgain reads what a span ends after: "it", the event once more, or nothing.
func (p *parser) sameAgain(anchor *event, ana string) bool {
	if p.is("it") {
		return true
	}
	return p.try(func() bool {
		again, other, ok := p.anchor()
		return ok && (again == nil && (other == ana || other == "index") || again != nil && anchor != nil && sameEvent(again, anchor) && again.Which != study.Second)
	}) || !p.sees("entity") && len(p.candidates(p.pos)) == 0
}

// dayAside reads what says again, or more exactly, whether the day itself counts: "(day 0 to 30)", ", day 0 included",
// "(1-30)", "not on the day itself".
func (p *parser) dayAside(r *relation) {
	if r.Place != study.Distance || r.From == nil && r.To == nil || sameDay(r) {
		return
	}
	for range 2 {
		if !p.try(func() bool { return p.oneDayAside(r) }) {
			return
		}
	}
}

func (p *parser) oneDayAside(r *relation) bool {
	p.try(func() bool { return p.at(0) == "," && p.take() })
	open := p.at(0) == "(" && p.take()
	for {
		p.try(func() bool { return open && p.is("and", "but") })
		switch {
		case p.is("notday"):
			if r.From == nil || r.From.Days < 0 || r.From.Months < 0 || r.From.Years < 0 || r.From.Days > 1 {
				return false
			}
			r.From = &study.Offset{Days: 1}
		case p.is("withday"):
			if r.letInDay(); !holdsIndexDay(&r.Relation) {
				return false
			}
		case p.sameWindow(r, open):
		default:
			return false
		}
		if !open || p.at(0) == ")" {
			return !open || p.take()
		}
		if p.at(0) != ";" && p.at(0) != "," || !p.take() {
			return false
		}
	}
}

// daysIn are the days of an offset; a year has 365 where the days beside it say so.
func daysIn(o *study.Offset) (int, bool) {
	switch {
	case o == nil || o.Months != 0 || o.Years < -1 || o.Years > 1 || o.Years != 0 && o.Days != 0:
		return 0, false
	case o.Years != 0:
		return 365 * o.Years, true
	}
	return o.Days, true
}

// sameWindow reads the days of a window again, "day 1 to day 30", "0-30 days": its other end is the same, the day
// itself may be left out.
func (p *parser) sameWindow(r *relation, open bool) bool {
	start, okStart := daysIn(r.From)
	end, okEnd := daysIn(r.To)
	if !okStart || !okEnd {
		return false
	}
	near, far := start, end
	back := far <= 0
	if back { // "(day -90 to -1)"
		near, far = -far, -near
	}
	if far <= 0 || near < 0 || near > 1 {
		return false
	}
	days := p.dayWord() || p.try(func() bool { return p.is("sameday") && p.at(0) != "as" })
	from, ok := 0.0, days && p.role[p.pos-1] == "sameday"
	if !ok {
		from, ok = p.number()
	}
	p.is("unit")
	if !ok || !p.word("to", "-", "through", "until") && !p.is("and") {
		return false
	}
	days = p.dayWord() || days
	to, ok := p.number()
	days = p.is("unit") || days
	if back && from > to {
		from, to = to, from
	}
	if !ok || !days && !open || to != float64(far) || from != 0 && from != 1 {
		return false
	}
	r.From, r.To = &study.Offset{Days: start}, &study.Offset{Days: end}
	if back {
		r.To.Days = -int(from)
	} else {
		r.From.Days = int(from)
	}
	return true
}

// fromBefore reads "(30 days) before to 30 days after X"; "and" joins the ends behind "between" alone, else two times.
func (p *parser) fromBefore(a int, unit string, between bool) *relation {
	if !p.is("before") || !p.word("to", "until", "through") && !(between && p.is("and")) {
		return nil
	}
	b, last, ok := p.windowEnd()
	from, okFrom := offset(unit, a)
	to, okTo := offset(last, int(b))
	if !ok || !okFrom || !okTo || !p.is("after") {
		return nil
	}
	r, ok := p.anchoredOrIndex(&relation{Relation: study.Relation{From: negative(from), To: &to}})
	if !ok {
		return nil
	}
	return r
}

// windowAnchor reads what the window is counted from; none is the index.
func (p *parser) windowAnchor(r *relation, within, days bool) bool {
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
	return p.is("thenword") || days
}

// dayWord reads "day", "days" before a number.
func (p *parser) dayWord() bool {
	return p.try(func() bool {
		return p.word("day", "days") && p.ahead(func() bool { _, ok := p.number(); return ok })
	})
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

// lastWindowEnd reads the last end of a window, "90 days", "a year".
func (p *parser) lastWindowEnd() (n float64, unit string, ok bool) {
	if n, unit, ok = p.windowEnd(); ok {
		return n, unit, true
	}
	ok = p.try(func() bool {
		if p.at(0) != "a" && p.at(0) != "an" {
			return false
		}
		p.take()
		unit, ok = p.lex("unit")
		return ok && !p.spansVaguely()
	})
	return 1, unit, ok
}

// overNumber reports whether "over 90 days" is more than 90 days, as "over a year" is; "over the 90 days after it" is
// during them.
func (p *parser) overNumber() bool {
	return p.at(0) == "over" && p.at(1) != "the" && p.ahead(func() bool {
		p.pos++
		_, ok := p.duration()
		return ok && p.sees("after", "before", "thenword")
	})
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
