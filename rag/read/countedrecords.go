package read

import (
	"slices"
	"strings"

	"github.com/askomop/askomop/omop/study"
)

// countedRecords reads "prescriptions of metformin did patients with X get", "inpatient visits with pneumonia",
// "different drugs were prescribed".
func (p *parser) countedRecords(s *sentence, distinct bool) bool {
	from := p.pos
	q, ok := p.eventList(nil, true)
	if !ok {
		return false
	}
	if q.namesRecords() {
		q.kind = anyKind // "ALT and AST results" are those of both together
	}
	e, ok := q.merged()
	if !ok {
		return false
	}
	s.measure.Of = study.Records
	if p.saidSince(from, "diagnosed") || p.saidSince(from, "recorded") { // "clavicle fractures diagnosed per decade"
		e.record = e.record || p.pluralAt(e)
	}
	switch {
	case (distinct || e.distinct == study.ByConcept) && e.Domain == study.Visit:
		s.measure.Of = study.Stays
	case distinct || e.distinct == study.ByConcept:
		s.measure.Of = study.Concepts
		if e.noun == "drug ingredient" {
			s.measure.Of = study.Ingredients
		}
	case e.distinct == study.ByIngredient:
		s.measure.Of = study.Ingredients
	case !e.record && p.pluralAt(e) && e.Which == study.First:
		s.measure.Of = study.Persons
	case !e.record && p.pluralAt(e):
		if e.Domain == study.Condition {
			s.refusal = &Refusal{Ambiguous,
				"it does not say whether patients or diagnoses are counted; say “patients with” or “diagnoses of”"}
		}
	case !e.record && e.likelyDomain() == string(study.Drug) && manyDrugs(e): // "how many antibiotics were prescribed?"
		s.refusal = &Refusal{Ambiguous, "it does not say whether patients, prescriptions or different drugs are counted; " +
			"say “patients on”, “prescriptions of” or “different”"}
	case !e.record:
		s.measure.Of = study.Persons
	}
	e.distinct = ""
	s.records = e
	p.recordsOf(s)
	if f := s.refusal; f != nil && f.Kind == Ambiguous && (slices.ContainsFunc(p.toks[from:p.pos], tellsOfRecords) ||
		p.wereThere(from)) {
		s.refusal, e.record = nil, true // "concussions are recorded", "strokes were there": each of them
		s.later = append(s.later, s.peopleWithAny)
	}
	if e.Domain == study.Visit && s.people == nil {
		p.try(func() bool { return p.visitsHad(e) })
		p.tryOn(s, func(s *sentence) bool { p.is("relpron"); return p.endsInDeath(s) })
	}
	return true
}

// wereThere reports whether things are said to have been there: "how many strokes were there in 2009".
func (p *parser) wereThere(from int) bool {
	for i := from; i < p.pos; i++ {
		if p.seq(i, "were|are|was|is", "there") {
			return true
		}
	}
	return false
}

// peopleWithAny keeps the number of people beside that of records which were named as what they are records of.
func (s *sentence) peopleWithAny(q *study.Question) {
	if q.Measure.Of != study.Records {
		return
	}
	people := q.Clone()
	people.Measure.Of = study.Persons
	s.others = append(s.others, Other{What: "People with any of them, each once", Question: people})
}

// namesRecords reports whether a list with "and" names records by one noun: "ALT and AST results", "fills of A and B".
// Of "inpatient stays and ER visits" each is asked for.
func (q *predicate) namesRecords() bool {
	if q.kind != allKind || q.kids[0].kind != leaf || q.kids[1].kind != leaf {
		return false
	}
	first, second := q.kids[0].ev, q.kids[1].ev
	return (first.lent || first.ownNoun && !second.ownNoun) && !slices.ContainsFunc(q.kids, func(k *predicate) bool {
		return k.kind != leaf || !k.ev.record || len(k.ev.Concepts) == 0 || k.ev.noun != q.kids[0].ev.noun
	})
}

// tellsOfRecords reports whether a word says of things that they happened, each by itself.
func tellsOfRecords(t token) bool {
	return slices.Contains([]string{"recorded", "documented", "occurred", "occur", "happened", "logged", "entered", "coded",
		"registered"}, t.low)
}

// visitsHad reads what was recorded at the visits that are counted: "admissions had heart failure as a diagnosis".
func (p *parser) visitsHad(e *event) bool {
	p.is("relpron")
	if !p.word("had", "have", "included", "include", "involved", "involve", "carried", "carry", "listed", "list") &&
		!p.try(func() bool { return p.is("aux") && p.word("for", "because") }) &&
		!slices.Contains([]string{"had", "have"}, p.toks[p.pos-1].low) {
		return false
	}
	q, ok := p.eventList([]string{"condition", "procedure", "measurement"}, false)
	if !ok || q.kind == notKind || q.kind == someKind {
		return false
	}
	if es := q.events(); len(es) == 1 && es[0].During != nil && e.During == nil {
		e.During, es[0].During = es[0].During, nil
	}
	with, ok := q.atVisit(p)
	e.With = append(e.With, with...)
	return ok
}

// pluralAt reports whether an event is named in the plural, as things that are counted: "colonoscopies", not
// "diabetes".
func (p *parser) pluralAt(e *event) bool {
	return e.Domain != study.Drug && e.Domain != study.Death && allPlural(e)
}

// manyDrugs reports whether a class of drugs is named in the plural: "antibiotics", though "diabetics" are people.
func manyDrugs(e *event) bool {
	return len(e.Concepts) > 0 && !slices.ContainsFunc(e.Concepts, func(c study.Entity) bool {
		return !isPlural(c.Text) && !strings.HasSuffix(lower(c.Text), "ics")
	})
}

func allPlural(e *event) bool {
	return len(e.Concepts) > 0 &&
		!slices.ContainsFunc(e.Concepts, func(c study.Entity) bool { return !isPlural(c.Text) })
}

// isPlural reports whether a name is one of several things: "hip fractures", "fractures of the clavicle".
func isPlural(name string) bool {
	name, _, _ = strings.Cut(name, " of ")
	if short, ok := strings.CutSuffix(name, "s"); ok && len(short) > 1 && strings.ToUpper(short) == short &&
		strings.ToLower(short) != short {
		return true // "MRIs"
	}
	text := lower(name)
	for _, one := range []string{"is", "us", "ss", "etes", "bies", "rpes", "sles", "mps", "aries", "'s", "ics", "ers"} {
		if strings.HasSuffix(text, one) {
			return false
		}
	}
	return strings.HasSuffix(text, "s") && strings.ToUpper(name) != name
}

// recordsOf reads whose records they are: "did patients with X get", "were performed in patients with X", "are
// there".
func (p *parser) recordsOf(s *sentence) {
	for range 4 {
		at := p.pos
		switch {
		case p.try(func() bool {
			if !p.is("aux") {
				return false
			}
			if !p.tryOn(s, p.personOf) && !p.eachOfThem(s) {
				return false
			}
			if !p.is("verb") {
				p.word("make", "pay", "attend", "need", "require", "undergo", "generate")
			}
			p.eventMods(s.records)
			p.personWho(s)
			return true
		}):
		case p.is("aux"), p.is("passive"),
			p.is("verb") && p.ahead(func() bool {
				return p.end() || p.at(0) == "?" || p.sees("stratumlead") || p.sees("in")
			}):
			p.eventMods(s.records)
		case p.try(func() bool {
			if !p.word("to", "in", "among", "for", "by", "of", "from") {
				return false
			}
			g, ok := p.people()
			if ok {
				s.ownPeriod(g)
			}
			return ok
		}):
		default:
			p.pos = at
			return
		}
	}
}

// eachOfThem reads "each of them", "they" behind people who are named before: "among X patients, how many visits did
// each have on average".
func (p *parser) eachOfThem(s *sentence) bool {
	if s.people == nil || s.people.only || !p.takeOne("each", "they") {
		return false
	}
	if p.toks[p.pos-1].low == "each" {
		s.per = true
		p.takeOne("one", "person", "patient")
		p.theirs()
	}
	e := s.records
	if e.Domain != study.Visit && len(e.Concepts) == 0 {
		said := p.toks[e.to-1].low
		for _, q := range flat(s.people.preds) {
			if q.kind == leaf && q.ev.Domain == e.Domain && len(q.ev.Concepts) > 0 {
				if slices.Contains(timesOfOne, said) && plain(&q.ev.Event) {
					e.Concepts = q.ev.Concepts
					break
				}
				s.refusal = &Refusal{Ambiguous, "it does not say whether all " + string(e.Domain) +
					" records are counted or those of " + q.ev.Name()}
			}
		}
	}
	return true
}

// timesOfOne are words for records of what was named before, and not of others: hemodialysis, sessions of it.
var timesOfOne = []string{"sessions", "fills", "refills", "doses"}

// nameTimes makes "sessions", of nothing that is named, those of what the people had: "for dialysis patients, the
// number of sessions". Fills of any drug are another reading. Of people who are told by nothing of the kind it does not
// say of what the sessions are.
func (s *sentence) nameTimes() {
	e := s.measure.Event
	if s.measure.Kind == study.Count && s.measure.Of == study.Records && s.records != nil {
		e = &s.records.Event
	} else if e != nil && e.Domain == study.Drug { // see prescriptionsOfTheirs
		return
	}
	said := s.p.bareTimes()
	if e == nil || len(e.Concepts)+len(e.Or) > 0 || said == "" ||
		e.Domain != study.Drug && e.Domain != study.Procedure {
		return
	}
	var preds []*predicate
	if s.people != nil {
		preds = flat(s.people.preds)
	}
	var named []*event
	for _, q := range preds {
		if q.kind == leaf && q.ev.likelyDomain() == string(e.Domain) && plain(&q.ev.Event) {
			named = append(named, q.ev)
		}
	}
	switch {
	case len(named) > 1 || len(named) == 0 && said == "sessions":
		s.refusal = &Refusal{NoEvent, "it does not say of what the " + said + " are"}
	case len(named) == 1:
		e.Concepts = named[0].Concepts
		if said != "sessions" {
			s.later = append(s.later, func(q *study.Question) {
				other := q.Clone()
				other.Population.Entry.Concepts = nil
				s.others = append(s.others, Other{What: "Prescriptions of any drug", Question: other, Always: true})
			})
		}
	}
}

// bareTimes is the word for records of what was named before that stands by itself, or "".
func (p *parser) bareTimes() string {
	for i, t := range p.toks {
		if slices.Contains(timesOfOne, t.low) && p.role[i] == "eventnoun" && p.group[i] == i {
			return t.low
		}
	}
	return ""
}

// comparesUse reports whether the use of a drug is asked for by sex, age or the like, and no number of records: "how
// does use of warfarin compare between men and women?" asks how many took it.
func (s *sentence) comparesUse(e *event) bool {
	timed := slices.ContainsFunc(s.strata, func(st study.Stratum) bool { return st.Kind.IsTime() })
	counts := s.measure.Kind == study.Count && s.measure.Of == study.Records
	return counts && e.isDrug() && !timed && len(s.strata) > 0 &&
		!s.p.said("howmany") && slices.ContainsFunc(s.p.toks[e.from:min(e.to+1, len(s.p.toks))], func(t token) bool {
		return t.low == "use" || t.low == "usage"
	})
}
