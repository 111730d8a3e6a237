package read

import (
	"slices"
	"strings"

	"github.com/askomop/askomop/omop/study"
)

// The prevalence of what lasts, a drug or a stay, is on a day of those whose record covers it: "prevalence of warfarin
// use on 1 July 2009", "percentage of people on warfarin on 1 July 2009, by age group", "in hospital on 1 July of each
// year". The prevalence of a disease is of those who had a diagnosis by then.

// lasts reports whether what is recorded in a domain is over some day, as a diagnosis is not.
func lasts(d study.Domain) bool {
	return slices.Contains([]study.Domain{study.Drug, study.DrugEra, study.Visit}, d)
}

// pointOn makes a prevalence one of the day that is named, or of that day of each year.
func (b *builder) pointOn(day *study.Period) {
	q := b.q
	q.Measure.Kind, q.Measure.Risk = study.Prevalence, study.Point
	if day != nil {
		q.Period = day
	}
	b.coverDay()
}

// coverDay takes the outcome of a point prevalence, where it lasts, for one that covers the day; who had it at any time
// before stands beside it. Of what was dispensed, "warfarin prescriptions", it is the other way round.
func (b *builder) coverDay() {
	o := b.q.Outcome
	if o == nil {
		return
	}
	if slices.ContainsFunc(o.Any, func(c study.Criterion) bool { return c.Has != nil && lasts(c.Has.Event.Domain) }) {
		b.refuse(Unsupported, "the prevalence of one of several things on a day, which last; ask for each")
	}
	if o.Has == nil || !lasts(o.Has.Event.Domain) || o.Has.Event.Which != study.Any || o.Has.Event.During != nil ||
		o.Has.Times != nil || o.Has.Relation != nil {
		return
	}
	covering := &study.Relation{Place: study.Covering}
	what := map[bool]string{true: "Whose record covers that day", false: "Who had it at any time up to that day"}
	ever := b.s.p.saysDispensed() || b.s.everBy
	if !ever {
		o.Has.Relation = covering
	}
	b.s.later = append(b.s.later, func(q *study.Question) {
		other := q.Clone()
		if other.Outcome.Has.Relation = nil; ever {
			other.Outcome.Has.Relation = covering
		}
		b.s.others = append(b.s.others, Other{What: what[ever], Question: other})
	})
}

// shareOnDay makes the share of people who have on a day what lasts, or a disease, a prevalence where it is by age, of
// each year, or of people under observation: all others were not seen on that day. It reports whether it did.
func (b *builder) shareOnDay(observed *study.Event, byTime bool) bool {
	q, had := b.q, &b.q.Outcome.Has.Event
	of := func(d *study.Period) bool {
		return observed == nil || observed.Touching == nil || *observed.Touching == *d
	}
	eachYear := b.s.p.dayOfYear != ""
	switch {
	case eachYear && (observed == nil || observed.Touching == nil) && had.Touching == nil:
		q.Period, had.During = had.During, nil
		q.Population.Entry = nil
		b.pointOn(nil)
	case eachYear || had.Touching == nil && b.s.stateDay == "":
		return false
	case byTime:
		b.refuse(Contradiction, "a day that is named is of one year and one month; say “on 1 July of each year”")
	case isDay(had.Touching) && lasts(had.Domain) && of(had.Touching):
		day := had.Touching
		b.keepAges(observed, day)
		q.Population.Entry, had.Touching = nil, nil
		b.pointOn(day)
	case had.During != nil && had.During.From == "" && had.During.To == b.s.stateDay:
		day := &study.Period{From: b.s.stateDay, To: b.s.stateDay}
		if !of(day) {
			return false
		}
		b.keepAges(observed, day)
		q.Population.Entry, had.During, b.s.stateDay = nil, nil, ""
		b.pointOn(day)
	default:
		return false
	}
	return true
}

// keepAges keeps the ages of those under observation on a day, who are told by that day alone then.
func (b *builder) keepAges(observed *study.Event, day *study.Period) {
	if observed != nil && observed.Age != nil {
		b.q.Population.Criteria = append(b.q.Population.Criteria, agedOn(*observed.Age, day.From[:len("2006")]))
	}
}

// ofEachYear refuses a share on a day of each year of people who are told by something: it may be before that day or
// after it.
func (b *builder) ofEachYear() {
	if e := b.q.Population.Entry; b.s.p.dayOfYear != "" && (e != nil && e.Domain != study.Observed ||
		slices.ContainsFunc(b.q.Population.Criteria, func(c study.Criterion) bool { return c.Is == nil })) {
		b.refuse(Unsupported, "a share of people with something on a day of each year; ask for that of one day")
	}
}

// notOnDay refuses a point prevalence of more than a day.
func (b *builder) notOnDay() {
	q := b.q
	if q.Measure.Kind == study.Prevalence && q.Measure.Risk == study.Point && b.s.p.dayOfYear == "" && !isDay(q.Period) {
		b.refuse(Ambiguous, "a point prevalence is of a day; say on which, “on 1 July 2009” or “on 1 July of each year”")
	}
}

// everHaving reads "ever having had", "ever use of": at any time before a day.
func (p *parser) everHaving() bool {
	if !p.word("ever") {
		return false
	}
	return p.word("having") && p.word("had", "taken", "used", "been") || p.word("use") && p.word("of")
}

// saysOngoing reports whether the words say of a drug that it is being taken, or of people that they are in hospital:
// "were taking", "were on", not "took".
func (p *parser) saysOngoing() bool {
	for i := range p.toks {
		if isForm(p.toks[i].low) && p.seq(i+1, "in|at") {
			return true
		}
		if i > 0 && p.role[i] == "verb" && p.group[i-1] == p.group[i] && p.role[i-1] == "verb" {
			continue
		}
		ph, n := p.longest(i, "verb")
		if n == 0 || p.role[i] != "verb" {
			continue
		}
		if v := verbOf(ph.value); !v.takes() {
			continue
		}
		for k := max(0, i-1); k < i+n; k++ {
			if t := p.toks[k].low; isForm(t) || k >= i && strings.HasSuffix(t, "ing") {
				return true
			}
		}
	}
	return false
}

// isForm reports whether a word is a form of "to be".
func isForm(word string) bool {
	return slices.Contains([]string{"is", "are", "was", "were", "being", "be"}, word)
}
