package mask

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/askomop/askomop/internal/tsv"
	"github.com/askomop/askomop/rag"
)

// A pattern recognises a constraint in a run of words. Its elements are separated by blanks:
//
//	older|elder   one of these words
//	years?        the word, or nothing (with | too: years|yrs?)
//	{n}           a number, in digits or in words
//	{y}           a year, 1900 to 2099
//	{u}           a unit of time: day, week, month, year
//	{d}           a date as 2009-12-31
//	{M}           a month of a year; its first and last day are two values
//	{D}           a decade, 1990s; its first and last year are two values
//	{m}           a unit of measurement of the lexicon, of one or more words: mg/dl, percent
//	<person       looks back: the word before is a person, a sex, a race or an age
//	<CLASS        looks back: the item before is of this class (a lexicon token, an entity's domain or a constraint's kind)
//	~CLASS        looks ahead: the next word is of this lexicon token
type pattern struct {
	kind   rag.Kind
	op     string
	values []string // "{n}" and "{y}" stand for what was captured, in order
	elems  []element
}

type element struct {
	words    []string
	capture  byte // 'n', 'y', 'u' or 0
	optional bool
	back     string
	ahead    string
}

// parsePatterns reads the table of constraints: kind, op, values and pattern, parted by tabs.
func parsePatterns(table string) ([]pattern, error) {
	var ps []pattern
	for n, f := range tsv.Rows(table) {
		if len(f) != 4 {
			return nil, fmt.Errorf("constraints line %d: want 4 columns, have %d", n, len(f))
		}
		p := pattern{kind: rag.Kind(f[0]), op: f[1], elems: parseElements(f[3])}
		if f[2] != "" {
			p.values = strings.Split(f[2], ",")
		}
		ps = append(ps, p)
	}
	return ps, nil
}

func parseElements(s string) []element {
	var es []element
	for f := range strings.FieldsSeq(s) {
		var e element
		switch {
		case strings.HasPrefix(f, "<") && len(f) > 2:
			e.back = f[1:]
		case strings.HasPrefix(f, "~"):
			e.ahead = f[1:]
		default:
			if before, ok := strings.CutSuffix(f, "?"); ok {
				e.optional, f = true, before
			}
			if len(f) == 3 && f[0] == '{' {
				e.capture = f[1]
			} else {
				e.words = strings.Split(f, "|")
			}
		}
		es = append(es, e)
	}
	return es
}

// captured are the values and the unit that a pattern found.
type captured struct {
	values []string
	unit   string
}

// match tries the elements at words[i:] and returns how many words they took.
// Optional elements are greedy; a pattern's optional words never overlap with what follows them.
func (p *pattern) match(lex *lexicon, words []word, i int, back func(class string) bool,
	ahead func(i int, class string) bool) (int, captured, bool) {
	var c captured
	at := i
	for _, e := range p.elems {
		switch {
		case e.back != "":
			if !back(e.back) {
				return 0, c, false
			}
			continue
		case e.ahead != "":
			if !ahead(at, e.ahead) {
				return 0, c, false
			}
			continue
		}
		if e.capture == 'm' {
			n, unit := lex.unit(words, at)
			if c.unit = unit; n == 0 && !e.optional {
				return 0, c, false
			}
			at += n
			continue
		}
		if at < len(words) && e.take(words[at].text, &c) {
			at++
		} else if !e.optional {
			return 0, c, false
		}
	}
	return at - i, c, at > i
}

func (e *element) take(w string, c *captured) bool {
	switch e.capture {
	case 'n':
		if n, ok := numeral(w); ok {
			c.values = append(c.values, n)
			return true
		}
		return false
	case 'y':
		if isYear(w) {
			c.values = append(c.values, w)
			return true
		}
		return false
	case 'd':
		if isDate(w) {
			c.values = append(c.values, w)
			return true
		}
		return false
	case 'M':
		if isMonth(w) {
			c.values = append(c.values, monthDays(w)...)
			return true
		}
		return false
	case 'D':
		c.values = append(c.values, decadeYears(w)...)
		return decadeYears(w) != nil
	case 'u':
		if u, ok := timeUnit(w); ok {
			c.unit = u
			return true
		}
		return false
	}
	return slices.Contains(e.words, w)
}

// fill puts what was captured into the pattern's values.
func (p *pattern) fill(c captured) []string {
	var out []string
	k := 0
	for _, v := range p.values {
		if strings.HasPrefix(v, "{") && k < len(c.values) {
			v = c.values[k]
			k++
		}
		out = append(out, v)
	}
	return out
}

// numeral returns the digits of a number written in digits or in an English word up to ninety.
func numeral(w string) (string, bool) {
	if w == "" {
		return "", false
	}
	if isDigit(w[0]) {
		if _, err := strconv.ParseFloat(w, 64); err == nil {
			return w, true
		}
		return "", false
	}
	n, ok := numerals[w]
	return n, ok
}

var numerals = map[string]string{
	"one": "1", "two": "2", "three": "3", "four": "4", "five": "5", "six": "6", "seven": "7", "eight": "8", "nine": "9",
	"ten":    "10",
	"eleven": "11", "twelve": "12", "fifteen": "15", "twenty": "20", "thirty": "30", "forty": "40", "fifty": "50",
	"sixty":   "60",
	"seventy": "70", "eighty": "80", "ninety": "90",
}

func isYear(w string) bool {
	return len(w) == 4 && (strings.HasPrefix(w, "19") || strings.HasPrefix(w, "20")) && isDigit(w[2]) && isDigit(w[3])
}

func isDate(w string) bool {
	return len(w) == 10 && isYear(w[:4]) && w[4] == '-' && w[7] == '-'
}

func timeUnit(w string) (string, bool) {
	switch w {
	case "day", "days", "d":
		return "day", true
	case "week", "weeks", "wk", "wks":
		return "week", true
	case "month", "months", "mo", "mos", "mth", "mths":
		return "month", true
	case "year", "years", "yr", "yrs":
		return "year", true
	}
	return "", false
}
