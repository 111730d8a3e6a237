package coding

import (
	"strings"

	"github.com/askomop/askomop/internal/lazyregexp"
)

var inAnyBrackets = lazyregexp.New(`^([^()]+)\(([^()]+)\)([^()]*)$`)

// explained puts what brackets spell out in the place of its abbreviation, "PV stenosis (pulmonary valve)", and takes away an
// abbreviation of what is spelt out before it, "polycythemia vera (PV)".
func explained(text string) string {
	m := inAnyBrackets.FindStringSubmatch(text)
	if m == nil {
		return text
	}
	before, inside := strings.Fields(m[1]), strings.Fields(m[2])
	if len(inside) > 1 {
		for i, w := range before {
			if strings.EqualFold(w, initials(inside)) && strings.ToUpper(w) == w {
				before[i] = m[2]
				return strings.TrimSpace(strings.Join(before, " ") + m[3])
			}
		}
		return text
	}
	words := strings.FieldsFunc(m[1], func(c rune) bool { return c == ' ' || c == '-' })
	if len(m[2]) > 1 && strings.Contains(initials(words), strings.ToLower(m[2])) {
		return strings.TrimSpace(strings.TrimSpace(m[1]) + m[3])
	}
	return text
}

// initials are the first letters of words, in lower case.
func initials(words []string) string {
	var b []byte
	for _, w := range words {
		b = append(b, w[0])
	}
	return strings.ToLower(string(b))
}
