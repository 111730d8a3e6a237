package read

import (
	"slices"
	"strings"

	"github.com/askomop/askomop/omop/study"
)

// What a plan asks for: an outcome with what is to be reported of it, a question, or how many people there are.

// report is what a plan asks to be reported.
type report struct {
	said map[string]bool
	per  order // "per 1000 PY"
}

// reported reads what is to be reported; false where words of it are none of these.
func (l *plan) reported() (*report, bool) {
	rep := &report{said: map[string]bool{}}
	for _, one := range l.of("report") {
		if !l.reports(one, rep) {
			return rep, false
		}
	}
	return rep, true
}

// reports reads the words of one part that say what is to be reported.
func (l *plan) reports(one labelPart, rep *report) bool {
	for i := one.value; i < one.to; {
		if n := l.perYears(i, rep); n > 0 {
			i += n
			continue
		}
		ph, n := l.labels.longest(i, "reportstat", "reportlink")
		switch {
		case n > 0 && ph.cat == "reportstat":
			rep.said[ph.value] = true
		case n == 0 && (isArticle[l.p.toks[i].low] || isSign(l.p.toks[i].low)):
			n = 1
		case n == 0 && l.sameLength(i) > 0:
			n = l.sameLength(i)
		case n == 0 && l.isTerm(i) > 0:
			n = l.isTerm(i)
			rep.said["people"] = true
		case n == 0:
			if ph, n = l.p.longest(i, "people"); n > 0 && ph.value != "" && !l.saidBefore(ph.value, stretch{i, i + n}) {
				return false
			} else if n > 0 {
				rep.said["people"] = rep.said["people"] || len(rep.said) == 0
			} else {
				_, n = l.p.longest(i, "noise")
			}
		}
		if n == 0 {
			return false
		}
		i += n
	}
	return true
}

// sameLength is how many tokens from i on say the time of the outcome once more: "the one-year risk".
func (l *plan) sameLength(i int) int {
	l.p.pos = i
	d, ok := l.p.duration()
	if n := l.p.pos - i; ok && n > 0 && slices.ContainsFunc(l.of("outcome", "follow"), func(one labelPart) bool {
		return l.p.part(one.value, one.to).lastsBehind(0, d)
	}) {
		return n
	}
	return 0
}

// perYears reads "per 1000 PY".
func (l *plan) perYears(i int, rep *report) int {
	if !l.p.seq(i, "per|/") {
		return 0
	}
	l.p.pos = i + 1
	if _, ok := l.p.number(); !ok || l.p.pos == i+1 {
		return 0
	}
	end := l.p.pos
	_, n := l.p.longest(end, "personyears")
	if n == 0 {
		return 0
	}
	span := l.p.span(i+1, end+n)
	rep.per = order{words("per"), {said: span.Text, from: span.Start}}
	return end + n - i
}

// measured are the questions that a plan asks of its people, without what its other parts add to them.
func (l *plan) measured(b *base) []*Reading {
	outcome, hasOutcome, one := l.only("outcome", "covariate")
	question, hasQuestion, single := l.only("question")
	rep, ok := l.reported()
	window, fits := l.window()
	split, apart := l.apart()
	if !one || !single || hasOutcome && hasQuestion || !fits || !apart {
		return nil
	}
	if hasQuestion && len(l.of("report")) > 0 {
		if len(l.of("report")) > 1 || !ok || !rep.counts() || window != nil || len(split) > 0 {
			return nil
		}
		return l.countAnd(b, l.of("report")[0], question)
	}
	switch {
	case hasQuestion:
		asked := l.byDay(l.askedOf(question))
		if window != nil && l.saysWhen(question.value, question.to) {
			return nil
		} else if window != nil {
			asked = slices.Concat(asked, order{words("within")}, window, order{words("after it")})
		}
		whole := l.all(slices.Concat(order{words("among")}, b.people, order{words(",")}, asked, split))
		switch {
		case whole != nil && b.sameAsked(whole):
			return whole
		case window != nil:
			return nil
		}
		return l.eachFigure(b, question, split)
	case hasOutcome && ok:
		return l.outcome(b, outcome, rep, window, split)
	case hasOutcome || window != nil:
		return nil
	case ok && rep.counts() || len(l.of("report")) == 0:
		return l.howMany(b, split)
	case !ok && len(l.of("report")) == 1:
		only := l.of("report")[0]
		found := l.all(slices.Concat(l.says(only.value, only.to, b.index), split))
		if found != nil && b.sameAsked(found) {
			return found
		}
		return l.eachFigure(b, only, split)
	}
	return nil
}

// counts reports whether nothing but a number is to be reported.
func (rep *report) counts() bool {
	for what := range rep.said {
		if what != "people" && what != "events" {
			return false
		}
	}
	return len(rep.said) > 0 && rep.per == nil
}

// howMany asks how many people the plan has, apart by what is said.
func (l *plan) howMany(b *base, split order) []*Reading {
	q := b.q.Clone()
	q.Outcome = nil
	if len(split) > 0 {
		parted := l.all(slices.Concat(order{words("number of")}, b.people, split))
		if parted == nil || len(parted[0].Question.Strata) == 0 || parted[0].Question.Top != nil {
			return nil
		}
		if e := parted[0].Question.Population.Entry; e != nil && b.sameEntry(e) {
			return parted
		}
		return nil
	}
	return []*Reading{{Question: q}}
}

// byDay says "by day 90" as days after the event.
func (l *plan) byDay(said order) order {
	last := &said[len(said)-1]
	if at := strings.LastIndex(last.said, " by day "); at > 0 {
		if days := strings.TrimRight(last.said[at+len(" by day "):], "?. "); allDigits(days) {
			from := last.from + at + len(" by day ")
			last.said = last.said[:at]
			return append(said, words("within"), piece{said: days, from: from}, words("days after it"))
		}
	}
	return said
}

func allDigits(s string) bool {
	return s != "" && !strings.ContainsFunc(s, func(r rune) bool { return r < '0' || r > '9' })
}

// all is a list of one reading; nil where it is refused.
func (l *plan) all(o order) []*Reading {
	if reading := l.try(o, l.r.readAnyhow); reading != nil {
		l.take(reading)
		return []*Reading{reading}
	}
	return nil
}

// window is the time in which the outcome counts: "180 days"; false where it is said otherwise.
func (l *plan) window() (order, bool) {
	one, said, ok := l.only("follow")
	if !said || !ok {
		return nil, ok
	}
	from := one.value
	for from < one.to && l.p.seq(from, "for|up|to|within|of|is|=|first|the|maximum|max") {
		from++
	}
	l.p.pos = from
	if _, ok := l.p.duration(); !ok || l.p.pos == from {
		return nil, false
	}
	length := l.says(from, l.p.pos, nil)
	rest := l.p.pos
	if rest < one.to && l.p.seq(rest, "after|from|following|post") {
		rest++
		for rest < one.to && isArticle[l.p.toks[rest].low] {
			rest++
		}
		_, n := l.labels.longest(rest, "anchorword")
		if n == 0 {
			return nil, false
		}
		rest += n
	}
	return length, rest == one.to
}

// apart is what the answer is parted by: "by sex, age group (under 65, 65 and over)".
func (l *plan) apart() (order, bool) {
	one, said, ok := l.only("split")
	if !said || !ok {
		return nil, ok
	}
	from, to := one.value, one.to
	if l.p.seq(from, "by|per") {
		from++
	}
	for i := from + 1; i < to; i++ { // "by year of entry"
		k := i + 1
		for k < to && isArticle[l.p.toks[k].low] {
			k++
		}
		_, n := l.labels.longest(k, "anchorword", "firstone")
		if l.p.seq(i, "of|at") && n > 0 && k+n == to {
			to = i
		}
	}
	return slices.Concat(order{words("by")}, l.says(from, to, nil)), from < to
}

// outcome reads what is asked of the outcome.
func (l *plan) outcome(b *base, one labelPart, rep *report, window, split order) []*Reading {
	from, own := one.value, l.saysWhen(one.value, one.to)
	if own && window != nil || !own && one.role == "covariate" {
		return nil
	}
	rated := rep.said["rate"] || rep.said["time"] || rep.per != nil
	if rep.said["rate"] && !rep.said["time"] && rep.per == nil && !l.saysIncidence() {
		return nil // "the rate" alone may be a percentage
	}
	_, death := l.labels.longest(from, "deathlabel")
	if death > 0 && from+death < one.to && !own {
		return nil // "death from stroke"
	}
	var found []*Reading
	if rep.said["percent"] || !rated && !rep.said["cuminc"] {
		if said := l.thoseWho(one); said != nil && window == nil {
			return l.shareWho(b, said, split)
		}
		asks := "what percentage"
		if rep.said["events"] && len(rep.said) == 1 {
			asks = "how many"
		} else if one.role == "covariate" && rep.said["people"] && len(rep.said) == 1 {
			asks = "how many"
		}
		what := slices.Concat(order{words("had")}, l.says(from, one.to, order{words("it")}))
		if death > 0 {
			what = slices.Concat(order{words("died")}, l.says(from+death, one.to, order{words("it")}))
		}
		when := order{words("after it")}
		if own {
			when = nil
		} else if window != nil {
			when = slices.Concat(order{words("within")}, window, when)
		}
		asked := slices.Concat(order{words("among")}, b.people, order{words(","), words(asks)})
		share := l.all(slices.Concat(asked, what, when, split))
		for _, way := range l.verbBehind(one) {
			if share == nil && death == 0 {
				share = l.all(slices.Concat(asked, way, when, split))
			}
		}
		if share == nil || len(share[0].Question.Population.Criteria) > len(b.q.Population.Criteria) ||
			one.role == "outcome" && !share[0].afterIndex() || one.role == "covariate" && !hasTime(share[0].Question.Outcome) {
			return nil
		}
		found = share
	}
	measures := []string{}
	if rated {
		measures = append(measures, "incidence rate")
	}
	if rep.said["cuminc"] {
		measures = append(measures, "cumulative incidence")
	}
	for _, measure := range measures {
		for from < one.to-1 && l.p.seq(from, "incident|new|first|onset") {
			from++ // a rate is of the first
		}
		said := l.says(from, one.to, b.index)
		if death > 0 {
			said = slices.Concat(order{words("death")}, l.says(from+death, one.to, b.index))
		}
		when := slices.Concat(order{words("after")}, b.index)
		if own {
			when = nil
		} else if window != nil {
			when = slices.Concat(order{words("within")}, window, when)
		}
		head := slices.Concat(order{words(measure + " of")}, said)
		var rate []*Reading
		if measure == "incidence rate" {
			rate = l.all(slices.Concat(head, when, rep.per, split))
			if rate == nil {
				rate = l.all(slices.Concat(head, rep.per, when, split))
			}
		} else {
			rate = l.all(slices.Concat(head, when, split))
		}
		if rate == nil {
			return nil
		}
		found = append(found, rate...)
	}
	return found
}

// saysWhen reports whether words name a time of their own.
func (l *plan) saysWhen(from, to int) (own bool) {
	for i := from; i < to; i++ {
		own = own || l.p.seq(i, "within|after|before|during|until|by|following|between|at") ||
			l.p.seq(i, "in|over", "first|days|"+"30|60|90|180|365")
	}
	return own
}

// saysIncidence reports whether the report calls its rate one of incidence.
func (l *plan) saysIncidence() bool {
	return slices.ContainsFunc(l.of("report"), func(one labelPart) bool {
		return slices.ContainsFunc(l.p.toks[one.value:one.to], func(t token) bool { return t.low == "incidence" })
	})
}

// afterIndex reports whether what is asked of people is asked of a time that is counted from the event.
func (r *Reading) afterIndex() bool {
	o := r.Question.Outcome
	return o != nil && hasTime(o) && (o.Has != nil || o.Not != nil || len(o.All)+len(o.Any) > 0) &&
		!(o.Has != nil && endsBefore(o.Has.Relation))
}

// datedTwice reports whether a plan with a period has records in two times: one has its own, and of which the period
// is was not said.
func (l *plan) datedTwice(q *study.Question) bool {
	time := q.Period
	for _, s := range spotsOf(q) {
		for _, d := range []*study.Period{s.ev.During, s.ev.Touching} {
			if d != nil && time != nil && *d != *time {
				return true
			}
			if d != nil {
				time = d
			}
		}
	}
	return false
}

// plain reads a plan that nothing dates as one question: what is measured, of what, when, of whom, apart by what.
func (l *plan) plain() *Reading {
	thing, hasThing, ok := l.only("thing", "exposure", "outcome")
	people, hasPeople, single := l.only("population", "cohort")
	period, hasPeriod, once := l.only("period", "indexperiod")
	asked, hasAsked, sole := l.only("report", "question")
	split, apart := l.apart()
	if !ok || !single || !once || !sole || !hasAsked || !apart ||
		len(l.of("include", "exclude", "washout", "follow", "index")) > 0 {
		return nil
	}
	if hasThing && asked.role == "question" && !hasPeople { // "Condition: asthma. Question: how many …?"
		people, hasPeople, hasThing = thing, true, false
	}
	measure := l.says(asked.value, asked.to, nil)
	if hasThing {
		measure = slices.Concat(measure, order{words("of")}, l.says(thing.value, thing.to, nil))
	}
	if !l.p.part(asked.value, asked.to).beginsMeasure() {
		measure = slices.Concat(order{words("number of")}, measure)
	}
	var when order
	if hasPeriod {
		when = l.during(period)
	}
	var whom, traits order
	if hasPeople {
		whom = l.says(people.value, people.to, nil)
		if _, n := l.p.longest(people.value, "people", "usersof"); n == 0 {
			whom = slices.Concat(order{words("people with")}, whom)
		}
		whom = slices.Concat(order{words("among")}, whom)
	}
	for _, one := range l.of("age", "sex") {
		traits = slices.Concat(traits, order{words(", " + map[string]string{"age": "aged", "sex": ""}[one.role])},
			l.says(one.value, one.to, nil))
	}
	if whom == nil && traits != nil {
		whom = order{words("among people")}
	}
	ways := []order{
		slices.Concat(measure, when, whom, traits, split),
		slices.Concat(measure, whom, traits, when, split),
	}
	if whom != nil {
		ways = append(ways, slices.Concat(whom, traits, order{words(",")}, measure, when, split))
	}
	found, _ := l.r.agreed(l.ctx, ways, l.p.text, l.r.readAnyhow)
	if found == nil || found.Question == nil {
		return nil
	}
	if hasPeriod && l.datedTwice(found.Question) {
		return nil // "Exposure: metformin in 2009. Period: 2010"
	}
	if hasPeriod && slices.ContainsFunc(spotsOf(found.Question), func(s spot) bool {
		return s.ev.Domain != study.Death && s.ev.During == nil && s.ev.Touching == nil &&
			found.Question.Period == nil && (s.rel == nil || *s.rel == nil)
	}) {
		return nil // the time may be of the people, too
	}
	l.words = found.Mentions
	return found
}
