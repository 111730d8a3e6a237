package read

import "github.com/askomop/askomop/omop/study"

// dayOrTime reads a day and a time beside it as one: "on the same day or within 30 days after X", "on the day of X or
// within the 60 days after it", "on the day of or the day after X", "on the same or the next day".
func (p *parser) dayOrTime() (r *relation, ok bool) {
	ok = p.try(func() bool {
		day, named := &relation{ana: "index"}, false
		switch {
		case p.try(func() bool { p.word("on"); return p.word("same") && p.sees("or") }):
		case p.try(func() bool { return p.word("on") && p.takeOne("that") && p.word("day", "date") && p.sees("or") }):
		case !p.is("sameday") && !p.try(func() bool { return p.word("on") && p.word("date") }):
			return false
		case p.word("as", "of") && !p.sees("or") && p.at(0) != ",":
			day.anchor, day.ana, named = p.anchor()
			if !named {
				return false
			}
		}
		inserted := p.try(func() bool { return p.at(0) == "," && p.take() && p.sees("or") })
		if !p.is("or") {
			return false
		}
		if inserted { // "on the day of, or within 7 days after, their first stroke"
			p.betweenCommas()
		}
		if r, ok = p.nextDay(); !ok {
			r, ok = p.distance()
		}
		if !ok || !r.nextToDay() {
			return false
		}
		if named {
			if r.anchor != nil || r.ana != "index" && r.ana != day.ana {
				return false // two times, each of which is counted from something else
			}
			r.anchor, r.ana = day.anchor, day.ana
		}
		r.letInDay()
		return true
	})
	return r, ok
}

// betweenCommas takes the comma that ends what was put in before the thing that it is counted from.
func (p *parser) betweenCommas() {
	for i := p.pos + 1; i+1 < len(p.toks); i++ {
		if _, n := p.longest(i-1, "after", "before", "from"); n == 1 && p.toks[i].low == "," {
			p.takeAside(i, i+1, "sign")
			return
		}
	}
}

// nextDay reads "the next day", "the following day", "the day after (X)".
func (p *parser) nextDay() (r *relation, ok bool) {
	ok = p.try(func() bool {
		p.word("on")
		r = &relation{Relation: study.Relation{From: &study.Offset{Days: 1}, To: &study.Offset{Days: 1}}, ana: "index"}
		if p.word("next", "following") {
			return p.word("day", "date")
		}
		if !p.word("day") || !p.is("after") {
			return false
		}
		p.try(func() bool { _, ok := p.anchored(r); return ok })
		return true
	})
	return r, ok
}

// nextToDay reports whether a time begins or ends on the day it is counted from, or beside it.
func (r *relation) nextToDay() bool {
	near := func(o *study.Offset, day int) bool {
		return o != nil && o.Months == 0 && o.Years == 0 && (o.Days == 0 || o.Days == day)
	}
	return r.Place == study.Distance && r.To != nil && r.From != nil && (near(r.From, 1) || near(r.To, -1))
}

// inOneYear reads "in a single calendar year", "in any one year" behind a number of records: they are of one year.
func (p *parser) inOneYear(e *event) bool {
	if e.times == nil || e.times.Min == nil || len(e.rels) > 0 || e.During != nil || !p.word("in", "within", "during") {
		return false
	}
	one, any := p.takeOne("a", "one"), false
	for p.takeOne("the", "same", "single", "any", "one", "given") {
		any = any || p.toks[p.pos-1].low != "the" && p.toks[p.pos-1].low != "one"
	}
	// "in one year" and "within a year" may be any twelve months
	e.oneYear = (p.takeOne("calendar") && (one || any) || any) && p.takeOne("year") && p.at(0) != "as"
	return e.oneYear
}
