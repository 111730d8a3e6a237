package read

import "github.com/askomop/askomop/omop/study"

// A thing that is named once may be said to have happened so often in one time and so often, or not at all, in another:
// "had three ER visits in 2008 and none in 2009", "at least one in 2008 and two or more in 2009".

// soManyThen reads how often an event happened in a second time, behind how often it did in the first; nil where
// nothing of it is said. The two times share no day.
func (p *parser) soManyThen(e *event) (other *predicate) {
	if e.During == nil || e.distinct != "" || len(e.rels) > 0 {
		return nil
	}
	p.try(func() bool {
		comma := p.at(0) == "," && p.take()
		if joined := p.is("but", "and"); !joined && !comma {
			return false
		}
		none := p.word("none") || p.takeOne("no") && p.oneOfIt(e)
		again := &event{}
		if !none && (!p.countOf(again) || p.at(0) != "" && !p.oneOfIt(e)) {
			return false
		}
		if !none && !p.atLeast(e) { // "a stroke in 2008 and two in 2009", "one and two or more": how many at first?
			return false
		}
		d, ok := p.calendar()
		if !ok || !apartInTime(e.During, d) {
			return false
		}
		then := atTimes(e, []*study.Period{d})[0]
		then.ev.times = again.times
		if other = then; none {
			other = not(then)
		}
		return true
	})
	return other
}

// oneOfIt reads what stands between a number and its time: nothing, "of them", or the name of the thing again.
func (p *parser) oneOfIt(e *event) bool {
	p.try(func() bool { return p.word("of") && p.word("them", "those", "these") })
	_ = p.namesSame(e) || p.is("eventnoun")
	return p.at(0) == "in" || p.at(0) == "during"
}

// tookNoPart reads "ever having been" and "being" behind "without", before a verb that is an event itself: "without
// ever having been hospitalised".
func (p *parser) tookNoPart() bool {
	return p.try(func() bool {
		for p.takeOne("ever") || p.takeOne("having") || p.takeOne("been") || p.takeOne("being") {
		}
		return p.sees("visitverb", "readmitverb")
	})
}
