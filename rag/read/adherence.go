package read

import (
	"slices"
	"strings"

	"github.com/askomop/askomop/omop/study"
)

// covered reads the rest of "proportion of days covered by atorvastatin in the 365 days after the first exposure",
// "adherence to atorvastatin (PDC) over 365 days", "PDC in the first 365 days of atorvastatin".
func (p *parser) covered(s *sentence) bool {
	var days int
	for range 4 {
		p.onAverage(s)
		p.try(func() bool { return p.at(0) == "(" && p.take() })
		p.is("quantity") // "adherence (PDC)"
		p.try(func() bool { return p.at(0) == ")" && p.take() })
		if days == 0 && p.try(func() bool {
			n, ok := p.coveredTime(s)
			days = n
			return ok
		}) {
			continue
		}
		if s.records == nil && p.try(func() bool {
			p.word("of", "to", "by", "with", "for")
			e, ok := p.bareEvent([]string{"drug"})
			if ok && e.Domain == study.Drug && len(e.Concepts) > 0 {
				s.records = e
				return true
			}
			return false
		}) {
			continue
		}
		break
	}
	if s.records == nil || days < 1 {
		return false
	}
	s.records.Which = study.First
	s.measure.Relation = &study.Relation{From: &study.Offset{}, To: &study.Offset{Days: days - 1}}
	s.measure.Quantity = study.PDC
	return true
}

// adherenceAlone reads "PDC of metformin over one year": the mean, unless a statistic is named behind.
func (p *parser) adherenceAlone(s *sentence) bool {
	if v, ok := p.lex("quantity"); !ok || v != "pdc" {
		return false
	}
	s.measure.Kind, s.measure.Stat, s.assumed = study.Number, study.Mean, true
	return p.covered(s)
}

// adherent reads "percentage with a proportion of days covered of at least 0.8 of atorvastatin over 365 days". A limit
// above 1 is in percent.
func (p *parser) adherent(s *sentence) bool {
	if !p.is("share") {
		return false
	}
	p.word("with")
	if v, ok := p.lex("quantity"); !ok || v != "pdc" {
		return false
	}
	p.word("of")
	in, bare, ok := p.comparison("munit")
	if !ok || bare {
		return false
	}
	if unit, ok := p.lex("munit"); ok && unit != "%" {
		return false
	}
	for _, end := range []*float64{in.Min, in.Max} {
		if end != nil && *end > 1 {
			*end /= 100
		}
	}
	s.measure.Kind, s.measure.Stat, s.measure.Within = study.Number, study.InRange, &in
	return p.covered(s)
}

// coveredTime reads the time after the first exposure in which days are covered: "over 365 days from the first
// exposure".
func (p *parser) coveredTime(s *sentence) (int, bool) {
	if !p.is("in", "within") && !p.word("at", "of") {
		return 0, false
	}
	p.is("nextword")
	d, ok := p.duration()
	if !ok || d.Months > 0 {
		return 0, false
	}
	p.try(func() bool {
		if !p.is("after", "from") {
			return false
		}
		p.word("of")
		return p.tryOn(s, p.startAgain) || p.is("startana", "firstana", "it")
	})
	p.is("thenword")
	return d.Days + 365*d.Years, true
}

// startAgain reads the start of the drug by its name: "after starting lisinopril". No other drug will do.
func (p *parser) startAgain(s *sentence) bool {
	e, _, ok := p.anchor()
	if !ok || e == nil || e.Domain != study.Drug || len(e.Concepts) == 0 || len(e.rels) > 0 || e.times != nil ||
		e.Where != nil {
		return false
	}
	if s.records == nil {
		s.records = &event{Event: study.Event{Domain: study.Drug, Concepts: e.Concepts}}
		return true
	}
	return slices.EqualFunc(s.records.Concepts, e.Concepts,
		func(a, b study.Entity) bool { return a.Text != "" && strings.EqualFold(a.Text, b.Text) })
}

// gapBetween reads the rest of "gap in days between prescriptions of metformin".
func (p *parser) gapBetween(s *sentence) bool {
	if !p.word("between", "in", "of") {
		return false
	}
	e, ok := p.event([]string{"drug"})
	if !ok || e.Domain != study.Drug || len(e.Concepts) == 0 || len(e.rels) > 0 || e.times != nil {
		return false
	}
	s.records, s.measure.Quantity = e, study.Gap
	p.ofPeople(s)
	return true
}

// daysCovered reads "number of days per patient covered by A or B", "days on average are covered by A".
func (p *parser) daysCovered(s *sentence) bool {
	p.onAverage(s)
	p.perPerson(s)
	p.is("aux")
	if !p.is("coveredby") {
		return false
	}
	q, ok := p.eventList([]string{"drug"}, true)
	if !ok {
		return false
	}
	e, ok := q.merged()
	if !ok || e.Domain != study.Drug || len(e.rels) > 0 || e.times != nil {
		return false
	}
	s.measure.Quantity, s.measure.Event = study.DaysCovered, &e.Event
	p.perPerson(s)
	s.people = &people{only: true}
	p.onAverage(s)
	return s.measure.Stat != ""
}

// persistence reads "persistence with atorvastatin at 180 days".
func (p *parser) persistence(s *sentence) bool {
	var list []study.Offset
	if d, ok := p.duration(); ok {
		list = append(list, d)
	}
	p.is("bykm")
	still := p.is("stillon")
	if !still && !p.is("persistence") {
		return false
	}
	s.measure.Kind = study.Persistence
	for range 3 {
		if s.records == nil && p.try(func() bool {
			if !p.word("with", "on", "of", "to", "in", "for") && !still {
				return false
			}
			e, ok := p.bareEvent([]string{"drug"})
			if ok && e.Domain == study.Drug && len(e.Concepts) > 0 {
				e.Which, s.records = study.First, e
				return true
			}
			return false
		}) {
			continue
		}
		if len(list) == 0 && p.try(func() bool {
			if !p.word("at", "to", "for") && !p.is("after") {
				return false
			}
			all, ok := p.durations()
			list = all
			return ok
		}) {
			continue
		}
	}
	p.is("after")
	p.is("startana")
	s.measure.Times = list
	return len(list) > 0 && s.records != nil
}

// stillTaking reads what is asked of people who started a drug: "still took it without interruption after 180 days",
// "stayed on it for at least a year", "were still on warfarin 180 days after starting it". A share is of those observed
// so long.
func (p *parser) stillTaking(s *sentence) bool {
	return p.try(func() bool {
		p.is("relpron")
		for p.is("aux") {
		}
		share := s.measure.Kind == study.Share
		if !share && (s.measure.Kind != study.Count || s.records != nil) || s.people == nil || !p.is("stilltaking") {
			return false
		}
		era, rest, ok := p.drugOf(s.people)
		if !ok {
			return false
		}
		p.is("uninterrupted")
		d, longer, ok := p.stillFor()
		if !ok || longer && share {
			return false
		}
		p.is("uninterrupted")
		if share && len(d) > 0 {
			start := era.clone()
			start.Domain = study.Drug
			s.people.preds = append([]*predicate{{kind: leaf, ev: start}}, rest...)
			s.measure.Kind, s.measure.Times = study.Persistence, d
			return true
		}
		if len(d) != 1 {
			return false
		}
		least := float64(daysLong(d[0]))
		s.people.preds = append([]*predicate{{kind: leaf, ev: era}}, rest...)
		s.main = &predicate{kind: trait,
			crit: &study.Criterion{Record: &study.Where{Days: &study.Range{Min: &least, MinOpen: longer}}}}
		s.people.only = false
		return true
	})
}

// stillFor reads how long a drug is taken: "after 180 days", "for at least a year", "6 months later", "beyond 90 days".
// longer tells whether more than that was said.
func (p *parser) stillFor() (times []study.Offset, longer, ok bool) {
	p.is("after", "in")
	if !p.sees("cmp") {
		p.word("at", "for")
	}
	if op, compares := p.lex("cmp"); compares {
		if op != "ge" && op != "gt" {
			return nil, false, false
		}
		longer = op == "gt"
	}
	times, ok = p.durations()
	if after, isAfter := p.lex("cmpafter"); isAfter && (longer || after != "ge") {
		return nil, false, false
	}
	p.is("thenword")
	p.try(func() bool {
		return p.try(func() bool { return p.is("after", "from") && p.is("startana") && (p.is("it") || true) }) ||
			p.is("after") && p.is("it")
	})
	return times, longer, ok
}

// eraLasted reads "the number who lasted at least 365 days" of people with an era.
func (p *parser) eraLasted(s *sentence) bool {
	return p.try(func() bool {
		p.is("relpron")
		if s.people == nil ||
			!slices.ContainsFunc(s.people.preds,
				func(q *predicate) bool { return q.kind == leaf && q.ev.Domain == study.DrugEra }) || !p.is("lasts") {
			return false
		}
		r, bare, ok := p.length()
		s.main = &predicate{kind: trait, crit: &study.Criterion{Record: &study.Where{Days: &r}}}
		return ok && !bare
	})
}

// daysLong is a length of time in days, as persistence counts them: a year is 365.25 days, a month a twelfth of it.
func daysLong(d study.Offset) int {
	return d.Days + int(study.Months.Days()*float64(d.Months)) + int(study.Years.Days()*float64(d.Years))
}

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
