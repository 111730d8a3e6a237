package mask

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// Words returns the words of a question, in lower case.
func Words(question string) []string {
	ws := split(question)
	texts := make([]string, len(ws))
	for i, w := range ws {
		texts[i] = w.text
	}
	return texts
}

// word is a token of a question: letters, digits, or one sign that carries meaning.
type word struct {
	text       string // lower case, apostrophes and accents kept
	start, end int    // byte span in the question
}

// split cuts a question into words. A hyphen parts words ("30-day" is two) and
// stays itself only between digits ("18-35"). Commas, full stops and question
// marks are dropped, except a point inside a number.
func split(q string) []word {
	var ws []word
	for i := 0; i < len(q); {
		r, n := utf8.DecodeRuneInString(q[i:])
		switch {
		case isDigit(q[i]) && len(q) >= i+10 && isDate(q[i:i+10]) && (len(q) == i+10 || !isDigit(q[i+10])):
			ws = append(ws, word{q[i : i+10], i, i + 10})
			i += 10
		case isDigit(q[i]):
			j := number(q, i)
			if len(q) >= j+2 && isOrdinal(q[j:j+2]) && !startsWithLetter(q[j+2:]) {
				j += 2
			}
			ws = append(ws, word{strings.ReplaceAll(q[i:j], ",", ""), i, j})
			i = j
		case unicode.IsLetter(r), unicode.IsDigit(r): // digits of other scripts are not numbers here
			j := letters(q, i)
			text := strings.ToLower(q[i:j])
			if long, end := slashed(q, i, j); long != "" {
				text, j = long, end
			}
			ws = append(ws, word{text, i, j})
			i = j
		case isSign(q, i):
			j := i + n
			if (r == '<' || r == '>') && strings.HasPrefix(q[j:], "=") {
				j++
			}
			ws = append(ws, word{signs.Replace(q[i:j]), i, j})
			i = j
		default:
			i += n
		}
	}
	return mergeDates(ws)
}

// slashed reads shorthand with a slash whose first letters end at j, such as "w/o": the
// word that it stands for and where it ends; "" where it is none.
func slashed(q string, i, j int) (long string, end int) {
	if j >= len(q) || q[j] != '/' {
		return "", j
	}
	end = letters(q, j+1)
	switch short := strings.ToLower(q[i:end]); {
	case short == "w/o":
		return "without", end
	case short == "w/in":
		return "within", end
	case short == "b/w":
		return "between", end
	case short == "y/o":
		return "yo", end
	case short == "f/u":
		return "followup", end
	case strings.HasPrefix(short, "w/"):
		return "with", j + 1 // "w/ gout", "w/gout"
	}
	return "", j
}

var signs = strings.NewReplacer("≥", ">=", "≤", "<=", "–", "-", "—", "-")

// isSign reports whether the rune at i is a sign that is kept: a comparison, a
// percent, a plus after a digit, a number sign that is none of a digit, or a dash between digits.
func isSign(q string, i int) bool {
	r, n := utf8.DecodeRuneInString(q[i:])
	switch r {
	case '<', '>', '=', '≥', '≤', '%':
		return true
	case '+':
		return i > 0 && isDigit(q[i-1])
	case '#':
		return i+1 == len(q) || !isDigit(q[i+1]) // "# of patients"; "#1" is a rank
	case '-', '–', '—':
		after := strings.TrimLeft(q[i+n:], " ")
		before := strings.TrimRight(q[:i], " ")
		return before != "" && isDigit(before[len(before)-1]) && after != "" && isDigit(after[0])
	}
	return false
}

func isDigit(b byte) bool { return '0' <= b && b <= '9' }

// number returns the end of the number that starts at i: digits, with thousands' commas and a decimal point inside.
func number(q string, i int) int {
	for i < len(q) {
		switch {
		case isDigit(q[i]):
			i++
		case (q[i] == '.' || q[i] == ',') && i+1 < len(q) && isDigit(q[i+1]) && (q[i] == '.' || thousands(q[i+1:])):
			i++
		default:
			return i
		}
	}
	return i
}

// thousands reports whether s starts with exactly three digits.
func thousands(s string) bool {
	n := 0
	for n < len(s) && isDigit(s[n]) {
		n++
	}
	return n == 3
}

// letters returns the end of the word that starts at i: letters, digits glued to them ("t2dm", "b12") and inner
// apostrophes.
func letters(q string, i int) int {
	for i < len(q) {
		r, n := utf8.DecodeRuneInString(q[i:])
		switch {
		case unicode.IsLetter(r), unicode.IsDigit(r), unicode.IsMark(r):
			i += n
		case (r == '\'' || r == '’') && i+n < len(q) && startsWithLetter(q[i+n:]):
			i += n
		default:
			return i
		}
	}
	return i
}

func isOrdinal(s string) bool { return s == "st" || s == "nd" || s == "rd" || s == "th" }

func startsWithLetter(s string) bool {
	r, _ := utf8.DecodeRuneInString(s)
	return unicode.IsLetter(r)
}
