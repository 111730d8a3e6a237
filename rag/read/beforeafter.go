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
	if !p.is("before") || !p.is("and", "versus") || !p.is("after") {
		return false
	}
	e, ok := p.timedEvent()
	if !ok || e.Domain == study.Death || e.times != nil || len(e.rels) > 0 || e.Which != study.First ||
		e.During != nil || sameEvent(e, s.records) {
		return false
	}
	side := func(when string, r study.Relation) named {
		return named{when + " first " + e.Name(), &predicate{kind: trait,
			crit: &study.Criterion{Has: &study.Has{Event: e.Event, Relation: &r}}}}
	}
	if s.people == nil {
		s.people = &people{}
	}
	s.people.only = false
	s.people.versus = []named{side("before", study.Relation{From: &study.Offset{Days: 1}}),
		side("after", study.Relation{To: &study.Offset{Days: -1}})}
	return true
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
	whole := d != nil && len(d.From) == 10 && len(d.To) == 10 && d.From[:4] == d.To[:4] && d.From[4:] == "-01-01" &&
		d.To[4:] == "-12-31"
	for _, st := range s.strata {
		whole = whole || d == nil && st.Kind == study.Year
	}
	if !whole {
		s.refusal = &Refusal{NoEvent, "it does not say which twelve months are meant; add a year"}
	}
}
