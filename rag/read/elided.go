package read

import (
	"slices"
	"strings"

	"github.com/askomop/askomop/omop/study"
)

// Of two things under one verb the second may leave out what the first says: which event it comes after, "had an eGFR
// below 30 and a metformin fill afterwards", or what it is a record of, "an HbA1c above 9 and later one below 7".

// afterTheListed counts the time behind the second of two things from the first. Two of a kind may be meant within the
// days of each other, "took A and B within 30 days", so that there "afterwards" must be said.
func (b *builder) afterTheListed() {
	q := b.s.main
	if q == nil || q.kind != allKind || q.apart || len(q.kids) != 2 || len(b.s.front) > 0 ||
		q.kids[0].kind != leaf || q.kids[1].kind != leaf ||
		!(q.v.form != "" && q.kids[1].v.form == "") && b.s.measure.Kind != study.Share {
		return
	}
	first, next := q.kids[0].ev, q.kids[1].ev
	if len(next.rels) != 1 || len(first.rels) > 0 && first.rels[0] != next.rels[0] || first.ahead+next.ahead > 0 ||
		first.times != nil || first.extreme != "" || first.Domain == study.Death {
		return
	}
	r := *next.rels[0]
	if r.Place != study.Distance || r.From == nil || slices.Contains([]string{"same", "each", "recent"}, r.ana) {
		return
	}
	named := r.byName
	if r.anchor != nil && plain(&r.anchor.Event) && sameEvent(r.anchor, first) { // "within 30 days after the stroke"
		r.anchor, r.ana, named = nil, "index", true
	}
	otherKind := (next.ownArticle || next.times != nil) && first.likelyDomain() != next.likelyDomain()
	if r.anchor != nil || !r.then && !named && !otherKind {
		return
	}
	if slices.ContainsFunc(b.s.people.preds, func(k *predicate) bool { return len(k.named()) > 0 }) {
		if r.then && next.ownArticle && slices.ContainsFunc(b.s.people.preds, isState) {
			b.refuse(Ambiguous, "it does not say after which one; say “after the …” with its name")
		}
		return
	}
	if r.ana == "dx" && b.s.measure.Kind == study.Count { // "the diagnosis" is the first one, of which people are told
		first.rels = nil
		return
	}
	if first.During == next.During {
		next.During = nil // behind the second, it was given to the first: "A and B within 30 days, in 2009"
	}
	first.rels, next.rels = nil, []*relation{&r}
	first.judged = append(first.judged, q.kids[1])
	b.s.main = q.kids[0]
}

// anotherValue reads a member of a list that names nothing, as a value of what stands before it: "an HbA1c above 9 and
// later one below 7", "… and then below 7". What is "above 9 and below 12" is one value.
func (p *parser) anotherValue(before []*predicate) (e *event, ok bool) {
	if len(before) != 1 || before[0].kind != leaf || before[0].closed || !p.seq(p.pos-1, "and|but") {
		return nil, false
	}
	of := before[0].ev
	if !of.hasValue() || of.Where.Value == nil || len(of.Concepts) == 0 || of.times != nil || of.Which != study.Any ||
		len(of.rels) > 0 {
		return nil, false
	}
	ok = p.try(func() bool {
		e = of.clone()
		e.from, e.During, e.Age = p.pos, nil, nil
		then := p.is("thenword") || p.takeOne("then")
		one := p.takeOne("another")
		one = p.takeOne("one") || one
		if !one && !then {
			return false
		}
		e.Where, e.otherwise = nil, nil
		p.comparedValue(e)
		if e.Where == nil || e.Where.Value == nil || e.otherwise != nil {
			return false
		}
		if then {
			e.rels = []*relation{p.thenWithin(e)}
		}
		return true
	})
	return e, ok
}

// thenWithin reads the time behind what came "then": "later", "within a year", or none.
func (p *parser) thenWithin(e *event) *relation {
	at := p.pos
	r, ok := p.relation(e)
	if !ok || r.anchor != nil || r.ana != "index" || r.Place != study.Distance || r.From == nil {
		p.pos = at
		r = &relation{Relation: study.Relation{From: &study.Offset{}}, ana: "index"}
	}
	if *r.From == (study.Offset{}) {
		r.From = &study.Offset{Days: 1}
	}
	r.then = true
	return r
}

// apartInTime reports whether two times share no day.
func apartInTime(a, b *study.Period) bool {
	return a != nil && b != nil && (a.To != "" && b.From > a.To || b.To != "" && a.From > b.To)
}

// othersThanNamed makes "another statin", behind simvastatin or counted from it, one that is not simvastatin.
func (b *builder) othersThanNamed() {
	var named []*event
	for _, q := range append(slices.Clone(b.s.people.preds), someOf(b.s.main)...) {
		named = append(named, q.named()...)
	}
	slices.SortStableFunc(named, func(a, b *event) int { return a.from - b.from })
	for i, e := range named {
		if len(e.rels) > 0 && e.rels[0].anchor != nil {
			e.otherThan(e.rels[0].anchor)
		}
		if i > 0 {
			e.otherThan(named[i-1])
		}
	}
}

// otherThan leaves a drug out of another one of its class.
func (e *event) otherThan(named *event) {
	if e.again && (e.Which == study.Any || e.switched) && e.isDrug() && named.isDrug() && len(e.Except) == 0 &&
		len(e.Concepts) > 0 && len(named.Concepts) > 0 && !slices.EqualFunc(e.Concepts, named.Concepts, sameName) {
		e.Except, e.again = named.Concepts, false
	}
}

func sameName(a, b study.Entity) bool { return strings.EqualFold(a.Text, b.Text) && a.Code == b.Code }
