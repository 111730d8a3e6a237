package read

import (
	"slices"
	"strings"

	"github.com/askomop/askomop/omop/study"
)

// distance reads relations with a length of time: "within 90 days (of X)", "in the 30 days before X", "more
// than 180 days after X", "in the year before X".
func (p *parser) distance() (*relation, bool) {
	if r, ok := p.window(); ok {
		return r, true
	}
	if r, ok := p.twoBounds(); ok {
		return r, true
	}
	if r, ok := p.spanFrom(); ok {
		return r, true
	}
	if p.is("within") {
		notLater := hasWord(p.lastPhrase(), "later")
		sides := p.plusMinus()
		at := p.pos
		p.is("nextword")
		d, ok := p.duration()
		if !ok {
			return nil, false
		}
		if sides {
			p.word("of")
			return p.anchoredOrIndex(&relation{Relation: study.Relation{From: negative(d), To: &d}})
		}
		if p.try(p.ofEachOther) {
			return &relation{Relation: study.Relation{From: negative(d), To: &d}, ana: "same"}, true
		}
		p.word("or")
		if notLater && p.is("before") { // than 30 days before: earlier than these days
			return p.anchored(&relation{Relation: study.Relation{To: negative(d)}})
		}
		r, ok := p.withinOf(d, p.chooseWithin())
		if ok {
			r.begins = r.begins || p.firstDaysOf(at)
		}
		return r, ok
	}
	if !p.overNumber() && p.try(func() bool { return p.is("in") || p.word("of") }) {
		at := p.pos
		following := p.is("nextword")
		preceding := !following && p.is("lastword")
		said := p.lastPhrase()
		d, ok := p.duration()
		if !ok {
			return nil, false
		}
		if preceding && p.is("before") {
			return p.anchored(&relation{Relation: study.Relation{From: negative(d), To: &study.Offset{Days: -1}}})
		}
		if preceding {
			r, ok := p.priorTo(d)
			if said == "last" || said == "past" { // may mean the last year of the data: suits accepts no index for it
				r.ana = "recent"
			} else {
				p.yearBefore(r, at)
			}
			return r, ok
		}
		if following {
			if r, ok := p.withinOf(d, p.chooseWithin()); ok {
				r.begins = r.begins || p.firstDaysOf(at)
				return r, true
			}
		}
		return p.inTime(d)
	}
	return p.comparedTime()
}

// ofEachOther reads "of each other, in either order", behind a length of time.
func (p *parser) ofEachOther() bool {
	if !p.word("of", "from") || !(p.takeOne("each") && p.takeOne("other") || p.takeOne("one") && p.takeOne("another")) {
		return false
	}
	p.try(func() bool {
		p.takeOne(",")
		return p.word("in") && p.word("either", "any") && p.word("order")
	})
	return true
}

// firstDaysOf reports whether the relation read since token i is "the first 3 days of a stay", which begin with it.
func (p *parser) firstDaysOf(i int) bool {
	first := func(t token) bool { return t.low == "first" }
	return slices.ContainsFunc(p.toks[i:min(i+2, len(p.toks))], first) && p.saidSince(i, "of") &&
		!slices.ContainsFunc(p.toks[i:p.pos], func(t token) bool {
			return t.low == "after" || t.low == "following" || t.low == "discharge"
		})
}

// withinOf reads the anchor of "within 90 days": after it unless "before" is said; none is the index.
func (p *parser) withinOf(d, from study.Offset) (*relation, bool) {
	r := &relation{Relation: study.Relation{From: &from, To: &d}}
	if p.bothSides() {
		r.From = negative(d)
		return p.anchoredOrIndex(r)
	}
	if p.is("before") {
		r.From, r.To = negative(d), &study.Offset{Days: -1}
		return p.anchored(r)
	}
	if p.try(func() bool { return p.is("after") || p.is("from") }) {
		at, bare := p.pos, hasWord(p.lastPhrase(), "after") && !p.at0Letter()
		if _, ok := p.anchored(r); !ok && !bare {
			return nil, false
		} else if !ok { // "within 30 days after?"
			p.pos, r.ana, r.then = at, "index", true
		}
		p.notOnTheDay(r)
		return r, true
	}
	r.then = p.is("thenword") && p.saysThen()
	r.ana = "index"
	p.notOnTheDay(r)
	return r, true
}

// notOnTheDay reads "not on the day itself", which moves the beginning to the day after.
func (p *parser) notOnTheDay(r *relation) {
	p.try(func() bool {
		p.try(func() bool { return p.at(0) == "," && p.take() })
		if !p.is("notday") {
			return false
		}
		r.From = &study.Offset{Days: 1}
		return true
	})
}

// inTime reads "in the 30 days before X", "in the year after X", "in the 90 days that followed".
func (p *parser) inTime(d study.Offset) (*relation, bool) {
	at := p.pos
	if p.upToDay() { // "in the 30 days up to and including X"
		return p.anchored(&relation{Relation: study.Relation{From: negative(d), To: &study.Offset{}}})
	}
	if p.bothSides() {
		return p.anchoredOrIndex(&relation{Relation: study.Relation{From: negative(d), To: &d}})
	}
	if p.is("before") {
		if r, ok := p.anchored(&relation{Relation: study.Relation{From: negative(d),
			To: &study.Offset{Days: -1}}}); ok {
			return r, true
		}
		p.pos = at
	}
	if p.is("after") || p.is("from") ||
		p.try(func() bool { return p.at(0) == "that" && p.take() && p.word("followed") }) {
		from := p.chooseWithin()
		if r, ok := p.anchored(&relation{Relation: study.Relation{From: &from, To: &d}}); ok {
			return r, true
		}
		p.pos = at
		if p.is("after") && !p.at0Letter() { // "in the 30 days after?"
			return &relation{Relation: study.Relation{From: &from, To: &d}, ana: "index", then: true}, true
		}
		p.pos = at
	}
	if p.is("priorly") {
		r, ok := p.priorTo(d)
		p.yearBefore(r, max(at-2, 0))
		return r, ok
	}
	if p.is("thenword") {
		return &relation{Relation: study.Relation{From: &study.Offset{}, To: &d}, ana: "index", then: p.saysThen()}, true
	}
	return nil, false
}

// upToDay reads "up to", "up to and including the day of", behind a length of time.
func (p *parser) upToDay() bool {
	return p.try(func() bool {
		if !p.word("up") || !p.word("to") || p.word("and") && !p.word("including") {
			return false
		}
		p.try(func() bool { return p.word("day", "date") && p.word("of") })
		return true
	})
}

// saysThen reports whether the words just read are of what was said last: "afterwards" is, "after it" is of the index.
func (p *parser) saysThen() bool { return !hasWord(p.lastPhrase(), "it") }

// yearBefore reads "in the previous year" behind a calendar year: that of the calendar before it. "In the year before"
// may be that, or the year before the record. What is first in a life, and a death, are looked back from.
func (p *parser) yearBefore(r *relation, at int) {
	named, _ := p.lastNamed(at)
	if p.toks[p.pos-1].low == "years" && !slices.ContainsFunc(p.toks[at:p.pos], func(t token) bool { return t.isNum }) &&
		*r.From == (study.Offset{Years: -1}) {
		r.open = "it does not say how many years before"
		return
	}
	if named == nil || named.From == "" || named.To == "" || named.From == named.To ||
		slices.ContainsFunc(p.toks[at:p.pos], func(t token) bool { return t.isNum || t.low == "one" || t.low == "it" }) {
		return
	}
	year := *r.From == (study.Offset{Years: -1}) && named.From[:4] == named.To[:4]
	if !year && !(*r.From == (study.Offset{Months: -1}) && named.From[:7] == named.To[:7]) {
		return
	}
	previous := !p.toks[p.pos-1].isWord || strings.HasPrefix(p.toks[p.pos-1].low, "year") ||
		strings.HasPrefix(p.toks[p.pos-1].low, "month")
	once := slices.ContainsFunc(p.toks[:at], func(t token) bool {
		return slices.ContainsFunc(onceInLife, func(w string) bool { return strings.HasPrefix(t.low, w) })
	})
	switch {
	case previous && !once && year && isOneYear(named):
		r.day = named.From
	case previous || !once:
		r.open = "it may be the one of the calendar, or the time of that length before the record; name the year or " +
			"month, or say “in the 365 days before it”"
	}
}

// onceInLife are the beginnings of words for what is first in a life, and for death.
var onceInLife = []string{"first", "new", "start", "began", "begin", "begun", "initiat", "inciden", "onset", "develop",
	"die", "death", "dead", "dying", "deceased"}

// isOneYear reports whether a time is one calendar year.
func isOneYear(d *study.Period) bool {
	return d.From != "" && d.To != "" && d.From[:4] == d.To[:4] && d.From[4:] == "-01-01" && d.To[4:] == "-12-31"
}

func (p *parser) priorTo(d study.Offset) (*relation, bool) {
	return &relation{Relation: study.Relation{From: negative(d), To: &study.Offset{Days: -1}}, ana: "index"}, true
}

// comparedTime reads "more than 180 days after X", "at least 30 days before X", "3 months after X", "90 or more
// days after X".
func (p *parser) comparedTime() (*relation, bool) {
	start := p.pos
	op, prefixed := p.lex("cmp")
	notEarlier := prefixed && (hasWord(p.lastPhrase(), "earlier") || hasWord(p.lastPhrase(), "sooner"))
	d, ok := p.duration()
	if !ok && p.ahead(func() bool { _, ok := p.number(); return ok }) { // "90 or more days"
		n, _ := p.number()
		if after, isAfter := p.lex("cmpafter"); isAfter {
			unit, isUnit := p.lex("unit")
			if d, ok = offset(unit, int(n)); !isUnit {
				return nil, false
			}
			op, prefixed = after, true
		}
	}
	if !ok {
		return nil, false
	}
	if after, isAfter := p.lex("cmpafter"); isAfter && !prefixed {
		op, prefixed = after, true
	}
	if !prefixed && !p.sees("after", "before") {
		return nil, false
	}
	r := &relation{}
	r.From, r.To = bounds(op, prefixed, d)
	if !prefixed && d != (study.Offset{Days: 1}) { // "the day after" is that day
		r.open = "“" + p.text[p.toks[start].start:p.toks[p.pos].end] +
			"” may mean on that day, or until or from then on; say “within”, “at least” or “exactly”"
	}
	if p.match([]string{"after", "that"}, p.pos) == 0 || !slices.Contains([]string{"date", "day"}, p.at(2)) {
		if p.is("thenword") {
			r.ana, r.then = "index", p.saysThen()
			return r, true
		}
	}
	switch {
	case p.is("after") || p.try(func() bool { return p.word("from") }):
	case p.is("before"):
		if notEarlier { // than 30 days before: in these days
			r.From, r.To = bounds("le", true, d)
		}
		r.From, r.To = mirrored(r.From, r.To)
	default:
		return nil, false
	}
	return p.anchored(r)
}

// bounds are the ends of "more than / at least / less than / at most 90 days after".
func bounds(op string, compared bool, d study.Offset) (from, to *study.Offset) {
	switch {
	case !compared:
		return &d, &d
	case op == "ge":
		return &d, nil
	case op == "gt":
		return shifted(d, 1), nil
	case op == "lt":
		return &study.Offset{}, shifted(d, -1)
	case op == "le":
		return &study.Offset{}, &d
	}
	return &d, &d
}

func mirrored(from, to *study.Offset) (*study.Offset, *study.Offset) {
	var f, t *study.Offset
	if to != nil {
		f = negative(*to)
	}
	if from != nil {
		t = negative(*from)
		if from.Days == 0 && from.Months == 0 && from.Years == 0 {
			t = &study.Offset{Days: -1}
		}
	}
	return f, t
}
