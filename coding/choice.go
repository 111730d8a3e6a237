package coding

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"github.com/askomop/askomop/vocab"
)

// choice is a concept that the entity's words stand for.
type choice struct {
	concept vocab.Concept
	why     string
	score   float64
	rank    int // the lower the better; only the best rank counts
}

// choices turns hits into standard concepts of the domain, each once with its best reason.
func (s *session) choices(hits []vocab.Hit) []choice {
	best := map[int64]choice{}
	var order []int64
	for _, h := range hits {
		for _, c := range s.standard(h) {
			old, seen := best[c.concept.ID]
			if !seen {
				order = append(order, c.concept.ID)
			}
			if !seen || c.rank < old.rank {
				best[c.concept.ID] = c
			}
		}
	}
	var out []choice
	for _, id := range order {
		out = append(out, best[id])
	}
	slices.SortStableFunc(out, func(a, b choice) int {
		return cmp.Or(cmp.Compare(a.rank, b.rank), cmp.Compare(a.concept.ID, b.concept.ID))
	})
	return out
}

// Ranks of choices: a name of a standard concept is better than a synonym or the name of a concept that maps to it.
const (
	rankName = iota
	rankSynonym
	rankAbbreviation
	rankLay
	rankAmbiguous
)

// standard returns the valid standard concepts of the domain that a hit stands for: itself, or what it maps to.
func (s *session) standard(h vocab.Hit) []choice {
	rank, why := rankName, "exact name"
	switch h.Kind {
	case vocab.KindSynonym:
		rank, why = rankSynonym, fmt.Sprintf("synonym %q", h.Term)
	case vocab.KindAbbreviation:
		rank, why = rankAbbreviation, fmt.Sprintf("abbreviation %q", h.Term)
	case vocab.KindLay, vocab.KindBrand, vocab.KindProduct:
		rank, why = rankLay, fmt.Sprintf("%s %q", h.Kind, h.Term)
	}
	if h.Ambiguous {
		rank = rankAmbiguous
	}
	if h.Score < 1 {
		why = fmt.Sprintf("similar to %q", h.Term)
	}
	if h.Concept.IsStandard() {
		if h.Concept.Invalid != "" || h.Concept.Domain != s.domain {
			return nil
		}
		return []choice{{h.Concept, why, h.Score, rank}}
	}
	if s.classifies(h.Concept) {
		return []choice{{h.Concept, why, h.Score, max(rank, rankSynonym)}}
	}
	var out []choice
	for _, target := range s.vocabulary.MapsTo(h.Concept.ID) {
		if target.IsStandard() && target.Invalid == "" && target.Domain == s.domain && target.ID != h.Concept.ID {
			why := fmt.Sprintf("mapped from %s %s %q", h.Concept.Vocabulary, h.Concept.Code, h.Concept.Name)
			out = append(out, choice{target, why, h.Score, max(rank, rankSynonym)})
		}
	}
	if len(out) > 1 {
		return nil // the source concept means all of its targets together, and a set cannot say so
	}
	return out
}

// classifies reports whether a concept is a class of the domain, such as one of ATC's. It stands in no
// record itself: the standard concepts below it do.
func (s *session) classifies(c vocab.Concept) bool {
	return c.Standard == "C" && c.Invalid == "" && c.Domain == s.domain && s.vocabulary.Hierarchy() != vocab.HierarchyNone
}

// membersOf are the choices as members, classes among them.
func membersOf(choices []choice) []Member {
	out := make([]Member, len(choices))
	for i, c := range choices {
		out[i] = member(c.concept, c.why, c.score)
	}
	return out
}

// chosen are the choices that records can have, as members.
func chosen(choices []choice) []Member {
	var out []Member
	for _, c := range choices {
		if c.concept.IsStandard() {
			out = append(out, member(c.concept, c.why, c.score))
		}
	}
	return out
}

const severalMeanings = "this abbreviation has several meanings in clinical use; write it out"

// pick chooses among the choices of the best rank, or abstains as ambiguous.
func (s *session) pick(ctx context.Context, choices []choice) ([]choice, error) {
	best := choices[:0:0]
	for _, c := range choices {
		if c.rank == choices[0].rank {
			best = append(best, c)
		}
	}
	if best[0].rank == rankAmbiguous {
		return nil, s.ambiguous(best, severalMeanings)
	}
	if len(best) == 1 {
		return best, nil
	}
	if (best[0].rank == rankName || sameName(best)) && differentVocabularies(best) {
		s.note("%d vocabularies have a standard concept of this name; all are in", len(best))
		return best, nil
	}
	top, err := s.ancestorOfAll(ctx, best)
	if err != nil {
		return nil, err
	}
	if top != nil {
		return []choice{*top}, nil
	}
	return nil, s.ambiguous(best, "")
}

// sameName reports whether all concepts bear one name, whatever else they are called: Asthma, of which bronchial asthma
// is a synonym.
func sameName(choices []choice) bool {
	name := vocab.Normalize(choices[0].concept.Name)
	return !slices.ContainsFunc(choices, func(c choice) bool { return vocab.Normalize(c.concept.Name) != name })
}

// differentVocabularies reports whether no two of the concepts are of one vocabulary.
func differentVocabularies(choices []choice) bool {
	seen := map[string]bool{}
	for _, c := range choices {
		if seen[c.concept.Vocabulary] {
			return false
		}
		seen[c.concept.Vocabulary] = true
	}
	return true
}

// ancestorOfAll returns the choice that all others descend from, or nil.
func (s *session) ancestorOfAll(ctx context.Context, choices []choice) (*choice, error) {
	for i, c := range choices {
		closure, err := s.vocabulary.Descendants(ctx, []int64{c.concept.ID})
		if err != nil {
			return nil, err
		}
		below := map[int64]bool{c.concept.ID: true}
		for _, d := range closure.Descendants {
			below[d.Concept.ID] = true
		}
		if !slices.ContainsFunc(choices, func(o choice) bool { return !below[o.concept.ID] }) {
			return &choices[i], nil
		}
	}
	return nil, nil
}
