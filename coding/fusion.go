package coding

import (
	"cmp"
	"context"
	"slices"
	"strings"

	"github.com/askomop/askomop/vocab"
)

// Where nothing is named outright, what was found by words is joined with what is found by letters, by reciprocal rank
// fusion (Cormack, Clarke and Büttcher, SIGIR 2009): both lists err, and hardly ever in the same place.

const (
	keepsRank     = 10 // hits that keep their place before what is fused: there words alone do better
	leastLetters  = 5  // of a word that others may share
	evidenceLooks = 60 // hits whose names are compared for what they say
)

// fuse ranks what a search found anew: what says the same as the mention first, then what words and letters find
// together.
func (s *session) fuse(ctx context.Context, best map[int64]vocab.Hit, f vocab.Filter, k int) error {
	if s.domain == "Drug" || s.domain == "Visit" {
		return nil
	}
	ranked := bestHits(best, len(best))
	if len(ranked) > 0 && ranked[0].Score >= namedOutright {
		return nil
	}
	if err := ctx.Err(); err != nil {
		return err
	}
	alike := s.alike(f, k)
	kept := min(keepsRank, len(ranked))
	alike = slices.DeleteFunc(alike, func(h vocab.Hit) bool {
		return slices.ContainsFunc(ranked[:kept], func(r vocab.Hit) bool { return r.Concept.ID == h.Concept.ID })
	})
	var scores []float64
	fused := fuse(ranked[kept:], alike)
	for _, h := range fused {
		scores = append(scores, h.Score)
	}
	slices.SortFunc(scores, func(a, b float64) int { return cmp.Compare(b, a) })
	least := 1.0
	if kept > 0 {
		least = ranked[kept-1].Score
	}
	for i, h := range fused { // scores tell the order, of this domain and beside others
		h.Score = min(scores[i], least)
		best[h.Concept.ID] = h
	}
	s.raiseEvident(best)
	return nil
}

// alike are the terms that share the letters of the mention's words, the most similar first.
func (s *session) alike(f vocab.Filter, k int) []vocab.Hit {
	var query [][]vocab.Alternative
	words := strings.Fields(vocab.Normalize(writings(s.entity.Text, s.domain)[0].text))
	for i, w := range words {
		may := s.mayBe(words, i)
		if len(may) == 0 || fills(w) {
			continue
		}
		if len(w) >= leastLetters {
			for _, a := range s.found.alike.once(w, func() []vocab.Alternative { return s.vocabulary.Alike(w) }) {
				if !slices.ContainsFunc(may, func(o vocab.Alternative) bool { return o.Word == a.Word }) {
					may = append(may, vocab.Alternative{Word: a.Word, Similarity: a.Similarity * letterCounts})
				}
			}
		}
		query = append(query, may)
	}
	hits := s.vocabulary.SearchWords(query, f, k, 0)
	for i, h := range hits {
		hits[i].Score = h.Score * similarity * penalty(s.entity.Text, vocab.Normalize(h.Term))
	}
	slices.SortStableFunc(hits, func(a, b vocab.Hit) int { return cmp.Compare(b.Score, a.Score) })
	return hits
}

// raiseEvident lifts hits one of whose names says the same as the mention.
func (s *session) raiseEvident(best map[int64]vocab.Hit) {
	e := equivalentsOf()[s.domain]
	var meant []meaning
	var costs []float64
	for _, r := range s.soundReadings() {
		if len(r.wider) == 0 {
			meant, costs = append(meant, e.meaningOf(r.text)), append(costs, r.cost)
		}
	}
	for _, h := range bestHits(best, evidenceLooks) {
		name := e.meaningOf(vocab.Normalize(h.Term))
		for i, m := range meant {
			if e.saysSame(m, name) {
				h.Score = max(h.Score, evidenceScore-costs[i])
				best[h.Concept.ID] = h
				break
			}
		}
	}
}
