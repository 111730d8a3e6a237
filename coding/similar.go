package coding

import (
	_ "embed"
	"slices"
	"strings"

	"github.com/askomop/askomop/internal/lazyregexp"
	"github.com/askomop/askomop/vocab"
)

// lookup finds the terms that a normalised text is: as it stands, else of the same words in another order. Where it is
// a synonym and no standard concept's name, such names of the same words come before it: "hypertension, essential" is
// essential hypertension, whatever else one vocabulary calls so.
func (s *session) lookup(text string) []vocab.Hit {
	hits := s.spelt(text, slices.DeleteFunc(s.vocabulary.Lookup(text), isOfSeries))
	if len(hits) == 0 {
		return slices.DeleteFunc(s.sameWords(text), isOfSeries)
	}
	isName := func(h vocab.Hit) bool { return h.Kind == vocab.KindName && h.Concept.IsStandard() }
	isSynonym := func(h vocab.Hit) bool { return h.Kind == vocab.KindSynonym }
	if slices.ContainsFunc(hits, isName) || !slices.ContainsFunc(hits, isSynonym) {
		return hits
	}
	named := slices.DeleteFunc(s.sameWords(text), func(h vocab.Hit) bool { return !isName(h) })
	if len(named) == 0 {
		return hits
	}
	hits = slices.Clone(hits)
	for i := range hits {
		hits[i].Score = min(hits[i].Score, otherName)
	}
	return append(named, hits...)
}

// inSeries is the name of a member of a series of diseases, by gene or locus: "aortic valve disease 1".
var inSeries = lazyregexp.New(`(\pL{3,}) (\d{1,2})$`)

// isOfSeries reports whether a synonym leaves the number out by which its concept is told from the others of a series:
// it names the disease, and not this one of its kinds. A number behind a word such as "type" is left to the vocabulary.
func isOfSeries(h vocab.Hit) bool {
	if h.Kind != vocab.KindSynonym || h.Concept.Domain != "Condition" {
		return false
	}
	m := inSeries.FindStringSubmatch(vocab.Normalize(h.Concept.Name))
	return m != nil && !vocab.TakesNumber(m[1]) && !slices.Contains(strings.Fields(vocab.Normalize(h.Term)), m[2])
}

// sameWords finds terms made of the same words in another order. Texts in which
// the order carries the meaning ("anemia due to bleeding") are left alone.
func (s *session) sameWords(text string) []vocab.Hit {
	text = withoutArticles(text)
	words := strings.Fields(text)
	if len(words) < 2 || slices.ContainsFunc(words, directs) {
		return nil
	}
	skip := fills
	if slices.Contains(words, "allergy") { // "peanut allergy" is the "allergy to peanuts"
		skip = func(word string) bool { return word == "to" || fills(word) }
	}
	hits := slices.Clone(
		s.found.sameWords.once(
			text,
			func() []vocab.Hit { return s.vocabulary.SameWords(text, vocab.Filter{}, skip) },
		),
	)
	for i := range hits {
		hits[i].Score = otherOrder
	}
	return hits
}

// withoutArticles leaves out the articles of a normalised text: "a" is one before a word and behind another that joins
// or begins, and else a letter: "fracture of a hip", and "influenza A virus".
func withoutArticles(text string) string {
	words := strings.Fields(text)
	kept := words[:0:0]
	for i, w := range words {
		if w == "a" && i+1 < len(words) && (i == 0 || fills(words[i-1]) || directs(words[i-1])) {
			continue
		}
		kept = append(kept, w)
	}
	return strings.Join(kept, " ")
}

// fills reports whether a word only joins others: "fracture of the hip".
func fills(word string) bool { return listed().joins.has(word) }

// directs reports whether a word gives its neighbours different parts, or turns the meaning round.
func directs(word string) bool { return listed().directs.has(word) }

// minTypoLetters is the length from which a word may be corrected: in short words one letter makes another word.
const minTypoLetters = 6

// misspelt finds what the text would mean with one letter of its unknown words
// left out, added, or two swapped, when there is one reading only. A letter changed into
// another is not corrected: dysphasia is not dysphagia, nor nitrate nitrite.
func (s *session) misspelt(text string) []vocab.Hit {
	words := strings.Fields(text)
	score, corrected := 1.0, false
	for i, word := range words {
		if s.vocabulary.HasWord(word) {
			continue
		}
		near := s.corrections(word)
		if len(near) != 1 {
			return nil
		}
		score = min(score, 1-1/float64(max(len(word), len(near[0]))))
		words[i], corrected = near[0], true
	}
	if !corrected || score < s.options.Bar {
		return nil
	}
	fixed := strings.Join(words, " ")
	hits := s.lookup(fixed)
	// Two slips at once, a wrong spelling and an abbreviation or a loose order, are one too many to be sure of.
	hits = slices.DeleteFunc(
		hits,
		func(h vocab.Hit) bool { return h.Kind > vocab.KindSynonym && h.Kind != vocab.KindProduct },
	)
	for i := range hits {
		hits[i].Score = score
	}
	return hits
}

// lookalikes are names of drugs and diseases that a slip or two part, a group a line. A vocabulary of one hospital may
// lack one of them, and a typo of it would pass for the other: "prednislone" is as near to prednisone as to
// prednisolone.
//
//go:embed lookalikes.txt
var lookalikes string

// corrections are the words of the vocabulary that a misspelt word may have been meant for: more than one where
// another is as near, be it by a changed letter.
func (s *session) corrections(word string) []string {
	if len(word) < minTypoLetters || strings.ContainsAny(word, "0123456789") || neverCorrected(word) ||
		s.wellFormed(word) {
		return nil
	}
	near := s.vocabulary.Slips(word)
	for name := range strings.FieldsSeq(lookalikes) {
		if vocab.EditDistance(word, name) == 1 && !slices.Contains(near, name) {
			near = append(near, name)
		}
	}
	if near = s.foremost(near); len(near) > 1 {
		return near
	}
	return slices.DeleteFunc(near, func(w string) bool {
		return w[0] != word[0] || len(w) < minTypoLetters || !vocab.IsSlip(word, w) || s.tooRare(w)
	})
}

// How rare a word may be that another is a slip of (as in the noisy channel of Kernighan, Church & Gale, COLING 1990).
// Of 20,000 real words that the public extract lacks, tried against its words, 1.4 % were corrected with no such bound
// and 0.9 % with it; of slips made at random in its names 94 % and 92 % were. Where several words are near and one is
// so much more common than the others, it was the right one in 99 % of them.
const (
	manyTexts   = 10_000 // from so many terms on, a word that only one of them holds is rare
	outweighing = 20     // how many times as many terms hold the word that is meant as any other that is near
)

// tooRare reports whether so few terms hold a word that one beside it is likelier a word of its own, which the
// vocabulary lacks: oophorostomy is not the oophorotomy that one name has.
func (s *session) tooRare(word string) bool {
	return s.vocabulary.Info().Terms >= manyTexts && s.texts(word) < 2
}

// foremost returns the word that is more common by far than the others, and else all of them. A name that the
// vocabulary lacks may be meant as well, however common the others are.
func (s *session) foremost(near []string) []string {
	first, most, next := "", 0, 0
	for _, w := range near {
		switch n := s.texts(w); {
		case n == 0:
			return near
		case n > most:
			first, most, next = w, n, most
		default:
			next = max(next, n)
		}
	}
	if len(near) > 1 && most >= outweighing*next {
		return []string{first}
	}
	return near
}

// suffixes are the endings by which medicine forms words of stems, as Terminologia Anatomica's roots take them.
//
//go:embed suffixes.txt
var suffixes string

// wellFormed reports whether a word that the vocabulary lacks is formed of a stem and an ending that it knows, the stem
// with another ending: it is a word of its own, and no slip of one that is near. Example: coloscopy is not a
// colposcopy, since there is a colostomy; esophagotomy is not esophagostomy.
func (s *session) wellFormed(word string) bool {
	endings := strings.Fields(suffixes)
	for _, end := range endings {
		stem, ok := strings.CutSuffix(word, end)
		if !ok || len(stem) < shortStem {
			continue
		}
		for _, other := range endings {
			if other != end && (s.vocabulary.HasWord(stem+other) ||
				s.vocabulary.HasWord(strings.TrimSuffix(stem, "o")+other)) {
				return true
			}
		}
	}
	return false
}

// neverCorrected are real words that lie one added, dropped or swapped letter from another clinical word.
func neverCorrected(word string) bool { return listed().realWords.has(word) }
