package vocab

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// Normalize brings a name, a synonym or words of a question to the one form in
// which they are compared: lower case without accents, punctuation, possessives,
// plurals, British spelling, semantic tags and "NOS"; a Roman numeral after
// "type", "stage" and the like is a number. It is idempotent. The form is a key,
// not a text to show.
func Normalize(s string) string {
	t, rewritten := normalizeOnce(stripTags(decompose(s)))
	// A rewritten word can meet another rule ("foetuses"); rules only ever shorten or Americanise, so this ends. Words
	// of plain letters that no rule has touched stay as they are.
	for range 64 {
		if !rewritten && isASCII(t) {
			break
		}
		var u string
		if u, rewritten = normalizeOnce(decompose(t)); u == t {
			break
		}
		t = u
	}
	return t
}

func isASCII(s string) bool {
	for i := range len(s) {
		if s[i] >= utf8.RuneSelf {
			return false
		}
	}
	return true
}

// decompose splits letters from their accents and spells out compatibility forms.
func decompose(s string) string {
	if isASCII(s) {
		return s
	}
	return symbols.Replace(norm.NFKD.String(symbols.Replace(s)))
}

// symbols are replaced before compatibility folding, which would spell them out inside a word.
var symbols = strings.NewReplacer(
	"™", " ", "®", " ", "℠", " ", "©", " ", "µg", "mcg", "μg", "mcg",
	"’", "'", "‘", "'", "ʼ", "'", "´", "'", "`", "'", "′", "'",
)

// normalizeOnce applies every rule once and reports whether any has changed a word.
func normalizeOnce(s string) (string, bool) {
	r := rules()
	words := splitWords(s)
	rewritten := false
	for i, w := range words {
		words[i] = r.canonical(w)
		rewritten = rewritten || words[i] != w
	}
	n := len(words)
	words = r.joinPrefixes(dropNOS(words))
	rewritten = rewritten || len(words) != n
	for i := 1; i < len(words); i++ {
		if r.before[words[i-1]] {
			number := arabic(words[i])
			rewritten = rewritten || number != words[i]
			words[i] = number
		}
	}
	return strings.Join(words, " "), rewritten
}

// TakesNumber reports whether a normalised word is one that a number belongs to: type, stage, grade.
func TakesNumber(word string) bool { return rules().before[word] }

// canonical rewrites one word: spelling, then plural, then whole-word replacements.
func (r *rewriteRules) canonical(w string) string {
	if to, ok := r.word[w]; ok {
		return to
	}
	if strings.ContainsAny(w, "0123456789") {
		return w
	}
	w = r.singular(r.spell(w))
	if to, ok := r.word[w]; ok {
		return to
	}
	return w
}

// stripTags drops the semantic tags at the end: "Sinusitis (disorder)".
func stripTags(s string) string {
	for {
		t := strings.TrimRightFunc(s, unicode.IsSpace)
		open := strings.LastIndexByte(t, '(')
		if open <= 0 || t[len(t)-1] != ')' || !rules().tag[strings.ToLower(t[open+1:len(t)-1])] {
			return s
		}
		s = t[:open]
	}
}

// splitWords cuts a decomposed text into lower-case words of letters and digits.
func splitWords(s string) []string {
	words := make([]string, 0, 8)
	var word []byte
	flush := func() {
		if len(word) > 0 {
			words = append(words, lowerWord(string(word)))
			word = word[:0]
		}
	}
	for i := 0; i < len(s); {
		c, size := utf8.DecodeRuneInString(s[i:])
		next := s[i+size:]
		switch {
		case c == '\'':
			if possessive(next) && len(word) > 0 {
				size++ // the s goes with the apostrophe
			}
		case c == '&':
			flush()
			words = append(words, "and")
		case c == '.' && endsInDigit(word) && startsWithDigit(next):
			word = append(word, '.')
		case c == ',' && endsInDigit(word) && thousands(next):
			// 1,000 is one number
		case unicode.In(c, unicode.Mn, unicode.Cf):
			// accents of decomposed letters, soft hyphens, zero-width joiners
		case isGreek(c) && !isGreek(firstRune(next)):
			flush()
			words = append(words, greekName(c))
		case unicode.IsLetter(c), unicode.IsDigit(c), unicode.Is(unicode.Mc, c):
			word = append(word, foldLetter(c)...)
		case c == '/' && isWithout(word, next):
			word, size = append(word[:0], "without"...), size+1
		default:
			flush()
		}
		i += size
	}
	flush()
	return words
}

// lowerWord lower-cases a word; the s of a pluralised abbreviation ("UTIs") goes.
func lowerWord(w string) string {
	if stem, ok := strings.CutSuffix(w, "s"); ok && len(stem) >= 2 && stem == strings.ToUpper(stem) && stem != strings.ToLower(stem) {
		w = stem
	}
	return strings.ToLower(w)
}

func dropNOS(words []string) []string {
	if !slices.Contains(words, "nos") {
		return words
	}
	kept := words[:0:0]
	for _, w := range words {
		if w != "nos" {
			kept = append(kept, w)
		}
	}
	if len(kept) == 0 && len(words) > 0 {
		return words[:1]
	}
	return kept
}

// joinPrefixes writes "non hodgkin" as "nonhodgkin", so that blank, hyphen and nothing are one.
func (r *rewriteRules) joinPrefixes(words []string) []string {
	if !slices.ContainsFunc(words, func(w string) bool { return r.join[w] }) {
		return words
	}
	joined := words[:0:0]
	for i := 0; i < len(words); i++ {
		if w := words[i]; r.join[w] && i+1 < len(words) && !startsWithDigit(words[i+1]) {
			joined = append(joined, w+words[i+1])
			i++
			continue
		}
		joined = append(joined, words[i])
	}
	return joined
}
