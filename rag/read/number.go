package read

import (
	"slices"
	"strings"

	"github.com/askomop/askomop/omop/study"
)

// numberWords are number words up to ninety; hundred and thousand multiply what stands before them.
var numberWords = map[string]float64{"zero": 0, "one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6,
	"seven": 7, "eight": 8, "nine": 9,
	"ten": 10, "eleven": 11, "twelve": 12, "thirteen": 13, "fourteen": 14, "fifteen": 15, "sixteen": 16,
	"seventeen": 17, "eighteen": 18,
	"nineteen": 19, "twenty": 20, "thirty": 30, "forty": 40, "fifty": 50, "sixty": 60, "seventy": 70, "eighty": 80,
	"ninety": 90, "dozen": 12}

// number consumes a number in digits or in words: "90", "1,000", "two hundred and fifty", "twenty-five".
func (p *parser) number() (float64, bool) {
	start := p.pos
	p.skip()
	if p.pos < len(p.toks) && p.toks[p.pos].isNum {
		v := p.toks[p.pos].num
		p.mark(p.pos, p.pos+1, "number")
		p.pos++
		if p.at(0) == "million" {
			v *= 1e6
			p.take()
		} else if p.at(0) == "thousand" {
			v *= 1e3
			p.take()
		}
		return v, true
	}
	total, part, any := 0.0, 0.0, false
	at := p.pos
	for ; p.pos < len(p.toks); p.pos++ {
		w := p.toks[p.pos].low
		v, isDigit := numberWords[w]
		switch {
		case isDigit:
			part += v
		case w == "hundred" && (any || p.pos == at):
			part = max(part, 1) * 100
		case w == "thousand" && (any || p.pos == at):
			total, part = total+max(part, 1)*1000, 0
		case w == "and" && any && part >= 100 && numberWords[p.at(1)] > 0:
			continue
		default:
			w = ""
		}
		if w == "" {
			break
		}
		any = true
	}
	if !any {
		p.pos = start
		return 0, false
	}
	p.mark(at, p.pos, "number")
	return total + part, true
}

// comparison consumes a number with its comparator: "at least 3", "3 or more", "between 3 and 5", "> 7",
// "exactly one". between names what may
// stand between the number and what follows it ("65 years or older"). bare tells whether no comparator stood there.
func (p *parser) comparison(between ...category) (r study.Range, bare, ok bool) {
	start := p.pos
	op, prefixed := p.lex("cmp")
	if !prefixed && p.is("between") {
		if a, ok := p.number(); ok {
			if len(between) > 0 {
				p.is(between...)
			}
			if p.is("rangeto") {
				if b, ok := p.number(); ok && a <= b {
					return study.Range{Min: &a, Max: &b}, false, true
				}
			}
		}
		p.pos = start
		return r, false, false
	}
	n, ok := p.number()
	if !ok {
		p.pos = start
		return r, false, false
	}
	if !prefixed {
		if r, ok := p.upperEnd(n); ok {
			return r, false, true
		}
		for i := range 2 { // "65 or older", "65 years or older"
			mid := p.pos
			if i == 1 && (len(between) == 0 || !p.is(between...)) {
				break
			}
			if after, ok := p.lex("cmpafter"); ok {
				if i == 1 { // the unit is read by the caller: step back over it
					return compared(after, n), false, true
				}
				return compared(after, n), false, true
			}
			p.pos = mid
		}
		return study.Range{Min: &n, Max: &n}, true, true
	}
	return compared(op, n), false, true
}

// upperEnd reads "65 to 74", "65-74" and "30 to under 60" behind the first number.
func (p *parser) upperEnd(n float64) (study.Range, bool) {
	start := p.pos
	if slices.Contains([]string{"to", "-", "through"}, p.at(0)) && p.take() {
		below := p.try(func() bool { op, ok := p.lex("cmp"); return ok && op == "lt" })
		if m, ok := p.number(); ok && (n < m || n == m && !below) {
			return study.Range{Min: &n, Max: &m, MaxOpen: below}, true
		}
	}
	p.pos = start
	return study.Range{}, false
}

func compared(op string, n float64) study.Range {
	switch op {
	case "ge":
		return study.Range{Min: &n}
	case "gt":
		return study.Range{Min: &n, MinOpen: true}
	case "le":
		return study.Range{Max: &n}
	case "lt":
		return study.Range{Max: &n, MaxOpen: true}
	}
	return study.Range{Min: &n, Max: &n}
}

// duration consumes "90 days", "a year", "six months" and returns it as an offset after a date; weeks are days.
func (p *parser) duration() (study.Offset, bool) {
	start := p.pos
	if p.at(0) == "half" && p.try(func() bool { p.take(); p.skip(); return p.word("year") }) {
		return study.Offset{Months: 6}, true
	}
	n, ok := p.number()
	if !ok {
		n = 1
	}
	p.try(func() bool { return p.word("full", "whole", "complete", "entire") && p.sees("unit") })
	if unit, isUnit := p.lex("unit"); isUnit && n == float64(int(n)) && n >= 0 {
		if !ok && p.spansVaguely() {
			p.pos = start
			return study.Offset{}, false
		}
		if o, ok := offset(unit, int(n)); ok {
			p.try(func() bool {
				return p.word("period", "window", "interval", "span") && p.sees("after", "before", "from")
			})
			return o, true
		}
	}
	p.pos = start
	return study.Offset{}, false
}

// spansVaguely reports whether the unit just read is of no number: "within days of a stroke", "in the years after it";
// in "a stay in days of patients" it is the one in which the length is told.
func (p *parser) spansVaguely() bool {
	return strings.HasSuffix(p.toks[p.pos-1].low, "s")
}

func offset(unit string, n int) (study.Offset, bool) {
	switch unit {
	case "day":
		return study.Offset{Days: n}, true
	case "hour": // dates have no time of the day
		return study.Offset{Days: n / 24}, n > 0 && n%24 == 0
	case "week":
		return study.Offset{Days: 7 * n}, true
	case "month":
		return study.Offset{Months: n}, true
	case "year":
		return study.Offset{Years: n}, true
	}
	return study.Offset{}, false
}

func negative(o study.Offset) *study.Offset {
	return &study.Offset{Days: -o.Days, Months: -o.Months, Years: -o.Years}
}

// shifted is the offset moved by days.
func shifted(o study.Offset, days int) *study.Offset {
	o.Days += days
	return &o
}
