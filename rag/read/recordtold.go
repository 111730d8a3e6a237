package read

import "github.com/askomop/askomop/omop/study"

// recordTold reads what is told of records themselves: "fills were for 90 days", "diagnoses were made in the emergency
// room", "visits were with a cardiologist", "stays were for pneumonia".
func (p *parser) recordTold(s *sentence) bool {
	for p.is("aux") || p.is("passive") || p.word("made", "written", "had", "have") {
	}
	is := &event{Event: study.Event{Domain: s.records.Domain}}
	switch {
	case is.Domain == study.Drug && p.try(func() bool { return p.daysDispensed(is) }):
	case is.Domain != study.Visit && is.Domain != study.Death && p.try(func() bool { return p.atVisitOf(is) }):
	case p.try(func() bool { return p.bySpecialist(is) }):
	case is.Domain == study.Visit && p.at(0) == "for":
		if p.visitReason(is); len(is.With) == 0 || !p.settled() {
			return false
		}
		crit := is.With[0]
		if len(is.With) > 1 {
			crit = study.Criterion{All: is.With}
		}
		s.main = &predicate{kind: trait, crit: &crit}
		return true
	default:
		return false
	}
	return p.settled() && p.recordIs(s, is)
}

// countedTold reads the same of records that are counted: "visits were for pneumonia", "fills were for 90 days".
func (p *parser) countedTold(s *sentence) bool {
	e := s.records
	if s.measure.Kind != study.Count || e == nil || s.main != nil {
		return false
	}
	if p.is("aux"); p.toks[p.pos-1].low != "were" && p.toks[p.pos-1].low != "was" || p.at(0) != "for" {
		return false
	}
	told := e.clone()
	switch {
	case e.Domain == study.Visit:
		if p.visitReason(told); len(told.With) == len(e.With) {
			return false
		}
	case e.Domain == study.Drug && (e.Where == nil || e.Where.Supply == nil):
		if !p.daysDispensed(told) {
			return false
		}
	default:
		return false
	}
	s.records = told
	return p.settled()
}

// firstWasFor refuses "people's first inpatient visit was for pneumonia": the first of all their visits, or the first
// for that.
func (s *sentence) firstWasFor() *Refusal {
	p, e := s.p, s.records
	if e == nil || e.Domain != study.Visit || e.Which == study.Any || len(e.With) == 0 {
		return nil
	}
	for i := range p.toks {
		if p.role[i] == "aux" && (p.seq(i, "was|were", "for|with|because|due")) {
			return &Refusal{Ambiguous, "a first or last visit that was for something may be that of all visits, or that " +
				"of those for it; ask how many people had a “first visit for …”"}
		}
	}
	return nil
}

// daysDispensed reads for how many days a drug was dispensed: "for 90 days", "a 30-day supply", "for at least 60 days",
// "a days supply of 90".
func (p *parser) daysDispensed(is *event) bool {
	p.word("for", "had", "have", "of", "covering")
	r, bare, ok := p.comparison("unit")
	if unit, isUnit := p.lex("unit"); isUnit && unit != "day" || !isUnit && !p.saidSince(max(0, p.pos-3), "days") {
		return false
	}
	if after, isAfter := p.lex("cmpafter"); isAfter && bare {
		r = compared(after, *r.Min)
	}
	p.try(func() bool { p.word("of"); return p.word("supply") })
	is.where().Supply = &r
	return ok
}
