package read

import (
	"slices"

	"github.com/askomop/askomop/omop/study"
)

// washoutBefore reads the observation that a first record asks for before it: "with a washout of 365 days", "after at
// least 365 days of (prior) observation", "with a year of observation before the first prescription", "having been
// observed for at least 365 days".
//
// What is denied has none: "no exposure in the previous 180 days, with at least 180 days of prior observation" is of
// the people.
func (p *parser) washoutBefore(e *event) bool {
	if p.isDenied(e) {
		return false
	}
	open := false
	for p.at(0) == "," || p.at(0) == "(" {
		open = open || p.at(0) == "("
		p.pos++
	}
	from := p.pos
	p.word("with", "w/", "using", "after", "and", "having", "applying", "requiring", "given")
	p.is("after")
	led := p.pos > from && (p.toks[p.pos-1].low == "after" || p.role[p.pos-1] == "after")
	p.word("a")
	days, ok := 0, false
	if p.is("washout") {
		p.word("of", "period", "is")
		d, timed := p.duration()
		days, ok = d.Days+365*d.Years, timed && d.Months == 0
	} else if p.try(func() bool {
		p.is("relpron")
		p.is("aux")
		p.is("aux")
		return p.is("observedverb") && p.word("for")
	}) {
		perfect := p.saidSince(from, "having") || p.saidSince(from, "had")
		days, ok = p.lookbackLength()
		ok = ok && (p.beforeIndex() || perfect)
	} else if days, ok = p.lookbackLength(); ok {
		p.word("of")
		prior := p.is("priorword")
		if p.is("washout") {
			prior = true
		} else if !p.is("followupnoun") {
			return false
		} else if prior = prior || hasWord(p.lastPhrase(), "prior") || p.is("without"); prior {
			p.is("it")
		}
		ok = p.beforeIndex() || prior || led
	}
	if open && !p.try(func() bool { return p.at(0) == ")" && p.take() }) || !ok || days == 0 {
		return false
	}
	if e.Which == study.Any {
		e.Which = study.First
	}
	e.With = append(e.With, study.Criterion{Observed: &study.FollowUp{Before: days}})
	return true
}

// lookbackLength reads "365 days", "at least one year", "365 or more days", "a year": the least that is asked for.
func (p *parser) lookbackLength() (days int, ok bool) {
	ok = p.try(func() bool {
		r, bare, compared := p.comparison("unit")
		if !compared {
			p.is("cmp")
			d, timed := p.duration()
			days = d.Days + 365*d.Years
			return timed && d.Months == 0
		}
		if r.Min == nil || !bare && (r.Max != nil || r.MinOpen) {
			return false
		}
		p.word("full", "whole", "complete")
		unit, isUnit := p.lex("unit")
		if !isUnit && p.role[p.pos-1] == "cmpafter" {
			unit, isUnit = "day", p.role[p.pos-2] == "unit"
		}
		days, ok = inDays(unit, *r.Min)
		p.is("cmpafter")
		return ok && isUnit
	})
	return days, ok
}

// beforeIndex reads "beforehand", "before it", "before the first prescription".
func (p *parser) beforeIndex() bool {
	return p.try(func() bool {
		if !p.is("before") {
			return false
		}
		p.try(func() bool { return p.word("date") && p.word("of") })
		if _, ok := p.theRecord(); ok {
			return true
		}
		if !p.is("it", "dxana", "startana") {
			return false
		}
		p.is("it")
		return true
	}) || p.is("priorly")
}

// isDenied reports whether "no", "without" or "never had" stands right before an event.
func (p *parser) isDenied(e *event) bool {
	i := min(e.from, len(p.toks)) - 1
	for i >= 0 && (isArticle[p.toks[i].low] || p.role[i] == "article") {
		i--
	}
	return i >= 0 && (p.role[i] == "without" || p.role[i] == "neg")
}

// looksBackTwice reports whether an observation is asked for before a record that itself lies before the index: in
// "look-back of a year: of new users, how many had a stroke in the year before?" it is that of the index, if any.
func looksBackTwice(q *study.Question) bool {
	o := q.Outcome
	if o == nil || o.Has == nil || !endsBefore(o.Has.Relation) {
		return false
	}
	return slices.ContainsFunc(o.Has.Event.With, func(c study.Criterion) bool { return c.Observed != nil })
}
