package read

import (
	"slices"
	"strings"

	"github.com/askomop/askomop/omop/study"
)

// planEvent reads insurance with a plan or a payer: "Medicare Part D coverage", "a payer plan period of “Blue 80”".
func (p *parser) planEvent(e *event) bool {
	var names []string
	ok := p.try(func() bool {
		led := p.is("planperiod")
		if led && !p.word("of") {
			return true
		}
		for {
			name, ok := p.planName()
			if !ok {
				return false
			}
			names = append(names, name)
			if !p.try(func() bool { return p.word("or") && p.ahead(func() bool { _, ok := p.planName(); return ok }) }) {
				break
			}
		}
		if !led {
			p.is("plancover")
		}
		return true
	})
	if !ok {
		return false
	}
	e.Event = study.Event{Domain: study.PayerPlan}
	if len(names) > 0 {
		e.where().Plans = names
	}
	e.to = p.pos
	return true
}

// planName reads the name of a plan that people know, or one in quotation marks, as the database writes it.
func (p *parser) planName() (string, bool) {
	if name, ok := p.lex("plan"); ok {
		// "part" is no Part A, though articles count for nothing elsewhere
		return name, !strings.HasSuffix(name, " Part A") || p.toks[p.pos-1].low == "a" || p.at(0) == "a" && p.take()
	}
	if p.pos >= len(p.toks) {
		return "", false
	}
	if name, ok := p.unknownPlan(); ok {
		return name, true
	}
	before, quoted := strings.CutSuffix(p.text[:p.toks[p.pos].start], "\"")
	end := strings.IndexByte(p.text[p.toks[p.pos].start:], '"')
	if !quoted || end < 0 || strings.Count(before, "\"")%2 == 1 {
		return "", false
	}
	start := p.toks[p.pos].start
	from := p.pos
	for p.pos < len(p.toks) && p.toks[p.pos].start < start+end {
		p.pos++
	}
	p.mark(from, p.pos, "plan")
	return p.text[start : start+end], true
}

// unknownPlan reads a proper name before "coverage" or "insurance" that nothing else knows: "Kaiser Gold coverage".
// Where no plan is called so, that is said with the names that there are.
func (p *parser) unknownPlan() (string, bool) {
	n := 0
	for ; n < mostBefore && p.pos+n < len(p.toks); n++ {
		t := p.toks[p.pos+n]
		written := p.text[t.start:t.end]
		if !t.isWord || written == t.low || p.r.lex.single[t.low] || len(p.candidates(p.pos+n)) > 0 {
			break
		}
	}
	if _, m := p.longest(p.pos+n, "plancover"); n == 0 || m == 0 {
		return "", false
	}
	name := p.text[p.toks[p.pos].start:p.toks[p.pos+n-1].end]
	p.mark(p.pos, p.pos+n, "plan")
	p.pos += n
	return name, true
}

// haveAPlan makes a grouping of people by plan or payer one of who has one, where nothing else happens to them: a
// person with several plans counts for each.
func (s *sentence) haveAPlan() {
	m := &s.measure
	byPlan := slices.ContainsFunc(s.strata, func(t study.Stratum) bool {
		return t.Event != nil && t.Event.Domain == study.PayerPlan
	})
	if !byPlan || m.Kind != study.Count || m.Of != study.Persons || s.main != nil || s.records != nil {
		return
	}
	s.main = &predicate{kind: leaf, ev: &event{Event: study.Event{Domain: study.PayerPlan}}}
	s.inPercent()
}

// byPlan lets a grouping by plan or payer stand where people are counted; it is of the outcome where that is insurance.
func (b *builder) byPlan(st *study.Stratum) {
	q := b.q
	switch o := q.Outcome; {
	case o != nil && o.Has != nil && o.Has.Event.Domain == study.PayerPlan:
		st.Event = nil
	case q.Measure.Kind != study.Count || q.Measure.Of != study.Persons:
		b.refuse(Unsupported, "a grouping by plan of this; ask for the people with one, “of patients with Medicare Part D”")
	}
}
