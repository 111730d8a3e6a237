package read

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/askomop/askomop/omop/study"
)

var monthNames = []string{"january", "february", "march", "april", "may", "june", "july", "august", "september",
	"october", "november", "december"}

// span is a stretch of calendar time: a day, a month, a quarter, a half or a year. year is 0 where it was not
// said ("1 March").
type span struct {
	year, month, day int // month 0: the year; day 0: the month
	months           int // of quarters and halves: how many months
}

func (s span) from() string {
	return time.Date(s.year, time.Month(max(s.month, 1)), max(s.day, 1), 0, 0, 0, 0, time.UTC).Format(time.DateOnly)
}

func (s span) to() string {
	first := time.Date(s.year, time.Month(max(s.month, 1)), max(s.day, 1), 0, 0, 0, 0, time.UTC)
	switch {
	case s.day > 0:
		return first.Format(time.DateOnly)
	case s.month == 0:
		return first.AddDate(1, 0, -1).Format(time.DateOnly)
	}
	return first.AddDate(0, max(s.months, 1), -1).Format(time.DateOnly)
}

func monthOf(low string) int {
	for i, m := range monthNames {
		if low == m || len(low) >= 3 && len(low) <= 4 && strings.HasPrefix(m, low) {
			return i + 1
		}
	}
	return 0
}

func (p *parser) year() (int, bool) {
	if p.pos < len(p.toks) && p.toks[p.pos].isNum && len(p.at(0)) == 4 {
		if v := p.toks[p.pos].num; v >= 1800 && v <= 2200 && v == float64(int(v)) {
			p.mark(p.pos, p.pos+1, "date")
			p.pos++
			return int(v), true
		}
	}
	return 0, false
}

// date consumes a day, month, quarter, half or year in any usual form. Where the year may come with the other
// end of a range, it may miss.
func (p *parser) date() (s span, ok bool) {
	start := p.pos
	for p.skip(); slices.Contains([]string{"year", "years", "calendar", "month", "of"}, p.at(0)) && p.pos-start < 4; {
		p.take()
	}
	at := p.pos
	defer func() {
		if ok {
			p.mark(at, p.pos, "date")
		} else {
			p.pos = start
		}
	}()
	if low := p.at(0); len(low) == 10 && isISODate(low) {
		if d, err := time.Parse(time.DateOnly, low); err == nil {
			p.pos++
			return span{year: d.Year(), month: int(d.Month()), day: d.Day()}, true
		}
		return s, false
	}
	if s, ok := p.slashedDate(); ok {
		return s, true
	}
	if s, ok := p.edgeDay(); ok {
		return s, true
	}
	if s, ok := p.partOfYear(); ok {
		return s, true
	}
	if s, ok := p.season(); ok {
		return s, true
	}
	if p.word("millennium") || p.word("turn") && p.word("of") && p.word("century", "millennium") {
		return span{year: 2000, month: 1, day: 1}, true
	}
	if y, isYear := p.year(); isYear {
		if p.at(0) == "s" && p.pos > 0 && y%10 == 0 { // the 1990s
			p.pos++
			return span{year: y, month: 1, months: 120}, true
		}
		if p.at(0) == "-" && p.text[p.toks[p.pos].start] == '-' && p.pos+1 < len(p.toks) &&
			len(p.at(1)) == 2 && p.toks[p.pos+1].num >= 1 &&
			p.toks[p.pos+1].num <= 12 && p.at(1)[0] <= '1' &&
			p.toks[p.pos+1].start == p.toks[p.pos].end { // 2009-03
			s = span{year: y, month: int(p.toks[p.pos+1].num)}
			p.pos += 2
			return s, true
		}
		p.try(func() bool { return p.word("calendar") && p.word("year") }) // "the 2009 calendar year"
		return span{year: y}, true
	}
	return p.monthDate()
}

// slashedDate reads "12/31/2009" and "31/12/2009", where only one order of day and month can be meant, or where the
// other dates of the question tell it: "between 01/07/2009 and 31/12/2009".
func (p *parser) slashedDate() (s span, ok bool) {
	ok = p.try(func() bool {
		a, isDay := p.dayOfMonth()
		if !isDay || p.at(0) != "/" || !p.take() {
			return false
		}
		b, isDay := p.dayOfMonth()
		if !isDay || p.at(0) != "/" || !p.take() {
			return false
		}
		y, isYear := p.year()
		s = span{year: y, month: min(a, b), day: max(a, b)}
		if a <= 12 && b <= 12 && a != b {
			switch dayFirst, monthFirst := p.slashOrders(); {
			case dayFirst == monthFirst:
				return false
			case dayFirst:
				s.month, s.day = b, a
			default:
				s.month, s.day = a, b
			}
		}
		return isYear && s.month <= 12 && s.day <= longestMonth(s.month)
	})
	return s, ok
}

// slashOrders reports which orders of day and month the dates with slashes have whose order is certain.
func (p *parser) slashOrders() (dayFirst, monthFirst bool) {
	for i := 0; i+4 < len(p.toks); i++ {
		a, b := p.toks[i], p.toks[i+2]
		if a.isNum && b.isNum && p.toks[i+1].low == "/" && p.toks[i+3].low == "/" && isYear(p.toks[i+4]) {
			dayFirst = dayFirst || a.num > 12 && b.num <= 12
			monthFirst = monthFirst || b.num > 12 && a.num <= 12
		}
	}
	return dayFirst, monthFirst
}

// longestMonth is how many days a month can have.
func longestMonth(month int) int {
	return time.Date(2004, time.Month(month)+1, 0, 0, 0, 0, 0, time.UTC).Day()
}

// partOfYear reads "Q3 2009", "third quarter of 2009", "first half of 2009", "H1 2009".
func (p *parser) partOfYear() (span, bool) {
	start, k, months := p.pos, 0, 0
	low := p.at(0)
	if len(low) == 2 && (low[0] == 'q' && low[1] >= '1' && low[1] <= '4' ||
		low[0] == 'h' && low[1] >= '1' && low[1] <= '2') {
		k, months = int(low[1]-'0'), map[byte]int{'q': 3, 'h': 6}[low[0]]
		p.pos++
	} else if k = slices.Index([]string{"", "first", "second", "third", "fourth"}, low); k < 1 {
		k = max(0, slices.Index([]string{"", "1st", "2nd", "3rd", "4th"}, low))
	}
	if k > 0 && months == 0 {
		p.pos++
		switch p.at(0) {
		case "quarter":
			months = 3
		case "half":
			months = 6
		}
		p.pos++
	}
	for p.at(0) == "of" || p.at(0) == "the" || p.at(0) == "year" {
		p.pos++
	}
	if y, ok := p.year(); ok && months > 0 && k*months <= 12 {
		return span{year: y, month: 1 + (k-1)*months, months: months}, true
	}
	p.pos = start
	return span{}, false
}

// season reads "spring 2009", "the summer of 2009", as three whole months. A winter lies in two years, so that none is
// named by one.
func (p *parser) season() (s span, ok bool) {
	ok = p.try(func() bool {
		i := slices.Index([]string{"spring", "summer", "autumn"}, strings.Replace(p.at(0), "fall", "autumn", 1))
		if i < 0 {
			return false
		}
		p.pos++
		for p.at(0) == "of" || p.at(0) == "the" {
			p.pos++
		}
		y, isYear := p.year()
		s = span{year: y, month: 3 + 3*i, months: 3}
		return isYear
	})
	return s, ok
}

// monthDate reads "March 2009", "March 1, 2009", "1 March 2009", "1 March", "March".
func (p *parser) monthDate() (span, bool) {
	var s span
	if d, ok := p.dayOfMonth(); ok {
		s.day = d
		if p.at(0) == "of" {
			p.pos++
		}
	}
	if s.month = monthOf(p.at(0)); s.month == 0 {
		return s, false
	}
	p.pos++
	if d, ok := p.dayOfMonth(); ok && s.day == 0 {
		s.day = d
	}
	if p.at(0) == "," || p.at(0) == "of" {
		if p.pos++; !p.ahead(func() bool { _, ok := p.year(); return ok }) {
			p.pos--
		}
	}
	s.year, _ = p.year()
	if s.year == 0 {
		p.try(func() bool { // "1 January of that year"
			y, ok := span{}, p.takeOne("of", "in")
			if ok {
				y, ok = p.yearNamed()
			}
			s.year = y.year
			return ok
		})
	}
	return s, s.day == 0 || s.day <= longestMonth(s.month)
}

func (p *parser) dayOfMonth() (int, bool) {
	low := p.at(0)
	if n := len(low); n > 2 && digitAt(low, 0) && !digitAt(low, n-1) {
		low = low[:n-2]
	}
	d := 0
	if _, err := fmt.Sscanf(low, "%d", &d); err != nil || d < 1 || d > 31 || len(low) > 2 {
		return 0, false
	}
	p.pos++
	return d, true
}

// period consumes calendar time with its preposition: "in 2009", "since March 2009", "between 2008 and 2009",
// "before 2010".
func (p *parser) period() (*study.Period, bool) {
	start := p.pos
	d, ok := p.newPeriod()
	if ok {
		p.word("alone")
		p.remember(start, d)
	}
	return d, ok
}

// yearsListed reports whether a year is the first of a list, "2008, 2009 and 2010", each of which is asked for.
func (p *parser) yearsListed(first span) bool {
	return first.month == 0 && p.ahead(func() bool {
		if p.at(0) != "," {
			return false
		}
		p.pos++
		d, ok := p.date()
		return ok && d.month == 0 && d.year == first.year+1
	})
}

// remember keeps the calendar time that was read from token i on.
func (p *parser) remember(i int, d *study.Period) {
	for k := range p.periods {
		if k >= i && k < p.pos { // an end of it
			delete(p.periods, k)
		}
	}
	p.periods[i] = d
}

func (p *parser) newPeriod() (*study.Period, bool) {
	start := p.pos
	for p.skip(); p.at(0) == "," || p.at(0) == "(" || p.at(0) == ":"; {
		p.pos++
	}
	if d, ok := p.leadUp(); ok {
		return d, true
	}
	prep := p.periodWord()
	if d, ok := p.thatTime(prep, start); ok {
		return d, true
	}
	p.try(func() bool { // "in the two years 2009-2010"
		_, counts := p.number()
		return counts && p.is("unit") && p.ahead(func() bool { _, ok := p.year(); return ok })
	})
	p.skip()
	first, ok := p.date()
	if !ok && (prep == "start" || prep == "end") {
		first, ok = p.yearNamed()
	}
	if !ok {
		p.pos = start
		return nil, false
	}
	if prep == "start" || prep == "end" { // "at the end of 2009" is its last day
		if first.year == 0 || first.day > 0 {
			p.pos = start
			return nil, false
		}
		first = first.edge(prep == "end")
		p.edge = first.from()
		return &study.Period{From: p.edge, To: p.edge}, true
	}
	if r, ok := p.dateRange(first, prep); ok {
		return r, true
	}
	if first.year == 0 || p.yearsListed(first) {
		p.pos = start
		return nil, false
	}
	return p.openPeriod(first, prep, start)
}

// leadUp reads "in the 12 months before 2010-01-01", "within 90 days after 1 March 2009".
func (p *parser) leadUp() (*study.Period, bool) {
	start := p.pos
	if p.is("in") || p.is("within") {
		p.is("lastword")
		p.is("nextword")
		if d, ok := p.duration(); ok {
			before := p.is("before")
			if before || p.is("after") || p.is("from") {
				if s, ok := p.date(); ok && s.year > 0 && s.day > 0 {
					p.toldByPeriod(start, p.pos)
					from, to := s.from(), shiftDate(s.from(), -1)
					if before {
						return &study.Period{From: movedDate(from, *negative(d)), To: to}, true
					}
					return &study.Period{From: from, To: movedDate(from, d)}, true
				}
			}
		}
	}
	p.pos = start
	return nil, false
}

// periodWord consumes the preposition of a period and returns its meaning.
func (p *parser) periodWord() string {
	ph, n := p.longest(p.pos, "period")
	if n == 0 {
		return ""
	}
	p.mark(p.pos, p.pos+n, "period")
	p.pos += n
	return ph.value
}

// dateRange reads the other end: "to 30 June 2009", "and 2009", "-2009".
func (p *parser) dateRange(first span, prep string) (*study.Period, bool) {
	start := p.pos
	if !slices.Contains([]string{"to", "and", "or", "-", "through", "until", "till", "thru", "–", "up"}, p.at(0)) ||
		(p.at(0) == "and" || p.at(0) == "or") && prep != "in" {
		return nil, false
	}
	joint := p.at(0)
	p.take()
	if joint == "up" && !p.word("to", "until", "till", "through") {
		p.pos = start
		return nil, false
	}
	p.word("including")
	p.try(func() bool { return p.word("end") && p.word("of") })
	last, ok := p.date()
	if !ok || last.year == 0 {
		p.pos = start
		return nil, false
	}
	if first.year == 0 {
		first.year = last.year
	}
	if joint == "and" && first.day == 0 && first.month == 0 && last.year != first.year+1 && !p.between(start) {
		p.pos = start // "in 2008 and 2010" are two years, not three
		return nil, false
	}
	if joint == "and" && !p.between(start) && !adjoins(first, last) || first.day > 0 && last.day == 0 && p.on(start) {
		p.pos = start // "on 1 July 2008 and 1 July 2009", "in March and June 2009", "on 1 July of 2008 to 2010"
		return nil, false
	}
	if first.from() > last.to() || joint == "or" && (first.month+last.month > 0 || last.year != first.year+1) {
		p.pos = start
		return nil, false
	}
	p.word("inclusive", "period")
	if joint == "and" && first.month == 0 && last.month == 0 && last.year == first.year+1 && !p.between(start) {
		p.twoYears = append(p.twoYears, first.from()[:4])
	}
	return &study.Period{From: first.from(), To: last.to()}, true
}

// adjoins reports whether a stretch of time begins where another ends: April behind March. Of two days each is one, and
// "December 2008 and 2009" is December twice.
func adjoins(first, last span) bool {
	return first.day == 0 && last.day == 0 && (first.month == 0 || last.month > 0) &&
		last.from() == shiftDate(first.to(), 1)
}

// on reports whether "on" stands before the date that ends before token i.
func (p *parser) on(i int) bool {
	for k := i - 1; k >= 0 && k >= i-6; k-- {
		if p.toks[k].low == "on" {
			return true
		}
	}
	return false
}

// between reports whether the range that ends before token i began with "between" or "from".
func (p *parser) between(i int) bool {
	for k := i - 1; k >= 0 && k >= i-6; k-- {
		if w := p.toks[k].low; w == "between" || w == "from" {
			return true
		}
	}
	return false
}

func (p *parser) openPeriod(s span, prep string, start int) (*study.Period, bool) {
	later := p.match([]string{"or", "later"}, p.pos) + p.match([]string{"or", "after"},
		p.pos) + p.match([]string{"and", "later"}, p.pos) + p.match([]string{"and", "after"}, p.pos)
	earlier := p.match([]string{"or", "earlier"}, p.pos) + p.match([]string{"or", "before"},
		p.pos) + p.match([]string{"and", "earlier"}, p.pos)
	onward := p.at(0) == "onwards" || p.at(0) == "onward" || p.at(0) == "forward" || prep == "from" && p.at(0) == "on"
	switch {
	case onward:
		p.take()
		return &study.Period{From: s.from()}, true
	case later > 0 && prep != "before":
		p.mark(p.pos, p.pos+later, "period")
		p.pos += later
		return &study.Period{From: s.from()}, true
	case earlier > 0 && prep != "after":
		p.mark(p.pos, p.pos+earlier, "period")
		p.pos += earlier
		return &study.Period{To: s.to()}, true
	}
	switch prep {
	case "as of":
		p.asOf = true
	case "since", "from":
		return &study.Period{From: s.from()}, true
	case "until":
		return &study.Period{To: s.to()}, true
	case "before":
		return &study.Period{To: shiftDate(s.from(), -1)}, true
	case "after":
		return &study.Period{From: shiftDate(s.to(), 1)}, true
	}
	return &study.Period{From: s.from(), To: s.to()}, true
}

func shiftDate(iso string, days int) string {
	d, err := time.Parse(time.DateOnly, iso)
	if err != nil {
		return iso
	}
	return d.AddDate(0, 0, days).Format(time.DateOnly)
}
