package coding

import (
	"math"
	"slices"
	"strings"

	"github.com/askomop/askomop/vocab"
)

// onlyTests reports whether a filter admits measurements and observations alone.
func onlyTests(f vocab.Filter) bool {
	return len(f.Domains) > 0 && !slices.ContainsFunc(f.Domains, func(d string) bool { return d != "Measurement" && d != "Observation" })
}

// covered blends the likeness of a term to words with the share of them that the term holds, by how much they tell.
func (s *session) covered(score float64, query [][]vocab.Alternative, term string) float64 {
	words := strings.Fields(term)
	var all, held float64
	asked := map[string]bool{}
	for _, may := range query {
		weight, best := 0.0, 0.0
		for _, a := range may {
			asked[a.Word] = true
			if texts := s.texts(a.Word); texts > 0 {
				if weight == 0 {
					weight = math.Log(1 + float64(s.vocabulary.Info().Terms)/float64(texts))
				}
				if a.Similarity > best && slices.Contains(words, a.Word) {
					best = a.Similarity
				}
			}
		}
		all, held = all+weight, held+weight*best
	}
	if all == 0 {
		return score
	}
	score = (1-covers)*score + covers*held/all
	if slices.ContainsFunc(words, func(w string) bool { return unusual(w) && !asked[w] }) {
		score *= unasked
	}
	return score
}

// unusual reports whether a word of a test's name says what a mention would not leave out: blood, alone, at any time is
// usual.
func unusual(word string) bool { return listed().notLeftOut.has(word) }
