package vocab

import (
	"strings"
	"unicode/utf8"
)

// foldLetter spells letters that have no decomposition in plain ones.
func foldLetter(c rune) string {
	switch c {
	case 'ß', 'ẞ':
		return "ss"
	case 'æ', 'Æ':
		return "ae"
	case 'œ', 'Œ':
		return "oe"
	case 'ø', 'Ø':
		return "o"
	case 'ł', 'Ł':
		return "l"
	case 'đ', 'Đ', 'ð', 'Ð':
		return "d"
	case 'ı':
		return "i"
	}
	return string(c)
}

// greekName names a Greek letter that stands for a word, as in "β-blocker".
func greekName(c rune) string {
	names := [...]string{
		"alpha", "beta", "gamma", "delta", "epsilon", "zeta", "eta", "theta", "iota", "kappa", "lambda", "mu",
		"nu", "xi", "omicron", "pi", "rho", "sigma", "sigma", "tau", "upsilon", "phi", "chi", "psi", "omega",
	}
	if c >= 'Α' && c <= 'Ω' {
		c += 'α' - 'Α'
	}
	return names[c-'α']
}

func isGreek(c rune) bool { return (c >= 'Α' && c <= 'Ω') || (c >= 'α' && c <= 'ω') }

// arabic turns I to XIII, with a letter of a sub-type or without, into digits: "iib" to "2b".
func arabic(w string) string {
	numerals := [...]string{"xiii", "xii", "xi", "x", "ix", "viii", "vii", "vi", "v", "iv", "iii", "ii", "i"}
	numbers := [...]string{"13", "12", "11", "10", "9", "8", "7", "6", "5", "4", "3", "2", "1"}
	for i, numeral := range numerals {
		rest, ok := strings.CutPrefix(w, numeral)
		if ok && (rest == "" || rest == "a" || rest == "b" || rest == "c") {
			return numbers[i] + rest
		}
	}
	return w
}

// possessive reports whether what follows an apostrophe is the s of a possessive.
func possessive(after string) bool {
	if after == "" || (after[0] != 's' && after[0] != 'S') {
		return false
	}
	return len(after) == 1 || !isWordByte(after[1])
}

// isWithout reports whether "w" has been read and "/o" is being read.
func isWithout(word []byte, after string) bool {
	return len(word) == 1 && (word[0] == 'w' || word[0] == 'W') && after != "" &&
		(after[0] == 'o' || after[0] == 'O') && (len(after) == 1 || !isWordByte(after[1]))
}

// thousands reports whether exactly three digits follow the comma.
func thousands(after string) bool {
	n := 0
	for n < len(after) && after[n] >= '0' && after[n] <= '9' {
		n++
	}
	return n == 3
}

func firstRune(s string) rune {
	c, _ := utf8.DecodeRuneInString(s)
	return c
}

func isDigitByte(b byte) bool       { return b >= '0' && b <= '9' }
func startsWithDigit(s string) bool { return s != "" && isDigitByte(s[0]) }
func endsInDigit(w []byte) bool     { return len(w) > 0 && isDigitByte(w[len(w)-1]) }

// isWordByte reports whether a byte continues a word; bytes of longer runes do.
func isWordByte(b byte) bool {
	return b >= utf8.RuneSelf || b >= 'a' && b <= 'z' || b >= 'A' && b <= 'Z' || isDigitByte(b)
}
