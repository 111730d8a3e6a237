package read

import (
	"slices"
	"strings"

	"github.com/askomop/askomop/omop/study"
)

// group is a group of people that is compared with others.
type group struct {
	name   string
	people *people
}

// described reads what describes people or compares groups of them: "characteristics of new users of warfarin and new
// users of aspirin", "attrition of women with …", "overlap of patients with gout and patients with asthma", "compare
// the crude risk of stroke within 1 year between …".
func (p *parser) described(s *sentence) bool {
	p.is("compare")
	p.is("whatis")
	switch {
	case p.is("characteristics"):
		s.measure.Kind = study.Characteristics
		if !p.groupList(s, 2) {
			return false
		}
		p.chosenRows(s)
		return true
	case p.is("druguse"):
		return p.drugUse(s)
	case p.is("pathways"):
		return p.pathways(s)
	case p.sees("afterstart"):
		kind, _ := p.lex("afterstart")
		return p.afterStart(s, study.Kind(kind))
	case p.is("attrition"):
		s.measure.Kind = study.Attrition
		return p.groupList(s, 1)
	case p.is("overlap"):
		s.measure.Kind = study.Overlap
		return p.groupList(s, 8)
	}
	return p.tryOn(s, p.twoCompared)
}

// groupList reads up to most groups.
func (p *parser) groupList(s *sentence, most int) bool {
	last := p.pos
	for len(s.sides) < most {
		at := p.pos
		for p.at(0) == "," {
			p.pos++
		}
		if len(s.sides) > 0 && !p.is("comparedwith") && p.pos == at {
			break
		}
		for p.at(0) == "," {
			p.pos++
		}
		start := p.pos
		g, ok := p.people()
		if !ok || len(s.sides) > 0 && g.only {
			p.pos = at
			break
		}
		p.skip()
		if g.sexes && most == 2 && len(s.sides) == 0 {
			s.sides, last = bothSexes(g), p.pos
			break
		}
		last = start
		s.sides = append(s.sides, group{strings.Trim(p.text[p.toks[start].start:p.toks[p.pos-1].end], " ,"), g})
	}
	s.shareEvents()
	return len(s.sides) > 0 && (len(s.sides) == 1 || p.leaveOutOfEach(s.sides, last))
}

// leaveOutOfEach takes those who are left out behind a comma out of each group: "new users of A and new users of B,
// excluding those with a stroke before". What else is denied there may be of the last group or of each.
func (p *parser) leaveOutOfEach(sides []group, from int) bool {
	comma := from
	for comma < p.pos && (p.toks[comma].low != "," || !slices.Contains([]string{"leadout", "without"}, p.role[comma+1])) {
		comma++
	}
	if comma >= p.pos {
		return true
	}
	end := &sides[len(sides)-1]
	preds := flat(end.people.preds)
	if len(preds) == 0 {
		return false
	}
	out := preds[len(preds)-1]
	if !out.groupsOut && (out.kind != notKind || !out.kids[0].v.leaves) {
		return false
	}
	for _, g := range sides[:len(sides)-1] {
		g.people.preds = append(slices.Clone(g.people.preds), out)
	}
	end.name = strings.Trim(p.text[p.toks[from].start:p.toks[comma].start], " ,")
	return true
}

// bothSexes are the women and the men of people: "women and men with gout".
func bothSexes(g *people) []group {
	var both []group
	for _, sex := range []string{"female", "male"} {
		one := *g
		one.sexes = false
		one.preds = append([]*predicate{traitOf(study.Trait{Sex: sex})}, g.preds...)
		both = append(both, group{namedGroup(sex).Name, &one})
	}
	return both
}

// shareEvents gives "women and men with gout" the gout of both.
func (s *sentence) shareEvents() {
	if len(s.sides) != 2 {
		return
	}
	a, b := s.sides[0].people, s.sides[1].people
	hasEvent := func(g *people) bool {
		for _, k := range g.preds {
			if len(k.events()) > 0 {
				return true
			}
		}
		return false
	}
	if !hasEvent(a) && hasEvent(b) {
		for _, k := range b.preds {
			if len(k.events()) > 0 {
				a.preds = append(a.preds, k)
			}
		}
	}
}

// chosenRows reads further rows of a description: "with rows for gout and asthma".
func (p *parser) chosenRows(s *sentence) {
	p.try(func() bool {
		for p.at(0) == "," {
			p.pos++
		}
		if !p.is("withrows") {
			return false
		}
		for {
			e, ok := p.event(nil)
			if !ok {
				break
			}
			s.rows = append(s.rows, e)
			for p.at(0) == "," {
				p.pos++
			}
			p.word("and", "or")
		}
		return len(s.rows) > 0
	})
}

// twoCompared reads "crude risk of X within 1 year between A and B", "crude rate ratio of X comparing A with B".
func (p *parser) twoCompared(s *sentence) bool {
	kind, ok := p.lex("compared")
	plainRate := kind == "rate" && strings.HasPrefix(strings.TrimPrefix(p.lastPhrase(), "incidence "), "rate") &&
		!hasWord(p.lastPhrase(), "ratio") && !hasWord(p.lastPhrase(), "difference")
	if p.perPersonYears(s); !ok || !p.word("of", "for") {
		return false
	}
	q, ok := p.eventList(nil, false)
	if !ok {
		return false
	}
	e, ok := q.merged()
	if !ok {
		return false
	}
	s.measure.Kind, s.measure.OfRates = study.Comparison, kind == "rate"
	for range 3 {
		p.perPersonYears(s)
		if len(s.measure.Times) == 0 && kind == "risk" {
			p.try(func() bool {
				list, ok := p.timesAt()
				s.measure.Times = list
				return ok && len(list) == 1
			})
		}
	}
	if plainRate && p.ahead(p.sexes) { // of each: a grouping
		return false
	}
	if !p.is("comparedin") || !p.groupList(s, 2) || len(s.sides) != 2 {
		return false
	}
	p.try(func() bool {
		for p.at(0) == "," {
			p.pos++
		}
		return p.is("mantelhaenszel")
	})
	s.compared = e
	return true
}

// describedOf resolves descriptions and comparisons.
func (b *builder) describedOf() {
	s, q := b.s, b.q
	q.Period = nil
	if s.period != nil {
		b.refuse(Unsupported, "a period has no place here; say it beside what happened in it")
	}
	for _, e := range s.rows {
		q.Measure.Events = append(q.Measure.Events, b.event(e, nil))
	}
	if s.compared != nil {
		q.Outcome = &study.Criterion{Has: &study.Has{Event: b.event(s.compared, nil)}}
		if q.Measure.OfRates && q.Measure.Per == 0 {
			q.Measure.Per = 1000
		}
		q.Measure.Adjust, s.strata = s.strata, nil
		for i := range q.Measure.Adjust {
			if a := &q.Measure.Adjust[i]; a.Kind == study.AgeGroup && a.Width == 0 && len(a.Bands) == 0 {
				a.Width = 10
			}
		}
	}
	if kind := s.measure.Kind; (kind == study.Indication || kind == study.Treatments) && len(s.rows) == 0 ||
		kind == study.Covered && len(s.measure.Times) == 0 {
		b.refuse(NoEvent, "it does not say what is looked for, or after how long; add “: ” and their names, or “at 90 days”")
	}
	if len(s.sides) == 1 && s.measure.Kind == study.Overlap {
		b.partsOf(s.sides[0].people)
		return
	}
	if len(s.sides) == 1 {
		s.people = s.sides[0].people
		b.population(nil)
		if e := q.Population.Entry; (s.tellsUse() || s.isAfterStart() || s.measure.Kind == study.Pathways) &&
			e != nil && e.Which == study.Any {
			e.Which = study.First
		}
		return
	}
	named := study.Stratum{Kind: study.Groups}
	for _, g := range s.sides {
		named.Groups = append(named.Groups, b.groupOf(g))
	}
	s.strata = append([]study.Stratum{named}, s.strata...)
}

// groupOf is a group with its own entry event, or a condition on everybody.
func (b *builder) groupOf(g group) study.Group {
	one := &builder{s: &sentence{people: g.people, p: b.s.p, measure: b.s.measure}, q: &study.Question{}}
	one.population(nil)
	if one.fault != nil {
		b.refuse(one.fault.Kind, one.fault.Why)
	}
	c := one.q.Population
	if c.Entry == nil {
		if len(c.Criteria) == 1 {
			return study.Group{Name: g.name, Is: c.Criteria[0]}
		}
		return study.Group{Name: g.name, Is: study.Criterion{All: c.Criteria}}
	}
	c.Entry.With = append(c.Entry.With, c.Criteria...)
	return study.Group{Name: g.name, Entry: c.Entry}
}

// partsOf makes a group of each thing that people have: "overlap of patients with gout, asthma and hypertension".
func (b *builder) partsOf(g *people) {
	named := study.Stratum{Kind: study.Groups}
	for _, k := range flat(g.preds) {
		e, ok := k.merged()
		if !ok {
			b.refuse(NoEvent, "an overlap is of several groups of people")
			return
		}
		event := b.event(e, nil)
		named.Groups = append(named.Groups, study.Group{Name: event.Name(), Entry: &event})
	}
	b.s.strata = append(b.s.strata, named)
}
