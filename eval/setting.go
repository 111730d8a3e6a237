package eval

import (
	"context"
	"hash/fnv"
	"math/rand/v2"
	"slices"

	"github.com/askomop/askomop/llm"
	"github.com/askomop/askomop/pipeline"
	"github.com/askomop/askomop/rag"
)

// Asker answers questions and runs references. *pipeline.Pipeline is one.
type Asker interface {
	Ask(ctx context.Context, question string) *pipeline.Run
	AskTemplate(ctx context.Context, template string) *pipeline.Run
}

// Setting is one way of answering: a writer, what examples it is shown, and whether
// the pair that is asked for is among them.
type Setting struct {
	Name     string // such as "reader" or "top 2"
	Model    string // PROVIDER:MODEL; "none" where none is asked
	LeaveIn  bool   // the case's own pair may be found; else it is left out
	K        int    // examples that are shown; 0 means the pipeline's default
	Examples Choice // how they are chosen; nil means the most similar ones

	Price *llm.Price // of its model; nil where it is not known, or none is asked
	// Build returns what answers, over a store and with options. It is called for
	// every case and has to be cheap.
	Build func(store rag.Store, opt pipeline.Options) Asker
	// Rehearse returns the same with another model in the place of its own, to see what that is asked; nil where none
	// is asked.
	Rehearse func(model llm.Model) func(store rag.Store, opt pipeline.Options) Asker
}

// noModel is the model of settings that ask none.
const noModel = "none"

// Label names the setting in records and reports.
func (s Setting) Label() string {
	label := s.Name
	if s.Model != "" && s.Model != noModel {
		label += ", " + s.Model
	}
	switch {
	case s.Examples != nil: // the pair that is asked for is shown by the oracle only, and there always
		return label
	case s.LeaveIn:
		return label + ", pair left in"
	}
	return label + ", leave-one-out"
}

// Choice chooses the examples of a case: it returns the store in which they are searched.
type Choice func(s rag.Store, all []rag.Pair, c Case) rag.Store

// NoExamples shows none.
func NoExamples(rag.Store, []rag.Pair, Case) rag.Store { return fixed(nil) }

// RandomExamples shows n pairs that have nothing to do with the question: drawn by the seed and the case's id, without
// the case's own.
func RandomExamples(n int, seed uint64) Choice {
	return func(_ rag.Store, all []rag.Pair, c Case) rag.Store {
		h := fnv.New64a()
		_, _ = h.Write([]byte(c.ID))
		random := rand.New(rand.NewPCG(seed, h.Sum64()))
		var chosen fixed
		for _, i := range random.Perm(len(all)) {
			if len(chosen) == n {
				break
			}
			if all[i].ID != c.PairID && !slices.Contains(c.Twins, all[i].ID) {
				chosen = append(chosen, rag.Match{Pair: all[i]})
			}
		}
		return chosen
	}
}

// Oracle shows the case's own pair, the best example there can be, and no other; to a question that has to be refused
// nothing.
func Oracle(_ rag.Store, _ []rag.Pair, c Case) rag.Store {
	if c.pair == nil {
		return fixed(nil)
	}
	return fixed{{Pair: *c.pair, Score: 1}}
}

// fixed is a Store that finds the same for every question, whatever is to be skipped.
type fixed []rag.Match

func (f fixed) Put(context.Context, []rag.Pair, []llm.Vector) error { return nil }

func (f fixed) Search(_ context.Context, _ llm.Vector, k int, _ rag.Filter) ([]rag.Match, error) {
	return f[:min(k, len(f))], nil
}

// RankDepth is how far down the right pair is looked for.
const RankDepth = 50

// ranked is a Store that notes on which rank the case's pair stands when no pair is left out.
type ranked struct {
	rag.Store
	all  rag.Store // the whole library
	pair string
	rank int
}

// Search implements rag.Store.
func (r *ranked) Search(ctx context.Context, v llm.Vector, k int, f rag.Filter) ([]rag.Match, error) {
	if r.pair != "" {
		found, err := r.all.Search(ctx, v, RankDepth, rag.Filter{})
		if err != nil {
			return nil, err
		}
		r.rank = 1 + slices.IndexFunc(found, func(m rag.Match) bool { return m.Pair.ID == r.pair })
	}
	return r.Store.Search(ctx, v, k, f)
}

// asker builds what answers a case.
func (s Setting) asker(library rag.Store, all []rag.Pair, c Case, opt pipeline.Options) (Asker, *ranked) {
	store := library
	if s.Examples != nil {
		store = s.Examples(library, all, c)
	}
	r := &ranked{Store: store, all: library, pair: c.PairID}
	if s.K > 0 {
		opt.K = s.K
	}
	if !s.LeaveIn && c.PairID != "" {
		opt.Filter.Skip = slices.Concat(opt.Filter.Skip, []string{c.PairID}, c.Twins)
	}
	return s.Build(r, opt), r
}
