package read

import (
	"slices"
	"strconv"

	"github.com/askomop/askomop/omop/study"
)

// changes reads "by how many percent did the number of patients with X change from 2008 to 2009", "percentage
// change in the number of … between 2008
// and 2009", "how did the number of … change from year to year".
func (p *parser) changes(s *sentence) bool {
	start := p.pos
	asked := p.word("by") && p.is("howmany", "howmuch") && p.is("share", "aux") || p.is("howmuch") || p.word("how")
	for asked && (p.is("share") || p.is("aux")) {
	}
	if !asked {
		p.is("share")
		if asked = p.is("changeof", "change"); !asked {
			p.pos = start
			return false
		}
		p.word("in", "of")
		if at := p.pos; !p.sees("howmany") && p.counted(s, false) && s.records != nil && s.changed(p) {
			s.measure.Kind, s.measure.Change = study.Count, true
			return true
		} else {
			p.pos = at
			s.records, s.people, s.main = nil, nil, nil
		}
	}
	if !p.counts(s) || s.measure.Kind != study.Count {
		p.pos = start
		return false
	}
	said := s.changed(p)
	if p.is("yeartoyear") {
		s.strata = append(s.strata, study.Stratum{Kind: study.Year})
		said = true
	}
	if p.is("change") {
		for p.word("or") || p.is("change") {
		}
		said = s.changed(p) || said
		if p.is("yeartoyear") {
			s.strata = append(s.strata, study.Stratum{Kind: study.Year})
			said = true
		}
	}
	if !said && p.eachYear(s) {
		said = true
	}
	s.measure.Change = said
	return said
}

// changedOver reads how a figure changed, which its values of the years tell: "how did mean HbA1c change from 2008 to
// 2010", "has the share of people on X changed over the years".
func (p *parser) changedOver(s *sentence) bool {
	how := p.word("how")
	if !p.is("aux") && !p.word("has", "have", "did", "does") {
		return false
	}
	figure := p.tryOn(s, p.numbers) || p.tryOn(s, p.shares) || p.tryOn(s, p.rates) || !how && p.tryOn(s, p.counts)
	if !figure || s.assumed && !how {
		return false
	}
	for p.word("or", "gone", "go", "going", "up", "down", "been") {
	}
	if !p.is("change") && p.toks[p.pos-1].low != "up" && p.toks[p.pos-1].low != "down" {
		return false
	}
	for p.word("or") || p.is("change") {
	}
	d, dated := p.period()
	if dated && s.period == nil {
		s.period = d
	}
	yearly := p.is("yeartoyear")
	if v, ok := p.lex("adverbstratum"); ok && v == string(study.Year) {
		yearly = true
	}
	if !yearly && (!dated || d.From == "" || d.To == "" || d.From[:4] == d.To[:4]) {
		return false
	}
	s.addStratum(study.Stratum{Kind: study.Year})
	return true
}

// eachYear reads "each year", or finds it said before: "yearly change in the number of …".
func (p *parser) eachYear(s *sentence) bool {
	if list, ok := p.strata(); ok {
		s.strata = append(s.strata, list...)
	}
	return slices.ContainsFunc(s.strata, func(st study.Stratum) bool { return st.Kind.IsTime() })
}

// changed takes the period of what is counted as the two years that are compared.
func (s *sentence) changed(p *parser) bool {
	d := s.period
	if d == nil {
		d = s.takePeriod()
	}
	if d == nil {
		d, _ = p.period()
	}
	if d == nil || d.From == "" || d.To == "" || d.From[4:] != "-01-01" || d.To[4:] != "-12-31" {
		return false
	}
	s.period = nil
	from, to := d.From[:4], d.To[:4]
	a, _ := strconv.Atoi(from)
	b, _ := strconv.Atoi(to)
	st := study.Stratum{Kind: study.Year}
	if b <= a {
		return false
	}
	st.Only = []string{from, to}
	s.strata = append(s.strata, st)
	return true
}

// takePeriod takes the period off the events that are counted.
func (s *sentence) takePeriod() (d *study.Period) {
	var es []*event
	if s.records != nil {
		es = append(es, s.records)
	}
	if s.main != nil {
		es = append(es, s.main.events()...)
	}
	if s.people != nil {
		for _, q := range s.people.preds {
			es = append(es, q.events()...)
		}
	}
	for _, e := range es {
		if e.During != nil {
			d, e.During = e.During, nil
		}
	}
	return d
}

// ratios reads "ratio of women to men among patients with X", "ratio of patients who took A to patients who took B".
func (p *parser) ratios(s *sentence) bool {
	if p.try(func() bool { // "female-to-male ratio of"
		a, ok := p.sexWord()
		if !ok || !p.word("to") && !p.is("versus") {
			return false
		}
		b, ok := p.sexWord()
		if !ok || a == b || !p.is("ratio") {
			return false
		}
		p.word("of", "among", "in", "for")
		g, ok := p.people()
		s.measure.Kind, s.people, s.strata = study.Ratio, g, append(s.strata, groupsOf(namedGroup(a), namedGroup(b)))
		return ok
	}) {
		return true
	}
	if !p.is("ratio") {
		return false
	}
	p.word("of", "between")
	s.measure.Kind = study.Ratio
	at := p.pos
	if a, ok := p.sexWord(); ok && (p.word("to") || p.is("and", "versus")) {
		if b, ok := p.sexWord(); ok && a != b {
			s.strata = append(s.strata, groupsOf(namedGroup(a), namedGroup(b)))
			g := &people{}
			p.postmods(g)
			g.only = g.bare()
			s.people = g
			return true
		}
	}
	p.pos = at
	if p.tryOn(s, p.ratioOfVisits) {
		return true
	}
	a, ok := p.people()
	if !ok || a.only || !(p.word("to") || p.is("versus")) {
		return false
	}
	return p.groupsOfPeople(s, a)
}

// ratioOfVisits reads "ratio of emergency room visits to inpatient visits in 2009".
func (p *parser) ratioOfVisits(s *sentence) bool {
	kind := func() (group study.Group, ok bool) {
		p.is("howmany")
		at := p.pos
		v, isVisit := p.lex("visit")
		if !isVisit || v == "" {
			return group, false
		}
		is := study.Criterion{Record: &study.Where{Visit: []study.Entity{{Text: v}}}}
		return study.Group{Name: p.nameFrom(at), Is: is}, true
	}
	a, ok := kind()
	if !ok || !p.word("to") && !p.is("versus") {
		return false
	}
	b, ok := kind()
	if !ok || a.Name == b.Name {
		return false
	}
	s.records = &event{Event: study.Event{Domain: study.Visit}, record: true}
	s.measure.Of, s.people = study.Records, &people{only: true}
	s.strata = append(s.strata, groupsOf(a, b))
	p.eventMods(s.records)
	p.recordsOf(s)
	return true
}

// groupsOfPeople reads the people that others are compared with.
func (p *parser) groupsOfPeople(s *sentence, a *people) bool {
	p.word("number")
	p.word("of")
	b, ok := p.people()
	if !ok || b.only {
		return false
	}
	s.groups, s.people = []*people{a, b}, &people{only: true}
	return true
}

// perPeople reads "how many women are there per man with X", "number of A users relative to B users".
func (p *parser) perPeople(s *sentence) bool {
	if !p.is("howmany") {
		return false
	}
	s.measure.Kind = study.Ratio
	from := p.pos
	a, ok := p.people()
	for p.is("aux") || p.word("there") {
	}
	if !ok || !p.is("perone") || slices.ContainsFunc(p.toks[from:p.pos], func(t token) bool { return t.low == "," }) {
		return false // "warfarin prescriptions, women compared with men" are grouped
	}
	at := p.pos
	if q := a.asPredicate(); q != nil && q.kind == trait && q.crit.Is != nil && q.crit.Is.Sex != "" {
		p.is("howmany") // "divided by the number of men"
		if v, ok := p.sexWord(); ok && v != q.crit.Is.Sex {
			s.strata = append(s.strata, groupsOf(namedGroup(q.crit.Is.Sex), namedGroup(v)))
			g := &people{}
			p.postmods(g)
			g.only = g.bare()
			s.people = g
			return true
		}
	}
	p.pos = at
	p.is("howmany")
	if a.only || !p.groupsOfPeople(s, a) {
		return false
	}
	// "women with migraine for each man": with migraine, too?
	b := s.groups[1]
	return len(traits(b.preds)) < len(b.preds) || len(traits(a.preds)) == len(a.preds)
}

func namedGroup(sex string) study.Group {
	return study.Group{Name: map[string]string{"female": "women", "male": "men"}[sex],
		Is: study.Criterion{Is: &study.Trait{Sex: sex}}}
}

func groupsOf(groups ...study.Group) study.Stratum {
	return study.Stratum{Kind: study.Groups, Groups: groups}
}
