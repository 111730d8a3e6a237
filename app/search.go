package app

import (
	"context"
	"errors"
	"slices"
	"strings"

	"github.com/askomop/askomop/coding"
	"github.com/askomop/askomop/omop/info"
	"github.com/askomop/askomop/vocab"
)

// SearchOptions narrow a search in the vocabulary.
type SearchOptions struct {
	K            int    // at most so many concepts [15]
	Domain       string // of the vocabulary, in any case; empty for all
	Filter       vocab.Filter
	Used, Unused bool // concepts only that the database's records have, or that none has
	Counts       bool // count the records and people of each
}

// SearchResult is what a search found, with its counts where they are wanted.
type SearchResult struct {
	Hits    []vocab.Hit
	Counts  map[int64]info.Occurrence
	Counted bool
}

// DefaultHits is how many concepts a search finds where nobody has said.
const DefaultHits = 15

// usedReach is how many more hits are looked at where records decide which of them stay.
const usedReach = 20

// Search finds concepts by name, synonym, abbreviation or code, and looks in the records where use is asked about.
func (a *App) Search(ctx context.Context, text string, opt SearchOptions) (*SearchResult, error) {
	v, err := a.SearchedVocabulary(ctx)
	if err != nil {
		return nil, err
	}
	f := opt.Filter
	if f.Domains, err = domainFilter(v, opt.Domain); err != nil {
		return nil, err
	}
	if opt.K == 0 {
		opt.K = DefaultHits
	}
	byUse, reach := opt.Used || opt.Unused, opt.K
	if byUse {
		reach *= usedReach
	}
	found := &SearchResult{Counted: byUse || opt.Counts}
	if found.Hits, err = a.findConcepts(ctx, v, text, reach, f); err != nil || !found.Counted {
		return found, err
	}
	ids := make([]int64, len(found.Hits))
	for i, h := range found.Hits {
		ids[i] = h.Concept.ID
	}
	if found.Counts, err = a.Occurrences(ctx, ids); err != nil {
		return nil, err
	}
	if byUse {
		found.Hits = slices.DeleteFunc(found.Hits, func(h vocab.Hit) bool {
			return (found.Counts[h.Concept.ID].Records > 0) != opt.Used
		})
	}
	found.Hits = found.Hits[:min(opt.K, len(found.Hits))]
	return found, nil
}

// findConcepts looks a text up as a code, else by its words, and by its meaning where an embedder is configured for
// that.
func (a *App) findConcepts(ctx context.Context, v *vocab.Vocabulary, text string, k int,
	f vocab.Filter) ([]vocab.Hit, error) {
	system, code, named := strings.Cut(text, ":")
	if !named {
		system, code = "", text
	}
	concepts, err := v.ByCode(system, strings.TrimSpace(code))
	if err != nil && !errors.Is(err, vocab.ErrNotFound) {
		return nil, err
	}
	var hits []vocab.Hit
	for _, c := range concepts {
		if f.Admits(c) {
			hits = append(hits, vocab.Hit{Concept: c, Term: c.Code, Kind: vocab.KindCode, Score: 1})
		}
	}
	if len(hits) > 0 {
		return hits[:min(k, len(hits))], nil
	}
	if find, ok := a.byMeaning(a.SearchedVocabulary, &a.parts.around).(lateFinder); ok {
		fused, err := find.get(ctx)
		if err == nil {
			return fused.Search(ctx, text, f, k)
		}
		a.build.Log.Warn("concepts are searched by their names alone", "error", err)
	}
	return coding.NewRules(v, coding.Options{}).Search(ctx, text, f, k)
}

// domainFilter takes a domain of the vocabulary in any case: domain_id is written "Drug".
func domainFilter(v *vocab.Vocabulary, domain string) ([]string, error) {
	if domain == "" {
		return nil, nil
	}
	domains := v.Domains()
	i := slices.IndexFunc(domains, func(d string) bool { return strings.EqualFold(d, domain) })
	if i < 0 {
		return nil, usagef("this vocabulary has no domain %q; it has %s", domain, strings.Join(domains, ", "))
	}
	return domains[i : i+1], nil
}
