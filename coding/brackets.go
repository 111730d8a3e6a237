package coding

import (
	"slices"
	"strings"

	"github.com/askomop/askomop/internal/lazyregexp"
)

var inAnyBrackets = lazyregexp.New(`^([^()]+)\(([^()]+)\)([^()]*)$`)

// explained puts what brackets spell out in the place of its abbreviation, "PV stenosis (pulmonary valve)", and takes
// away an abbreviation of what is spelt out before it, "polycythemia vera (PV)".
func explained(text string) string {
	m := inAnyBrackets.FindStringSubmatch(text)
	if m == nil {
		return withoutInitials(text)
	}
	before, inside := strings.Fields(m[1]), strings.Fields(m[2])
	if len(inside) > 1 {
		for i, w := range before {
			short := strings.ToLower(w)
			if strings.ToUpper(w) == w && len(w) > 1 &&
				(short == initials(inside) || len(w) > 2 && abbreviates(short, strings.ToLower(m[2]))) {
				before[i] = m[2]
				return strings.TrimSpace(strings.Join(before, " ") + m[3])
			}
		}
		return text
	}
	words := strings.FieldsFunc(m[1], func(c rune) bool { return c == ' ' || c == '-' })
	if len(m[2]) > 1 && isOfLetters(strings.ToLower(m[2]), initials(words)) {
		return strings.TrimSpace(strings.TrimSpace(m[1]) + m[3])
	}
	return text
}

// isOfLetters reports whether an abbreviation is a stretch of initials, or of three and more letters that are all among
// them, as of a title turned round: "Hip replacement, total (THR)".
func isOfLetters(short, initials string) bool {
	if strings.Contains(initials, short) {
		return true
	}
	left := initials
	for _, c := range short {
		if !strings.ContainsRune(left, c) {
			return false
		}
		left = strings.Replace(left, string(c), "", 1)
	}
	return len(short) > 2
}

// initials are the first letters of words, in lower case.
func initials(words []string) string {
	var b []byte
	for _, w := range words {
		b = append(b, w[0])
	}
	return strings.ToLower(string(b))
}

var beforeDash = lazyregexp.New(`^(.*?)\b([A-Z][A-Za-z0-9]{1,6}) ?- ?([A-Za-z].*)$`)

// withoutInitials takes away an abbreviation of what is spelt out behind a dash: "Recurrent UTI - urinary tract
// infection".
func withoutInitials(text string) string {
	m := beforeDash.FindStringSubmatch(text)
	if m == nil || strings.ToUpper(m[2]) != m[2] || !abbreviates(strings.ToLower(m[2]), strings.ToLower(m[3])) {
		return text
	}
	return strings.TrimSpace(m[1] + m[3])
}

// abbreviates reports whether letters are the first ones of words that a text begins with, in order, the first of its
// first word: each letter begins a word, or stands in the word of the one before.
func abbreviates(short, text string) bool {
	words := strings.FieldsFunc(text, func(c rune) bool { return c == ' ' || c == '-' || c == '/' })
	if len(words) == 0 || words[0][0] != short[0] {
		return false
	}
	word, at := 0, 1
	for i := 1; i < len(short); i++ {
		if next := slices.IndexFunc(words[word+1:], func(w string) bool { return w[0] == short[i] }); next >= 0 {
			word, at = word+1+next, 1
			continue
		}
		in := strings.IndexByte(words[word][at:], short[i])
		if in < 0 {
			return false
		}
		at += in + 1
	}
	return true
}
