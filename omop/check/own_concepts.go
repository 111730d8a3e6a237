package check

import (
	"slices"

	"github.com/askomop/askomop/omop/study"
)

// ownConcepts are the concepts by which a statement chooses what the texts of its question name: whether a record of
// one of them is what was meant is another matter than what is done with it.
//
// Example: of "people with gout", condition_concept_id = 440674 is {"gout": 440674 without its descendants}.
func (p *pass) ownConcepts() map[string]study.Entity {
	q := p.meaning.Question
	if q == nil || p.opt.Vocabulary == nil {
		return nil
	}
	out := map[string]study.Entity{}
	every, literals := p.everyEvent(), p.literals()
	for _, m := range mentionsOf(q) {
		for _, e := range m.event.Concepts {
			one := *m.event
			one.Concepts, one.Or, one.AnyOf, one.Except = []study.Entity{e}, nil, nil, nil
			found, _ := p.matching(mention{event: &one}, every)
			if own, ok := p.ownOf(e, found, literals); ok {
				out[e.Text] = own
			}
		}
	}
	return out
}

// ownOf are the concepts by which records are chosen for an entity of the question.
func (p *pass) ownOf(e study.Entity, in population, literals []literal) (study.Entity, bool) {
	own := study.Entity{Name: e.Text}
	for _, d := range in {
		if d.set.otherwise || len(d.set.except) > 0 {
			return own, false
		}
		for _, ph := range d.set.placeholders {
			own.Text, own.Name = ph.Text, ""
		}
		column := d.rel.Origin(d.rel.Table.ConceptColumn)
		for _, l := range literals {
			if l.exclude || !slices.Contains(l.columns, column) || !slices.Contains(d.set.ids, l.concept.ID) ||
				p.sameThing(conceptSet{ids: []int64{l.concept.ID}}, e) != yes {
				continue
			}
			// an era of an ingredient is made of what its products left
			item := study.Item{ID: l.concept.ID, Name: l.concept.Name, Exact: !l.route.below && !isDrugEraTable(d.rel)}
			if !l.known || l.route.mapped {
				return own, false
			}
			if !slices.Contains(own.Items, item) {
				own.Items = append(own.Items, item)
			}
		}
	}
	if own.Text != "" && len(own.Items) > 0 {
		return own, false
	}
	return own, own.Text != "" || slices.ContainsFunc(own.Items, func(i study.Item) bool { return p.standsForAll(i.ID, e) })
}

// standsForAll reports whether a concept can be all that an entity names, and is not a part of it under another name:
// of a beta blocker, metoprolol is one.
func (p *pass) standsForAll(n int64, e study.Entity) bool {
	c, known, err := p.opt.Vocabulary.Concept(p.ctx, n)
	if err != nil || !known {
		return false
	}
	named := p.meaning.Concepts(e)
	return shareWord(c.Name, e.Text) && !p.namedOtherwise(c, e) || slices.ContainsFunc(named, func(o Concept) bool {
		return o.ID == n || slices.Contains(p.below(n), o.ID)
	})
}
