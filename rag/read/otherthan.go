package read

import (
	"slices"
	"strings"

	"github.com/askomop/askomop/omop/study"
)

// "Other drugs", "another condition", "a different diagnosis" leave out what was named: "metformin and at least four
// other drugs" are five.

// otherSaid is the word by which an event without a name is another thing than those that were named, with its noun:
// "other drugs"; "" where there is none. "At least four different drugs" differ among themselves.
func (p *parser) otherSaid(e *event) string {
	if len(e.Concepts)+len(e.Or)+len(e.AnyOf) > 0 || !ofThings[e.Domain] || e.from >= e.to {
		return ""
	}
	for i := max(0, e.from-1); i < min(e.to, len(p.toks)); i++ {
		_, n := p.longest(i, "otherthing")
		if n == 0 || i+n < e.from || p.seq(i, "different") && !p.seq(i-1, "a") {
			continue
		}
		for k := i; k < min(e.to, i+4); k++ {
			if _, m := p.longest(k, "listdomain"); m > 0 {
				return p.textOf(stretch{i, min(k+m, len(p.toks))})
			}
		}
	}
	return ""
}

// ofThings are the domains of things by which an event may differ from another.
var ofThings = map[study.Domain]bool{study.Drug: true, study.DrugEra: true, study.Condition: true,
	study.ConditionEra: true, study.Procedure: true, study.Measurement: true, study.Observation: true,
	study.Device: true}

// otherThan leaves the things of its kind that were named out of an event that is another one.
func (b *builder) otherThan(e *event) *event {
	said := b.s.p.otherSaid(e)
	if said == "" || len(e.Except) > 0 {
		return e
	}
	if strings.HasPrefix(said[strings.LastIndexByte(said, ' ')+1:], "diagnos") && e.again {
		b.refuse(Ambiguous, "“"+said+"” may be one of the same thing, or of another")
		return e
	}
	except := b.namedInDomain(e)
	if len(except) == 0 {
		b.refuse(NoEvent, "it does not say other than what")
		return e
	}
	own := e.clone()
	own.Except, own.again, own.Which = except, false, study.Any
	return own
}

// namedInDomain are the names of a domain that the question names before an event.
func (b *builder) namedInDomain(e *event) (named []study.Entity) {
	preds := slices.Clone(b.s.people.preds)
	if b.s.main != nil {
		preds = append(preds, b.s.main)
	}
	add := func(n *event) {
		if n != nil && n != e && n.likelyDomain() == strings.TrimSuffix(string(e.Domain), "_era") {
			named = withEntities(named, n.Concepts)
		}
	}
	add(b.index)
	for _, q := range preds {
		for _, n := range q.everyEvent() {
			add(n)
		}
	}
	return named
}

// othersMeasured leaves what people are told by out of the number of other things that they have: "the average number
// of other drugs of patients on warfarin".
func (b *builder) othersMeasured() {
	m, p := &b.q.Measure, b.s.p
	if m.Event == nil || !ofThings[m.Event.Domain] || len(m.Event.Concepts) > 0 {
		return
	}
	for i := range p.toks {
		_, n := p.longest(i, "otherthing")
		if n == 0 || p.role[i] != "listdomain" && (i+1 >= len(p.toks) || p.role[i+1] != "listdomain") || p.seq(i, "different") {
			continue
		}
		m.Event.Except = b.namedInDomain(&event{Event: *m.Event})
		if len(m.Event.Except) == 0 {
			b.refuse(NoEvent, "it does not say other than what")
		}
		return
	}
}
