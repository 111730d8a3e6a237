package llm

import (
	"strings"
	"unicode"
)

// Plain returns a text of someone else's as it may stand in a prompt: on one line, and
// without the signs that are not seen or that turn the order of others, behind which an order to a model can be hidden.
func Plain(s string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case unicode.Is(unicode.Cf, r), unicode.Is(unicode.Co, r):
			return -1
		case unicode.IsControl(r), r == '\u2028', r == '\u2029':
			return ' '
		}
		return r
	}, s)
}
