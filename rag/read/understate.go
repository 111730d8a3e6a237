package read

import (
	"slices"
	"strings"

	"github.com/askomop/askomop/omop/study"
)

// People who are told by what lasts, a disease that they have or a drug that they are on, are no event from which a
// time is counted where they did something just before it: "patients with heart failure had an emergency visit and were
// hospitalised within 7 days" is within 7 days of the visit, "started insulin with no metformin before" is before the
// insulin.

// fromJustBefore counts times from what was named last where the people's words tell of no event to count from.
func (b *builder) fromJustBefore() {
	b.underState()
	b.orFromJustBefore()
	b.ofEachOther()
	b.ofTheLater()
}

// fromWhich is why a time that names no event is refused.
const fromWhich = "it does not say which of these the time is counted from; say “after the …” with its name"

// underState counts each time that names no event from what stands just before it, where people are told by a state.
func (b *builder) underState() {
	if len(b.s.front) > 0 {
		return
	}
	b.amongPeople()
	main := b.s.main
	if main == nil || main.kind != allKind || main.apart || main.together() || !b.s.people.toldByStates() {
		return
	}
	if kids := b.fromBeforeEach(main.kids, false); len(kids) < len(main.kids) {
		b.s.main = all(kids...)
	}
}

// amongPeople does so for what is said of the people behind a state: "with diabetes who started insulin and had an
// HbA1c within 30 days", "with diabetes who had a fall were not hospitalised on the same day".
func (b *builder) amongPeople() {
	preds := flat(b.s.people.preds)
	states := 0
	for states < len(preds) && (&people{preds: preds[:states+1]}).toldByStates() {
		states++
	}
	if states == 0 || len(preds)-states < 2 {
		return
	}
	if kids := b.fromBeforeEach(preds[states:], true); len(kids) < len(preds)-states {
		b.s.people.preds = slices.Concat(preds[:states], kids)
	}
}

// fromBeforeEach counts each time among some predicates that names no event from the one before it, and hangs it on
// that. Of people it does so, too, where it is "afterwards" or "on the same day".
func (b *builder) fromBeforeEach(preds []*predicate, ofPeople bool) []*predicate {
	kids := slices.Clone(preds)
	for i := 1; i < len(kids); i++ {
		e, r := kids[i].namelessTime()
		if e == nil && ofPeople {
			e, r = kids[i].sameDayAsNothing()
		}
		if e == nil {
			continue
		}
		if r.then && !ofPeople || slices.ContainsFunc(b.s.people.named(), func(o *event) bool {
			return o != e && sameNames(o, e)
		}) {
			return preds // "with asthma took warfarin, with no earlier asthma"
		}
		of, ok := kids[i-1].merged()
		if !ok {
			b.refuse(Ambiguous, fromWhich)
			return preds
		}
		if of.Domain == study.Death || of.Domain == study.Observed || of.noun == "it" ||
			of.noun == "readmission" || of.again {
			return preds
		}
		shared := slices.Equal(of.rels, e.rels) || kids[i].shares == of
		switch {
		case len(of.judged) > 0 && !sameNames(of, e) || of.times != nil:
			b.refuse(Ambiguous, fromWhich)
			return preds
		case len(of.rels) > 0 && !shared:
			return preds
		case shared && of.likelyDomain() == e.likelyDomain() && sameDayOrAfter(r) && r.To != nil &&
			of.Domain != study.Visit: // "an emergency visit and no hospital stay within 7 days" is of the one after the other
			if kids[i].kind == leaf && e.likelyDomain() == string(study.Condition) {
				b.refuse(Ambiguous, fromWhich) // "had a stroke and a bleed within 30 days"
			}
			return preds
		case kids[i].sharesOpen && sameDayOrAfter(r):
			b.refuse(Ambiguous, timeOfBoth)
			return preds
		case shared && of.ahead > 0: // "had a prior A and B"
			return preds
		}
		of.rels = nil
		c := *r
		c.ana = "index"
		e.rels = []*relation{&c}
		kids[i].shares, kids[i].sharesOpen = nil, false
		if e.During != nil && e.During == of.During {
			e.During = nil // behind the second, it was given to the first
		}
		if kids[i].kind == notKind && of.Which == study.Any && !of.one && sameDayOrAfter(r) {
			of.takeFirst() // who has two falls may be without a fracture after one of them alone
		}
		of.judged = append(of.judged, kids[i])
		if kids[i-1].kind != leaf {
			kids[i-1] = &predicate{kind: leaf, ev: of, v: kids[i-1].v}
		}
		kids = slices.Delete(kids, i, i+1)
		i--
	}
	return kids
}

// sameDayAsNothing is the event of a predicate that is on the same day as one that is not named, with that relation.
func (q *predicate) sameDayAsNothing() (*event, *relation) {
	if q.kind == notKind {
		q = q.kids[0]
	}
	if q.kind != leaf || len(q.ev.rels) != 1 || !q.ev.rels[0].sameAsNothing() {
		return nil, nil
	}
	return q.ev, q.ev.rels[0]
}

// sameAsNothing reports whether a relation is "on the same day", "in the same year" of a record that it does not name.
func (r *relation) sameAsNothing() bool { return r.anchor == nil && r.ana == "same" }

// orFromJustBefore keeps the reading beside in which a time that names no event is counted from what stands just before
// it, where people are told by what happened: "who had a stroke fell and broke a hip within 30 days".
func (b *builder) orFromJustBefore() {
	main := b.s.main
	if main == nil || main.kind != allKind || main.apart || main.together() || len(b.s.front) > 0 ||
		b.s.people.toldByStates() {
		return
	}
	for i, k := range main.kids[1:] {
		e, r := k.namelessTime()
		of, ok := main.kids[i].merged()
		if e == nil || r.then || k.kind != leaf || !ok || main.kids[i].kind != leaf || len(of.rels) > 0 ||
			of.times != nil || of.Domain == study.Death || of.Domain == study.Observed {
			continue
		}
		b.s.later = append(b.s.later, func(whole *study.Question) {
			other := whole.Clone()
			if other.Outcome != nil && hangOn(other.Outcome, of.Name(), e.Name()) {
				b.s.others = append(b.s.others, Other{What: "Counted from the " + of.Name() + " named just before",
					Question: other})
			}
		})
		return
	}
}

// hangOn makes what people had in a time a condition on another thing that they had, from which the time is counted.
func hangOn(c *study.Criterion, of, name string) bool {
	at := func(name string, timed bool) int {
		return slices.IndexFunc(c.All, func(k study.Criterion) bool {
			return k.Has != nil && k.Has.Event.Name() == name && (k.Has.Relation != nil) == timed
		})
	}
	i, k := at(of, false), at(name, true)
	if i < 0 || k < 0 {
		return false
	}
	c.All[i].Has.Event.With = append(c.All[i].Has.Event.With, c.All[k])
	c.All = slices.Delete(c.All, k, k+1)
	if len(c.All) == 1 {
		*c = c.All[0]
	}
	return true
}

// named are the events that people are told by.
func (g *people) named() (found []*event) {
	for _, k := range g.preds {
		found = append(found, k.named()...)
	}
	return found
}

// toldByStates reports whether people are told by what they have or are on, and by nothing that happened: not "with a
// stroke".
func (g *people) toldByStates() bool {
	states := 0
	for _, k := range flat(g.preds) {
		for _, e := range k.events() {
			had := e.likelyDomain() == string(study.Condition) && e.noun == "" && !e.ownArticle && (k.v.form == "prep" || k.v.form == "")
			taken := e.likelyDomain() == string(study.Drug) && !e.issued && k.v.form != "fin" && k.v.form != "have"
			if !had && !taken || e.Which != study.Any || e.one || e.started || len(e.rels) > 0 || e.times != nil {
				return false
			}
			states++
		}
	}
	return states > 0
}

// namelessTime is the event of a predicate that is counted from one that is not named, or that was not, with that time.
func (q *predicate) namelessTime() (*event, *relation) {
	if q.kind == notKind {
		q = q.kids[0]
	}
	if q.kind != leaf || len(q.ev.rels) != 1 || !q.ev.rels[0].namesNothing() {
		return nil, nil
	}
	return q.ev, q.ev.rels[0]
}

// ofEachOther refuses "two stays within 30 days of each other" of people who are told by something: they are not
// counted from that.
func (b *builder) ofEachOther() {
	q := b.s.main
	if q == nil || q.kind != leaf || q.ev.times == nil || len(q.ev.rels) != 1 || q.ev.rels[0].anchor != nil {
		return
	}
	for i := range b.s.p.toks {
		if b.s.p.seq(i, "each|one", "other|another") {
			b.refuse(Unsupported, "two of a kind within a time of each other; ask for one and another within that time after it")
		}
	}
}

// ofTheLater makes what people had after something else the index where a time names it: "who had a stroke after
// starting X, … within 30 days of the stroke", "diagnosed with A after a stroke, … within 90 days of that diagnosis".
func (b *builder) ofTheLater() {
	s := b.s
	if s.main == nil || len(s.front) > 0 {
		return
	}
	var late *predicate
	for _, k := range flat(s.people.preds) {
		if len(k.events()) == 0 {
			continue
		}
		if late != nil || k.kind != leaf || len(k.ev.rels) != 1 || !related(k, nil) || k.ev.times != nil {
			return
		}
		late = k
	}
	if late == nil || late.ev.rels[0].anchor == nil || late.ev.rels[0].anchor.from < late.ev.from {
		return
	}
	dx := late.ev.likelyDomain() == string(study.Condition) && s.p.diagnosedAt(late.ev.from)
	for _, e := range s.main.named() {
		for _, r := range e.rels {
			if r.Place == study.Distance && r.anchor != nil && !r.anchor.indefinite && plain(&r.anchor.Event) &&
				r.anchor.Which == study.Any && sameEvent(r.anchor, late.ev) {
				r.anchor, r.ana, b.fromNamed = nil, "index", late // "within 30 days of the stroke"
			}
			if r.anchor == nil && r.Place == study.Distance && (r.byName && r.ana == "index" || r.ana == "dx" && dx) {
				b.fromNamed = late
			}
		}
	}
	if b.fromNamed == late && late.ev.Which == study.Any {
		late.ev.Which, s.firstTaken = study.FirstOfThese, true
		s.later = append(s.later, func(whole *study.Question) {
			if e := whole.Population.Entry; e != nil && e.Which == study.FirstOfThese {
				other := whole.Clone()
				other.Population.Entry.Which = study.First
				s.others = append(s.others, Other{What: "Only where it was the first ever", Question: other})
			}
		})
	}
}

// diagnosedAt reports whether a name at a token is said to have been diagnosed.
func (p *parser) diagnosedAt(i int) bool {
	return slices.ContainsFunc(p.toks[max(0, i-4):i], func(t token) bool { return strings.HasPrefix(t.low, "diagnos") })
}
