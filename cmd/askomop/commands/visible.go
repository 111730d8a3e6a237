package commands

import (
	"fmt"
	"strings"
	"unicode"
)

// visible writes control characters and those that turn the order of others as escapes: a name in the data, an alias or
// a file name could move the cursor, or make a text read as another. Line ends, tabs and the printer's own bold stay.
func visible(text string) string {
	if !strings.ContainsFunc(text, isInvisible) {
		return text
	}
	var b strings.Builder
	for len(text) > 0 {
		if bold := leadingBold(text); bold != "" {
			b.WriteString(bold)
			text = text[len(bold):]
			continue
		}
		r := []rune(text[:min(len(text), 4)])[0]
		size := len(string(r))
		if r == unicode.ReplacementChar && !strings.HasPrefix(text, string(r)) {
			size = 1 // a byte that is not UTF-8
		}
		if isInvisible(r) {
			fmt.Fprintf(&b, `\u%04x`, r)
		} else {
			b.WriteString(text[:size])
		}
		text = text[size:]
	}
	return b.String()
}

// boldOn and boldOff are all that the printer itself writes of a terminal's language.
const (
	boldOn  = "\x1b[1m"
	boldOff = "\x1b[0m"
)

func leadingBold(text string) string {
	for _, sequence := range []string{boldOn, boldOff} {
		if strings.HasPrefix(text, sequence) {
			return sequence
		}
	}
	return ""
}

func isInvisible(r rune) bool {
	switch {
	case r == '\n' || r == '\t':
		return false
	case unicode.IsControl(r),
		r >= 0x202a && r <= 0x202e,
		r >= 0x2066 && r <= 0x2069,
		r == 0x200e || r == 0x200f || r == 0x061c:
		return true
	}
	return false
}
