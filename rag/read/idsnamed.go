package read

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/askomop/askomop/vocab"
)

// An id behind a name is that of the concept that the name stands for, or of one above or below it. "Asthma (255573)"
// is neither: 255573 is another disease, and one of the two is a slip.

// HierarchyTerms is a vocabulary that knows what lies below its concepts.
type HierarchyTerms interface {
	Terms
	Descendants(ctx context.Context, ids []int64) (vocab.Closure, error)
}

// compareID notes where the id behind a name is that of another concept.
func (p *parser) compareID(name candidate, is vocab.Concept) {
	var ids []int64
	called := []string{name.text}
	for _, h := range p.r.lookup(name.text) {
		if strings.EqualFold(h.Concept.Domain, is.Domain) && h.Concept.ID != 0 {
			ids = append(ids, h.Concept.ID)
			called = append(called, h.Concept.Name)
		}
	}
	if is.ID == 0 || len(ids) == 0 || slices.Contains(ids, is.ID) || p.r.related(ids, is.ID) {
		return
	}
	switch is.Domain {
	case "Condition", "Drug", "Procedure":
		if !p.r.placed(ids[0]) && sharesWord(called, is.Name) {
			return
		}
	default: // tests lie beside each other: "HbA1c" and "Hemoglobin A1c in Blood"
		if sharesWord(called, is.Name) {
			return
		}
	}
	p.otherID = fmt.Sprintf("“%s” is concept %d, and %d is “%s”; say which is meant", name.text, ids[0], is.ID, is.Name)
}

// compareBefore compares an id in the sentence with the name right before it: "asthma, concept 255573".
func (p *parser) compareBefore(at int, id string) {
	hits := p.r.lookup(id)
	if len(hits) == 0 {
		return
	}
	end := 0
	for end < len(p.toks) && p.toks[end].end <= at {
		end++
	}
	for end > 0 && (isSign(p.toks[end-1].low) || slices.Contains(
		[]string{"meaning", "means", "as", "i.e.", "is", "="}, p.toks[end-1].low)) {
		end--
	}
	domain := strings.ToLower(hits[0].Concept.Domain)
	for from := max(0, end-9); from < end; from++ {
		for _, c := range p.candidates(from) {
			if c.n == end-from && slices.Contains(c.domains, domain) {
				p.compareID(c, hits[0].Concept)
				return
			}
		}
	}
}

// compareBehind compares an id with the name in brackets right behind it: "concept 255573 (asthma)".
func (p *parser) compareBehind(at int, id string) {
	hits := p.r.lookup(id)
	for i := range p.toks {
		if p.toks[i].start < at {
			continue
		}
		if c := p.entityAt(min(i+1, len(p.toks)-1)); len(hits) > 0 && p.seq(i, "(") && c.n > 0 && p.seq(i+1+c.n, ")") {
			p.compareID(c, hits[0].Concept)
		}
		return
	}
}

// related reports whether a concept lies above or below one of the others.
func (r *Reader) related(ids []int64, id int64) bool {
	terms, ok := r.terms.(HierarchyTerms)
	if !ok {
		return false
	}
	holds := func(of []int64, any []int64) bool {
		below, err := terms.Descendants(context.Background(), of)
		return err == nil && slices.ContainsFunc(below.Descendants, func(d vocab.Descendant) bool {
			return slices.Contains(any, d.Concept.ID)
		})
	}
	return holds(ids, []int64{id}) || holds([]int64{id}, ids)
}

// liesAbove reports whether a concept lies above another one.
func (r *Reader) liesAbove(id, below int64) bool {
	terms, ok := r.terms.(HierarchyTerms)
	if !ok {
		return false
	}
	found, err := terms.Descendants(context.Background(), []int64{id})
	return err == nil && slices.ContainsFunc(found.Descendants, func(d vocab.Descendant) bool {
		return d.Concept.ID == below && below != id
	})
}

// placed reports whether the vocabulary knows where a concept lies.
func (r *Reader) placed(id int64) bool {
	terms, ok := r.terms.(HierarchyTerms)
	if !ok {
		return false
	}
	below, err := terms.Descendants(context.Background(), []int64{id})
	return err == nil && !slices.Contains(below.Unknown, id)
}

// sharesWord reports whether a name has a word of one of the others.
func sharesWord(names []string, of string) bool {
	words := strings.Fields(vocab.Normalize(of))
	return slices.ContainsFunc(names, func(name string) bool {
		return slices.ContainsFunc(strings.Fields(vocab.Normalize(name)), func(w string) bool {
			return len(w) > 3 && slices.Contains(words, w)
		})
	})
}
