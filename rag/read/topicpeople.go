package read

import (
	"context"
	"slices"

	"github.com/askomop/askomop/omop/study"
)

// A topic may end with the people of whom the question is, who are not said again behind it: "Bleeds in warfarin
// starters: what percentage had a stroke within 30 days after starting warfarin?" asks "Among warfarin starters, what
// percentage had …". What stands before the people is a topic, which the question must hold.

// ofTopicsPeople reads a question behind the first i tokens as one of the people with whom these end; nil where they
// end with none, or where the question says of whom it is.
func (r *Reader) ofTopicsPeople(ctx context.Context, p *parser, i int) *Reading {
	m, core := p.remark(0, i), p.part(i, len(p.toks))
	whole := stretch{0, len(core.toks)}
	if r.composed || !m.announces() || core.saysAny(whole, "people", "usersof", "peopleof", "sex") ||
		!core.saysAny(whole, "howmany", "share", "stat", "rate", "prevalence") {
		return nil
	}
	to := i
	for to > 0 && isSign(p.toks[to-1].low) {
		to--
	}
	for k := 0; k < to; k++ {
		from := k
		if k > 0 {
			if !p.seq(k, "in|among|of|for") {
				continue
			}
			from++
		}
		if !p.isPeople(stretch{from, to}) || k == 0 && !core.namesAgain(p, stretch{0, to}) {
			continue
		}
		t := m.topicUpTo(core, k)
		if t == nil {
			continue
		}
		text := order{{said: p.text}}
		said := append(order{words("Among")}, text.cut(p.toks[from].start, p.toks[to-1].end)...)
		said = append(append(said, words(",")), text.cut(p.toks[i].start, len(p.text))...)
		inner := *r
		inner.composed = true
		reading, err := inner.understand(ctx, said.text())
		if err != nil || reading.Question == nil || reading.built == nil ||
			t.fits(&held{q: reading.Question, b: reading.built, r: r}) != nil {
			continue
		}
		said.restore(reading, p.text)
		if t.agesOthers(reading.Question, r) {
			return &Reading{Refusal: &Refusal{Ambiguous, "it does not say at which of the events the people are of that age"}}
		}
		if k > 0 {
			front := p.remark(0, k)
			front.facts = []fact{{as: asTalk}}
			reading.Words = append(front.told(), reading.Words...)
		}
		return reading
	}
	return nil
}

// agesOthers reports whether the age of the topic's people is that at an event which is not the one that it names: in
// "Falls in women over 80: how many had a hip fracture within 30 days after a fall?" it may be that at the fall.
func (t *topic) agesOthers(q *study.Question, r *Reader) bool {
	return len(t.names) > 0 && slices.ContainsFunc(spotsOf(q), func(s spot) bool {
		return s.ev.Age != nil && !slices.ContainsFunc(t.names, func(n topicName) bool {
			return (&held{q: q, r: r}).isOfKind(n.text, s.ev)
		})
	})
}

// isPeople reports whether a stretch is people of whom more is said than that they are: "women over 80".
func (p *parser) isPeople(s stretch) bool {
	if s.to <= s.from {
		return false
	}
	one := newParser(context.Background(), p.r, p.text[p.toks[s.from].start:p.toks[s.to-1].end])
	g, ok := one.people()
	return ok && one.end() && !g.only
}

// namesAgain reports whether one of the names in a stretch of another parser is named here.
func (p *parser) namesAgain(of *parser, s stretch) bool {
	for i := s.from; i < s.to; i++ {
		if c := of.entityAt(i); c.n > 0 && p.namesConcept(c.text) {
			return true
		}
	}
	return false
}
