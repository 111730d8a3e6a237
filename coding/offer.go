package coding

import (
	"context"
	"slices"

	"github.com/askomop/askomop/vocab"
)

// Candidates returns the ids of at most k concepts that the entity's words may mean, by
// likeness of names, the most similar first; behind each class what lies below it, for
// which it stands. Nothing is searched for a source code, which says what it means, or in an unknown domain.
func (r *Rules) Candidates(ctx context.Context, e Entity, k int) (ids []int64, searched bool, err error) {
	return r.offered(ctx, byName{r}, e, k)
}

// Candidates returns the ids of the concepts that the model would be shown, as Rules.Candidates does.
func (c *Verified) Candidates(ctx context.Context, e Entity, k int) (ids []int64, searched bool, err error) {
	return c.rules.offered(ctx, c.options.Finder, e, k)
}

// Tops returns those of the ids that have no parent among them, in their order.
func (c *Verified) Tops(ctx context.Context, ids []int64) ([]int64, error) {
	return c.rules.Tops(ctx, ids)
}

// Tops returns those of the ids that have no parent among them, in their order. An id that the vocabulary does not hold
// is one.
func (r *Rules) Tops(ctx context.Context, ids []int64) ([]int64, error) {
	parents, err := r.vocabulary.Parents(ctx, ids)
	if err != nil {
		return nil, err
	}
	return slices.DeleteFunc(slices.Clone(ids), func(id int64) bool {
		return slices.ContainsFunc(
			parents[id],
			func(p vocab.Concept) bool { return p.ID != id && slices.Contains(ids, p.ID) },
		)
	}), nil
}

func (r *Rules) offered(ctx context.Context, finder Finder, e Entity, k int) (ids []int64, searched bool, err error) {
	domain, ok := domainID(e.Domain)
	s := &session{Rules: r, entity: e, domain: domain, found: &lookups{}}
	if _, coded := s.codeItems(); coded || !ok {
		return nil, false, nil
	}
	found, err := s.candidates(ctx, finder, k)
	if err != nil {
		return nil, false, err
	}
	for _, c := range found {
		ids = append(ids, c.concept.ID)
		if c.concept.IsStandard() {
			continue
		}
		below, err := r.vocabulary.Descendants(ctx, []int64{c.concept.ID})
		if err != nil {
			return nil, false, err
		}
		for _, d := range below.Descendants {
			ids = append(ids, d.Concept.ID)
		}
	}
	return ids, true, nil
}
