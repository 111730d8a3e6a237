package read

import (
	"context"
	"reflect"
	"slices"
	"strings"

	"github.com/askomop/askomop/omop/study"
)

// A further figure may ask how old those were who were just counted, at the event by which they were counted: "How many
// people got the vaccine, and at what mean age was the first shot?", "…, and how old were they on average when they
// started it?". Its words may come in any order, and each has its part: an age, a statistic, those people, and the
// event, by what it is ("shot", "diagnosis"), by what they did ("started"), or by its name.
//
// Where they were counted by two events, the age is at the one that was asked of them: "How many people with a stroke
// took warfarin, and how old were they at the first dose?" At the stroke it could be of everybody with one.

// ageWords hold the others together.
var ageWords = strings.Fields("average been did do does had has have in it mean of on one patients people occur " +
	"occurred happen happened record recorded done made performed given that the their them then they this time moment " +
	"point event upon when at first age ages")

// pointsBack are those of them that stand for what the question before says.
var pointsBack = strings.Fields("it that their them then they this at when first")

// ageFigure is what such a figure says.
type ageFigure struct {
	*parser
	stat  study.Stat
	kinds [][]string // what its nouns and verbs can be of
	name  string
	asks  bool // for an age
}

// ageThen is the age at the event that the first question asks for; nil where something else is asked for.
func (r *Reader) ageThen(ctx context.Context, first *study.Question, said string) *study.Question {
	e, rest := theirEvent(first)
	if e == nil {
		return nil
	}
	a := ageFigure{parser: newParser(ctx, r, said)}
	points := slices.ContainsFunc(a.toks, func(t token) bool { return slices.Contains(pointsBack, t.low) })
	for a.is("and"); !a.end(); {
		if !a.says() {
			return nil
		}
	}
	named := a.name != "" || a.kinds != nil
	if !a.asks || !points && !named || !r.isCalled(e, a.kinds, a.name) ||
		named && slices.ContainsFunc(rest, func(k study.Criterion) bool {
			return k.Has != nil && r.isCalled(&k.Has.Event, a.kinds, a.name) // it could be either
		}) {
		return nil
	}
	q := (&study.Question{Population: study.Cohort{Entry: e, Criteria: rest}}).Clone()
	chooseFirst(q.Population.Entry)
	q.Measure = study.Measure{Kind: study.Number, Stat: orMean(a.stat), Quantity: study.AgeYears}
	q.Canonicalize()
	if q.Validate() != nil {
		return nil
	}
	return q
}

// says reads one of its words.
func (a *ageFigure) says() bool {
	_, lead := a.longest(a.pos, "howold", "whatage", "whatis", "which", "aux")
	_, asked := a.longest(a.pos, "howold", "whatage")
	switch {
	case a.stat == "" && a.sees("statadv"):
		v, _ := a.lex("statadv")
		a.stat = study.Stat(v)
	case a.stat == "" && a.sees("stat", "statage"):
		var s sentence
		ok := a.statistic(&s)
		a.stat = s.measure.Stat
		return ok && !s.totals
	case lead > 0:
		a.asks = a.asks || asked > 0
		a.pos += lead
	case slices.Contains(ageWords, a.at(0)) || isSign(a.at(0)):
		a.asks = a.asks || a.seq(a.pos, "age|ages")
		a.take()
	case a.sees(eventCalls...):
		v, _ := a.lex(eventCalls...)
		a.kinds = append(a.kinds, a.kindsOf(v))
	case a.name == "":
		n := max(a.entityAt(a.pos).n, 1)
		a.name = a.spelt(a.pos, n)
		a.pos += n
	default:
		return false
	}
	return true
}

// orMean is the mean where no statistic, or an open one, is said.
func orMean(s study.Stat) study.Stat {
	if s == "" || s == typical {
		return study.Mean
	}
	return s
}

// chooseFirst takes the first of a person's records: the first ever, or the first of those of which more is said.
func chooseFirst(e *study.Event) {
	plain := study.Event{Domain: e.Domain, Concepts: e.Concepts, Except: e.Except, Or: e.Or, AnyOf: e.AnyOf,
		Where: e.Where}
	switch {
	case e.Domain == study.Death || e.Which != study.Any:
	case reflect.DeepEqual(plain, *e):
		e.Which = study.First
	default:
		e.Which = study.FirstOfThese
	}
}

// theirEvent is the event that people are counted by, and what else holds of them; nil where there is none, or where
// it hangs on another.
func theirEvent(q *study.Question) (e *study.Event, rest []study.Criterion) {
	firsts := q.Measure.Of == study.Records && q.Population.Entry != nil && q.Population.Entry.Which == study.First
	if q.Measure.Of != study.Persons && !firsts || len(q.Strata) > 0 || q.Top != nil || q.Period != nil {
		return nil, nil
	}
	all := slices.Clone(q.Population.Criteria)
	if entry := q.Population.Entry; entry != nil {
		all = append([]study.Criterion{{Has: &study.Has{Event: *entry}}}, all...)
	}
	if q.Outcome != nil {
		all = append(all, *q.Outcome)
	}
	at := -1
	for i, k := range all {
		switch {
		case k.Is != nil && k.Is.Age == nil && (q.Outcome == nil || i < len(all)-1):
		case k.Has == nil || k.Has.Relation != nil || k.Has.Times != nil || at >= 0 && q.Outcome == nil:
			return nil, nil
		default:
			at = i
		}
	}
	if at < 0 {
		return nil, nil
	}
	e = &all[at].Has.Event
	return e, slices.Delete(all, at, at+1)
}
