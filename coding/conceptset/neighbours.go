package conceptset

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/askomop/askomop/coding"
	"github.com/askomop/askomop/vocab"
)

// Neighbour is a concept outside a set that may belong to it.
type Neighbour struct {
	Concept vocab.Concept
	Why     string
	rank    int // the lower the nearer
}

// Bounds of the work on one set.
const (
	mostNeighbours = 2000
	mostNamedAlike = 300
	similarEnough  = 0.45
)

// Neighbours returns the concepts near a set that are not in it, the nearest first: source concepts that map
// into it, concepts whose names hold what was coded or are similar, and the siblings of what was chosen.
func Neighbours(ctx context.Context, v *vocab.Vocabulary, set coding.ConceptSet) ([]Neighbour, error) {
	n := neighbours{v: v, in: map[int64]bool{}, domain: domainOf(v, set)}
	for _, m := range set.Concepts {
		n.in[m.ID] = true
	}
	sources, err := v.MappedFrom(ctx, set.IDs())
	if err != nil {
		return nil, err
	}
	for _, s := range sources {
		n.add(s.Source, "maps to a concept of the set, but is recorded under another", 0)
	}
	n.named(set)
	if err := n.siblings(ctx, set); err != nil {
		return nil, err
	}
	if err := n.similar(ctx, set); err != nil {
		return nil, err
	}
	slices.SortStableFunc(n.found, func(a, b Neighbour) int { return cmp.Compare(a.rank, b.rank) })
	return n.found[:min(mostNeighbours, len(n.found))], nil
}

// MostUsed keeps the neighbours that anybody has, those of most people first.
func MostUsed(all []Neighbour, people func(id int64) int) []Neighbour {
	used := slices.DeleteFunc(slices.Clone(all), func(n Neighbour) bool { return people(n.Concept.ID) == 0 })
	slices.SortStableFunc(used,
		func(a, b Neighbour) int { return cmp.Compare(people(b.Concept.ID), people(a.Concept.ID)) })
	return used
}

// neighbours collects them, each with its nearest reason.
type neighbours struct {
	v      *vocab.Vocabulary
	domain string
	in     map[int64]bool
	found  []Neighbour
}

// domainOf is the domain_id of a set.
func domainOf(v *vocab.Vocabulary, set coding.ConceptSet) string {
	for _, c := range v.Concepts(set.IDs()) {
		if c.Domain != "" {
			return c.Domain
		}
	}
	return ""
}

func (n *neighbours) add(c vocab.Concept, why string, rank int) {
	if c.ID != 0 && !n.in[c.ID] && (c.Domain == n.domain || rank == 0) {
		n.in[c.ID] = true
		n.found = append(n.found, Neighbour{c, why, rank})
	}
}

// chosen are the concepts that the set was made from.
func chosen(set coding.ConceptSet) []coding.Member {
	if len(set.Chosen) > 0 {
		return set.Chosen
	}
	return slices.DeleteFunc(slices.Clone(set.Concepts),
		func(m coding.Member) bool { return strings.HasPrefix(m.Why, descendantOf) })
}

// named adds concepts whose names hold all the words of a chosen one, or of the text.
func (n *neighbours) named(set coding.ConceptSet) {
	texts := []string{set.Entity.Text}
	for _, m := range chosen(set) {
		texts = append(texts, m.Name)
	}
	for _, text := range texts {
		if vocab.Normalize(text) == "" || strings.ContainsAny(text, ":") {
			continue
		}
		for _, h := range n.v.WithWords(text, vocab.Filter{}, mostNamedAlike) {
			n.add(h.Concept, fmt.Sprintf("its name holds %q", text), 1)
		}
	}
}

// siblings adds what lies directly below the parents of what was chosen.
func (n *neighbours) siblings(ctx context.Context, set coding.ConceptSet) error {
	var ids []int64
	for _, m := range chosen(set) {
		ids = append(ids, m.ID)
	}
	parents, err := n.v.Parents(ctx, ids)
	if err != nil {
		return err
	}
	for _, id := range ids {
		for _, p := range parents[id] {
			n.add(p, "lies directly above the set", 3)
			below, err := n.v.Descendants(ctx, []int64{p.ID})
			if err != nil {
				return err
			}
			for _, d := range below.Descendants {
				if d.Levels == 1 && d.Concept.Invalid == "" {
					n.add(d.Concept, "lies beside the set, below "+p.Name, 3)
				}
			}
		}
	}
	return nil
}

// similar adds what a search for the text finds.
func (n *neighbours) similar(ctx context.Context, set coding.ConceptSet) error {
	if strings.ContainsAny(set.Entity.Text, ":") {
		return nil
	}
	hits, err := coding.NewRules(n.v, coding.Options{}).Search(ctx, set.Entity.Text,
		vocab.Filter{Domains: []string{n.domain}}, mostNamedAlike)
	if err != nil {
		return err
	}
	for _, h := range hits {
		if h.Score >= similarEnough {
			n.add(h.Concept, fmt.Sprintf("similar: %q", h.Term), 2)
		}
	}
	return nil
}
