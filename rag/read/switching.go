package read

import (
	"slices"

	"github.com/askomop/askomop/omop/study"
)

// stopping reads "stopped alendronate within 180 days of starting it": the first era ends before, of the people who are
// observed so long.
func (p *parser) stopping(s *sentence) bool {
	return p.try(func() bool {
		p.is("relpron")
		for p.is("aux") {
		}
		if s.people == nil || !p.is("stopverb") {
			return false
		}
		era, rest, said := p.drugOf(s.people)
		if !said || !p.is("within", "in") {
			return false
		}
		p.is("nextword")
		d, ok := p.duration()
		if !ok || era == nil {
			return false
		}
		if p.is("after", "from") || p.word("of") {
			if !p.is("startana") && !p.is("it") {
				return false
			}
			p.is("it")
		}
		days := daysLong(d)
		most := float64(days)
		s.people.preds = append([]*predicate{{kind: leaf, ev: era},
			{kind: trait, crit: &study.Criterion{Observed: &study.FollowUp{After: days}}}}, rest...)
		s.main = &predicate{kind: trait,
			crit: &study.Criterion{Record: &study.Where{Days: &study.Range{Max: &most, MaxOpen: true}}}}
		s.people.only = false
		return true
	})
}

// drugOf reads the drug that people stopped or stayed on as its first era: one by name, or "it", the drug that they
// started, which need not be said again. rest is what else was said of the people.
func (p *parser) drugOf(g *people) (era *event, rest []*predicate, ok bool) {
	p.is("verb")
	p.try(func() bool {
		era, ok = p.bareEvent([]string{"drug"})
		return ok
	})
	if !ok {
		p.is("it")
	} else if era.Domain != study.Drug || !plain(&era.Event) || era.times != nil {
		return nil, nil, false
	}
	for i, q := range g.preds {
		if q.kind != leaf || q.ev.Domain != study.Drug || len(q.ev.Concepts) == 0 {
			continue
		}
		if len(q.ev.rels) > 0 || ok && !sameEvent(era, q.ev) {
			return nil, nil, false
		}
		era, rest, ok = q.ev.clone(), append(g.preds[:i:i], g.preds[i+1:]...), true
		break
	}
	if !ok {
		return nil, nil, false
	}
	if rest == nil {
		rest = g.preds
	}
	era.Domain, era.Which = study.DrugEra, study.First
	return era, rest, true
}

// switching reads "switched from A to B", "switched to B", "stopped A and then started B": the first exposure to B
// comes after the last start of A.
func (p *parser) switching() (*event, bool) {
	drug := func() *event {
		p.is("verb")
		e, ok := p.bareEvent([]string{"drug"})
		if ok {
			e, ok = p.orOtherDrugs(e)
		}
		if !ok || e.Domain != study.Drug || len(e.Concepts) == 0 || e.times != nil {
			return nil
		}
		return e
	}
	var from, to *event
	switch {
	case p.is("switch"):
		if p.word("from") {
			from = drug()
			if from == nil {
				return nil, false
			}
		}
		if !p.word("to", "onto") {
			return nil, false
		}
		to = drug()
	case p.is("stopverb"):
		from = drug()
		if from == nil || !p.is("followedby", "and") {
			return nil, false
		}
		p.is("thenword")
		if v, ok := p.lex("verb"); !ok || !verbOf(v).first {
			return nil, false
		}
		to = drug()
	}
	if to == nil {
		return nil, false
	}
	to.Which, to.switched = study.First, true
	if from != nil {
		to.With = append(to.With, lastBefore(from.Event))
	}
	p.eventMods(to)
	// "within a year": of starting A
	if n := len(to.rels); from != nil && n == 1 && to.rels[0].anchor == nil &&
		(to.rels[0].ana == "index" || to.rels[0].ana == "start") {
		start := from.clone()
		start.Which = study.First
		to.rels[0].anchor, to.rels[0].ana = start, ""
	}
	return to, true
}

// orOtherDrugs reads the other drugs of a list: "atorvastatin or rosuvastatin".
func (p *parser) orOtherDrugs(e *event) (*event, bool) {
	return p.alternatives(&predicate{kind: leaf, ev: e}, func() (*predicate, bool) {
		other, ok := p.bareEvent([]string{"drug"})
		return &predicate{kind: leaf, ev: other}, ok && other.Domain == study.Drug
	}).merged()
}

// lastBefore is the condition that the last of such records lies before.
func lastBefore(e study.Event) study.Criterion {
	e.Which = study.Last
	return study.Criterion{Has: &study.Has{Event: e, Relation: &study.Relation{To: &study.Offset{Days: -1}}}}
}

// switchedFrom takes the drug of the index as the one that people switched from where the words name none.
func (b *builder) switchedFrom(e *event) {
	if !e.switched || len(e.With) > 0 {
		return
	}
	if b.index == nil || b.index == e || b.index.Domain != study.Drug || len(b.index.Concepts) == 0 {
		b.refuse(NoEvent, "it does not say from which drug they switched")
		return
	}
	e.With = []study.Criterion{lastBefore(study.Event{Domain: study.Drug, Concepts: b.index.Concepts})}
}

// settleSwitch takes the drug that the people started as the one they switched from, and looks at those who were
// observed long enough to switch and had not taken the other drug before.
func (b *builder) settleSwitch(main *predicate) {
	if main == nil || main.kind != leaf || !main.ev.switched || b.q.Outcome == nil || b.q.Outcome.Has == nil {
		return
	}
	h, entry := b.q.Outcome.Has, b.q.Population.Entry
	if b.q.Measure.Kind != study.Share || entry == nil {
		return
	}
	if h.Relation == nil || h.Relation.To == nil || h.Relation.To.Days <= 0 {
		b.refuse(NoEvent, "a share of those who switched needs a time, as in “within 180 days”")
		return
	}
	naive := study.Criterion{Not: &study.Criterion{Has: &study.Has{
		Event: study.Event{Domain: h.Event.Domain,
			Concepts: h.Event.Concepts}, Relation: &study.Relation{To: &study.Offset{}}}}}
	b.q.Population.Criteria = append(b.q.Population.Criteria,
		study.Criterion{Observed: &study.FollowUp{After: h.Relation.To.Days}}, naive)
}

// switchedAfter keeps the reading in which who switched started the other drug after the first, whether or not they had
// the first again: "switched from A to B".
func (s *sentence) switchedAfter(q *study.Question) {
	if !slices.Contains(s.p.role, "switch") {
		return
	}
	other, changed := q.Clone(), false
	for _, at := range spotsOf(other) {
		for i := range at.ev.With {
			h := at.ev.With[i].Has
			if at.ev.Which != study.First || at.ev.Domain != study.Drug || h == nil || h.Event.Domain != study.Drug ||
				h.Event.Which != study.Last || h.Relation == nil || h.Relation.From != nil {
				continue
			}
			h.Event.Which, changed = study.Any, true
		}
	}
	if changed {
		other.Canonicalize()
		s.others = append(s.others, Other{What: "Who had the first drug again later, too", Question: other})
	}
}
