package coding

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"github.com/askomop/askomop/llm"
	"github.com/askomop/askomop/vocab"
)

// Dense finds concepts whose names and synonyms lie near a vector, all of one embedder.
type Dense interface {
	// Search returns at most k hits, each concept once by its nearest term, nearest first, ties by id. Of a hit's
	// concept only the ID need be set; the score is the cosine. Of the filter only the domains count: those of what a
	// term leads to.
	Search(ctx context.Context, v llm.Vector, k int, f vocab.Filter) ([]vocab.Hit, error)
}

// Terms keeps the vectors of terms, for a Dense to search.
type Terms interface {
	// Missing returns those of the terms that have no vector yet.
	Missing(ctx context.Context, terms []vocab.Named) ([]vocab.Named, error)
	// Put keeps the vectors of the terms, one each.
	Put(ctx context.Context, terms []vocab.Named, vecs []llm.Vector) error
}

// termsAtATime is how many terms are embedded and kept together: what an interruption can lose.
const termsAtATime = 512

// EmbedTerms embeds and keeps what is missing of the terms, batch after batch, so that an
// interrupted run goes on where it was. progress may be nil; it is told how many of the missing terms are done.
func EmbedTerms(
	ctx context.Context,
	terms []vocab.Named,
	e llm.Embedder,
	to Terms,
	progress func(done, missing int),
) error {
	if progress == nil {
		progress = func(int, int) {}
	}
	missing, err := to.Missing(ctx, terms)
	if err != nil {
		return err
	}
	// The same text of several concepts is embedded once, as they then stand in one batch.
	slices.SortFunc(missing, func(a, b vocab.Named) int {
		return cmp.Or(cmp.Compare(a.Term, b.Term), cmp.Compare(a.Concept, b.Concept))
	})
	for done := 0; done < len(missing); done += termsAtATime {
		progress(done, len(missing))
		batch := missing[done:min(done+termsAtATime, len(missing))]
		vecs, err := embedOnce(ctx, batch, e)
		if err != nil {
			return fmt.Errorf("embedding names of concepts: %w", err)
		}
		if err := to.Put(ctx, batch, vecs); err != nil {
			return fmt.Errorf("keeping vectors of concepts: %w", err)
		}
	}
	progress(len(missing), len(missing))
	return nil
}

// embedOnce embeds terms sorted by their text, each text once.
func embedOnce(ctx context.Context, sorted []vocab.Named, e llm.Embedder) ([]llm.Vector, error) {
	var texts []string
	at := make([]int, len(sorted))
	for i, t := range sorted {
		if i == 0 || t.Term != sorted[i-1].Term {
			texts = append(texts, t.Term)
		}
		at[i] = len(texts) - 1
	}
	made, err := e.Embed(ctx, texts)
	if err != nil {
		return nil, err
	}
	vecs := make([]llm.Vector, len(sorted))
	for i, j := range at {
		vecs[i] = made[j]
	}
	return vecs, nil
}

// rankOffset is the constant of reciprocal rank fusion (Cormack, Clarke and Büttcher, SIGIR 2009, who found 60): large
// enough that being found twice counts for more than being found first.
const rankOffset = 60

// Fused is a Finder by names and by meaning: it joins both lists by reciprocal ranks, which need
// no common measure of likeness.
type Fused struct {
	rules    *Rules
	embedder llm.Embedder
	dense    Dense
}

// NewFused returns the Finder over the names that the rules search, and the vectors that the embedder has made of them.
func NewFused(rules *Rules, e llm.Embedder, dense Dense) *Fused {
	return &Fused{rules, e, dense}
}

// Find implements Finder.
func (f *Fused) Find(ctx context.Context, text, domainID string, k int) ([]vocab.Hit, error) {
	return f.Search(ctx, text, vocab.Filter{Domains: []string{domainID}}, k)
}

// Search returns at most k concepts that a text may mean, the likeliest first: what it names outright, then what names
// and meaning find together.
func (f *Fused) Search(ctx context.Context, text string, filter vocab.Filter, k int) ([]vocab.Hit, error) {
	named, err := f.rules.Search(ctx, text, filter, k)
	if err != nil {
		return nil, err
	}
	near, err := f.near(ctx, text, filter, k)
	if err != nil {
		return nil, fmt.Errorf("find by meaning: %w", err)
	}
	kept := slices.IndexFunc(named, func(h vocab.Hit) bool { return h.Score < surelyNamed })
	if kept < 0 {
		kept = len(named)
	}
	near = slices.DeleteFunc(near, func(h vocab.Hit) bool {
		return slices.ContainsFunc(named[:kept], func(n vocab.Hit) bool { return n.Concept.ID == h.Concept.ID })
	})
	fused := append(slices.Clone(named[:kept]), fuse(named[kept:], near)...)
	return fused[:min(k, len(fused))], nil
}

// near finds by the vectors. What is indexed and not in this vocabulary is passed over.
func (f *Fused) near(ctx context.Context, text string, filter vocab.Filter, k int) ([]vocab.Hit, error) {
	vecs, err := f.embedder.Embed(ctx, []string{text})
	if err != nil {
		return nil, err
	}
	found, err := f.dense.Search(ctx, vecs[0], k, vocab.Filter{Domains: filter.Domains})
	if err != nil {
		return nil, err
	}
	of := vocab.Filter{Vocabularies: filter.Vocabularies, Standard: filter.Standard, Source: filter.Source}
	hits := found[:0]
	for _, h := range found {
		if h.Concept, err = f.rules.vocabulary.Concept(h.Concept.ID); err == nil && of.Admits(h.Concept) {
			h.Kind, h.Score = vocab.KindSynonym, min(h.Score, belowExact)
			hits = append(hits, h)
		}
	}
	return hits, nil
}

// fuse joins lists of hits by the sum of their reciprocal ranks, a concept's best hit for its term; ties by id.
func fuse(lists ...[]vocab.Hit) []vocab.Hit {
	rank := map[int64]float64{}
	var all []vocab.Hit
	for _, list := range lists {
		for i, h := range list {
			if _, seen := rank[h.Concept.ID]; !seen {
				all = append(all, h)
			}
			rank[h.Concept.ID] += 1 / float64(rankOffset+1+i)
		}
	}
	slices.SortStableFunc(all, func(a, b vocab.Hit) int {
		return cmp.Or(cmp.Compare(rank[b.Concept.ID], rank[a.Concept.ID]), cmp.Compare(a.Concept.ID, b.Concept.ID))
	})
	return all
}
