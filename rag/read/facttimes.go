package read

import (
	"slices"
	"strconv"
	"strings"

	"github.com/askomop/askomop/omop/study"
)

// Facts about days: which of them count, how a length or an age is counted.

// days reads "day 1 to day 90", "days -30 to -1", "same day through day 30", "day 0 included", "the day itself not
// counted".
func (m *remark) days() (fact, bool) {
	var of []side
	if lo, hi, ok := m.dayRange(&of); ok {
		return fact{"which days count", func(h *held) *Refusal {
			if fault := h.countedFromAny(of); fault != nil {
				return fault
			}
			return h.countDays(lo, hi)
		}}, true
	}
	return m.edge()
}

// countedFromAny holds that the question counts days from each of these events.
func (h *held) countedFromAny(of []side) *Refusal {
	for _, s := range of {
		if !slices.ContainsFunc(h.pairs(), func(o pair) bool {
			return h.isSide(s, o.index) && (s.which == study.Any || s.which == o.index.Which)
		}) {
			return unsaid("the question counts no days from that")
		}
	}
	return nil
}

// fromNextDay reads that days are counted from the next: "from the day after the first fill", "starting the next day".
func (m *remark) fromNextDay() (fact, bool) {
	p := m.p
	for p.word("counting", "counted", "count", "starting", "beginning", "from", "on", "as", "of", "with", "only") {
	}
	var of []side
	ok := p.try(func() bool { return m.besideDay(&of) == 1 }) ||
		p.try(func() bool { return p.word("next", "following") && p.word("day") })
	for p.word("on", "onward", "onwards") {
	}
	return fact{"whether the day itself counts", func(h *held) *Refusal {
		if fault := h.countedFromAny(of); fault != nil {
			return fault
		}
		if len(h.times()) == 0 || slices.ContainsFunc(h.times(),
			func(s spot) bool { return (*s.rel).From == nil || aboutDays((*s.rel).From, -1) < 0 }) {
			return contradicts("the question counts no days after it")
		}
		return h.moveEdge(1)
	}}, ok
}

// besideDay reads the day after an event, which is 1, the day before it, -1, or that of it, 0; 2 where none is said. of
// gets the event.
func (m *remark) besideDay(of *[]side) int {
	p, day := m.p, 2
	p.try(func() bool {
		if !p.word("day", "date") {
			return false
		}
		switch {
		case p.word("of"):
			day = 0
		case p.is("after") && hasWord("after following", p.lastPhrase()):
			day = 1
		case p.is("before") && hasWord("before preceding", p.lastPhrase()):
			day = -1
		default:
			return false
		}
		s, ok := m.side()
		if !ok {
			day = 2
			return false
		}
		*of = append(*of, s)
		return true
	})
	return day
}

// dayRange reads the first and the last day.
func (m *remark) dayRange(of *[]side) (lo, hi int, ok bool) {
	ok = m.p.try(func() bool {
		m.p.word("from", "counting")
		first := m.besideDay(of)
		named, ok := first < 2, first < 2
		if !named {
			named = m.p.word("day", "days")
			first, ok = m.signedDay()
		}
		if !ok || m.p.word("days") && !m.p.ahead(func() bool { return m.p.word("to", "through", "-", "until") }) {
			return false
		}
		if !m.p.word("to", "through", "-", "until", "and") {
			return false
		}
		last := m.besideDay(of)
		again, ok := last < 2, last < 2
		if !again {
			again = m.p.word("day", "days")
			last, ok = m.signedDay()
		}
		behind := m.p.word("day", "days")
		m.p.is("thenword", "priorly")
		lo, hi = first, last
		bracketed := m.opens > 0 && (lo == 0 || lo == 1) // "(0-90)": a time of that length must be there
		return ok && (named || again || behind || bracketed) && lo <= hi
	})
	return lo, hi, ok
}

// signedDay reads "0", "-90", "same day".
func (m *remark) signedDay() (int, bool) {
	if m.p.try(func() bool {
		return m.p.word("same", "index") && (m.p.toks[m.p.pos-1].low == "index" || m.p.word("day"))
	}) {
		m.p.word("day", "date")
		return 0, true
	}
	at := m.p.pos
	n, ok := m.p.number()
	if !ok || n != float64(int(n)) {
		return 0, false
	}
	if i := m.p.toks[m.p.pos-1].start; m.p.pos == at+1 && i > 0 &&
		(m.p.text[i-1] == '-' || strings.HasSuffix(m.p.text[:i], "−")) && !(at > 0 && m.p.toks[at-1].low == "-") {
		n = -n
	}
	return int(n), true
}

// length reads a length of time by itself, in days, of one that the question names: "365 days" of a year.
func (m *remark) length() (fact, bool) {
	d, ok := m.p.duration()
	if !ok || d.Days == 0 {
		return fact{}, false
	}
	return fact{"how long it is in days", func(h *held) *Refusal { return h.lasts(d.Days) }}, true
}

// limitAgain reads how long something lasts once more, in days: "longer than two weeks, that is more than 14 days",
// "at least two years (730 days or more)", "the estimate at 365 days".
func (m *remark) limitAgain() (fact, bool) {
	p := m.p
	p.try(func() bool { // "length of stay > 7 days"
		v, ok := p.lex("quantity")
		for p.is("aux") || p.word("of") {
		}
		return ok && (v == "stay" || v == "duration") && p.sees("cmp")
	})
	op, compared := p.lex("cmp")
	at := !compared && p.word("at", "by")
	d, ok := p.duration()
	if !ok || d.Days == 0 {
		return fact{}, false
	}
	if after, behind := p.lex("cmpafter"); behind && !compared {
		op, compared = after, true
	}
	if !at && !compared {
		return fact{}, false // see length
	}
	return fact{"how long it is in days", func(h *held) *Refusal { return h.limitIs(op, d.Days) }}, true
}

// limitIs holds that the question has such a limit of days.
func (h *held) limitIs(op string, days int) *Refusal {
	if op == "" { // "at 365 days"
		if len(h.q.Measure.Times) != 1 {
			return unsaid("the question looks at no such day")
		}
		return h.lasts(days)
	}
	var last []study.Range
	for _, s := range spotsOf(h.q) {
		if s.ev.Where != nil && s.ev.Where.Days != nil {
			last = append(last, *s.ev.Where.Days)
		}
	}
	for _, c := range criteriaOf(h.q) {
		if c.Record != nil && c.Record.Days != nil { // "the share of stays longer than a week"
			last = append(last, *c.Record.Days)
		}
	}
	switch {
	case len(last) > 0:
		if !slices.ContainsFunc(last, func(r study.Range) bool {
			return sameRange(wholeDays(r), wholeDays(compared(op, float64(days))))
		}) {
			return contradicts("the question names another length")
		}
		return nil
	case op == "ge" && h.q.Measure.Kind == study.Persistence, op == "le" && len(h.times()) > 0:
		return h.lasts(days)
	}
	return unsaid("the question has no such limit of days")
}

// wholeDays closes the ends of a range of days: more than 14 are at least 15.
func wholeDays(r study.Range) *study.Range {
	closed := func(n *float64, open bool, by float64) *float64 {
		if n == nil || !open {
			return n
		}
		to := *n + by
		return &to
	}
	return &study.Range{Min: closed(r.Min, r.MinOpen, 1), Max: closed(r.Max, r.MaxOpen, -1)}
}

// lasts sets the lengths of the question that are as long to these days.
func (h *held) lasts(days int) *Refusal {
	set := false
	to := func(o **study.Offset, days int) {
		if approximately(*o, days) {
			*o, set = &study.Offset{Days: days}, true
		}
	}
	for _, s := range h.times() {
		r := **s.rel
		for _, end := range []**study.Offset{&r.From, &r.To} { // of "exactly a year after" both
			to(end, days)
			to(end, -days)
		}
		*s.rel = &r
	}
	for i := range h.q.Measure.Times {
		if approximately(&h.q.Measure.Times[i], days) {
			h.q.Measure.Times[i], set = study.Offset{Days: days}, true
		}
	}
	if r := h.q.AtRisk; r != nil {
		to(&r.From, days)
		to(&r.To, days)
		set = set || r.PriorObservation == days
	}
	for _, c := range criteriaOf(h.q) {
		f := c.Observed
		if f == nil {
			continue
		}
		for _, n := range []*int{&f.Before, &f.After} {
			if *n > 0 && days-*n >= 0 && days-*n <= *n/300+1 { // leap days
				*n, set = days, true
			}
		}
		if approximately(f.For, days) {
			f.For, set = &study.Offset{Days: days}, true
		}
	}
	if !set {
		return contradicts("the question has no time of that length")
	}
	return nil
}

// times are the relations to the index by a distance, each with the spot that it stands at.
func (h *held) times() []spot {
	var found []spot
	for _, s := range spotsOf(h.q) {
		if s.rel != nil && *s.rel != nil && (*s.rel).Place == study.Distance && len((*s.rel).Also) == 0 &&
			((*s.rel).From != nil || (*s.rel).To != nil) {
			found = append(found, s)
		}
	}
	return found
}

// approximately reports whether an offset is so many days, as months have 30 or 31 and years 365 or 366 of them.
func approximately(o *study.Offset, days int) bool {
	if o == nil {
		return false
	}
	if o.Months == 0 && o.Years == 0 {
		return o.Days == days
	}
	about := 30*o.Months + 365*o.Years
	off := days - about
	if days < 0 {
		off = -off
	}
	tolerance := about/60 + 1
	if about < 0 {
		tolerance = -about/60 + 1
	}
	return off >= 0 && off <= tolerance && o.Days == 0
}

// countDays sets the days of the times that are as long.
func (h *held) countDays(lo, hi int) *Refusal {
	set := false
	for _, s := range h.times() {
		r := **s.rel
		forward := hi > 0 && approximately(r.To, hi) && (lo == 0 || lo == 1 || approximately(r.From, lo))
		backward := lo < 0 && approximately(r.From, lo) && (hi == 0 || hi == -1 || approximately(r.To, hi))
		if hi > 0 && lo < 0 {
			forward, backward = forward && backward, false
		}
		if !forward && !backward {
			continue
		}
		if forward && lo >= 0 && (r.From == nil || r.From.Months+r.From.Years > 0) ||
			backward && hi <= 0 && r.To == nil {
			continue
		}
		r.From, r.To = &study.Offset{Days: lo}, &study.Offset{Days: hi}
		*s.rel, set = &r, true
	}
	if set {
		return nil
	}
	m := &h.q.Measure
	if m.Kind == study.CumulativeIncidence && len(m.Times) == 1 && approximately(&m.Times[0], hi) && lo == 1 {
		return nil
	}
	return contradicts("the question has no time that ends on this day")
}

func sameOffset(a, b *study.Offset) bool {
	return a == nil && b == nil || a != nil && b != nil && *a == *b
}

// difference reads how something is counted: "discharge date minus admission date", "2010 minus year of birth".
func (m *remark) difference() (fact, bool) {
	m.p.is("each")
	if m.p.is("quantity") || m.p.word("length", "age", "duration") {
		m.p.word("is", "as", "=", "in", "calculated")
		for m.p.word("=", "as", "is", "days") {
		}
	}
	if m.p.try(m.toBirth) {
		f, ok := m.ageFrom()
		if ok {
			m.willDo()
		}
		return f, ok
	}
	end := m.p.word("discharge", "end", "stop")
	m.p.word("date", "day", "dates")
	if !end || !m.minus() || !m.p.word("admission", "start", "begin") {
		return fact{}, false
	}
	m.p.word("date", "day", "dates")
	both := m.p.try(func() bool {
		return m.p.at(0) == "+" && m.p.take() && m.p.word("1", "one") && (m.p.word("day") || true)
	})
	return fact{"how a length is counted", func(h *held) *Refusal { return h.lengths(both) }}, true
}

// willDo consumes what says that a way of counting is the one that is wanted: "will do", "is fine", "as the age".
func (m *remark) willDo() {
	m.p.try(func() bool { return m.p.word("as", "for") && (m.p.is("quantity") || m.p.word("age")) })
	m.p.is("aux")
	m.p.is("approving")
}

// minus consumes "minus", or stands where a dash parts two words.
func (m *remark) minus() bool {
	if m.p.word("minus", "less", "-") {
		return true
	}
	if m.p.pos == 0 || m.p.pos >= len(m.p.toks) {
		return false
	}
	return strings.ContainsAny(m.p.text[m.p.toks[m.p.pos-1].end:m.p.toks[m.p.pos].start], "-–−")
}

// toBirth looks for "… minus year of birth" within this fact, and stays where it is.
func (m *remark) toBirth() bool {
	return m.p.ahead(func() bool {
		for n := 0; n < 9 && m.p.pos < len(m.p.toks) && !isSign(m.p.at(0)); n++ {
			if n > 0 && m.minus() {
				return m.yearOfBirth()
			}
			m.p.pos++
		}
		return false
	})
}

func (m *remark) yearOfBirth() bool {
	return m.p.try(func() bool { return m.p.word("year") && m.p.word("of") && m.p.word("birth") }) ||
		m.p.try(func() bool { return m.p.word("birth") && m.p.word("year") })
}

// ageFrom reads "year of the procedure minus year of birth": the house's own way, at the date of the year.
func (m *remark) ageFrom() (fact, bool) {
	on := ""
	if y, ok := m.p.year(); ok {
		on = strconv.Itoa(y)
	} else {
		if !m.p.word("year", "calendar") {
			return fact{}, false
		}
		for !m.minus() { // of which record: a date of the question
			known := m.p.r.lex.words[m.p.at(0)] || len(m.p.candidates(m.p.pos)) > 0
			if !known {
				return fact{}, false
			}
			m.p.take()
		}
		m.p.pos -= boolInt(slices.Contains([]string{"minus", "less", "-"}, m.p.toks[m.p.pos-1].low))
	}
	if !m.minus() || !m.yearOfBirth() {
		return fact{}, false
	}
	return fact{"how ages are counted", func(h *held) *Refusal { return h.agesOn(on) }}, true
}

// agesOn holds that the ages of the question are those in a year, or at a record where it is empty.
func (h *held) agesOn(year string) *Refusal {
	found := h.q.Measure.Quantity == study.AgeYears
	dates := []string{}
	if found {
		dates = append(dates, h.q.Measure.On)
	}
	for _, st := range h.q.Strata {
		if st.Kind == study.AgeGroup {
			found = true
			if year != "" && h.q.Period != nil && strings.HasPrefix(h.q.Period.From, year) {
				continue
			}
			dates = append(dates, "")
		}
	}
	for _, c := range h.q.Population.Criteria {
		if c.Is != nil && c.Is.Age != nil {
			found = true
			dates = append(dates, c.Is.Age.On)
		}
	}
	for _, s := range spotsOf(h.q) {
		if s.ev.Age != nil {
			found = true
			dates = append(dates, "")
			if d := s.ev.During; year != "" && d != nil && strings.HasPrefix(d.From, year) &&
				strings.HasPrefix(d.To, year) {
				dates = dates[:len(dates)-1]
			}
		}
	}
	if !found {
		return unsaid("the question has no age")
	}
	if slices.ContainsFunc(dates, func(d string) bool { return d[:min(4, len(d))] != year }) {
		return contradicts("the ages of the question are those at another date")
	}
	return nil
}

// lengths holds that lengths are counted from the first day to the last, with both of them or without the first.
func (h *held) lengths(both bool) *Refusal {
	q := h.q.Measure.Quantity
	if k := h.q.Measure.Kind; k == study.Rate || k == study.PersonTime {
		return contradicts("the first and the last day of observation both count as person-time here")
	}
	of := q == study.Duration || q == study.ObservedDays || q == study.FollowUpDays || q == study.PriorDays ||
		slices.ContainsFunc(spotsOf(h.q), func(s spot) bool { return s.ev.Where != nil && s.ev.Where.Days != nil })
	withBoth := q == study.EraDays || q == study.FirstEraDays || q == study.ExposureDays || q == study.FirstExposureDays
	switch {
	case of && !both, withBoth && both:
		return nil
	case of || withBoth:
		return contradicts("the first and the last day count otherwise in the question")
	}
	return unsaid("the question asks for no length")
}
