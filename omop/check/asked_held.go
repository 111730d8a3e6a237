package check

import (
	"math"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode"

	"github.com/askomop/askomop/omop/sqltree"
	"github.com/askomop/askomop/omop/units"
)

// heldNumbers are the numbers that a statement writes, those of its dates as years; no numbers within labels.
type heldNumbers struct {
	all   map[float64]bool
	years map[int]bool // with those at whose turn a date lies: 2009 of '2010-01-01' and of '2008-12-31'
	exact map[int]bool // without them
}

func (p *pass) held() heldNumbers {
	h := heldNumbers{map[float64]bool{}, map[int]bool{}, map[int]bool{}}
	idle := p.listsOfExists()
	sqltree.Walk(p.Tree, func(n sqltree.Node) bool {
		switch n := n.(type) {
		case *sqltree.Placeholder:
			return false
		case *sqltree.Item:
			return !idle[n]
		case *sqltree.Interval:
			first, _, _ := strings.Cut(strings.TrimSpace(n.Value), " ")
			h.add(first)
		case *sqltree.Constant:
			h.add(n.Text)
			sqltree.Inspect(n.From, func(e sqltree.Expr) {
				if c, ok := e.(*sqltree.Constant); ok {
					h.add(c.Text)
				}
			})
		case *sqltree.Compare:
			p.addSolved(h, n)
		}
		return true
	})
	return h
}

// addSolved adds the number with which a comparison would hold a value that is subtracted from a constant:
// 2010 - year_of_birth >= 81 says year_of_birth <= 1929.
func (p *pass) addSolved(h heldNumbers, c *sqltree.Compare) {
	for _, side := range [][2]sqltree.Expr{{c.Left, c.Right}, {c.Right, c.Left}} {
		f, ok := p.Follow(sqltree.Bare(side[0])).(*sqltree.Func)
		n, number1 := number(side[1])
		if !ok || !number1 || len(f.Args) != 2 {
			continue
		}
		m, number0 := number(f.Args[0])
		switch {
		case number0 && f.Name == "-":
			h.add(strconv.FormatFloat(m-n, 'f', -1, 64))
		case f.Name == "+" && number0:
			h.add(strconv.FormatFloat(n-m, 'f', -1, 64))
		case f.Name == "+" || f.Name == "-":
			if m, ok := number(f.Args[1]); ok {
				h.add(strconv.FormatFloat(n+map[string]float64{"+": -m, "-": m}[f.Name], 'f', -1, 64))
			}
		}
	}
}

// listsOfExists are what EXISTS selects, which says nothing: SELECT 1.
func (p *pass) listsOfExists() map[*sqltree.Item]bool {
	out := map[*sqltree.Item]bool{}
	for _, s := range p.Scopes {
		if s.Role == sqltree.RoleExists {
			for _, i := range s.Tree.List {
				out[i] = true
			}
		}
	}
	return out
}

// add takes a number, a date or an interval that is written as a text.
func (h heldNumbers) add(text string) {
	if len(text) >= len(time.DateOnly) {
		if day, err := time.Parse(time.DateOnly, text[:len(time.DateOnly)]); err == nil {
			h.exact[day.Year()] = true
			for _, off := range []int{-1, 0, 1} {
				h.years[day.AddDate(0, 0, off).Year()] = true
			}
			return
		}
	}
	text, _, _ = strings.Cut(text, "\\") // of a pattern, what it begins with
	first, _, _ := strings.Cut(strings.Trim(text, " %_.^$*"), " ")
	if n, err := strconv.ParseFloat(first, 64); err == nil {
		h.all[n], h.all[math.Abs(n)] = true, true // from -90 to 0 days is within 90 days
		if namesYear(int(n)) {
			h.years[int(n)], h.exact[int(n)] = true, true
		}
	}
}

// limits reports whether a number is held as the limit that an operator makes of it: "more than 3" is >= 4, too.
func (h heldNumbers) limits(op string, n float64) bool {
	switch op {
	case ">", "<=":
		return h.all[n] || h.all[n+1]
	case "<", ">=":
		return h.all[n] || h.all[n-1]
	case "=":
		return h.all[n]
	}
	return h.all[n] || h.all[n-1] || h.all[n+1]
}

// product reports whether two of the numbers give a third, as 100.0 * 10.
func (h heldNumbers) product(n float64) bool {
	for m := range h.all {
		if m > 1 && h.all[n/m] {
			return true
		}
	}
	return false
}

// lasts reports whether a length of time is held, in its own unit or another, a day more or less.
func (h heldNumbers) lasts(n, days float64) bool {
	for m := range h.all {
		for _, per := range []float64{1.0 / 24, 1, 7, 30, 30.4375, 31, 91, 365, 365.25, 366} {
			if m > 0 && math.Abs(m*per-n*days) <= max(1, n*days/50) {
				return true
			}
		}
	}
	return h.all[n]
}

// writes reports whether so many days are held as a number of days, a few more or less.
func (h heldNumbers) writes(days float64) bool {
	for m := range h.all {
		if m > 1 && math.Abs(m-days) <= max(1, days/50) {
			return true
		}
	}
	return false
}

// traces reports whether a number of the question is held, as its kind can be written.
func (h heldNumbers) traces(l Limit, n float64) bool {
	switch l.Kind {
	case limitAge: // a year of birth stands for an age
		for y := range h.years {
			for x := range h.years {
				if math.Abs(float64(y-x)-n) <= 1 {
					return true
				}
			}
		}
		return h.limits(l.Op, n) || h.all[n*10000] // of dates as numbers: 20100301 - 19450301
	case limitYear, limitBirthYear:
		y := int(n)
		if l.Op == "=" && h.years[y-1] && h.years[y+1] { // "2008, 2009 and 2010" is BETWEEN 2008 AND 2010
			return true
		}
		return h.years[y] || l.Op != "=" && (h.years[y-1] || h.years[y+1]) || l.Kind == limitBirthYear && h.all[n-1900]
	case limitDuration:
		return h.lasts(n, float64(daysIn[l.Unit]))
	case limitNumber:
		return h.limits(l.Op, n) || h.all[n/100] || h.all[100*n] || h.all[1000*n] || h.all[365.25*n] ||
			h.all[365*n] || h.all[1-n/100] || h.product(n) || h.all[10000*n] // of dates as numbers: "had reached 65"
	}
	return h.limits("", n)
}

// isDayOfMonth reports whether a number stands beside the name of a month wherever the question writes it: "1 January
// to 30 June" names two days, and no number.
func (p *pass) isDayOfMonth(number string) bool {
	w, days := p.question.words, 0
	month := func(at int) bool { return at >= 0 && at < len(w) && slices.Contains(months, w[at]) }
	upTo := func(at int) bool { // "25 to 31 December"
		return at+1 < len(w) && slices.Contains([]string{"to", "until", "till", "through", "and"}, w[at])
	}
	for i, word := range w {
		if word != number {
			continue
		}
		if !month(i-1) && !month(i+1) && !(upTo(i+1) && month(i+3)) {
			return false
		}
		days++
	}
	return days > 0
}

// judgeTraceOf reports a number of the question that the statement has in no form.
func (p *pass) judgeTraceOf(l Limit, h heldNumbers) {
	years := len(h.years) > 0
	if l.Kind == limitNumber && p.wordsFor("numbers of parts of time") {
		return // "in which month (1 to 12)"
	}
	for _, v := range l.Values {
		n, err := strconv.ParseFloat(v, 64)
		if err != nil || h.traces(l, n) || p.bornThen(l, n, h) || p.isAgeThen(int(n), h) || p.countsSchema(int(n)) ||
			p.isPartOfName(v) || p.endsBand(v, h) || n <= 1 || l.Kind == limitNumber && p.isDayOfMonth(v) ||
			n == 2 && (p.comparesEnds() || p.asks("counting twice", "counted twice", "count twice", "counts twice")) ||
			l.Kind == limitNumber && p.readsSoOften(int(n)) {
			continue
		}
		switch {
		case l.Kind == limitYear && (!years || p.seesToday()), // another judge's: no time is chosen at all
			l.Kind == limitNumber && (l.Unit != "" && p.readsUnits() || p.convertsNumber(v, n, h)),
			l.Kind == limitDuration && (h.years != nil && years && p.hasNoSpan() || p.seesToday()),
			l.Kind == limitNumber && p.isConcept(int64(n)), p.writesParameters(), p.listsAll(int(n)):
			continue
		}
		p.report(p.main(), "the question names %s, and it does not stand here", strings.TrimSpace(v+" "+l.Unit))
		return
	}
}

// convertsNumber reports whether a number of the question is held in another unit: 68.04 kg for 150 pounds.
func (p *pass) convertsNumber(text string, n float64, h heldNumbers) bool {
	from := p.unitBehind(text)
	for _, to := range []string{"kg", "g", "[lb_av]", "cm", "m", "[in_i]", "[ft_i]", "Cel", "[degF]"} {
		by, err := units.Convert(from, to, "")
		if from == "" || from == to || err != nil {
			continue
		}
		want := n*by.Factor + by.Offset
		for m := range h.all {
			if math.Abs(m-want) < math.Abs(want)/200 {
				return true
			}
		}
	}
	return false
}

// isPartOfName reports whether a number stands only within a name or a code in the question: ICD-9, omega-3, I10,
// E11.9, and the 10 of "ICD 10".
func (p *pass) isPartOfName(number string) bool {
	found := false
	for i := 0; ; {
		at := strings.Index(p.asked[i:], number)
		if at < 0 {
			return found
		}
		at += i
		i = at + len(number)
		if at > 0 && isDigit(p.asked[at-1]) || i < len(p.asked) && isDigit(p.asked[i]) {
			continue // of a longer number
		}
		before := p.asked[:at]
		word := before[strings.LastIndexAny(before, " ,;:(/\"'")+1:]
		rest := strings.Fields(before[:len(before)-len(word)])
		coded := len(rest) > 0 && word == "" && isWordFor("a system of codes", strings.ToLower(rest[len(rest)-1]))
		if !coded && !strings.ContainsFunc(word, unicode.IsLetter) {
			return false
		}
		found = true
	}
}

// endsBand reports whether a number is an end of one of the question's bands, whose width is held: 19 of
// "0-9, 10-19, …" where the age is divided by 10.
func (p *pass) endsBand(number string, h heldNumbers) bool {
	if p.isListedBand(number, h) {
		return true
	}
	parts := strings.FieldsFunc(p.asked, func(r rune) bool { return r != '-' && r != '–' && (r < '0' || r > '9') })
	return slices.ContainsFunc(parts, func(part string) bool {
		from, to, ok := strings.Cut(strings.ReplaceAll(part, "–", "-"), "-")
		low, err1 := strconv.Atoi(from)
		high, err2 := strconv.Atoi(to)
		return ok && err1 == nil && err2 == nil && (from == number || to == number) && h.all[float64(high-low+1)]
	})
}

// isListedBand reports whether a number is one of a list of bands that goes on, whose width is held: "bands 30, 40, …".
func (p *pass) isListedBand(number string, h heldNumbers) bool {
	n, err := strconv.Atoi(number)
	if err != nil || !p.asks("band", "bands", "decade", "decades", "age group", "age groups", "groups") ||
		!strings.Contains(p.asked, "…") && !strings.Contains(p.asked, "...") && !p.asks("and so on", "etc") {
		return false
	}
	var listed []int
	for _, w := range p.question.words {
		if m, ok := asNumber(w); ok && !namesYear(m) && m >= 0 {
			listed = append(listed, m)
		}
	}
	return slices.ContainsFunc(listed, func(m int) bool {
		width := max(m-n, n-m)
		return width > 1 && slices.Contains(listed, n) && n%width == 0 && h.all[float64(width)]
	})
}

// bornThen reports whether a year of birth that is held is what an age of the question leaves of a year of the
// question.
//
// Example: of "older than 70 in 2010", year_of_birth < 1940 has both numbers.
func (p *pass) bornThen(l Limit, n float64, h heldNumbers) bool {
	other := map[string]string{limitAge: limitYear, limitYear: limitAge}[l.Kind]
	for _, o := range p.meaning.Limits {
		for _, v := range o.Values {
			m, err := strconv.ParseFloat(v, 64)
			if o.Kind != other || other == "" || err != nil {
				continue
			}
			if h.bornAt(n, m) {
				return true
			}
		}
	}
	return n < 120 && l.Kind != limitYear && slices.ContainsFunc(p.Bases, func(r *relation) bool {
		return p.Mentions(r, "birth_datetime", "year_of_birth")
	}) && slices.ContainsFunc(p.question.words, func(word string) bool { // of "80 or older on 31 December 2010"
		year, err := strconv.ParseFloat(word, 64)
		return err == nil && len(word) == 4 && h.bornAt(n, year)
	})
}

// bornAt reports whether a year of birth stands in the statement that makes an age in a year.
func (h heldNumbers) bornAt(age, year float64) bool {
	for born := range h.years {
		if math.Abs(max(age, year)-min(age, year)-float64(born)) <= 1 {
			return true
		}
	}
	return false
}

// listsAll reports whether a number only says how many things the question lists: "all three".
func (p *pass) listsAll(n int) bool {
	names := []string{strconv.Itoa(n)}
	for word, m := range numberWords {
		if m == n {
			names = append(names, word)
		}
	}
	return slices.ContainsFunc(names, func(name string) bool {
		return p.asks("all "+name, "these "+name)
	})
}

// comparesEnds reports whether the smallest of something is compared with the largest: of at least two they differ.
func (p *pass) comparesEnds() bool {
	return slices.ContainsFunc(p.tests, func(t *test) bool {
		c, ok := t.expr.(*sqltree.Compare)
		if !ok {
			return false
		}
		a, isA := sqltree.Bare(c.Left).(*sqltree.Func)
		b, isB := sqltree.Bare(c.Right).(*sqltree.Func)
		return isA && isB && (a.Name == "min" && b.Name == "max" || a.Name == "max" && b.Name == "min")
	})
}

// isConcept reports whether a number is the id of a concept: "sex concept 8507".
func (p *pass) isConcept(n int64) bool {
	if p.opt.Vocabulary == nil || n < 1000 {
		return false
	}
	_, known, err := p.opt.Vocabulary.Concept(p.ctx, n)
	return known && err == nil
}

// readsSoOften reports whether a table is read so many times: two records of a person can be two relations.
func (p *pass) readsSoOften(n int) bool {
	times := map[string]int{}
	for _, s := range p.Scopes { // a CTE that is joined to itself
		for _, r := range s.Relations {
			other := func(o *relation) bool { return o != r && o.Inner != nil && readsResult(r, o.Inner) }
			if n == 2 && r.Inner != nil && slices.ContainsFunc(s.Relations, other) {
				return true
			}
		}
	}
	for _, r := range p.Bases {
		times[r.Table.Name]++
		if times[r.Table.Name] >= n {
			return true
		}
	}
	return n == 2 && p.looksAlong()
}

// hasNoSpan reports whether times are only named by dates: 90 days from a day that is named can be written as a date.
func (p *pass) hasNoSpan() bool { return len(p.bounds) == 0 }

func (p *pass) readsUnits() bool {
	return slices.ContainsFunc(p.Bases, func(r *relation) bool {
		return p.Mentions(r, "unit_concept_id", "unit_source_value", "range_high", "range_low")
	})
}

// writesParameters reports whether values are left open.
func (p *pass) writesParameters() bool {
	return strings.Contains(p.Tree.Text, "$") || strings.Contains(p.Tree.Text, "parameter.")
}
