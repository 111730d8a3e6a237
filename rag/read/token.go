package read

import (
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// token is a word, a number or a sign of a question.
type token struct {
	low        string // lower case; a misspelt word as it was meant
	start, end int    // byte span in the question
	num        float64
	isNum      bool
	isWord     bool   // begins with a letter
	short      bool   // low is the long form of an abbreviation
	unit       bool   // a unit of measurement, which low is in UCUM
	was        string // of a word that was put into the question: as it is spelt
}

// longForms are abbreviations of words of the grammar; names keep theirs.
var longForms = map[string]string{"yr": "year", "yrs": "years", "w/": "with", "w/o": "without", "w/in": "within",
	"pts": "patients", "pt": "patient",
	"dx": "diagnosis", "hx": "history", "b4": "before", "ppl": "people", "rx": "prescription", "avg": "average"}

// tokenize cuts a text into tokens. Hyphens part words ("30-day" is two tokens) and stay themselves
// only between numbers; "90d" is a number and a word, "1st" and "HbA1c" are words, "2009-07-01" is one number.
func tokenize(s string) []token {
	var ts []token
	for i := 0; i < len(s); {
		r, n := utf8.DecodeRuneInString(s[i:])
		j := i + n
		unit, k := unitAt(ts, s, i)
		switch {
		case unit != "" && !slices.Contains(slashed, lower(s[i:k])):
			j = k
			ts = append(ts, token{low: unit, start: i, end: k, isWord: true, unit: true})
		case digitAt(s, i):
			j = numberEnd(s, i)
			if k := ordinalEnd(s, j); k > j {
				ts = append(ts, token{low: s[i:k], start: i, end: k, isWord: true})
				j = k
				break
			}
			v, err := strconv.ParseFloat(strings.ReplaceAll(s[i:j], ",", ""), 64)
			ts = append(ts, token{low: s[i:j], start: i, end: j, num: v, isNum: err == nil})
		case cohortEnd(s, i) > 0:
			j = cohortEnd(s, i)
			ts = append(ts, token{low: lower(s[i:j]), start: i, end: j, isWord: true})
		case unicode.IsLetter(r):
			j = wordEnd(s, i)
			if aHyphen := strings.EqualFold(s[i:j], "a") && strings.HasPrefix(s[j:], "-"); aHyphen && letterAt(s, j+1) {
				j = wordEnd(s, j+1) // "A-fib" has no article
			}
			low := lower(s[i:j])
			if is := strings.TrimSuffix(low, "'s"); is == "who" && is != low { // "anyone who's on warfarin"
				apostrophe := i + len(is)
				ts = append(ts, token{low: is, start: i, end: apostrophe, isWord: true},
					token{low: "is", start: apostrophe, end: j, isWord: true, short: true})
				break
			}
			long, short := longForms[low]
			if short {
				low = long
			}
			ts = append(ts, token{low: low, start: i, end: j, isWord: true, short: short})
		case r == '-' || r == '–' || r == '—':
			if betweenNumbers(ts, s, i, j) {
				ts = append(ts, token{low: "-", start: i, end: j})
			}
		case (r == '>' || r == '<') && strings.HasPrefix(s[j:], "="):
			j++
			ts = append(ts, token{low: s[i:j], start: i, end: j})
		case r == '.' || r == '"' || r == '“' || r == '”' || unicode.IsSpace(r):
		default:
			ts = append(ts, token{low: s[i:j], start: i, end: j})
		}
		i = j
	}
	return ts
}

// cohortEnd is where the kept cohort ends that begins at i, as in "[cohort@statin-users]"; 0 where none does.
func cohortEnd(s string, i int) int {
	if !strings.HasPrefix(s[i:], "[cohort@") {
		return 0
	}
	n := strings.IndexByte(s[i:], ']')
	if n < 0 || strings.ContainsAny(s[i:i+n], " \n\t") {
		return 0
	}
	return i + n + 1
}

// cohortName is the name of the kept cohort that a token is; "" for any other.
func cohortName(text string) string {
	if name, ok := strings.CutPrefix(text, "[cohort@"); ok && cohortEnd(text, 0) == len(text) {
		return strings.TrimSuffix(name, "]")
	}
	return ""
}

func lower(s string) string { return strings.ReplaceAll(strings.ToLower(s), "’", "'") }

func digitAt(s string, i int) bool { return i >= 0 && i < len(s) && s[i] >= '0' && s[i] <= '9' }

// numberEnd is where the number or the ISO date that starts at i ends.
func numberEnd(s string, i int) int {
	if len(s) >= i+10 && isISODate(s[i:i+10]) && !digitAt(s, i+10) {
		return i + 10
	}
	j := i
	for digitAt(s, j) {
		j++
	}
	for j < len(s) && s[j] == ',' && digitAt(s, j+1) && digitAt(s, j+2) && digitAt(s, j+3) && !digitAt(s, j+4) {
		j += 4
	}
	if j+1 < len(s) && s[j] == '.' && digitAt(s, j+1) {
		for j++; digitAt(s, j); j++ {
		}
	}
	return j
}

func isISODate(s string) bool {
	for i := range len(s) {
		if (i == 4 || i == 7) != (s[i] == '-') || i != 4 && i != 7 && !digitAt(s, i) {
			return false
		}
	}
	return true
}

func ordinalEnd(s string, i int) int {
	if i+2 <= len(s) {
		switch strings.ToLower(s[i : i+2]) {
		case "st", "nd", "rd", "th":
			if r, _ := utf8.DecodeRuneInString(s[i+2:]); !unicode.IsLetter(r) {
				return i + 2
			}
		}
	}
	return i
}

// slashed are words with a slash that are one word.
var slashed = []string{"w/o", "w/in", "b/w", "y/o", "f/u", "h/o", "s/p", "and/or", "mg/dl", "g/dl", "ug/dl", "mmol/l",
	"mmol/mol",
	"umol/l", "ng/ml", "pg/ml", "ml/min/1.73m2", "ml/min", "kg/m2", "kg/m^2", "g/l", "meq/l", "iu/l", "u/l", "miu/l", "mu/l", "uiu/ml", "µiu/ml", "miu/ml"}

// wordEnd is where the word that starts at i ends: letters, digits, apostrophes, and a point inside a code.
func wordEnd(s string, i int) int {
	for _, w := range slashed {
		if end := i + len(w); end <= len(s) && strings.EqualFold(s[i:end], w) && !letterAt(s, end) {
			return end
		}
	}
	if strings.HasPrefix(strings.ToLower(s[i:]), "w/") {
		return i + 2
	}
	j := i
	for j < len(s) {
		r, n := utf8.DecodeRuneInString(s[j:])
		inside := unicode.IsLetter(r) || unicode.IsDigit(r) || (r == '\'' || r == '’') && letterAt(s, j+n) ||
			r == '.' && digitAt(s, j+1) && digitAt(s, j-1)
		if !inside {
			if (r == '\'' || r == '’') && s[j-1] == 's' {
				j += n // patients'
			}
			break
		}
		j += n
	}
	return j
}

func letterAt(s string, i int) bool {
	r, _ := utf8.DecodeRuneInString(s[min(i, len(s)):])
	return unicode.IsLetter(r)
}

func betweenNumbers(ts []token, s string, i, j int) bool {
	after := strings.TrimLeft(s[j:], " ")
	return len(ts) > 0 && ts[len(ts)-1].isNum && strings.TrimSpace(s[ts[len(ts)-1].end:i]) == "" && digitAt(after, 0)
}
