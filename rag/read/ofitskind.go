package read

import (
	"context"
	"slices"

	"github.com/askomop/askomop/omop/study"
	"github.com/askomop/askomop/vocab"
)

// What is of a kind may be named behind it: "a proton pump inhibitor, omeprazole or esomeprazole,". These are
// meant, and not others of the kind, where each of them is one of it; "a statin, metformin or lisinopril" are three
// things.

// ofItsKind takes the members of a list for what is meant by its first one, where they are of its kind. The first
// one has an article, a comma behind it, and nothing said of it.
func (p *parser) ofItsKind(kids []*predicate, joint string) []*predicate {
	if joint != "or" || len(kids) < 3 || slices.ContainsFunc(kids, func(k *predicate) bool {
		return k.kind != leaf || len(k.ev.Concepts) != 1
	}) {
		return kids
	}
	kind, at := kids[0].ev, kids[0].ev.from
	if !p.seq(at, "a|an|any|one") || kind.to >= len(p.toks) || p.toks[kind.to].low != "," || kind.Which != study.Any || kind.times != nil ||
		len(kind.rels) > 0 || kind.During != nil || kind.Age != nil || kind.Where != nil || len(kind.With) > 0 {
		return kids
	}
	for _, k := range kids[1:] {
		if k.ev.ownArticle || k.ev.record || !p.r.covers(kind.Concepts[0].Text, k.ev.Concepts[0].Text) {
			return kids
		}
	}
	p.mark(at, kind.to, "kind")
	return kids[1:]
}

// covers reports whether all that one name stands for is of the kind that another one names.
func (r *Reader) covers(kind, name string) bool {
	if r.holds(kind, &study.Event{Concepts: []study.Entity{{Text: name}}}) {
		return true
	}
	terms, ok := r.terms.(HierarchyTerms)
	if !ok {
		return false
	}
	below := map[int64]bool{}
	for _, h := range r.lookup(kind) {
		if h.Kind == vocab.KindClass {
			return false
		}
		found, err := terms.Descendants(context.Background(), []int64{h.Concept.ID})
		if err != nil {
			return false
		}
		for _, d := range found.Descendants {
			below[d.Concept.ID] = d.Concept.ID != h.Concept.ID
		}
	}
	hits := r.lookup(name)
	return len(hits) > 0 && !slices.ContainsFunc(hits, func(h vocab.Hit) bool { return !below[h.Concept.ID] })
}
