package worded

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"github.com/askomop/askomop/internal/lazyregexp"
	"github.com/askomop/askomop/pipeline/cell"
)

// spoken is a piece of a sentence: a date, a number, or a word.
type spoken struct {
	text   string // in lower case, thousands' separators left out; a number below zero begins with -
	number bool
}

var (
	piece       = lazyregexp.New(`\d{4}-\d{2}-\d{2}|[<>≥≤%]|[\p{L}\p{N}_]+(?:[.,'’][\p{L}\p{N}]+)*`)
	plainNumber = lazyregexp.New(`^\d{1,3}(?:,\d{3})+(?:\.\d+)?$|^\d+(?:\.\d+)?$`)
	isoDate     = lazyregexp.New(`^\d{4}-\d{2}-\d{2}$`)
	minusBefore = lazyregexp.New(`(?:^|[^\p{L}\p{N}])[-−]$`)
	// Digits that blanks or apostrophes part read as one number, and are taken for one.
	parted = lazyregexp.New(`\b\d{1,3}(?:[\s\x{a0}\x{2007}\x{2009}\x{202f}'’]\d{3})+\b`)
)

// pieces cuts a text into what numbers are compared by.
func pieces(text string) []spoken {
	text = parted.ReplaceAllStringFunc(text, func(s string) string {
		return strings.Map(func(r rune) rune {
			if r < '0' || r > '9' {
				return -1
			}
			return r
		}, s)
	})
	var out []spoken
	for _, at := range piece.FindAllStringIndex(text, -1) {
		p := strings.ToLower(text[at[0]:at[1]])
		number := plainNumber.MatchString(p)
		if number {
			p = strings.ReplaceAll(p, ",", "")
			below := len(out) > 0 && (out[len(out)-1].text == "minus" || out[len(out)-1].text == "negative")
			if below || minusBefore.MatchString(text[:at[0]]) {
				p = "-" + p
			}
		}
		out = append(out, spoken{p, number})
	}
	return out
}

// checkNumbers returns an error that names the first number of the sentence that is
// not in the result. Numbers of the question and of what was said beside the
// result ("within 90 days", "type 2") may come again, but in the same company only. A number has to be said of what it
// was found for: its row, its unit, and itself rather than more or less. Where the result is one
// number, the sentence has to hold it.
func checkNumbers(sentence string, f Result) error {
	said, results, beside := pieces(sentence), resultNumbers(f), besides(f)
	held := make([]bool, len(said))
	first := false
	for i, s := range said {
		switch {
		case isoDate.MatchString(s.text):
			if !inCells(f, s.text) && !has(beside, s.text) {
				return fmt.Errorf("it names the date %s, which is not in the result", s.text)
			}
		case s.number:
			n, ok := matching(said, i, results)
			if ok {
				held[i], first = true, first || n == results[0]
			} else if !namesRow(said, i, f) && !inCompany(said, i, beside) {
				return fmt.Errorf("it holds the number %s, which is not in the result as it is said", s.text)
			}
		case spelledOut(said, i, f, results) && !has(beside, s.text) && !inCells(f, s.text):
			return fmt.Errorf("it says %q, which is not in the result", s.text)
		}
	}
	if len(f.Rows) == 1 && len(results) > 0 && isNumberCell(f.Rows[0][0]) && !first {
		return fmt.Errorf("it does not hold the result itself")
	}
	return checkRows(said, held, f)
}

// besides are the pieces of what was said beside the result, names in it among them.
func besides(f Result) []spoken {
	texts := append([]string{f.Question, f.Period}, f.Counted...)
	texts = append(texts, f.Assumptions...)
	if f.Question == "" {
		texts = nil
	}
	for _, row := range f.Rows {
		for _, text := range row {
			if !isNumberCell(text) {
				texts = append(texts, text)
			}
		}
	}
	return pieces(strings.Join(texts, " ; "))
}

// resultNumber is a number of the result.
type resultNumber struct {
	text   string
	column string
	hidden bool // stands in a text such as <5
}

// namesRow reports whether a number is one by which rows are told apart, such as a year, and counts nobody.
func namesRow(said []spoken, i int, f Result) bool {
	if next := at(said, i+1); isCountedThing(next) || next == "%" || next == "percent" {
		return false
	}
	for _, row := range f.Rows {
		for k, text := range row {
			if cell.IsKey(f.Columns[k]) && isNumberCell(text) && equalNumber(said[i].text, pieces(text)[0].text) {
				return true
			}
		}
	}
	return false
}

// resultNumbers are the cells that are numbers and measure something, row after row.
func resultNumbers(f Result) []resultNumber {
	var all []resultNumber
	for _, row := range f.Rows {
		for i, text := range row {
			if !isNumberCell(text) || cell.IsKey(f.Columns[i]) {
				continue
			}
			rest, hidden := strings.CutPrefix(text, "<")
			all = append(all, resultNumber{pieces(rest)[0].text, f.Columns[i], hidden})
		}
	}
	return all
}

// isNumberCell reports whether a text is a number, if a hidden one, and nothing else.
func isNumberCell(text string) bool {
	return plainNumber.MatchString(strings.TrimLeft(text, "<-"))
}

// matching returns the result that a number of the sentence gives: the same, or
// one with more decimals of which it is the rounding. The bound of a hidden count counts after "fewer than" only, and
// every other number only where nothing makes a bound of it.
func matching(said []spoken, i int, results []resultNumber) (resultNumber, bool) {
	bound := boundBefore(said, i)
	for _, r := range results {
		if r.hidden != (bound == below) || bound == above || !equalNumber(said[i].text, r.text) ||
			!unitFits(said, i, r) {
			continue
		}
		return r, true
	}
	return resultNumber{}, false
}

// equalNumber compares by value; a result with decimals may be rounded to fewer, but not to none.
func equalNumber(said, result string) bool {
	x, errX := strconv.ParseFloat(said, 64)
	y, errY := strconv.ParseFloat(result, 64)
	if errX != nil || errY != nil {
		return false
	}
	if x == y {
		return true
	}
	_, decimals, ok := strings.Cut(said, ".")
	return ok && strings.Contains(result, ".") && strconv.FormatFloat(y, 'f', len(decimals), 64) == said
}

func has(all []spoken, text string) bool {
	return slices.ContainsFunc(all, func(s spoken) bool { return s.text == text })
}

// inCells reports whether a word stands in a text of the result, such as the name of a group.
func inCells(f Result, word string) bool {
	for _, row := range f.Rows {
		for _, text := range row {
			if has(pieces(text), word) {
				return true
			}
		}
	}
	return false
}

// at is the text of a piece; empty beyond the ends.
func at(all []spoken, i int) string {
	if i < 0 || i >= len(all) {
		return ""
	}
	return all[i].text
}

// otherDigit reports whether a sign is a digit, a fraction or a numeral of another script than the result's.
func otherDigit(r rune) bool {
	return r > unicode.MaxASCII && unicode.IsNumber(r) || strings.ContainsRune("〇零一二三四五六七八九十百千万萬億亿兆两兩", r)
}
