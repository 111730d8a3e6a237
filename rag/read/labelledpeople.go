package read

import (
	"reflect"
	"slices"
	"strings"

	"github.com/askomop/askomop/omop/study"
)

// What the parts of a plan say of its people: who they are, what they must have and what they must not.

// populationWays are the ways in which people and the event that dates them are said together; "{}" is what is said of
// the people, "{index}" the event, "{people}" the people with the event.
var (
	populationWays = []string{"{} with {index}", "{} who had {index}", "people with {} with {index}"}
	includeWays    = []string{"{people} with {}", "{people} who had {}", "{people} who {}", "{people} who were {}",
		"{people} {}", "{} with {index}", "{people} with {} before it"}
	excludeWays = []string{"{people} who had no {}", "{people} without {}", "{people} who were not {}", "{people} not {}"}
)

// way is one of these ways with what is said.
func (b *base) way(way string, said order) order {
	o := order{words("among")}
	for word := range strings.FieldsSeq(way) {
		switch word {
		case "{}":
			o = append(o, said...)
		case "{index}":
			o = append(o, b.index...)
		case "{people}":
			o = append(o, b.people...)
		default:
			o = append(o, words(word))
		}
	}
	return o
}

// narrowed reads what is said of the people, in the first way that adds something.
func (l *plan) narrowed(b *base, one labelPart, ways []string) ([]more, bool) {
	from := one.value
	for from < one.to-1 && l.p.seq(from, "all|any|every|the|a|an") {
		from++
	}
	all, ok := l.narrowedBy(b, l.untilIt(from, one.to), ways)
	for i := from + 1; i < one.to && !ok; i++ {
		if l.p.seq(i, "required|needed|requested|mandatory|necessary") { // "365 days of observation required before it"
			said := slices.Concat(l.says(from, i, order{words("it")}), l.says(i+1, one.to, order{words("it")}))
			all, ok = l.narrowedBy(b, said, ways)
		}
	}
	follows := slices.ContainsFunc(l.p.toks[from:one.to], func(t token) bool {
		return isAmong(t.low, "after|following|follow|followed")
	})
	if !follows && slices.ContainsFunc(all, more.followsUp) {
		return nil, false // "at least 365 days of observation" may be meant before it
	}
	return all, ok
}

// untilIt are the words of a condition, with what they leave out: "no warfarin at all in the 365 days before".
func (l *plan) untilIt(from, to int) order {
	var said order
	for i := from + 1; i+2 < to; i++ {
		if l.p.seq(i, "at", "all") || l.p.seq(i, "whatsoever") {
			n := 1
			if l.p.seq(i, "at") {
				n = 2
			}
			said, from = l.says(from, i, order{words("it")}), i+n
			break
		}
	}
	said = append(said, l.says(from, to, order{words("it")})...)
	if to-from > 2 && l.p.seq(to-1, "before|beforehand") && l.p.seq(to-2, "days|months|weeks|years|year|month|week") {
		said = append(said, words("it"))
	}
	return said
}

// followsUp reports whether it is asked for observation after the event.
func (m more) followsUp() bool {
	return slices.ContainsFunc(slices.Concat(m.with, m.criteria), func(c study.Criterion) bool {
		return c.Observed != nil && (c.Observed.After > 0 || c.Observed.For != nil)
	})
}

func (l *plan) narrowedBy(b *base, said order, ways []string) ([]more, bool) {
	for _, way := range ways {
		if reading := l.asksWho(b.way(way, said)); reading != nil {
			if m, ok := b.adds(reading.Question); ok {
				l.take(reading)
				return []more{m}, true
			}
		}
	}
	return nil, false
}

// peopled reads which people are meant: "adults with asthma" are adults, and they have asthma.
func (l *plan) peopled(b *base, one labelPart) ([]more, bool) {
	for one.value < one.to-1 && l.p.seq(one.value, "all|any|every|the|a|an") {
		one.value++
	}
	ph, n := l.p.longest(one.value, "people")
	if n > 0 && one.value+n == one.to && ph.value == "" {
		return nil, true // "all patients"
	}
	if l.sameAs(b, one) {
		return nil, true // "New users of warfarin; index date: first warfarin fill"
	}
	if all, ok := l.narrowed(b, one, populationWays); ok || n == 0 || one.value+n == one.to {
		return all, ok
	}
	var all []more
	who, what := one, one
	who.to = one.value + n
	what.value = who.to
	if ph.value != "" {
		m, ok := l.narrowed(b, who, populationWays[:1])
		if !ok {
			return nil, false
		}
		all = m
	}
	if l.p.seq(what.value, "with|who|having") && what.value+1 < what.to {
		what.value++
		if l.p.seq(what.value, "have|had|has") && what.value+1 < what.to {
			what.value++
		}
	}
	m, ok := l.included(b, what)
	return append(all, m...), ok
}

// included reads conditions of which all must hold. Each may be read by itself where a time that is said of one cannot
// be meant of another.
func (l *plan) included(b *base, one labelPart) ([]more, bool) {
	parted := false // "a stroke, and a fall in the 30 days before": the time is of the last
	for i := one.value; i+1 < one.to; i++ {
		parted = parted || l.p.seq(i, ";|,", "and")
	}
	if all, ok := l.narrowed(b, one, includeWays); ok && !parted {
		return all, true
	}
	var all []more
	for _, each := range l.listed(one, ",|and|;|&|+") {
		m, ok := l.condition(b, each)
		if !ok {
			return nil, false
		}
		all = append(all, m...)
	}
	return all, len(all) > 1 && allTimed(all)
}

// condition reads one condition, an age without the day at which it is taken.
func (l *plan) condition(b *base, one labelPart) ([]more, bool) {
	if all, ok := l.narrowed(b, one, includeWays); ok {
		return all, true
	}
	said := l.says(one.value, one.to, order{words("it")})
	if n := len(said); n > 1 && said[n-1].said == "it" {
		last := &said[n-2]
		for _, at := range []string{" at", " on"} {
			if bare, cut := strings.CutSuffix(last.said, at); cut {
				last.said = bare
				if all, ok := l.narrowedBy(b, said[:n-1], includeWays); ok && len(all) == 1 && all[0].age != nil &&
					len(all[0].with)+len(all[0].criteria) == 0 {
					return all, true // "age >= 66 at entry" is the age at the event
				}
			}
		}
	}
	return nil, false
}

// listed cuts a part at the words that part a list.
func (l *plan) listed(one labelPart, seps string) []labelPart {
	var all []labelPart
	from := one.value
	for i := one.value; i <= one.to; i++ {
		if i == one.to || l.p.seq(i, seps) {
			if i > from {
				all = append(all, labelPart{one.role, from, from, i})
			}
			from = i + 1
		}
	}
	return all
}

// allTimed reports whether each condition is a trait or has a time of its own, or none has a time.
func allTimed(all []more) bool {
	timed, open := 0, 0
	for _, m := range all {
		for _, c := range m.criteria {
			switch {
			case c.Has == nil && c.Not == nil && len(c.All)+len(c.Any) == 0:
			case hasTime(&c):
				timed++
			default:
				open++
			}
		}
	}
	return timed == 0 || open == 0
}

// hasTime reports whether a condition says when it holds.
func hasTime(c *study.Criterion) bool {
	switch {
	case c.Not != nil:
		return hasTime(c.Not)
	case c.Has != nil:
		return c.Has.Relation != nil || c.Has.Event.During != nil
	case len(c.All)+len(c.Any) > 0:
		return !slices.ContainsFunc(slices.Concat(c.All, c.Any), func(o study.Criterion) bool { return !hasTime(&o) })
	}
	return true
}

// excluded reads what people must not have. It has to say when: what came later is no reason to leave somebody out.
func (l *plan) excluded(b *base, one labelPart) ([]more, bool) {
	if all, ok := l.requiredOf(b, one); ok {
		return all, true
	}
	if _, n := l.labels.longest(one.value, "havers"); n > 0 {
		one.value += n
	}
	if one.value >= one.to || slices.ContainsFunc(l.p.toks[one.value:one.to], func(t token) bool {
		return isAmong(t.low, "no|not|without|never|none|free|lacking|neither|nor|non|absent|absence")
	}) {
		return nil, false // "Exclude: no prior stroke" may be said of whom to leave out, or of whom to keep
	}
	all, ok := l.leftOut(b, one)
	if !ok || !l.timed(one, all) {
		all = nil
		parts := l.listed(one, ",|;")
		if len(parts) < 2 {
			parts = l.listed(one, ",|;|or")
		}
		for _, each := range parts {
			m, read := l.leftOut(b, each)
			if !read || !l.timed(each, m) {
				return nil, false
			}
			all = append(all, m...)
		}
	}
	return all, len(all) > 0
}

// timed reports whether each thing that people must not have has a time, be it "at any time".
func (l *plan) timed(one labelPart, all []more) bool {
	for i := one.value; i < one.to; i++ {
		if l.p.seq(i, "any|whatever", "time|point|date") || l.p.seq(i, "ever|anytime") {
			return true
		}
	}
	none := !slices.ContainsFunc(all, func(m more) bool {
		return slices.ContainsFunc(m.criteria, func(c study.Criterion) bool { return !hasTime(&c) })
	})
	if !none && len(l.of("index", "exposure", "cohort", "outcome", "covariate")) == 0 && l.entry.Which == study.Any {
		l.always = true // where nothing is counted from a day, whom it leaves out never had it
		return true
	}
	return none
}

// sameAs reports whether a part says once more who the people of the plan are.
func (l *plan) sameAs(b *base, one labelPart) bool {
	reading := l.asksWho(slices.Concat(order{words("among")}, l.says(one.value, one.to, order{words("it")})))
	if reading == nil || !reflect.DeepEqual(reading.Question.Population, b.q.Population) {
		return false
	}
	l.take(reading)
	return true
}

// leftOut reads one thing that people must not have or be.
func (l *plan) leftOut(b *base, one labelPart) ([]more, bool) {
	if _, n := l.labels.longest(one.value, "havers"); n > 0 && one.value+n < one.to {
		one.value += n
	}
	if l.p.seq(one.value, "with|having|had|have") && one.value+1 < one.to {
		one.value++
	}
	if all, ok := l.longEnough(b, one); ok {
		return all, true
	}
	if ph, n := l.p.longest(one.value, "people", "sex"); n > 0 && one.value+n == one.to {
		if other := map[string]string{"female": "male", "male": "female"}[ph.value]; other != "" {
			return []more{{criteria: []study.Criterion{{Is: &study.Trait{Sex: other}}}}}, true
		}
	}
	if l.p.seq(one.value, "age|aged", "<") && one.value+2 < one.to {
		said := append(order{words("under")}, l.says(one.value+2, one.to, order{words("it")})...)
		return l.narrowedBy(b, said, excludeWays)
	}
	return l.narrowed(b, one, excludeWays)
}

// washedOut reads a time without something before: "365 days without stroke".
func (l *plan) washedOut(b *base, one labelPart) ([]more, bool) {
	l.p.pos = one.value
	if _, ok := l.p.duration(); ok {
		days := stretch{one.value, l.p.pos}
		if l.p.seq(l.p.pos, "without|no|free") && l.p.pos+1 < one.to {
			from := l.p.pos + 1
			if l.p.seq(from, "of") {
				from++
			}
			said := slices.Concat(order{words("no")}, l.says(from, one.to, order{words("it")}))
			if last := said[len(said)-1].said; last != "it" && !strings.Contains(last, " before") {
				said = slices.Concat(said, order{words("in the")}, l.says(days.from, days.to, nil), order{words("before it")})
				return l.narrowedBy(b, said, []string{"{people} who had {}"})
			}
		}
		return nil, false
	}
	all, ok := l.narrowed(b, one, includeWays)
	return all, ok && !slices.ContainsFunc(all, func(m more) bool {
		return slices.ContainsFunc(m.criteria, func(c study.Criterion) bool { return !hasTime(&c) })
	})
}
