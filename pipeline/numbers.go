package pipeline

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// spoken is a piece of a sentence: a date, a number, or a word.
type spoken struct {
	text   string // in lower case, thousands' commas left out
	number bool
}

var (
	piece       = regexp.MustCompile(`\d{4}-\d{2}-\d{2}|[<>≥≤%]|[\p{L}\p{N}_]+(?:[.,'’][\p{L}\p{N}]+)*`)
	plainNumber = regexp.MustCompile(`^\d{1,3}(?:,\d{3})+(?:\.\d+)?$|^\d+(?:\.\d+)?$`)
	isoDate     = regexp.MustCompile(`^\d{4}-\d{2}-\d{2}$`)
)

// pieces cuts a text into what numbers are compared by.
func pieces(text string) []spoken {
	var out []spoken
	for _, p := range piece.FindAllString(text, -1) {
		p = strings.ToLower(p)
		number := plainNumber.MatchString(p)
		if number {
			p = strings.ReplaceAll(p, ",", "")
		}
		out = append(out, spoken{p, number})
	}
	return out
}

// numberWords are numbers that a sentence about a result has no need to spell out.
var numberWords = strings.Fields(`zero two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen
	seventeen eighteen nineteen twenty thirty forty fifty sixty seventy eighty ninety hundred hundreds thousand thousands million
	millions billion dozen dozens half halves third thirds quarter quarters twice thrice double doubled triple tripled twofold threefold majority minority`)

// checkNumbers returns an error that names the first number of the sentence that is
// not in the result. Numbers of the question and of what was said beside the
// result ("within 90 days", "type 2") may come again, but in the same company only. Where the result is one
// number, the sentence has to hold it.
func checkNumbers(sentence string, f Result) error {
	said := pieces(sentence)
	results := resultNumbers(f)
	beside := pieces(strings.Join(append(append([]string{f.Question, f.Period}, f.Counted...), f.Assumptions...), " ; "))
	if f.Question == "" {
		beside = nil
	}
	held := map[string]bool{}
	for i, s := range said {
		switch {
		case slices.Contains(numberWords, s.text) && !has(beside, s.text) && !inCells(f, s.text):
			return fmt.Errorf("it says %q, which is not in the result", s.text)
		case isoDate.MatchString(s.text):
			if !inCells(f, s.text) && !has(beside, s.text) {
				return fmt.Errorf("it names the date %s, which is not in the result", s.text)
			}
		case s.number:
			if n, ok := matching(said, i, results); ok {
				held[n] = true
			} else if !inCompany(said, i, beside) {
				return fmt.Errorf("it holds the number %s, which is not in the result", s.text)
			}
		case strings.ContainsAny(s.text, "0123456789") && !has(beside, s.text) && !inCells(f, s.text):
			return fmt.Errorf("it says %q, which is not in the result", s.text)
		}
	}
	if len(f.Rows) == 1 && len(results) > 0 && plainNumber.MatchString(f.Rows[0][0]) && !held[results[0].text] {
		return fmt.Errorf("it does not hold the result itself")
	}
	return nil
}

// resultNumber is a number of the result.
type resultNumber struct {
	text   string
	hidden bool // stands in a cell such as <5
}

// resultNumbers are the numbers in the cells, row after row.
func resultNumbers(f Result) []resultNumber {
	var all []resultNumber
	for _, row := range f.Rows {
		for _, cell := range row {
			rest, hidden := strings.CutPrefix(cell, "<")
			for _, p := range pieces(rest) {
				if p.number {
					all = append(all, resultNumber{p.text, hidden})
				}
			}
		}
	}
	return all
}

// matching returns the result that a number of the sentence gives: the same, or
// one with more decimals of which it is the rounding. The bound of a hidden count counts after "fewer than" only.
func matching(said []spoken, i int, results []resultNumber) (string, bool) {
	for _, r := range results {
		if r.hidden && (i == 0 || !slices.Contains([]string{"than", "<", "under", "below"}, said[i-1].text)) {
			continue
		}
		if equalNumber(said[i].text, r.text) {
			return r.text, true
		}
	}
	return "", false
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

// limiting are words before a number that limits who is counted, and counts nobody.
var limiting = strings.Fields("over above than least under below most aged age ages within type stage grade from between and to until through since in during year years")

// countedThings are words after a number that counts.
var countedThings = strings.Fields("patients people persons individuals subjects women men cases records visits deaths % percent")

// inCompany reports whether the number stands in the other text too, and says the
// same here: beside the same word, or as a limit; a number of people never does.
func inCompany(said []spoken, i int, beside []spoken) bool {
	if i+1 < len(said) && slices.Contains(countedThings, said[i+1].text) {
		return false
	}
	limit := i > 0 && slices.Contains(limiting, said[i-1].text)
	for k, b := range beside {
		if !b.number || !equalNumber(said[i].text, b.text) {
			continue
		}
		before := i > 0 && k > 0 && said[i-1].text == beside[k-1].text
		after := i+1 < len(said) && k+1 < len(beside) && said[i+1].text == beside[k+1].text
		if before || after || limit {
			return true
		}
	}
	return false
}

func has(all []spoken, text string) bool {
	return slices.ContainsFunc(all, func(s spoken) bool { return s.text == text })
}

// inCells reports whether a word stands in a cell of the result, such as the name of a group.
func inCells(f Result, word string) bool {
	for _, row := range f.Rows {
		for _, cell := range row {
			if has(pieces(cell), word) {
				return true
			}
		}
	}
	return false
}
