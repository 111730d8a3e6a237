package read

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/askomop/askomop/omop/study"
)

// takeDayOfYear takes "on 1 July of each year", "at the end of every year", "each year on 31 December" off the
// question: what it asks for is looked at on that day of each year.
func (p *parser) takeDayOfYear() {
	for i := range p.toks {
		from, day, to := i, "", i
		if on, years, end := p.dayOfEachOf(i); len(years) > 0 {
			p.dayOfYear, p.yearsOfDay, p.eachDay = on, years, true
			p.takeAside(from, end, "date")
			return
		}
		if on, years, end := p.dayOfYears(i); len(years) > 0 {
			p.dayOfYear, p.yearsOfDay = on, years
			p.takeAside(from, end, "date")
			return
		}
		if n := p.everyYear(i); n > 0 {
			day, to = p.dayAt(i + n)
		} else if day, to = p.dayAt(i); day != "" {
			if p.seq(to, "of|in|,") && p.everyYear(to+1) > 0 {
				to++
			}
			n := p.everyYear(to)
			if to += n; n == 0 {
				continue
			}
		}
		if day == "" {
			continue
		}
		if p.seq(from-1, "(") && p.seq(to, ")") {
			from, to = from-1, to+1
		}
		p.dayOfYear = day
		p.takeAside(from, to, "date")
		return
	}
}

// everyYear is how many tokens "each year" has at token i; 0 where it does not stand there.
func (p *parser) everyYear(i int) int {
	for _, words := range [][]string{{"each|every", "year"}, {"each|every", "calendar", "year"}, {"all", "years"}} {
		if i >= 0 && p.seq(i, words...) {
			return len(words)
		}
	}
	return 0
}

// dayAt reads a day of the year at token i, "07-01", and where it ends.
func (p *parser) dayAt(i int) (day string, to int) {
	at := i
	if p.seq(i, "on|at|by|in|around") {
		i++
	}
	if p.seq(i, "the") {
		i++
	}
	switch {
	case p.seq(i, "end|close"):
		return "12-31", i + 1
	case p.seq(i, "beginning|start"):
		return "01-01", i + 1
	case p.seq(i, "middle|mid|midpoint"):
		return "07-01", i + 1
	case p.seq(i, "year", "end"), p.seq(i, "year-end"):
		return "12-31", i + 2
	}
	defer func(pos int) { p.pos = pos }(p.pos)
	p.pos = i
	d, ok := p.monthDate()
	if !ok || d.year != 0 || d.day == 0 || d.month == 0 {
		return "", at
	}
	if _, err := time.Parse(time.DateOnly, fmt.Sprintf("2001-%02d-%02d", d.month, d.day)); err != nil {
		return "", at
	}
	return fmt.Sprintf("%02d-%02d", d.month, d.day), p.pos
}

// onDayOfYear makes years of which one day is looked at of the grouping by year.
func (s *sentence) onDayOfYear() {
	on := s.p.dayOfYear
	if on == "" {
		return
	}
	s.addStratum(study.Stratum{Kind: study.Year})
	i := slices.IndexFunc(s.strata, func(t study.Stratum) bool { return t.Kind == study.Year })
	s.strata[i].On, s.strata[i].Only = on, s.p.yearsOfDay
	for _, q := range s.predicates() {
		for _, e := range q.events() {
			if (e.Domain == study.Drug || e.Domain == study.DrugEra || e.Domain == study.Visit) &&
				e.Which == study.Any {
				e.current = false // on that day
			}
		}
	}
}

// predicates are all that is said of the people, and asked of them.
func (s *sentence) predicates() []*predicate {
	var all []*predicate
	if s.people != nil {
		all = append(all, s.people.preds...)
	}
	if s.main != nil {
		all = append(all, s.main)
	}
	return all
}

// holdsADay refuses a day of each year where nothing that is counted holds a day.
func (b *builder) holdsADay() {
	if b.s.p.dayOfYear == "" || b.q.Measure.Kind != study.Count {
		return
	}
	if len(b.s.p.yearsOfDay) > 0 && !b.s.p.eachDay {
		b.refuse(Ambiguous, "on each of these days, or on all of them? Ask for one, or for the prevalence")
	}
	e := b.q.Population.Entry
	if o := b.q.Outcome; o != nil {
		e = nil
		if o.Has != nil && o.Has.Relation == nil && o.Has.Times == nil {
			e = &o.Has.Event
		}
	}
	if e == nil || !slices.Contains([]study.Domain{study.Observed, study.Drug, study.DrugEra, study.Visit}, e.Domain) ||
		e.Which != study.Any || e.During != nil || e.Touching != nil ||
		lasts(e.Domain) && (b.s.p.saysDispensed() || b.s.p.saysAdmitted()) {
		b.refuse(Unsupported, "it is not clear what is looked at on that day of each year; ask for the prevalence")
	}
}

// saysAdmitted reports whether words say that a stay begins or ends.
func (p *parser) saysAdmitted() bool {
	return slices.ContainsFunc(p.toks, func(t token) bool {
		return strings.HasPrefix(t.low, "admi") || strings.HasPrefix(t.low, "discharge")
	})
}

// dayOfYears reads a day of several years at token i, and where it ends: "on 1 July 2008 and 1 July 2009", "on 1 July
// 2008, 2009 and 2010", "on 1 July of 2008 to 2010".
func (p *parser) dayOfYears(i int) (day string, years []string, to int) {
	if !p.seq(i, "on|at") {
		return "", nil, i
	}
	defer func(pos int) { p.pos = pos }(p.pos)
	p.pos = i + 1
	first, ok := p.plainDate()
	if !ok || first.day == 0 || first.year == 0 {
		return "", nil, i
	}
	at := func(y int) { years = append(years, strconv.Itoa(y)) }
	at(first.year)
	last := first.year
	for {
		before := p.pos
		through := p.word("to", "through", "-", "–")
		if !through {
			comma := p.at(0) == "," && p.take()
			if !p.word("and", "&") && !comma {
				break
			}
			p.word("on", "at")
		}
		next, ok := p.plainDate()
		if !ok {
			var y int
			y, ok = p.year()
			next = span{year: y, month: first.month, day: first.day}
		}
		if !ok || next.year <= last || next.month != first.month || next.day != first.day {
			p.pos = before
			break
		}
		for y := last + 1; through && y < next.year; y++ {
			at(y)
		}
		at(next.year)
		last = next.year
	}
	if len(years) < 2 {
		return "", nil, i
	}
	return first.from()[len("2009-"):], years, p.pos
}

// dayOfEachOf reads a day of each of several years at token i, and where it ends: "on 1 July of each of the years 1990,
// 2000 and 2010".
func (p *parser) dayOfEachOf(i int) (day string, years []string, to int) {
	if day, to = p.dayAt(i); day == "" || !p.seq(to, "of|in", "each|every", "of|year") {
		return "", nil, i
	}
	defer func(pos int) { p.pos = pos }(p.pos)
	for p.pos = to + 3; p.seq(p.pos, "the|years|of"); p.pos++ {
	}
	for last := 0; ; p.pos++ {
		y, ok := p.year()
		if !ok || y <= last {
			return "", nil, i
		}
		years, last = append(years, strconv.Itoa(y)), y
		if p.seq(p.pos, ",", "and|&") {
			p.pos++
		}
		if !p.seq(p.pos, ",|and|&") {
			return day, years, p.pos
		}
	}
}

// plainDate reads a date that is written out, "1 July 2009", without a mark on its words.
func (p *parser) plainDate() (s span, ok bool) {
	ok = p.try(func() bool {
		if low := p.at(0); len(low) == len(time.DateOnly) && isISODate(low) {
			d, err := time.Parse(time.DateOnly, low)
			s = span{year: d.Year(), month: int(d.Month()), day: d.Day()}
			p.pos++
			return err == nil
		}
		var is bool
		s, is = p.monthDate()
		return is
	})
	return s, ok
}

// edgeDay reads "last day of 2010", "first day of the third quarter of 2009".
func (p *parser) edgeDay() (s span, ok bool) {
	ok = p.try(func() bool {
		last := p.at(0) == "last" || p.at(0) == "final"
		if !last && p.at(0) != "first" || p.at(1) != "day" || p.at(2) != "of" && p.at(2) != "in" {
			return false
		}
		p.pos += 3
		of, ok := p.date()
		s = of.edge(last)
		return ok && of.year > 0 && of.day == 0
	})
	return s, ok
}

// edge is the first or the last day of a stretch of time.
func (s span) edge(last bool) span {
	day := s.from()
	if last {
		day = s.to()
	}
	d, err := time.Parse(time.DateOnly, day)
	if err != nil {
		return s
	}
	return span{year: d.Year(), month: int(d.Month()), day: d.Day()}
}

// recordsOnEdge refuses records of the very day that "at the end of 2009" is: what happens then may be of December.
func (b *builder) recordsOnEdge() {
	edge := b.s.p.edge
	if edge != "" && slices.ContainsFunc(spotsOf(b.q), func(s spot) bool {
		d := s.ev.During
		return d != nil && d.From == d.To && d.From == edge
	}) {
		b.refuse(Ambiguous, "“at the end” or “at the beginning” may be that day or its month; say “on "+edge+"”, or name the month")
	}
}
