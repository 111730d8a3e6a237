package coding

import (
	"context"
	"fmt"
	"strings"

	"github.com/askomop/askomop/vocab"
)

// Finder finds what an entity's words may mean, by whatever likeness it knows.
type Finder interface {
	// Find returns at most k hits of the domain_id, the most similar first. They
	// may be source concepts, which stand for what they map to.
	Find(ctx context.Context, text, domainID string, k int) ([]vocab.Hit, error)
}

// byName finds by the vocabulary's names, synonyms and other terms, as written and as hospitals shorten them.
type byName struct{ rules *Rules }

// Find implements Finder.
func (f byName) Find(ctx context.Context, text, domainID string, k int) ([]vocab.Hit, error) {
	return f.rules.Search(ctx, text, vocab.Filter{Domains: []string{domainID}}, k)
}

// candidate is a concept that a model is to judge.
type candidate struct {
	choice
	parents []string
}

// hitsPerCandidate is how many hits are looked at for one candidate: source concepts share the concept they map to.
const hitsPerCandidate = 4

// candidates returns at most k standard concepts, or classes, that the words may mean, the most similar first.
func (s *session) candidates(ctx context.Context, finder Finder, k int) ([]candidate, error) {
	hits, err := finder.Find(ctx, s.entity.Text, s.domain, k*hitsPerCandidate)
	if err != nil {
		return nil, fmt.Errorf("find candidates: %w", err)
	}
	var found []candidate
	var ids []int64
	seen := map[int64]bool{}
	for _, h := range append(s.vocabulary.Lookup(vocab.Normalize(s.entity.Text)), hits...) {
		for _, c := range s.standard(h) {
			if h.Kind == vocab.KindClass {
				c.why = "member of the class " + h.Term
			}
			if len(found) < k && !seen[c.concept.ID] {
				seen[c.concept.ID] = true
				found, ids = append(found, candidate{choice: c}), append(ids, c.concept.ID)
			}
		}
	}
	parents, err := s.vocabulary.Parents(ctx, ids)
	if err != nil {
		return nil, err
	}
	for i, c := range found {
		for _, p := range parents[c.concept.ID] {
			found[i].parents = append(found[i].parents, p.Name)
		}
	}
	return found, nil
}

// mostParents bounds what is shown of what lies above a candidate.
const mostParents = 4

// shown is a candidate as a model sees it.
type shown struct {
	ID      int64    `json:"id"`
	Name    string   `json:"name"`
	Domain  string   `json:"domain"`
	Class   string   `json:"class"`
	Parents []string `json:"parents,omitempty"`
	FoundBy string   `json:"found_by,omitempty"`
}

func (c candidate) shown() shown {
	v := shown{
		ID:      c.concept.ID,
		Name:    c.concept.Name,
		Domain:  c.concept.Domain,
		Class:   c.concept.Class,
		Parents: c.parents[:min(mostParents, len(c.parents))],
	}
	if c.why != "exact name" && !strings.Contains(c.why, c.concept.Name) {
		v.FoundBy = c.why
	}
	return v
}
