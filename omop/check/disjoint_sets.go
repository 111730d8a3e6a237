package check

import (
	"github.com/askomop/askomop/omop"
	"github.com/askomop/askomop/omop/sqltree"
)

// below is what a condition wants of a column: a concept that is one of some, or below one of them.
type below struct {
	column  origin
	set     *relation // concept_ancestor
	node    sqltree.Node
	concept Concept // the first that is written
	ids     map[int64]bool
}

// judgeDisjoint reports a record that is to be below two concepts which have no descendant in common.
// Where they have one, as two drugs have their combinations, the record is meant.
func (p *pass) judgeDisjoint() {
	if p.opt.Vocabulary == nil {
		return
	}
	var found []*below
	for _, l := range p.literals() {
		if !l.known || !l.route.below || l.exclude || !l.must || len(l.columns) != 1 || len(l.column) != 1 || len(l.placeholders) > 0 {
			continue
		}
		b := p.belowOf(l, &found)
		if b == nil {
			continue
		}
		ids, err := p.opt.Vocabulary.Descendants(p.ctx, l.concept.ID)
		if err != nil {
			p.err = err
			return
		}
		for _, id := range append(ids, l.concept.ID) {
			b.ids[id] = true
		}
	}
	severity := omop.SeverityWarning
	if p.opt.Vocabulary.Complete() {
		severity = omop.SeverityError
	}
	for i, a := range found {
		for _, b := range found[:i] {
			if a.column == b.column && !overlap(a.ids, b.ids) {
				p.reportAs(severity, a.node, "no concept is below both %s and %s; for people with both, read the table twice or use EXISTS", b.concept, a.concept)
			}
		}
	}
}

// belowOf returns what the literal's condition adds to, made anew where it is the first of its set, or nil where
// the set need not hold the column.
func (p *pass) belowOf(l literal, found *[]*below) *below {
	set := l.column[0].Relation
	if set.Table == nil || set.Table.Name != "concept_ancestor" {
		return nil
	}
	for _, b := range *found {
		if b.set == set {
			return b
		}
	}
	side := func(list []origin, o origin) bool { return len(list) == 1 && list[0] == o }
	for _, e := range p.pairs {
		if !e.must() || e.test != nil && isNotIn(e.test.expr) {
			continue
		}
		descendant := set.Origin("descendant_concept_id")
		if side(e.left, l.columns[0]) && side(e.right, descendant) || side(e.right, l.columns[0]) && side(e.left, descendant) {
			b := &below{column: l.columns[0], set: set, node: e.node, concept: l.concept, ids: map[int64]bool{}}
			*found = append(*found, b)
			return b
		}
	}
	return nil
}

func overlap(a, b map[int64]bool) bool {
	for id := range a {
		if b[id] {
			return true
		}
	}
	return len(a) == 0 || len(b) == 0
}
