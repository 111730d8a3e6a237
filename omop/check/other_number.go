package check

import (
	"slices"
	"strconv"
	"strings"

	"github.com/askomop/askomop/omop/sqltree"
)

// judgeAskedNumbers reports a year, or a number of days, months or years, of the question that the statement has not,
// where it has another of the kind.
func (p *pass) judgeAskedNumbers() {
	held := p.numbers()
	years := map[int]bool{}
	for n := range held {
		if namesYear(n) {
			years[n] = true
		}
	}
	w := p.question.words
	p.judgeAskedScale(held)
	for i, word := range w {
		n, ok := asNumber(word)
		switch {
		case !ok:
		case namesYear(n) && len(word) == 4:
			if len(years) > 0 && !years[n] && !years[n-1] && !years[n+1] {
				p.report(p.main(), "the question names %d, and this looks at other years", n)
				return
			}
		case i+1 < len(w) && daysIn[w[i+1]] > 0 && n > 1 && !p.asks("per "+word):
			if p.hasWindow() && !held.holdsTime(n, daysIn[w[i+1]]) {
				p.report(p.main(), "the question names %d %s, and this looks at another time", n, w[i+1])
				return
			}
		}
	}
}

// judgeAskedScale reports a rate whose "per 1000" or person-years the statement does not compute.
func (p *pass) judgeAskedScale(held numberSet) {
	for _, n := range []int{100000, 10000, 1000, 100} {
		text := strconv.Itoa(n)
		spaced := text
		if n >= 10000 {
			spaced = text[:len(text)-3] + " 000"
		}
		if p.asks("per "+text, "per "+spaced) && !held[n] && !p.multipliesTo(n, held) {
			p.report(p.main(), "the question is per %d, and nothing here multiplies by it", n)
			return
		}
	}
	day := slices.ContainsFunc(p.Calls, func(f *sqltree.Func) bool {
		unit := ""
		if isDateDiff(f) {
			if c, ok := f.Args[0].(*sqltree.Constant); ok {
				unit = strings.ToLower(c.Text)
			}
		}
		d, ok := p.difference(f)
		return ok && isPeriodEnd(p.Origins(d.first)) && (unit == "" || unit == "day" || unit == "days")
	})
	if p.asks("person years", "patient years") && day && !held[365] && !held[366] && !held[36525] && !held[1461] &&
		!held[3652] && !held[12] {
		p.report(p.main(), "the question is per person-years, and these are days: divide by 365.25")
	}
}

func isPeriodEnd(list []origin) bool {
	return all(list, func(o origin) bool { return isPeriod(o) || hasDate(o) })
}

// multipliesTo reports whether two numbers of the statement give a third, as 100.0 * 10.
func (p *pass) multipliesTo(n int, held numberSet) bool {
	for m := range held {
		if m > 1 && n%m == 0 && held[n/m] {
			return true
		}
	}
	return false
}

// daysIn are the days of a unit of time as questions name it.
var daysIn = map[string]int{"day": 1, "days": 1, "week": 7, "weeks": 7, "month": 30, "months": 30, "year": 365,
	"years": 365, "hours": -1}

var numberWords = map[string]int{"two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8,
	"nine": 9, "ten": 10, "twelve": 12}

func asNumber(word string) (int, bool) {
	if n, ok := numberWords[word]; ok {
		return n, true
	}
	n, err := strconv.Atoi(word)
	return n, err == nil && n >= 0
}

func namesYear(n int) bool { return n >= 1900 && n < 2100 }

// numberSet holds the numbers that a statement writes.
type numberSet map[int]bool

// holdsTime reports whether a length of time is written, in its own unit or another, a day more or less.
func (h numberSet) holdsTime(n, days int) bool {
	for _, m := range []int{n, n - 1, n + 1, n * days, n*days - 1, n*days + 1, n * 365 / 12, n * 366 / 12, n*365/12 + 1,
		n * 12, n * days / 30, n * days / 365, n * 30, n * 31} {
		if m > 0 && h[m] {
			return true
		}
	}
	return days >= 365 && h[n*36525/100] || days == 1 && (h[n/7] || h[n/30] || h[n/365] && n >= 365)
}

// numbers lists the whole numbers of the statement: of constants, of dates their years, of intervals.
func (p *pass) numbers() numberSet {
	out := numberSet{}
	text := func(s string) {
		for _, part := range strings.FieldsFunc(s, func(r rune) bool { return r < '0' || r > '9' }) {
			if n, err := strconv.Atoi(part); err == nil {
				out[n] = true
			}
		}
	}
	sqltree.Walk(p.Tree, func(n sqltree.Node) bool {
		switch n := n.(type) {
		case *sqltree.Constant:
			text(n.Text)
		case *sqltree.Interval:
			text(n.Value)
		case *sqltree.Placeholder:
			return false
		}
		return true
	})
	return out
}

// hasWindow reports whether a condition bounds the days between two dates by a number.
func (p *pass) hasWindow() bool {
	return slices.ContainsFunc(p.bounds,
		func(b bound) bool { return b.fixed && (b.days > 1 || b.days < -1) && b.test.clause.chooses() })
}

// judgeAskedBounds reports > where the question says "at least", >= where it says "more than", and so on.
func (p *pass) judgeAskedBounds() {
	held := p.numbers()
	for _, q := range p.askedBounds() {
		if q.n > 1 && q.n < 150 && !held[q.n] && !held[q.n-1] && !held[q.n+1] && p.comparesAnother(q.n) {
			p.report(p.main(), "the question says %s %d, and nothing here compares with it", q.phrase, q.n)
			continue
		}
		right, wrong := false, sqltree.Node(nil)
		for _, t := range p.tests {
			c, ok := t.expr.(*sqltree.Compare)
			if !ok || t.not {
				if p.boundsBetween(t, float64(q.n)) {
					right = true
				}
				continue
			}
			op, with := c.Op, c.Right
			if isConstant(c.Left) {
				op, with = flipped(op), c.Left
			}
			n, ok := number(with)
			switch {
			case !ok || !slices.Contains([]string{"<", "<=", ">", ">=", "="}, op):
			case n == float64(q.n) && op == q.wrong && !p.isDateBound(t):
				wrong = c
			case n == float64(q.n) || n == float64(q.n+1) || n == float64(q.n-1):
				right = true
			}
		}
		if wrong != nil && !right {
			p.report(wrong, "the question says %s %d: write %s", q.phrase, q.n, q.right)
		}
	}
}

// comparesAnother reports whether the statement compares an age or a count with other numbers.
func (p *pass) comparesAnother(n int) bool {
	return slices.ContainsFunc(p.tests, func(t *test) bool {
		c, ok := t.expr.(*sqltree.Compare)
		if !ok || c.Op == "=" || c.Op == "<>" || len(p.boundsOf(c)) > 0 {
			return false
		}
		m, ok := number(c.Right)
		return ok && m > 1 && m < 150 && m != float64(n)
	})
}

// isDateBound reports whether a condition bounds a distance of dates, of which questions speak loosely.
func (p *pass) isDateBound(t *test) bool { return len(p.boundsOf(t.expr)) > 0 }

// askedBound is a bound that the question says in words.
type askedBound struct {
	phrase       string
	n            int
	right, wrong string // operators
}

// askedBounds reads "at least 2", "older than 65", "65 or older", "under 18" and their like.
func (p *pass) askedBounds() []askedBound {
	ahead := []struct{ phrase, right, wrong string }{
		{"exactly", "=", ">="}, {"at least", ">=", ">"}, {"no less than", ">=", ">"}, {"minimum of", ">=", ">"},
		{"more than", ">", ">="}, {"older than", ">", ">="}, {"greater than", ">", ">="}, {"higher than", ">", ">="},
		{"exceeding", ">", ">="}, {"above", ">", ">="},
		{"fewer than", "<", "<="}, {"less than", "<", "<="}, {"younger than", "<", "<="}, {"lower than", "<", "<="},
		{"below", "<", "<="}, {"under", "<", "<="},
		{"at most", "<=", "<"}, {"no more than", "<=", "<"}, {"up to", "<=", "<"},
	}
	behind := []struct{ phrase, right, wrong string }{
		{"or more", ">=", ">"}, {"or older", ">=", ">"}, {"and older", ">=", ">"}, {"and over", ">=", ">"},
		{"or over", ">=", ">"}, {"years or older", ">=", ">"}, {"years and older", ">=", ">"}, {"or above", ">=", ">"}, {"and above", ">=", ">"},
		{"or fewer", "<=", "<"}, {"or less", "<=", "<"}, {"or younger", "<=", "<"}, {"and younger", "<=", "<"},
	}
	var out []askedBound
	w := p.question.words
	follows := func(at int, phrase string) bool {
		f := strings.Fields(phrase)
		return at >= 0 && at+len(f) <= len(w) && slices.Equal(w[at:at+len(f)], f)
	}
	for i, word := range w {
		n, ok := asNumber(word)
		if !ok || i+1 < len(w) && daysIn[w[i+1]] > 0 && daysIn[w[i+1]] < 365 { // of days, questions speak loosely
			continue
		}
		for _, b := range ahead {
			at := i - len(strings.Fields(b.phrase))
			if follows(at, b.phrase) && !(b.phrase == "more than" && i >= 3 && w[i-3] == "no") &&
				!closesNumber(w[:max(at, 0)]) {
				out = append(out, askedBound{b.phrase, n, b.right, b.wrong})
			}
		}
		for _, b := range behind {
			if follows(i+1, b.phrase) {
				out = append(out, askedBound{b.phrase, n, b.right, b.wrong})
			}
		}
	}
	return out
}

// closesNumber reports whether words end in a number and "or" or "and", so that what follows is of that number: "90 or
// above, 60 to 89". In "below 30 or above 60" it is of the next, for the first has its own.
func closesNumber(w []string) bool {
	n := len(w)
	if n < 2 || w[n-1] != "or" && w[n-1] != "and" {
		return false
	}
	_, ok := asNumber(w[n-2])
	bound := []string{"than", "below", "under", "above", "over", "exceeding", "least", "most"}
	return ok && (n < 3 || !slices.Contains(bound, w[n-3]))
}
