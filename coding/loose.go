package coding

import (
	"context"
	"strings"

	"github.com/askomop/askomop/vocab"
)

// Loose finds what a text names that is not a term of the vocabulary itself: its words in
// another order ("hip fracture" for "fracture of hip"), with one slip of the pen, or as its kinds. It is
// what Code accepts beyond exact terms, so that a masker can tell an entity by it. A reader asks for the same few texts
// thousands of times while it tries to read a question: what was found is kept, and is not to be changed.
func (r *Rules) Loose(text string) []vocab.Hit {
	if hits, ok := r.loose.Get(text); ok {
		return hits
	}
	s := &session{Rules: r, found: &lookups{}}
	hits := s.loosely(text)
	if !s.found.failed.Load() {
		r.loose.Put(text, hits)
	}
	return hits
}

func (s *session) loosely(text string) (hits []vocab.Hit) {
	normalised := vocab.Normalize(text)
	if hits := s.sameWords(normalised); len(hits) > 0 {
		return hits
	}
	if hits := s.misspelt(normalised); len(hits) > 0 {
		return hits
	}
	if len(s.vocabulary.Lookup(normalised)) > 0 {
		return nil
	}
	in := func(domain string) *session {
		return &session{Rules: s.Rules, entity: Entity{strings.ToLower(domain), text}, domain: domain, found: s.found}
	}
	if hits := s.givenAs(normalised); len(hits) > 0 {
		return hits
	}
	all := in("Drug").vaccinesNamed()
	for _, domain := range withClasses {
		all = append(all, in(domain).kinds(context.Background())...)
	}
	if strings.ContainsAny(text, "/-") {
		for _, h := range in("Drug").common(joined.Split(strings.TrimSpace(text), -1)) {
			all = append(all, choice{h.Concept, "", 1, rankLay})
		}
	}
	for _, c := range all {
		h := vocab.Hit{Concept: c.concept, Term: c.concept.Name, Kind: vocab.KindSynonym, Score: c.score}
		hits = append(hits, h)
	}
	return hits
}
