package onnx

import (
	"sort"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// tokenizer cuts text into the ids of a BERT WordPiece vocabulary.
type tokenizer struct {
	vocabulary  map[string]int64
	special     []string // added tokens that stand in the raw text, such as [MASK], longest first
	unknown     int64
	first, last int64 // [CLS] and [SEP]
	padding     int64
	prefix      string // of a piece that continues a word: "##"
	longestWord int    // in runes; longer words are unknown

	cleanText, lowercase, stripAccents, spaceChinese bool
}

// encode returns the ids of a text between [CLS] and [SEP], at most limit of them.
func (t *tokenizer) encode(text string, limit int) []int64 {
	ids := []int64{t.first}
	for text != "" && len(ids) < limit-1 {
		at, token := t.nextSpecial(text)
		for _, word := range words(t.normalise(text[:at])) {
			if ids = t.pieces(ids, word); len(ids) >= limit-1 {
				break
			}
		}
		if token != "" {
			ids = append(ids, t.vocabulary[token])
		}
		text = text[at+len(token):]
	}
	return append(ids[:min(len(ids), limit-1)], t.last)
}

// nextSpecial finds the first added token in a text; without one it returns the text's end.
func (t *tokenizer) nextSpecial(text string) (int, string) {
	best, token := len(text), ""
	for _, s := range t.special {
		if i := strings.Index(text[:min(len(text), best+len(s))], s); i >= 0 && i < best {
			best, token = i, s
		}
	}
	return best, token
}

// normalise cleans a text as the model's training did.
func (t *tokenizer) normalise(text string) string {
	if t.cleanText {
		text = strings.Map(clean, text)
	}
	if t.spaceChinese {
		text = spaceChinese(text)
	}
	if t.stripAccents {
		text = strings.Map(func(r rune) rune {
			if unicode.Is(unicode.Mn, r) {
				return -1
			}
			return r
		}, norm.NFD.String(text))
	}
	if t.lowercase {
		text = strings.ToLower(text)
	}
	return text
}

// clean drops what is not a text and makes every white space a blank.
func clean(r rune) rune {
	switch {
	case r == '\t', r == '\n', r == '\r':
		return ' '
	case r == 0, r == utf8.RuneError, unicode.In(r, unicode.Cc, unicode.Cf, unicode.Co, unicode.Cs):
		return -1
	case unicode.IsSpace(r):
		return ' '
	}
	return r
}

// spaceChinese makes a word of every CJK ideograph.
func spaceChinese(text string) string {
	if !strings.ContainsFunc(text, chinese) {
		return text
	}
	var b strings.Builder
	for _, r := range text {
		if chinese(r) {
			b.WriteString(" " + string(r) + " ")
		} else {
			b.WriteRune(r)
		}
	}
	return b.String()
}

func chinese(r rune) bool {
	return r >= 0x4E00 && r <= 0x9FFF || r >= 0x3400 && r <= 0x4DBF || r >= 0x20000 && r <= 0x2A6DF ||
		r >= 0x2A700 && r <= 0x2B73F ||
		r >= 0x2B740 && r <= 0x2B81F || r >= 0x2B920 && r <= 0x2CEAF || r >= 0xF900 && r <= 0xFAFF ||
		r >= 0x2F800 && r <= 0x2FA1F
}

// words cuts at white space, and makes a word of every punctuation mark.
func words(text string) []string {
	var out []string
	start := 0
	for i, r := range text {
		space := unicode.IsSpace(r)
		if !space && !punctuation(r) {
			continue
		}
		if start < i {
			out = append(out, text[start:i])
		}
		start = i + utf8.RuneLen(r)
		if !space {
			out = append(out, text[i:start])
		}
	}
	if start < len(text) {
		out = append(out, text[start:])
	}
	return out
}

func punctuation(r rune) bool {
	return r >= '!' && r <= '/' || r >= ':' && r <= '@' || r >= '[' && r <= '`' || r >= '{' && r <= '~' || unicode.IsPunct(r)
}

// pieces appends the ids of a word: the longest piece of the vocabulary that it
// begins with, then of the rest. A word that does not come out even is unknown as a whole.
func (t *tokenizer) pieces(ids []int64, word string) []int64 {
	if utf8.RuneCountInString(word) > t.longestWord {
		return append(ids, t.unknown)
	}
	before := len(ids)
	for start := 0; start < len(word); {
		id, end := t.longest(word, start)
		if end == start {
			return append(ids[:before], t.unknown)
		}
		ids, start = append(ids, id), end
	}
	return ids
}

// longest returns the longest piece from start, and where it ends; start where there is none.
func (t *tokenizer) longest(word string, start int) (int64, int) {
	prefix := ""
	if start > 0 {
		prefix = t.prefix
	}
	for end := len(word); end > start; {
		if id, ok := t.vocabulary[prefix+word[start:end]]; ok {
			return id, end
		}
		_, size := utf8.DecodeLastRuneInString(word[start:end])
		end -= size
	}
	return 0, start
}

// sortSpecial puts the longest first, so that of two that begin at one place it is found.
func sortSpecial(special []string) {
	sort.Slice(special, func(i, j int) bool {
		if len(special[i]) != len(special[j]) {
			return len(special[i]) > len(special[j])
		}
		return special[i] < special[j]
	})
}
