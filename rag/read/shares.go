package read

import (
	"cmp"
	"reflect"
	"slices"
	"strings"

	"github.com/askomop/askomop/omop/study"
	"github.com/askomop/askomop/vocab"
)

// settleShare applies the house's definitions of shares: of deaths it is of everybody, a share of those under
// observation is a prevalence, and one by age or by time needs the people of each group.
func (b *builder) settleShare() {
	q := b.q
	o := q.Outcome
	if b.s.p.saysOccurredIn() {
		b.refuse(Ambiguous, "of those to whom it occurred, or of the people? Say “what percentage of people who died in "+
			"2009 had …”")
		return
	}
	if b.s.p.toldByWhen(o) {
		b.refuse(Ambiguous, "it does not say of whom that is the share; say “of people with …, what percentage "+
			"had …”")
		return
	}
	if b.s.people.atRisk {
		b.proportionAtRisk()
		return
	}
	if b.diesInTime(o) && !b.s.p.said("crude") {
		b.settleDeaths(o)
		return
	}
	if diesAmong(o.Any) && !b.s.p.said("crude") {
		b.refuse(Unsupported, "a share of people with an event or death needs to say who is followed how long")
		return
	}
	if b.s.p.said("allofwords") && len(o.All) > 2 {
		b.refuse(Unsupported,
			"a share of people with all of several things in a time needs to say who is followed that long")
		return
	}
	b.ofThoseWithAValue(o)
	b.tellOfTested(o)
	b.ofEachYear()
	b.agedWhen(o)
	entry := q.Population.Entry
	observed := entry != nil && entry.Domain == study.Observed
	byTime := slices.ContainsFunc(b.s.strata, func(s study.Stratum) bool { return s.Kind.IsTime() })
	byAge := slices.ContainsFunc(b.s.strata, func(s study.Stratum) bool { return s.Kind == study.AgeGroup })
	if observed || entry == nil && (byTime || byAge) {
		if o.Has == nil || o.Has.Relation != nil {
			b.refuse(Unsupported, "a share of this kind by time or age has no denominator")
			return
		}
		if b.shareOnDay(entry, byTime) {
			return
		}
		if observed && !b.prevalentAmong(entry) {
			if byTime || byAge {
				b.refuse(Unsupported, "a share of people observed at one time and an event at another, by time or age")
			}
			return
		}
		q.Measure.Kind, q.Measure.Risk = study.Prevalence, study.PeriodPrevalence
		if observed && entry.Age != nil { // "of women aged 65 to 74 observed in 2009"
			on := b.s.ageTime(entry.Touching)
			if on == "" {
				b.refuse(Ambiguous, "it is not clear when people are that old; say “in 2009”, or another year")
				return
			}
			b.q.Population.Criteria = append(b.q.Population.Criteria, agedOn(*entry.Age, on))
		}
		q.Population.Entry = nil
		if d := o.Has.Event.During; d != nil {
			q.Period, o.Has.Event.During = d, nil
		}
		if entry != nil && entry.Touching != nil {
			q.Period = entry.Touching
		}
		switch {
		case q.Period == nil && !byTime:
			q.Measure.Risk = study.Lifetime
		case q.Period != nil && q.Period.From != "" && q.Period.From == q.Period.To:
			b.s.everBy = !b.s.p.saysOngoing()
			b.pointOn(q.Period)
		}
	}
}

// toldByWhen reports whether nothing is asked of people, who are told by when something of theirs came: "what share of
// people whose first stroke came within 90 days after their first fill?"
func (p *parser) toldByWhen(o *study.Criterion) bool {
	if o.Has == nil || o.Has.Relation == nil || len(o.Has.Event.Concepts) == 0 {
		return false
	}
	whose := slices.IndexFunc(p.toks, func(t token) bool { return t.low == "whose" })
	if whose < 2 || p.role[whose-1] != "people" || strings.HasPrefix(p.role[whose-2], "entity") {
		return false
	}
	for i := whose + 1; i < len(p.toks); i++ {
		if p.seq(i, "came|comes|fell|falls|fall|lay|lies|occurs|occurred|happened|happens|was|is") {
			said := lower(p.text[p.toks[whose].start:p.toks[i].start])
			return strings.Contains(said, lower(o.Has.Event.Concepts[0].Text))
		}
	}
	return false
}

// agedWhen refuses the share of all people who were of an age "when they had a stroke": of those with a stroke is
// meant.
func (b *builder) agedWhen(o *study.Criterion) {
	if o.Has != nil && o.Has.Event.Age != nil && b.q.Population.Entry == nil && b.s.p.agedWhenThey() {
		b.refuse(Ambiguous, "of those who had it, or of everybody? Ask “what percentage of people with … were over 75 at "+
			"their first …”")
	}
}

// agedWhenThey reports whether an age is said of people and then of what: "were over 75 when they had a stroke".
func (p *parser) agedWhenThey() bool {
	numbered := false
	for i, t := range p.toks {
		numbered = numbered || t.isNum
		if numbered && p.seq(i, "when", "they") {
			return true
		}
	}
	return false
}

// asksOfTheSame refuses a share of people by when they had what they are told by: of "stroke patients diagnosed within
// 30 days after a colonoscopy" it would be one of those with a colonoscopy.
func (b *builder) asksOfTheSame() {
	main := b.s.main
	away := func(r *relation) bool { return r.anchor != nil && r.Place == study.Distance }
	if b.s.measure.Kind != study.Share || main == nil || main.kind != leaf ||
		!slices.ContainsFunc(main.ev.rels, away) {
		return
	}
	if slices.ContainsFunc(flat(b.s.people.preds), func(q *predicate) bool {
		return q.kind == leaf && sameEvent(q.ev, main.ev) && plain(&q.ev.Event) && len(q.ev.rels) == 0
	}) {
		b.refuse(Unsupported, "a share of people by when they had "+main.ev.Name()+"; ask who had what it is counted from "+
			"in the days before or after it")
	}
}

// withinThose makes "the share of patients with A without B", or "with A aged 85 or older", one among those with A:
// what is said without a verb of its own tells of whom it is, and the last of it what is asked of them.
func (b *builder) withinThose() {
	s, main := b.s, b.s.main
	if s.measure.Kind != study.Share || main == nil ||
		slices.ContainsFunc(s.people.preds, func(k *predicate) bool { return len(k.events()) > 0 }) {
		return
	}
	told := func(k *predicate) bool { return k.kind == leaf && k.v.form == "prep" && k.ev.times == nil }
	switch {
	case main.kind == allKind && len(main.kids) == 2 && told(main.kids[0]) &&
		(main.kids[1].kind == notKind || main.kids[1].kind == aged):
		s.people.preds, s.main = append(s.people.preds, main.kids[0]), main.kids[1]
	case told(main) && main.ev.Age != nil && main.ev.Domain == study.Condition && len(main.ev.rels) == 0:
		whole := *main
		whole.ev = main.ev.clone()
		whole.ev.Age = nil
		s.people.preds = append(s.people.preds, &whole)
	}
}

// prevalentAmong reports whether a share of people under observation is a prevalence: where the event may have been in
// the time in which they are observed, "up to" a day included. It is none where the words give the event another time,
// "among people under observation on 1 January 2009, what percentage had a stroke in 2009?", or none at all, by "ever".
func (b *builder) prevalentAmong(entry *study.Event) bool {
	observed, had := entry.Touching, b.q.Outcome.Has.Event
	switch {
	case had.Touching != nil:
		return false
	case observed == nil || had.During == nil:
		return observed == nil || !b.s.p.saidSince(0, "ever")
	case observed.From != observed.To:
		return *had.During == *observed
	}
	return had.During.From == "" && had.During.To == observed.To
}

// ofThoseWithAValue takes a share by a value, among people with a result of the same test, of those with a number: "of
// people with an LDL result, what share had one below 70". Of people with a test it is of everybody tested.
func (b *builder) ofThoseWithAValue(o *study.Criterion) {
	if o.Has == nil || o.Has.Event.Domain != study.Measurement {
		return
	}
	w := cmp.Or(o.Has.Event.Chosen, o.Has.Event.Where)
	if w == nil || w.Value == nil {
		return
	}
	b.ofThatTest(o.Has.Event.Concepts)
	if !b.s.p.saysResult() {
		return
	}
	of := func(e *study.Event) {
		if e.Domain == study.Measurement && e.Where == nil && b.sameTest(e.Concepts, o.Has.Event.Concepts) {
			e.Where = study.AnyValueIn(w.Unit)
		}
	}
	if e := b.q.Population.Entry; e != nil {
		of(e)
	}
	for _, c := range b.q.Population.Criteria {
		if c.Has != nil {
			of(&c.Has.Event)
		}
	}
}

// ofThatTest takes a result or a test that is not named for one of the test whose values are asked for: "of those with
// a result, what share had an LDL below 70". "Any test" is any.
func (b *builder) ofThatTest(test []study.Entity) {
	for i := range b.s.p.toks {
		if b.s.p.seq(i, "any|some|one", "lab|laboratory|blood|test|result|measurement|value") {
			return
		}
	}
	fill := func(e *study.Event) {
		named := len(e.Concepts) + len(e.Or) + len(e.AnyOf) + len(e.Except)
		if e.Domain == study.Measurement && e.Where == nil && named == 0 {
			e.Concepts = slices.Clone(test)
		}
	}
	if e := b.q.Population.Entry; e != nil {
		fill(e)
	}
	for _, c := range b.q.Population.Criteria {
		if c.Has != nil && c.Has.Distinct == "" {
			fill(&c.Has.Event)
		}
	}
}

// sameTest reports whether tests are the same, be it by other names: "EF" and "ejection fraction".
func (b *builder) sameTest(x, y []study.Entity) bool {
	return slices.EqualFunc(x, y, func(x, y study.Entity) bool {
		return reflect.DeepEqual(x, y) || x.Text != "" && slices.ContainsFunc(b.s.p.r.lookup(x.Text),
			func(h vocab.Hit) bool {
				return slices.ContainsFunc(b.s.p.r.lookup(y.Text),
					func(o vocab.Hit) bool { return o.Concept.ID == h.Concept.ID && h.Concept.ID != 0 })
			})
	})
}

// saysResult reports whether a result of a test was said, not only the test: "an LDL result", "a measured LDL".
func (p *parser) saysResult() bool {
	for i := 1; i < len(p.toks); i++ {
		if p.toks[i-1].low == "measured" && strings.HasPrefix(p.role[i], "entity ") {
			return true
		}
		if strings.HasPrefix(p.role[i-1], "entity ") && p.seq(i, "result|results|value|values|reading|readings|level|levels") {
			return true
		}
	}
	return false
}

// tellOfTested lets a share of people by their last value, or another that is chosen, be told of those with a value,
// too: "what share had an LDL below 100 at their last test" may mean either.
func (b *builder) tellOfTested(o *study.Criterion) {
	h := o.Has
	if h == nil || h.Relation != nil || h.Event.Domain != study.Measurement || h.Event.Chosen == nil ||
		h.Event.Chosen.Value == nil {
		return
	}
	b.s.later = append(b.s.later, func(whole *study.Question) {
		if whole.Outcome == nil || whole.Outcome.Has == nil || whole.Outcome.Has.Event.Chosen == nil {
			return
		}
		other, tested := whole.Clone(), whole.Clone().Outcome.Has.Event
		value := study.AnyValueIn(tested.Chosen.Unit)
		if tested.Which, tested.Chosen = study.Any, nil; tested.Where == nil {
			tested.Where = &study.Where{}
		}
		tested.With = withoutPair(tested.With)
		tested.Where.Value, tested.Where.Unit = value.Value, value.Unit
		other.Population.Criteria = append(other.Population.Criteria,
			study.Criterion{Has: &study.Has{Event: tested}})
		b.s.others = append(b.s.others, Other{What: "Of those with a value", Question: other})
	})
}

// diesInTime reports whether an outcome is death in so long a time after the index date, or survival of it.
func (b *builder) diesInTime(o *study.Criterion) bool {
	h := deathOf(o).Has
	return h != nil && h.Event.Domain == study.Death && h.Relation != nil && h.Relation.To != nil
}

func deathOf(o *study.Criterion) *study.Criterion {
	if o.Not != nil {
		return o.Not // "survived"
	}
	return o
}

// settleDeaths chooses of whom a share of deaths is: of everybody, with Kaplan and Meier's estimate beside it; or of
// those whose fate is known, which leaves out survivors who were not observed so long, with the share of everybody
// beside it.
func (b *builder) settleDeaths(o *study.Criterion) {
	to := deathOf(o).Has.Relation.To
	switch b.s.p.choose("deaths") {
	case "kaplan_meier":
		if other := estimateOf(b.q, *to); other != nil {
			*b.q = *other
		}
	case "followed":
		followed := study.FollowUp{After: to.Days}
		if to.Days == 0 {
			followed = study.FollowUp{For: to}
		}
		b.q.Population.Criteria = append(b.q.Population.Criteria,
			study.Criterion{Any: []study.Criterion{{Observed: &followed}, *deathOf(o)}})
		b.s.later = append(b.s.later, func(whole *study.Question) {
			other := whole.Clone()
			other.Population.Criteria = slices.DeleteFunc(other.Population.Criteria,
				func(c study.Criterion) bool { return len(c.Any) == 2 && c.Any[0].Observed != nil })
			b.s.others = append(b.s.others, Other{What: "Of everybody, whatever the follow-up", Question: other})
		})
	default:
		b.s.later = append(b.s.later, func(whole *study.Question) {
			if other := estimateOf(whole, *to); other != nil {
				b.s.others = append(b.s.others,
					Other{What: "By Kaplan and Meier, who count people as long as they are observed", Question: other,
						Always: true})
			}
		})
	}
}

// estimateOf is Kaplan and Meier's estimate of a share of deaths, or of survivors, so long after the index date; nil
// where there is none.
func estimateOf(q *study.Question, to study.Offset) *study.Question {
	other := q.Clone()
	e := other.Population.Entry
	from := deathOf(other.Outcome).Has.Relation.From
	ended := deathOf(other.Outcome).Has.Relation.End // the estimate would be counted from the start of a stay
	if e == nil || from == nil || ended || from.Days < 0 || from.Days > 1 || from.Months != 0 || from.Years != 0 {
		return nil
	}
	if e.Which == study.Any {
		if e.Which = firstOf(e); len(e.With) > 0 || e.Where != nil && e.Where.Finish != nil {
			e.Which = study.FirstOfThese
		}
	}
	other.Measure.Kind, other.Measure.Times = study.CumulativeIncidence, []study.Offset{to}
	if other.Outcome.Not != nil {
		other.Measure.Kind = study.Survival
	}
	other.Outcome = &study.Criterion{Has: &study.Has{Event: study.Event{Domain: study.Death}}}
	return other
}

func diesAmong(cs []study.Criterion) bool {
	return slices.ContainsFunc(cs,
		func(c study.Criterion) bool { return c.Has != nil && c.Has.Event.Domain == study.Death })
}

// said reports whether a phrase of the category stands anywhere in the question.
func (p *parser) said(cat category) bool { return p.saysAny(stretch{0, len(p.toks)}, cat) }

// proportionAtRisk makes "percentage of patients at risk who were newly diagnosed in 2009" an incidence proportion.
func (b *builder) proportionAtRisk() {
	q, o := b.q, b.q.Outcome
	if o.Has == nil || o.Has.Event.During == nil || o.Has.Relation != nil || o.Has.Event.Age != nil ||
		q.Population.Entry != nil {
		b.refuse(NoEvent, "it does not say in which time people are at risk of what")
		return
	}
	q.Measure.Kind, q.Period = study.Proportion, o.Has.Event.During
	o.Has.Event.During, o.Has.Event.Which = nil, study.Any
}

// saysOccurredIn reports whether what is shared is said to have been in some people, who are no denominator: "what
// proportion of deaths in 2009 occurred in patients with cancer".
func (p *parser) saysOccurredIn() bool {
	for i := range p.toks {
		if p.seq(i, "occurred|occur|happened|arose", "in|among") && i+2 < len(p.role) &&
			slices.ContainsFunc(p.role[i+2:min(i+7, len(p.role))], func(r string) bool { return r == "people" || r == "usersof" }) {
			return true
		}
	}
	return false
}
