package read

import (
	"reflect"
	"slices"

	"github.com/askomop/askomop/omop/study"
)

// Facts about people: of whom a share is, who is left out, who must be observed.

// denominator reads "denominator: all persons", "everyone in the database as denominator", "% of all persons".
func (m *remark) denominator() (fact, bool) {
	m.p.word("taking", "using", "with", "counting", "use", "take")
	led := m.p.word("denominator", "denominators") || m.p.seq(m.p.pos, "out", "of") && m.p.take() && m.p.take() ||
		!m.asksShare() &&
			m.p.try(func() bool { return m.p.is("share") && (m.p.toks[m.p.pos-1].low == "of" || m.p.word("of")) })
	for led && m.p.at(0) == ":" || m.p.at(0) == "=" {
		m.p.pos++
	}
	m.p.word("is", "are")
	kind, visits := m.allVisits()
	g, ok := &people{}, true
	atRisk := !visits && m.p.try(m.atRiskThen)
	if !visits && !atRisk {
		g, ok = m.everybody()
	}
	if !ok {
		return fact{}, false
	}
	if !led && !(m.p.word("as", "in", "for", "is", "are", "being") && m.p.word("denominator", "denominators")) {
		return fact{}, false
	}
	return fact{"of whom the percentage is", func(h *held) *Refusal {
		switch {
		case visits:
			return h.ofVisits(kind)
		case atRisk && h.q.Measure.Kind != study.Proportion:
			return unsaid("the question is not of those at risk when its time begins")
		case atRisk:
			return nil
		}
		return h.shareOf(g)
	}}, true
}

// allVisits reads "all inpatient stays".
func (m *remark) allVisits() (kind string, ok bool) {
	ok = m.p.try(func() bool {
		all := m.p.word("all", "every") || m.p.is("allof")
		kind, ok = m.p.lex("visit")
		return all && ok
	})
	return kind, ok
}

// ofVisits holds that the percentage is of all visits of a kind.
func (h *held) ofVisits(kind string) *Refusal {
	e := h.q.Population.Entry
	if h.q.Measure.Kind != study.Share || e == nil || e.Domain != study.Visit || e.Which != study.Any ||
		len(h.q.Population.Criteria) > 0 || h.q.Measure.Of == study.Persons ||
		kind != "" && !slices.ContainsFunc(e.Concepts, func(c study.Entity) bool { return c.Text == kind }) {
		return contradicts("the question is of others")
	}
	return nil
}

// asksShare reports whether another share is asked for: "and what percentage of users of B?", "and percent of men?".
func (m *remark) asksShare() bool {
	return m.p.sees("share") && (m.p.seq(m.p.pos, "what|which|how") || m.p.pos > 0 && m.p.seq(m.p.pos-1, "and|plus|also|then"))
}

// everybody reads people, "all persons in the age band", "everyone".
func (m *remark) everybody() (*people, bool) {
	m.p.is("allof")
	m.p.word("all")
	g, ok := m.p.people()
	if !ok {
		return &people{only: true}, m.p.word("everyone", "everybody") && (m.p.is("everywhere") || true)
	}
	m.p.try(func() bool { return m.p.word("in", "of") && (m.p.is("each") || true) && m.p.is("stratum") })
	m.p.is("everywhere")
	return g, true
}

// shareOf makes the people that of whom the percentage is.
func (h *held) shareOf(g *people) *Refusal {
	m, cohort := &h.q.Measure, &h.q.Population
	if !g.only && m.Kind == study.Prevalence && len(g.preds) == 1 && g.age == nil && g.period == nil {
		es := g.preds[0].events()
		if len(es) == 1 && es[0].Domain == study.Observed &&
			(es[0].Touching == nil || h.q.Period != nil && *es[0].Touching == *h.q.Period) {
			return nil // of whom it is anyway
		}
	}
	if !g.only {
		if m.Kind == study.Share {
			if h.isEntry(g) {
				return nil
			}
			if cohort.Entry != nil && cohort.Entry.Domain != study.Observed && len(g.preds) > 0 &&
				len(g.preds[0].events()) > 0 {
				return contradicts("the question is of others")
			}
		}
		if m.Kind != study.Share && m.Kind != study.Number {
			return unsaid("the question has no denominator that could be chosen")
		}
		return h.add(g, false)
	}
	switch {
	case cohort.Entry != nil || len(cohort.Criteria) > 0:
	case m.Kind == study.Share:
		return nil
	case m.Kind == study.Prevalence && m.Risk == study.Lifetime && h.q.Period == nil && m.Standard == "":
		m.Kind, m.Risk, m.Per = study.Share, "", 0 // of everybody, and not of those who were observed
		return nil
	case m.Kind == study.Prevalence:
		return unsaid("a prevalence in a period is of those who were observed in it")
	}
	return contradicts("the question is of others")
}

// isEntry reports whether people are those of whom the percentage is, and no more is said of them.
func (h *held) isEntry(g *people) bool {
	entry := h.q.Population.Entry
	if entry == nil || len(g.preds) != 1 || g.preds[0].kind != leaf || g.age != nil || g.period != nil {
		return false
	}
	es := g.preds[0].events()
	return len(es) == 1 && len(es[0].Concepts) == 1 && len(es[0].rels) == 0 && es[0].times == nil &&
		es[0].During == nil && es[0].Age == nil && es[0].Where == nil && len(es[0].Except) == 0 &&
		h.r.refersTo(es[0].Concepts[0].Text, entry)
}

// prevalenceAgain reads what a prevalence is once more: "percentage of people under observation that day who had asthma
// on or before it".
func (m *remark) prevalenceAgain() (fact, bool) {
	if m.asksShare() || !m.p.is("share") {
		return fact{}, false
	}
	m.p.word("of")
	if m.p.word("all"); !m.p.is("people") {
		return fact{}, false
	}
	m.p.try(func() bool {
		if !m.p.is("observedverb") {
			return false
		}
		m.p.word("on", "at", "in")
		return m.p.is("it") || m.p.try(func() bool { _, ok := m.p.period(); return ok })
	})
	m.p.is("relpron")
	q, _, ok := m.p.clause()
	if !ok || q.kind != leaf {
		return fact{}, false
	}
	return fact{"what a prevalence is", func(h *held) *Refusal {
		o, e := h.q.Outcome, q.ev
		if h.q.Measure.Kind != study.Prevalence || o == nil || o.Has == nil || e.times != nil || e.During != nil ||
			e.Which != study.Any {
			return unsaid("it is another percentage")
		}
		of := slices.ContainsFunc(e.Concepts, func(c study.Entity) bool { return h.r.refersTo(c.Text, &o.Has.Event) })
		upTo := len(e.rels) == 0 ||
			len(e.rels) == 1 && e.rels[0].From == nil && e.rels[0].To != nil && *e.rels[0].To == (study.Offset{})
		if !of || !upTo {
			return unsaid("it is another percentage")
		}
		return nil
	}}, true
}

// observation reads "observed at least 365 days before it", "with a full year of follow-up after the first fill".
func (m *remark) observation() (fact, bool) {
	m.p.is("restricted")
	m.p.is("people")
	m.p.is("relpron")
	m.p.is("aux")
	m.p.word("with", "having", "have")
	said := m.p.is("observedverb")
	m.p.word("for")
	op, compared := m.p.lex("cmp")
	d, ok := m.p.duration()
	if !ok || compared && op != "ge" || d.Months != 0 {
		return fact{}, false
	}
	m.p.is("cmpafter")
	m.p.word("of")
	prior := m.p.is("priorword")
	if m.p.is("followupnoun") {
		prior = prior || hasWord(m.p.lastPhrase(), "prior") || hasWord(m.p.lastPhrase(), "enrollment") && prior
		said = true
	}
	if !said {
		return fact{}, false
	}
	f := study.FollowUp{}
	switch days := d.Days + 365*d.Years; {
	case prior || m.p.is("priorly"), m.p.is("before"):
		f.Before = days
	case m.p.is("thenword"), m.p.is("after"):
		f.After = days
	default:
		return fact{}, false
	}
	m.p.is("whichrec")
	name := m.name()
	for m.p.is("it", "startana", "dxana", "eventnoun") || m.p.word("date", "start") {
	}
	return fact{"how long people are observed", func(h *held) *Refusal { return h.observed(f, name) }}, true
}

// observed asks for so long an observation before or after the index, where the question does not.
func (h *held) observed(f study.FollowUp, name string) *Refusal {
	e := h.q.Population.Entry
	if e == nil || name != "" && !h.r.refersTo(name, e) {
		return &Refusal{NoEvent, "it does not say before or after what"}
	}
	have := slices.Concat(e.With, h.q.Population.Criteria)
	if slices.ContainsFunc(have, func(c study.Criterion) bool { return c.Observed != nil && *c.Observed == f }) {
		return nil
	}
	if e.Which == study.Any && e.Domain != study.Visit {
		e.Which = study.First
	}
	if f.After == 0 {
		e.With = append(e.With, study.Criterion{Observed: &f})
	} else {
		h.q.Population.Criteria = append(h.q.Population.Criteria, study.Criterion{Observed: &f})
	}
	return nil
}

// exclusion reads "exclude those with a stroke on or before that date", "people with an earlier stroke contribute
// nothing".
func (m *remark) exclusion() (fact, bool) {
	led := m.p.is("leaveout")
	if led {
		m.p.word("all")
	}
	if f, ok := m.groupsOut(led); ok {
		return f, true
	}
	from := m.p.pos
	g, q, ok := m.whom()
	if !ok {
		return fact{}, false
	}
	to := m.p.pos
	if !led && !m.areOut() {
		return fact{}, false
	}
	return fact{"who is left out", func(h *held) *Refusal {
		if q == nil && len(g.preds) == 1 && g.age == nil && g.period == nil {
			q = g.preds[0]
		}
		if q != nil && h.outcomeBefore(q) {
			return nil
		}
		if q == nil {
			return h.add(g, true)
		}
		return h.leaveEachOut(m, q, from, to)
	}}, true
}

// areOut reads that those who were named are not counted: "are left out", "do not count", "should not be included".
func (m *remark) areOut() bool {
	return m.p.is("leftout") || m.p.try(func() bool { in, said := m.verdict(); return said && !in }) ||
		m.p.try(func() bool {
			for m.p.is("aux") {
			}
			return m.p.is("leftout")
		})
}

// whom reads people, or what is said of them alone: "with a stroke before".
func (m *remark) whom() (g *people, q *predicate, ok bool) {
	if q, ok := m.whoDid(); ok {
		return &people{}, q, true
	}
	ok = m.p.try(func() bool {
		if m.p.word("anyone", "anybody", "everyone", "everybody", "those", "people") {
			m.p.is("relpron")
			if g, ok = m.agedOnly(&people{}); ok {
				return true
			}
			q, _, ok = m.p.clause()
			return ok
		}
		if g, ok = m.p.people(); ok && g.age == nil {
			if older, aged := m.agedOnly(g); aged {
				g = older
			}
		}
		return ok && !g.only
	})
	if ok {
		if g == nil {
			g = &people{}
		}
		return g, q, true
	}
	ok = m.p.try(func() bool { m.p.is("relpron"); q, _, ok = m.p.clause(); return ok })
	return &people{}, q, ok
}

// agedOnly reads the age behind people: "people over 60", "those aged 18 to 65".
func (m *remark) agedOnly(g *people) (*people, bool) {
	at := m.p.pos
	for m.p.is("aux") || m.p.is("relpron") {
	}
	r, ok := m.p.peopleAge()
	if !ok {
		m.p.pos = at
		return nil, false
	}
	older := *g
	older.age, older.only = &r, false
	return &older, true
}

// restriction reads "only persons under observation on 31 December 2010", "restricted to women", "at least a year of
// observation".
func (m *remark) restriction() (fact, bool) {
	led := m.p.is("restricted")
	if !led && (m.p.at(0) != "being" && m.p.at(0) != "having" && m.p.sees("aux") || m.p.at(0) == "lived") {
		return fact{}, false // the last of a list: "had a stroke, were women or lived in Texas"
	}
	from := m.p.pos
	g, q, ok := m.whom()
	if ok && m.p.joinsPeople(from) {
		return fact{"who is looked at", func(*held) *Refusal {
			return unsaid("two groups joined by “and” may be all of both, or who is in both; say “… who are also …”")
		}}, true
	}
	led = ok && m.p.word("only") || led
	if !ok || !led && q == nil {
		return fact{}, false
	}
	// what people had is a condition only where it is said to be one
	if !led && (q.kind == notKind || len(q.events()) > 0) {
		return fact{}, false
	}
	return fact{"who is looked at", func(h *held) *Refusal {
		if q != nil {
			return h.addPredicate(q)
		}
		return h.add(g, false)
	}}, true
}

// joinsPeople reports whether two groups of people were joined since token from: "women and those over 65".
func (p *parser) joinsPeople(from int) bool {
	for i := from; i < p.pos; i++ {
		if p.seq(i, "and") && p.seq(i+1, "those|these|people|patients|persons|individuals|women|men|anyone|anybody") {
			return true
		}
	}
	return false
}

// add adds what is said of people to the population, or leaves those out for whom it holds.
func (h *held) add(g *people, out bool) *Refusal {
	if g.period != nil || g.current || len(g.versus) > 0 || g.atRisk || g.sexes {
		return unsaid("it is not clear which people these are")
	}
	preds := flat(g.preds)
	if g.age != nil && g.ageOn == "" && h.agesAtEvents() {
		if out && len(preds) > 0 {
			return unsaid("it is not clear which of the two leaves people out")
		}
		if fault := h.agedAs(*g.age, out); fault != nil {
			return fault
		}
	} else if g.age != nil {
		if h.agesElsewhere() {
			return &Refusal{Ambiguous,
				"it is not clear when they were that old; say it in the question itself, as “in people over 60”"}
		}
		if g.ageOn == "" {
			preds = append(preds, &predicate{kind: aged, age: g.age})
		} else {
			preds = append(preds, traitOf(study.Trait{Age: &study.Age{Range: *g.age, On: g.ageOn}}))
		}
	}
	if len(preds) == 0 {
		return nil
	}
	if out && g.listed() {
		return &Refusal{Ambiguous, bothOrEither}
	}
	if out {
		return h.addPredicate(not(all(preds...)))
	}
	for _, q := range preds {
		if fault := h.addPredicate(q); fault != nil {
			return fault
		}
	}
	return nil
}

// addPredicate adds a condition on the people of the question.
func (h *held) addPredicate(q *predicate) *Refusal {
	switch h.q.Measure.Kind {
	case study.Comparison, study.Overlap, study.Attrition, study.Sequences, study.Coverage, study.Ratio:
		return unsaid("the question is of more than one group")
	}
	if h.q.Measure.Of != study.Persons && h.q.Measure.Kind != study.Rate {
		return unsaid("the question counts records")
	}
	h.b.remarks = true
	es := q.events()
	if q.kind == notKind {
		es = q.kids[0].events()
	}
	for _, e := range es {
		h.sayIt(e)
		if e.noun == "again" {
			return unsaid("it is not clear what is meant by “" + e.Concepts[0].Text + "”")
		}
		atIndex := slices.ContainsFunc(e.rels, func(r *relation) bool { return r.anchor == nil })
		if entry := h.q.Population.Entry; atIndex && h.about != "" && entry != nil && !h.r.refersTo(h.about, entry) {
			return &Refusal{Ambiguous,
				"it may be before or after " + h.about + ", or the record from which the question counts"}
		}
		if entry, o := h.q.Population.Entry, h.q.Outcome; atIndex && entry != nil && entry.Which == study.Any &&
			o != nil && o.Has != nil && o.Has.Relation == nil && o.Has.Event.Which == study.First {
			return &Refusal{Ambiguous, "it may be before or after either of two things; say which"}
		}
		if h.q.Population.Entry == nil && !h.countFromAsked() &&
			slices.ContainsFunc(e.rels, func(r *relation) bool { return r.anchor == nil }) {
			return &Refusal{NoEvent, "it does not say before or after what"}
		}
	}
	c := h.b.criterion(q)
	if h.b.fault != nil {
		return h.b.fault
	}
	if c == nil {
		return unsaid("it says nothing of people")
	}
	if h.q.Population.Entry != nil && h.b.index != nil && h.b.newAfterGap(c) {
		return nil
	}
	if !slices.ContainsFunc(h.q.Population.Criteria,
		func(have study.Criterion) bool { return reflect.DeepEqual(have, *c) }) {
		h.q.Population.Criteria = append(h.q.Population.Criteria, *c)
	}
	h.b.dateIndex()
	return nil
}

// poolMonths takes the months of all years together, as a seasonal pattern has them.
func (h *held) poolMonths() *Refusal {
	month := slices.IndexFunc(h.q.Strata, func(s study.Stratum) bool { return s.Kind == study.MonthOfYear })
	if month < 0 {
		return unsaid("the question is not grouped by month")
	}
	if month > 0 && h.q.Strata[month-1].Kind == study.Year {
		h.q.Strata = slices.Delete(h.q.Strata, month-1, month)
	}
	return nil
}
