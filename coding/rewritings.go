package coding

import (
	"maps"
	"slices"
	"strings"
	"unicode"

	"github.com/askomop/askomop/vocab"
)

// stretch is n words from place i of a text.
type stretch struct {
	text string
	i, n int
}

// rewritings are what n words from place i may be read as, the words themselves among them. They are not to be changed.
func (s *session) rewritings(words []string, i, n int) []rewriting {
	at := stretch{strings.Join(words, " "), i, n}
	list, ok := s.rewritten[at]
	if !ok {
		if s.rewritten == nil {
			s.rewritten = map[stretch][]rewriting{}
		}
		list = s.rewrite(words, i, n)
		s.rewritten[at] = list
	}
	return list
}

func (s *session) rewrite(words []string, i, n int) []rewriting {
	text := strings.Join(words[i:i+n], " ")
	known := s.ofInitials(text, rewritingsOf(text, s.domain))
	if s.domain == "Observation" { // of what else than of diseases and procedures would be a history
		known = slices.Clone(known)
		for _, of := range []string{"Condition", "Procedure"} {
			for _, o := range rewritingsOf(text, of) {
				if (o.kind == "short" || o.kind == "same" || o.kind == "near") && !slices.ContainsFunc(known, func(k rewriting) bool { return k.to == o.to }) {
					known = append(known, o)
				}
			}
		}
	}
	if len(words) > n || n > 1 { // abbreviations in the midst of others: "acute HF"
		known = append(slices.Clone(known), s.abbreviated(text, n)...)
	}
	if i > 0 { // "history" opens what it says
		known = slices.DeleteFunc(slices.Clone(known), func(o rewriting) bool { return o.kind == "past" })
	}
	if i+n < len(words) && ownSides(words[i+n]) { // the right heart is another organ than the left
		known = slices.DeleteFunc(slices.Clone(known), func(o rewriting) bool { return o.kind == "wider" })
	}
	if n > 1 {
		return known
	}
	as := rewriting{to: text}
	switch {
	case hasKind(known, "short") && s.vocabulary.HasWord(text):
		as.cost, as.kind = costOwn, "kept"
	case hasKind(known, "short"):
		as.cost, as.kind = costKept, "kept"
	case s.domain == "Drug" && vocab.BaseIngredient("x "+text) == "x": // a salt
	case !s.vocabulary.HasWord(text) && strings.IndexFunc(text, unicode.IsLetter) >= 0:
		as.cost, as.kind = costKept, "unknown"
		known = slices.Concat(known, s.inEnglish(text), s.guesses(text))
	case len(words) > 1 && len(known) == 0:
		known = s.cutThough(text)
	}
	if len(words) > 1 && s.domain == "Condition" {
		known = append(slices.Clone(known), s.forms(text)...)
	}
	return append([]rewriting{as}, known...)
}

// inEnglish are the English names of a drug that is named in Latin or German, where the vocabulary has one: docetaxel
// of docetaxelum, omeprazole of Omeprazol.
func (s *session) inEnglish(word string) []rewriting {
	var out []rewriting
	for ending, english := range listed().innEndings {
		stem, is := strings.CutSuffix(word, ending)
		for _, end := range english {
			if is && s.domain == "Drug" && len(stem) > shortStem && s.vocabulary.HasWord(stem+end) {
				out = append(out, rewriting{stem + end, costForm, "form"})
			}
		}
	}
	return out
}

// ownSides reports whether a word names an organ whose left and right part are two organs, each with diseases of its
// own.
func ownSides(word string) bool { return listed().ownSides.has(word) }

// forms are the noun of an adjective and the adjective of a noun, where the vocabulary has the word: ischemia and
// ischemic.
func (s *session) forms(word string) []rewriting {
	var out []rewriting
	add := func(from, to string) {
		stem, is := strings.CutSuffix(word, from)
		if other := stem + to; is && len(stem) > 2 && s.vocabulary.HasWord(other) {
			out = append(out, rewriting{other, costForm, "form"})
		}
	}
	for _, noun := range slices.Sorted(maps.Keys(listed().adjectiveEndings)) {
		for _, adjective := range listed().adjectiveEndings[noun] {
			add(noun, adjective)
			add(adjective, noun)
		}
	}
	return out
}

// derived reports whether an ending is one by which English makes words of others, the empty one among them.
func derived(ending string) bool { return ending == "" || listed().endings.has(ending) }

// Bounds of the words of one stem.
const (
	leastShared   = 5 // letters of a stem
	longestEnding = 5
	mostRelatives = 4
)

// relatives are the words of the vocabulary that are made of the same stem by another ending, the most common first:
// meningococcal of meningococcus, edentulism of edentulous. They say nearly the same, and often not quite.
func (s *session) relatives(word string) []string {
	return s.found.relatives.once(word, func() []string {
		type found struct {
			word  string
			texts int
		}
		var stems []string // the shortest first: it begins all others
		for cut := min(longestEnding, len(word)-leastShared); cut >= 0; cut-- {
			if derived(word[len(word)-cut:]) {
				stems = append(stems, word[:len(word)-cut])
			}
		}
		if len(stems) == 0 {
			return nil
		}
		var list []found
		for w, n := range s.vocabulary.Words(stems[0]) {
			if w != word &&
				slices.ContainsFunc(
					stems,
					func(stem string) bool { return strings.HasPrefix(w, stem) && derived(w[len(stem):]) },
				) {
				list = append(list, found{w, n})
			}
		}
		slices.SortStableFunc(list, func(a, b found) int { return b.texts - a.texts })
		var words []string
		for _, f := range list[:min(mostRelatives, len(list))] {
			words = append(words, f.word)
		}
		return words
	})
}

func hasKind(list []rewriting, kind string) bool {
	return slices.ContainsFunc(list, func(o rewriting) bool { return o.kind == kind })
}

// abbreviated reads words by what the vocabulary or terms.tsv say that they abbreviate in the domain.
func (s *session) abbreviated(text string, n int) []rewriting {
	if n > 3 || len(text) < 2 {
		return nil
	}
	var out []rewriting
	for _, h := range s.spelt(text, s.vocabulary.Abbreviations(text)) {
		of := h.Concept.Domain == s.domain || s.domain == "Observation" && (h.Concept.Domain == "Condition" || h.Concept.Domain == "Procedure")
		if h.Ambiguous || !of || !h.Concept.IsStandard() {
			continue
		}
		to := vocab.Normalize(h.Concept.Name)
		if to != text && !slices.ContainsFunc(out, func(o rewriting) bool { return o.to == to }) && len(out) < 3 {
			out = append(out, rewriting{to, costShort + nextGuess, "short"})
		}
	}
	return out
}

// Words shorter than this are too short to be completed.
const minStem = 4

// guesses are the words of the vocabulary that a word it lacks may be cut short
// from, or misspelt; the most common ones first, each a little dearer.
func (s *session) guesses(word string) []rewriting {
	if strings.ContainsAny(word, "0123456789") || len(word) < minStem {
		return nil
	}
	var out []rewriting
	add := func(found []string, kind string, cost float64) {
		for k, w := range found {
			if !slices.ContainsFunc(out, func(o rewriting) bool { return o.to == w }) {
				out = append(out, rewriting{w, cost + float64(k)*nextGuess, kind})
			}
		}
	}
	add(s.soundsLike(word), "misspelt", costMisspelt)
	if len(out) == 0 { // Normalize may have taken its last letter for a plural's: "diabtes"
		add(s.soundsLike(word+"s"), "misspelt", costMisspelt)
	}
	add(s.completions(word), "cut", costGuess)
	return out
}

// cutThough are the words that a word may be cut short from though the vocabulary has it: titles of source
// codes hold words like "defic". They are those that it is far rarer than.
func (s *session) cutThough(word string) []rewriting {
	if len(word) < minStem || len(word) > longestStem || strings.ContainsAny(word, "0123456789") {
		return nil
	}
	texts := s.texts(word)
	var out []rewriting
	for k, w := range s.completions(word) {
		if k < 2 && s.texts(w) > rarer*texts {
			out = append(out, rewriting{w, costCut + float64(k)*nextGuess, "cut"})
		}
	}
	return out
}

// Bounds of words that are known and may be cut short all the same.
const (
	longestStem = 9
	rarer       = 4
)

// texts is the number of terms that hold a word.
func (s *session) texts(word string) int {
	for w, n := range s.vocabulary.Words(word) {
		if w == word {
			return n
		}
		break
	}
	return 0
}

// mostGuesses bounds what one word is taken for.
const mostGuesses = 6

// completions are the words that begin with the letters, or are spelt with
// them and more in the same order and the same first two ("hypertn", "crnry"), the most common first.
func (s *session) completions(stem string) []string {
	return s.found.completions.once(stem, func() []string { return s.complete(stem) })
}

func (s *session) complete(stem string) []string {
	type found struct {
		word  string
		texts int
	}
	var begin, within []found
	for w, n := range s.vocabulary.Words(stem) {
		if len(w) > len(stem) && !directs(w) && !fills(w) {
			begin = append(begin, found{w, n})
		}
	}
	if len(begin) == 0 && len(stem) >= minStem && hardlyVowels(stem) {
		for w, n := range s.vocabulary.Words(stem[:1]) {
			if len(w) > len(stem) && shortens(stem, w) && !directs(w) && !fills(w) {
				within = append(within, found{w, n})
			}
		}
	}
	list := append(begin, within...)
	slices.SortStableFunc(list, func(a, b found) int { return b.texts - a.texts })
	var words []string
	for _, f := range list[:min(mostGuesses, len(list))] {
		words = append(words, f.word)
	}
	return words
}

// hardlyVowels reports whether a short form is one that vowels were dropped from.
func hardlyVowels(short string) bool {
	vowels := 0
	for i := range len(short) {
		if isVowel(short[i]) {
			vowels++
		}
	}
	return vowels*4 <= len(short)
}

// shortens reports whether a short form drops letters of a word so that the
// consonants that are left stand for it: hardly a vowel is left, the letters are in order, and
// they are most of the word's consonants.
func shortens(short, word string) bool {
	at, consonants, kept := 0, 0, 0
	for i := range len(word) {
		vowel := isVowel(word[i])
		if !vowel {
			consonants++
		}
		if at < len(short) && short[at] == word[i] {
			at++
			if !vowel {
				kept++
			}
		}
	}
	return at == len(short) && len(word) >= len(short)+2 && kept*3 >= consonants*2 && hardlyVowels(short)
}

func isVowel(c byte) bool {
	switch c {
	case 'a', 'e', 'i', 'o', 'u', 'y':
		return true
	}
	return false
}

// soundsLike are the words of the vocabulary that are spoken as a misspelt one is.
func (s *session) soundsLike(word string) []string {
	if len(word) < minTypoLetters-1 || neverCorrected(word) || s.wellFormed(word) {
		return nil
	}
	key := spoken(word)
	var out []string
	for _, w := range s.vocabulary.NearWords(word, 2) {
		if spoken(w) == key && len(w) >= minTypoLetters-1 {
			out = append(out, w)
		}
	}
	if len(out) == 0 {
		out = s.corrections(word)
	}
	return out
}

// spoken spells a word by its sound, roughly: which vowel stands in an unstressed
// syllable, double letters and c, k, s, z are where people err in writing what they have heard.
func spoken(word string) string {
	word = sounds.Replace(word)
	var b []byte
	for i := range len(word) {
		c := word[i]
		if i > 0 && isVowel(c) {
			c = 'a'
		}
		if len(b) == 0 || b[len(b)-1] != c {
			b = append(b, c)
		}
	}
	return strings.TrimSuffix(string(b), "a")
}

var sounds = strings.NewReplacer("ph", "f", "ck", "k", "ce", "se", "ci", "si", "cy", "sy", "tion", "sion", "x", "ks", "c", "k", "q", "k", "z", "s")
