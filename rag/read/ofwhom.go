package read

import (
	"cmp"
	"context"
	"slices"
	"strings"

	"github.com/askomop/askomop/omop/study"
)

// Of whom a further figure is, "of those" and "they" say. "Among people with rheumatoid arthritis, how many took
// methotrexate, and how long after diagnosis did they begin?" asks for two:
//
//	first    Among people with rheumatoid arthritis, how many took methotrexate?
//	second   The days from the first rheumatoid arthritis to the first methotrexate
//
// A figure that says neither is of the people who stand in front of the first one. A time is between two things that
// the first one names.

// soonWord are words that ask for a time behind "how".
const soonWord = "soon|quickly|fast|early"

// namesPeople reports whether a question counts people who can be asked about once more.
func namesPeople(q *study.Question) bool {
	return (q.Measure.Kind == study.Count || q.Measure.Kind == study.Share) && q.Measure.Of == study.Persons &&
		len(q.Strata) == 0 && q.Top == nil && !q.Measure.OfTotal
}

// ofThose reads a figure of the people who were counted before, in words of its own; nil where it is not read, or where
// these could be several.
func (r *Reader) ofThose(ctx context.Context, before []figure, said string) *Reading {
	words, theirs := r.withoutPronouns(ctx, said)
	if newParser(ctx, r, words).asksNameAlone() {
		return nil // what is asked of it, the first one says
	}
	first := before[0]
	who := ""
	if theirs != "" {
		people := whomItMeans(before, theirs)
		if people == nil {
			return nil
		}
		who = "Among " + strings.TrimPrefix(people.String(), "The number of ") + ", "
	} else if at := strings.Index(first.said, ","); at > 0 && namesPeople(first.Question) {
		p := newParser(ctx, r, first.said[:at+1])
		if g := (&sentence{p: p}); p.frontPeople(g) && !g.people.only {
			who = first.said[:at+1] + " "
		}
	}
	if who == "" {
		return nil
	}
	again := newParser(ctx, r, who+words).read()
	q := again.Question
	if q == nil || len(q.Strata) > 0 || q.Top != nil || q.Equal(first.Question) {
		return nil
	}
	named := slices.ContainsFunc(again.Mentions, func(m Mention) bool { return m.Start >= len(who) })
	if fromEither(first.Question, q) && (q.Outcome != nil || !named) {
		return nil
	}
	return again
}

// whomItMeans are the people whom a figure's word stands for: "of those" are the last who were counted; "they" are the
// first, and open where others were counted since.
func whomItMeans(before []figure, word string) *study.Question {
	last := before[0].Question
	for _, f := range before[1:] {
		if namesPeople(f.Question) && f.Question.Measure.Kind == study.Count {
			last = f.Question
		}
	}
	if word == theirs && last != before[0].Question || !namesPeople(last) {
		return nil
	}
	return counted(last)
}

// The words that stand for people who were counted.
const (
	ofThem = "of them"
	theirs = "they"
)

// counted are the people whom a question counts.
func counted(q *study.Question) *study.Question {
	people := q.Clone()
	people.Measure, people.Outcome = study.Measure{Kind: study.Count}, nil
	if q.Outcome != nil {
		people.Population.Criteria = append(people.Population.Criteria, *q.Outcome)
	}
	if people.Validate() != nil {
		return nil
	}
	return people
}

// withoutPronouns takes "of them" and "did they" out of a figure's words, and says which was there.
func (r *Reader) withoutPronouns(ctx context.Context, said string) (words, word string) {
	p := newParser(ctx, r, said)
	var kept []string
	for i := 0; i < len(p.toks); i++ {
		switch {
		case p.seq(i, "of|among") && p.seq(i+1, "them|these|those|whom"):
			word = ofThem
			i++
			if p.seq(i+1, "patients|people|persons|women|men|users") {
				i++
			}
			for p.seq(i+1, ",") {
				i++
			}
		case p.seq(i, "they|them"):
			word = cmp.Or(word, theirs)
			kept = append(kept, "people")
		case p.seq(i, "their"):
			word = cmp.Or(word, theirs)
		case p.seq(i, "give|report|show"):
		default:
			kept = append(kept, said[p.toks[i].start:p.toks[i].end])
		}
	}
	return strings.Join(kept, " "), word
}

// timeWords are all that is said of the time between two things that were named before: "how long after diagnosis did
// they begin", "how many days later", "median time between the two".
var timeWords = strings.Fields("a after and average begin between did diagnosis do does dx elapsed first from gap happen " +
	"in initiating interval it later of occur on one passed pass second start started starting take that the them they " +
	"this time to two typically until was were with delay")

// timeBetween is the time from what the people of the first question have to what is asked of them; nil where something
// else is asked for.
func (r *Reader) timeBetween(ctx context.Context, first *study.Question, right string) *study.Question {
	p := newParser(ctx, r, right)
	stat := study.Summary
	p.is("whatis")
	if v, ok := p.lex("stat"); ok {
		stat = study.Stat(v)
	}
	soon := p.try(func() bool { return p.seq(p.pos, "how", soonWord) && p.take() && p.take() })
	if !soon && !p.is("howlong") && !(p.is("howmany") && p.sees("unit")) && !p.sees("unit") &&
		!p.word("time", "gap", "interval", "delay") {
		return nil
	}
	var in study.Length
	p.is("inlength")
	for !p.end() {
		switch {
		case p.sees("statadv", "stat"):
			said, _ := p.lex("statadv", "stat")
			stat = study.Stat(said)
		case p.sees("unit"):
			unit, _ := p.lex("unit")
			length, known := lengths[unit]
			if !known {
				return nil
			}
			in = length
		case p.at(0) == "," || p.at(0) == "(" || p.at(0) == ")":
			p.pos++
		case slices.Contains(timeWords, p.at(0)):
			p.pos++
		default:
			return nil
		}
	}
	from, to := first.Population.Entry, first.Outcome
	rest := first.Population.Criteria
	if from == nil && len(rest) == 1 && rest[0].Has != nil && rest[0].Has.Relation == nil && rest[0].Has.Times == nil {
		e := rest[0].Has.Event
		from, rest = &e, nil
	}
	if from == nil || to == nil || to.Has == nil || to.Has.Times != nil || to.Has.Event.Domain == study.Death {
		return nil
	}
	q := &study.Question{Population: study.Cohort{Entry: from, Criteria: rest}}
	q = q.Clone()
	if q.Population.Entry.Which == study.Any {
		q.Population.Entry.Which = study.First
	}
	event := to.Has.Event
	rel := &study.Relation{From: &study.Offset{}}
	switch given := to.Has.Relation; {
	case given == nil && event.Which == study.Any:
		event.Which = study.First
	case given != nil && given.Place == study.Distance && given.From != nil && given.From.Days >= 0:
		rel = given
	case given != nil:
		return nil
	}
	q.Measure = study.Measure{Kind: study.Number, Stat: stat, Quantity: study.DaysTo, In: in, Event: &event,
		Relation: rel}
	q = q.Clone()
	q.Canonicalize()
	if q.Validate() != nil {
		return nil
	}
	return q
}
