package coding

import (
	"context"
	"slices"
	"strings"
	"unicode"

	"github.com/askomop/askomop/vocab"
)

// isInitials reports whether a text is written as initials are: "ALL" is not a word, whatever a vocabulary calls so.
func isInitials(text string) bool {
	isOther := func(c rune) bool { return c < 'A' || c > 'Z' }
	return len(text) > 1 && len(text) <= mostInitials && !strings.ContainsFunc(text, isOther)
}

// mostInitials is how long a text in capitals is at most that is rather initials than a word.
const mostInitials = 4

// contested abstains where an abbreviation of the vocabulary is written in notes for something else: "PAF" is pure
// autonomic failure to one vocabulary, and paroxysmal atrial fibrillation in hospitals.
func (s *session) contested(ctx context.Context, picked []choice) error {
	var meant []choice
	for _, r := range s.readings() {
		if len(r.kinds) != 1 || r.kinds[0] != "short" {
			continue
		}
		others := s.choices(slices.DeleteFunc(s.vocabulary.Lookup(r.text), isClass))
		if len(others) == 0 {
			continue
		}
		bears := func(o choice) bool { return o.concept.ID == picked[0].concept.ID }
		if same, err := s.agree(ctx, picked, others); err != nil || same || slices.ContainsFunc(others, bears) {
			return err
		}
		meant = append(meant, others...)
	}
	if len(meant) == 0 {
		return nil
	}
	return s.ambiguous(append(slices.Clone(picked), meant...), severalMeanings)
}

// written are the words of a text as they are written, without signs.
func written(text string) []string {
	return strings.FieldsFunc(text, func(c rune) bool { return !unicode.IsLetter(c) && !unicode.IsDigit(c) })
}

// spelt leaves out of hits for a word those of initials with an S that is not written, or without one that is, since
// Normalize takes it for a plural's: PCO are polycystic ovaries, PCOS is the syndrome.
func (s *session) spelt(word string, hits []vocab.Hit) []vocab.Hit {
	if len(hits) == 0 || strings.Contains(word, " ") {
		return hits
	}
	asked, other := strings.ToUpper(word), strings.ToUpper(word)+"S"
	if mention := written(s.entity.Text); slices.Contains(mention, other) {
		asked, other = other, asked
	} else if !slices.Contains(mention, asked) {
		return hits
	}
	return slices.DeleteFunc(slices.Clone(hits), func(h vocab.Hit) bool {
		term := written(h.Term)
		return h.Kind > vocab.KindName && slices.Contains(term, other) && !slices.Contains(term, asked)
	})
}

// ofInitials leaves out what a word stands for with an S that is not written: PPM is no PPMS.
func (s *session) ofInitials(word string, known []rewriting) []rewriting {
	if !listed().initialsInS.has(word) || slices.ContainsFunc(written(s.entity.Text), func(w string) bool { return strings.EqualFold(w, word+"s") }) {
		return known
	}
	initials := func(o rewriting) bool {
		words := strings.Fields(o.to)
		return o.kind == "short" && len(words) > 1 && strings.HasPrefix(words[len(words)-1], "s")
	}
	return slices.DeleteFunc(slices.Clone(known), initials)
}
