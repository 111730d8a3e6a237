package read

import (
	"strings"

	"github.com/askomop/askomop/omop/study"
)

// planEvent reads insurance with a plan or a payer: "Medicare Part D coverage", "a payer plan period of “Blue 80”".
func (p *parser) planEvent(e *event) bool {
	var names []string
	ok := p.try(func() bool {
		led := p.try(func() bool { return p.is("planperiod") && p.word("of") })
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
	e.Event = study.Event{Domain: study.PayerPlan, Where: &study.Where{Plans: names}}
	e.to = p.pos
	return true
}

// planName reads the name of a plan that people know, or one in quotation marks, as the database writes it.
func (p *parser) planName() (string, bool) {
	if name, ok := p.lex("plan"); ok {
		return name, true
	}
	if p.pos >= len(p.toks) {
		return "", false
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

// byPlan takes a grouping by plan or payer for one of who has one, where nothing else happens to the people who are
// counted: a person with several plans counts for each.
func (b *builder) byPlan(st *study.Stratum) {
	q := b.q
	has := &study.Has{Event: study.Event{Domain: study.PayerPlan}}
	switch o := q.Outcome; {
	case o == nil && q.Measure.Of == study.Persons && (q.Measure.Kind == study.Count || q.Measure.OfTotal):
		if d := q.Period; d != nil && q.Measure.OfTotal {
			has.Event.Touching, q.Period = d, nil
		}
		if q.Measure.OfTotal {
			q.Measure.Kind, q.Measure.OfTotal = study.Share, false
		}
		q.Outcome = &study.Criterion{Has: has}
		st.Event = nil
	case o != nil && o.Has != nil && o.Has.Event.Domain == study.PayerPlan:
		st.Event = nil
	case q.Measure.Kind != study.Count || q.Measure.Of != study.Persons:
		b.refuse(Unsupported, "a grouping by plan of this; ask for the people with one, “of patients with Medicare Part D”")
	}
}
