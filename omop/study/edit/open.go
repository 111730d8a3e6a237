package edit

import (
	"slices"
	"strings"

	"github.com/askomop/askomop/omop/study"
)

// The words of a question by which the first of a person's records is meant, and those that a washout says as well.
var (
	firstWords = []string{"first", "earliest", "initial", "initially", "onset", "incident", "start", "started", "starting",
		"starts", "starters", "begin", "began", "beginning", "initiated", "initiating", "initiation", "initiators"}
	newWords       = []string{"new", "newly", "naive"}
	everybodyWords = []string{"everybody", "everyone", "zero", "zeros", "none", "without", "all", "counting", "counted",
		"including", "whole"}
	eachWords   = []string{"person", "individual", "inhabitant", "head", "capita"}
	switchWords = []string{"switch", "switched", "switches", "switching", "switchers"}
)

// Open lists the questions that the words of a question, in lower case, may mean as well as q, where q is how askomop
// takes them: any record where no word says that it is the first, the first of those at the time for the first ever,
// the day itself where nothing is said of it, those without any as zeros, and a change of drugs whatever became of the
// one before. The list is short: they are taken together.
func Open(q *study.Question, words []string) []*study.Question {
	has := func(list []string) bool {
		return slices.ContainsFunc(words, func(w string) bool { return slices.Contains(list, w) })
	}
	var steps []func(*study.Question)
	if !saysEver(words) {
		steps = append(steps, atThatTime)
	}
	if !has(firstWords) && (!has(newWords) || washesOut(q)) {
		steps = append(steps, anyRecord)
	}
	if has(firstWords) || has(newWords) {
		steps = append(steps, firstInTime)
	}
	if saysTwice(words, firstWords) {
		steps = append(steps, firstOfBoth)
	}
	if q.Measure.Zeros && !has(everybodyWords) && !namesWhom(q, words) { // "per patient" can be per patient with any
		steps = append(steps, func(q *study.Question) { q.Measure.Zeros = false })
	}
	if has(switchWords) {
		steps = append(steps, func(q *study.Question) { anyChange(q) })
	}
	var out []*study.Question
	add := func(o *study.Question) {
		if o.Validate() == nil && !o.Equal(q) && !slices.ContainsFunc(out, o.Equal) {
			out = append(out, o)
		}
	}
	sameDay := func(q *study.Question) {
		if saysWhetherDay(words) {
			return
		}
		for i, rel := range relationsOf(q) {
			if !holdsIndex(q, rel) {
				turnDay(q, i)
			}
		}
	}
	for _, step := range append(steps, func(*study.Question) {}) {
		one := q.Clone()
		step(one)
		add(one)
		both := one.Clone()
		sameDay(both)
		add(both)
	}
	return out
}

// saysWhetherDay reports whether the words say of the day itself if it is let in: "1 to 90 days after", "strictly
// before", "on or after", "not the same day".
func saysWhetherDay(words []string) bool {
	for i, w := range words {
		next, behind := "", ""
		if i+1 < len(words) {
			next = words[i+1]
		}
		if i+2 < len(words) {
			behind = words[i+2]
		}
		number := behind != "" && strings.Trim(behind, "0123456789") == ""
		switch {
		case w == "strictly" || w == "inclusive" || w == "inclusively":
			return true
		case (w == "same" || w == "that" || w == "index") && (next == "day" || next == "date"):
			return true
		case w == "on" && next == "or", w == "or" && next == "on":
			return true
		case (w == "0" || w == "1") && next == "to" && number:
			return true
		}
	}
	return false
}

// holdsIndex reports whether a relation is to records of the kind of the index: with the day itself the index would be
// one of them, and everybody had "a second dispensing within 60 days".
func holdsIndex(q *study.Question, rel *study.Relation) bool {
	e := q.Population.Entry
	return e != nil && slices.ContainsFunc(hasOf(q), func(h *study.Has) bool {
		return h.Relation == rel && h.Event.Domain == e.Domain && h.Event.Name() == e.Name()
	})
}

// saysEver reports whether the words say that the first of all times is meant.
func saysEver(words []string) bool {
	for i, w := range words {
		next := ""
		if i+1 < len(words) {
			next = words[i+1]
		}
		if w == "first" && next == "ever" || w == "very" && (next == "first" || next == "earliest") {
			return true
		}
	}
	return false
}

// namesWhom reports whether a question says of whom a number of records is the mean: of a group, or of each person.
// Those of them without any count, then. "Visits per patient" leaves open who is a patient.
func namesWhom(q *study.Question, words []string) bool {
	if q.Population.Entry != nil || len(q.Population.Criteria) > 0 {
		return true
	}
	for i, w := range words[:max(0, len(words)-1)] {
		if (w == "per" || w == "each" || w == "every") && slices.Contains(eachWords, words[i+1]) {
			return true
		}
	}
	return false
}

// anyRecord takes any of a person's records for the first.
func anyRecord(q *study.Question) {
	for _, e := range events(q) {
		if e.Which == study.First {
			e.Which = study.Any
		}
	}
}

// atThatTime takes the first of the records at the time that is asked about for the first ever.
func atThatTime(q *study.Question) {
	for _, h := range hasOf(q) {
		if h.Relation != nil && h.Event.Which == study.First {
			h.Event.Which = study.Any
		}
	}
	if e := q.Measure.Event; e != nil && e.Which == study.First {
		e.Which = study.Any
	}
}

// firstInTime takes the first record of the time for any of them, and asks the rest of that one alone: who "started in
// 2010 with none in the 180 days before" is looked at on one day.
func firstInTime(q *study.Question) {
	e := q.Population.Entry
	if e == nil || e.Which != study.Any || e.During == nil {
		return
	}
	e.Which = study.FirstOfThese
	q.Population.Criteria = append(e.With, q.Population.Criteria...)
	e.With = nil
}

// firstOfBoth takes the first of what is asked for beside the index for any of it: "a first A after their first B".
func firstOfBoth(q *study.Question) {
	for _, h := range hasOf(q) {
		if h.Relation != nil && h.Event.Which == study.Any {
			h.Event.Which = study.First
		}
	}
}

// saysTwice reports whether two of the words are in a list.
func saysTwice(words, list []string) bool {
	n := 0
	for _, w := range words {
		if slices.Contains(list, w) {
			n++
		}
	}
	return n > 1
}

// anyChange asks of a second drug only that it came after the first.
func anyChange(q *study.Question) {
	for _, h := range hasOf(q) {
		h.Event.With, h.Event.Which = nil, study.Any
	}
}

// washesOut reports whether a question asks for a time before the index without something.
func washesOut(q *study.Question) bool {
	washout := func(c *study.Criterion) bool {
		if c == nil || c.Not == nil || c.Not.Has == nil || c.Not.Has.Relation == nil {
			return false
		}
		r := c.Not.Has.Relation
		return r.From != nil && r.To != nil && r.To.Days <= 0
	}
	return washout(q.Outcome) ||
		slices.ContainsFunc(q.Population.Criteria, func(c study.Criterion) bool { return washout(&c) })
}
