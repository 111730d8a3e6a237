package main

import (
	"context"
	"slices"

	"github.com/askomop/askomop/llm"
	"github.com/askomop/askomop/rag"
	"github.com/askomop/askomop/rag/retrieve"
)

// view is one way of looking at the wordings, pair after pair in the order of Wordings.
type view struct {
	name      string
	stored    vectors // what stands for each wording in the store
	questions vectors // what each is searched by
}

// vectors makes a vector of each wording.
type vectors func(context.Context, llm.Embedder) ([]llm.Vector, error)

// embedded are the vectors of texts as the embedder makes them.
func embedded(texts []string) vectors {
	return func(ctx context.Context, e llm.Embedder) ([]llm.Vector, error) { return e.Embed(ctx, texts) }
}

// encoded are the vectors by which askomop compares questions.
func encoded(questions []rag.Masked) vectors {
	return func(ctx context.Context, e llm.Embedder) ([]llm.Vector, error) {
		return retrieve.NewEncoder(e).Encode(ctx, questions)
	}
}

// result counts the questions and how many found their own pair.
type result struct{ asked, first, firstFive int }

// retrieve asks each paraphrase with itself left out of its pair.
func nearest(ctx context.Context, pairs []rag.Pair, v view, e llm.Embedder) (result, error) {
	stored, err := v.stored(ctx, e)
	if err != nil {
		return result{}, err
	}
	questions, err := v.questions(ctx, e)
	if err != nil {
		return result{}, err
	}
	store := retrieve.NewMemory()
	if err := store.Put(ctx, pairs, stored); err != nil {
		return result{}, err
	}
	var r result
	at := 0 // of the pair's first wording
	for _, p := range pairs {
		n := 1 + len(p.Paraphrases)
		own := stored[at : at+n]
		for w := 1; w < n; w++ {
			place, err := placeWithout(ctx, store, p, own, w, questions[at+w])
			if err != nil {
				return result{}, err
			}
			r.asked++
			if place == 0 {
				r.first++
			}
			if place >= 0 {
				r.firstFive++
			}
		}
		if err := store.Put(ctx, []rag.Pair{p}, own); err != nil { // whole again
			return result{}, err
		}
		at += n
	}
	return r, nil
}

// placeWithout returns the place of a pair among the five nearest to a question when it lacks one wording; -1 when it
// is not among them.
func placeWithout(ctx context.Context, store rag.Store, p rag.Pair, own []llm.Vector, without int,
	question llm.Vector) (int, error) {
	rest := p
	rest.Paraphrases = slices.Delete(slices.Clone(p.Paraphrases), without-1, without)
	if err := store.Put(ctx, []rag.Pair{rest}, slices.Delete(slices.Clone(own), without, without+1)); err != nil {
		return -1, err
	}
	matches, err := store.Search(ctx, question, 5, rag.Filter{})
	if err != nil {
		return -1, err
	}
	return slices.IndexFunc(matches, func(m rag.Match) bool { return m.Pair.ID == p.ID }), nil
}
