package read

import "github.com/askomop/askomop/omop/study"

// beforeAndAfter reads "before and after starting levothyroxine" of values and of records that are counted: those
// before and those after the first record of it are two groups; those of the day itself are in neither.
func (p *parser) beforeAndAfter(s *sentence) bool {
	values := s.measure.Kind == study.Number && (s.measure.Quantity == study.Value || s.measure.Quantity.IsPaid())
	if s.records == nil || !values && (s.measure.Kind != study.Count || s.measure.Of != study.Records) ||
		s.main != nil || s.people != nil && len(s.people.versus) > 0 || len(s.records.rels) > 0 ||
		s.records.Which != study.Any {
		return false
	}
	near, far, ok := p.beforeAndAfterIn() // how long each is
	if !ok {
		return false
	}
	at := p.pos
	e, ok := p.timedEvent()
	if !ok {
		p.pos = at
		e, ok = p.whatTheyStarted(s)
	}
	if !ok || e.Domain == study.Death || e.times != nil || len(e.rels) > 0 || e.Which != study.First ||
		e.During != nil || sameEvent(e, s.records) {
		return false
	}
	side := func(when string, in length, r study.Relation) named {
		if in.of != nil {
			when = "in the " + in.said + " " + when
		}
		return named{when + " first " + e.Name(), &predicate{kind: trait,
			crit: &study.Criterion{Has: &study.Has{Event: e.Event, Relation: &r}}}}
	}
	if s.people == nil {
		s.people = &people{}
	}
	s.people.only = false
	before, after := study.Relation{From: &study.Offset{Days: 1}, To: near.of},
		study.Relation{To: &study.Offset{Days: -1}}
	if far.of != nil {
		after.From = negative(*far.of)
	}
	s.people.versus = []named{side("before", near, before), side("after", far, after)}
	return true
}

// length is a length of time as it is said; of is nil where none is.
type length struct {
	of   *study.Offset
	said string
}

// beforeAndAfterIn reads "before and after", "in the 180 days before and the 180 days after", with how long each is.
func (p *parser) beforeAndAfterIn() (before, after length, ok bool) {
	ok = p.try(func() bool {
		before = p.lengthBefore()
		if !p.is("before") || !p.is("and", "versus") {
			return false
		}
		after = p.lengthBefore()
		return p.is("after") && (before.of == nil) == (after.of == nil)
	})
	return before, after, ok
}

// lengthBefore reads "in the 180 days" before "before" or "after".
func (p *parser) lengthBefore() (l length) {
	p.try(func() bool {
		p.is("in", "within")
		p.skip()
		from := p.pos
		d, ok := p.duration()
		if ok {
			l = length{&d, p.span(from, p.pos).Text}
		}
		return ok
	})
	return l
}

// whatTheyStarted reads "the first dispensing", "it" for the first record of the one thing that the people have.
func (p *parser) whatTheyStarted(s *sentence) (*event, bool) {
	g := s.people
	if g == nil || len(g.preds) != 1 || g.preds[0].kind != leaf || !g.preds[0].ev.placed() {
		return nil, false
	}
	anchor, ana, ok := p.anchor()
	r := &relation{anchor: anchor, ana: ana}
	if !ok || anchor != nil || !r.suits(g.preds[0].ev.Domain) {
		return nil, false
	}
	e := g.preds[0].ev.clone()
	e.Which = study.First
	g.preds = nil
	return e, true
}

// spannedPrevalence reads "12-month prevalence of X", "one-year period prevalence": of a period that is named, and is
// so long.
func (p *parser) spannedPrevalence(s *sentence) bool {
	d, ok := p.duration()
	if !ok || d != (study.Offset{Years: 1}) && d != (study.Offset{Months: 12}) {
		return false
	}
	v, ok := p.lex("prevalence")
	s.measure.Kind, s.measure.Risk, s.yearLong = study.Prevalence, study.PeriodPrevalence, true
	return ok && v == string(study.PeriodPrevalence) && p.rateOf(s)
}

// needsYear refuses a prevalence of twelve months of which it is not said which.
func (s *sentence) needsYear() {
	if !s.yearLong || s.refusal != nil {
		return
	}
	d := s.period
	if d == nil && s.outcome != nil {
		d = s.outcome.During
	}
	if d == nil && s.people != nil { // "among women aged 45 to 64 in 2010"
		d = s.people.period
	}
	whole := d != nil && len(d.From) == 10 && len(d.To) == 10 && d.From[:4] == d.To[:4] && d.From[4:] == "-01-01" &&
		d.To[4:] == "-12-31"
	for _, st := range s.strata {
		whole = whole || d == nil && st.Kind == study.Year
	}
	if !whole {
		s.refusal = &Refusal{NoEvent, "it does not say which twelve months are meant; add a year"}
	}
}
