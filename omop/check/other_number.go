package check

import (
	"slices"
	"strconv"
	"strings"

	"github.com/askomop/askomop/omop/sqltree"
)

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

// lengths lists the whole numbers of the statement that are no part of a date.
func (p *pass) lengths() numberSet {
	out := numberSet{}
	add := func(s string) {
		s, _, _ = strings.Cut(s, ".")
		if n, err := strconv.Atoi(s); err == nil {
			out[n] = true
		}
	}
	sqltree.Walk(p.Tree, func(n sqltree.Node) bool {
		switch n := n.(type) {
		case *sqltree.Constant:
			add(n.Text)
		case *sqltree.Interval:
			first, _, _ := strings.Cut(strings.TrimSpace(n.Value), " ")
			add(first)
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
