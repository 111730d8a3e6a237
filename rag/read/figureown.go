package read

import (
	"context"
	"slices"
	"strings"

	"github.com/askomop/askomop/omop/study"
)

// A further figure may ask how many records those have who were counted by having one: "How many people were
// hospitalised in 2009, and how many stays did they have in total?", "…, and how many times on average?".

// ownWords hold the others together.
var ownWords = strings.Fields("did do does have had has they each were was there get make it that happen occur altogether " +
	"overall in total all")

// theirRecords is the number of those records, in total or for each person; nil where something else is asked for.
func (r *Reader) theirRecords(ctx context.Context, first *study.Question, said string) *study.Question {
	e, rest := theirEvent(first)
	if e == nil || e.Which != study.Any || e.Domain == study.Death || first.Measure.Of != study.Persons {
		return nil
	}
	stat, ok := newParser(ctx, r, said).asksRecordsOf(e)
	if !ok {
		return nil
	}
	q := (&study.Question{Population: study.Cohort{Entry: e, Criteria: rest}}).Clone()
	q.Measure = study.Measure{Kind: study.Count, Of: study.Records}
	if stat != "" {
		event := *q.Clone().Population.Entry
		chooseFirst(q.Population.Entry)
		q.Measure = study.Measure{Kind: study.Number, Stat: stat, Quantity: study.Occurrences, Event: &event,
			Zeros: true}
	}
	q.Canonicalize()
	if q.Validate() != nil {
		return nil
	}
	return q
}

// asksRecordsOf reads "how many stays did they have in total", or with a statistic of each person's number: the mean of
// "how many did each have".
func (p *parser) asksRecordsOf(e *study.Event) (stat study.Stat, ok bool) {
	p.is("and")
	named, each := p.is("howoften"), false
	theirs := named
	if !named && !p.is("howmany") {
		return "", false
	}
	for !p.end() {
		switch {
		case p.sees("statadv"):
			v, _ := p.lex("statadv")
			stat = study.Stat(v)
		case p.is("perperson"):
			each = true
		case slices.Contains(ownWords, p.at(0)) || isSign(p.at(0)):
			each = each || p.at(0) == "each"
			theirs = theirs || p.seq(p.pos, "they|did|do|have|had|each|total|altogether")
			p.take()
		case p.sees(eventCalls...):
			named = named || p.sees("eventnoun", "visit")
			v, _ := p.lex(eventCalls...)
			if !p.r.isCalled(e, [][]string{p.kindsOf(v)}, "") {
				return "", false
			}
		default:
			return "", false
		}
	}
	if each && stat == "" {
		stat = study.Mean
	}
	return stat, named && (theirs || each || stat != "")
}
