package read

import (
	"context"
	"slices"
	"strings"

	"github.com/askomop/askomop/omop/study"
)

// A further figure may ask for the time between two events of the question before it: "How many stroke patients took
// warfarin, and how many days after the diagnosis did they start it, on average?" Its words name neither event anew:
// they say what each is ("the diagnosis", "start it"), name it once more, or leave both out ("median time between the
// two").

// timeWords hold the others together.
var timeWords = strings.Fields("a an and apart average between both did do does each elapsed event events first from " +
	"gap had happen happened has have in interval it its later lay lie lies occur occurred of on one ones pass passed " +
	"passing passes second take that the their them then they this time times to took two typically until was were " +
	"with delay lag")

// timeFigure is what such a figure says.
type timeFigure struct {
	*parser
	from, to *study.Event
	stat     study.Stat
	in       study.Length
	of       *study.Event // of which the next noun or verb is
	firsts   bool         // it is between the first of each
	pair     bool         // it is of both, or another of the second follows
	lacks    bool         // which has not been said yet
}

// timeOfThose reads a time between two events of the people in front: "Among people whose first warfarin came after
// their first stroke, what is the median number of days between the two?"
func (r *Reader) timeOfThose(ctx context.Context, text string) *Reading {
	p := newParser(ctx, r, text)
	if !p.seq(0, "among|amongst|of|in|for") {
		return nil
	}
	for i := 2; i < len(p.toks)-1; i++ {
		if p.toks[i].low != "," || ctx.Err() != nil {
			continue
		}
		for _, people := range p.countedAs(stretch{1, i}) {
			first := r.readPlainly(ctx, "how many "+people)
			if first == nil || !namesPeople(first.Question) {
				continue
			}
			if q := r.timeBetween(ctx, first.Question, p.text[p.toks[i].end:]); q != nil {
				return &Reading{Question: q, Mentions: p.mentionsOf([]*Reading{first}),
					Words: []Word{{p.text, 0, len(p.text), "a time between the events of those in front", ""}}}
			}
		}
	}
	return nil
}

// countedAs are people as they are said behind "how many": with what they did last as what is asked of them.
func (p *parser) countedAs(s stretch) []string {
	ways := []string{p.textOf(s), p.textOf(s) + " are there"}
	for i := s.to - 2; i > s.from+1; i-- {
		if p.seq(i, "who|that") {
			return append(ways, p.textOf(stretch{s.from, i})+" "+p.textOf(stretch{i + 1, s.to}))
		}
	}
	return ways
}

// timeBetween is the time from what the people of the first question have to what is asked of them; nil where something
// else is asked for.
func (r *Reader) timeBetween(ctx context.Context, first *study.Question, right string) *study.Question {
	q := betweenThem(first)
	if q == nil {
		return nil
	}
	t := timeFigure{parser: newParser(ctx, r, right), stat: study.Summary, from: q.Population.Entry,
		to: q.Measure.Event}
	if !t.asks() {
		return nil
	}
	for t.of = t.to; !t.end(); {
		if !t.says() {
			return nil
		}
	}
	if t.lacks {
		return nil
	}
	if e := q.Measure.Event; t.firsts && (e.Which == study.Any || e.Which == study.FirstOfThese) {
		e.Which = study.First
	}
	q.Measure.Stat, q.Measure.In = t.stat, t.in
	q.Canonicalize()
	if q.Validate() != nil {
		return nil
	}
	return q
}

// betweenThem is the time between the two events by which a question counts people; nil where there are not two.
func betweenThem(first *study.Question) *study.Question {
	q := first.Clone()
	to := q.Outcome
	if len(q.Strata) > 0 || q.Top != nil || q.Period != nil || to == nil || to.Has == nil || to.Has.Times != nil {
		return nil
	}
	q.Outcome = nil
	rest := q.Population.Criteria
	if q.Population.Entry == nil && len(rest) == 1 && rest[0].Has != nil && rest[0].Has.Relation == nil &&
		rest[0].Has.Times == nil {
		q.Population = study.Cohort{Entry: &rest[0].Has.Event}
	}
	if q.Population.Entry == nil {
		return nil
	}
	chooseFirst(q.Population.Entry)
	event := to.Has.Event
	rel := &study.Relation{From: &study.Offset{}}
	switch given := to.Has.Relation; {
	case given == nil && event.Which == study.Any && event.Domain != study.Death:
		event.Which = study.First
	case given != nil && given.Place == study.Distance && given.From != nil && given.From.Days >= 0:
		rel = given
		if event.Which == study.Any && event.Domain != study.Death {
			event.Which = study.FirstOfThese
		}
	case given != nil:
		return nil
	}
	q.Measure = study.Measure{Kind: study.Number, Quantity: study.DaysTo, Event: &event, Relation: rel}
	return q.Clone()
}

// asks reads what asks for a time: "how long", "how many days", "median time in years".
func (t *timeFigure) asks() bool {
	t.is("and")
	t.word("after") // "after how many days"
	t.is("whatis")
	t.statistic()
	soon := t.try(func() bool { return t.seq(t.pos, "how", soonWord) && t.take() && t.take() })
	ok := soon || t.is("howlong") || t.is("howmany") && t.sees("unit") || t.sees("unit") ||
		t.word("time", "gap", "interval", "delay", "lag")
	t.is("inlength")
	return ok
}

func (t *timeFigure) statistic() bool {
	said, ok := t.lex("statadv", "stat")
	if ok {
		t.stat = study.Stat(said)
	}
	return ok
}

// says reads one of its words.
func (t *timeFigure) says() bool {
	switch {
	case t.statistic():
	case t.sees("unit"):
		unit, _ := t.lex("unit")
		length, known := lengths[unit]
		t.in = length
		return known
	case isSign(t.at(0)):
		t.take()
	case t.seq(t.pos, "after|since|from|following"):
		t.of = t.from
		t.take()
	case t.seq(t.pos, "to|until"):
		t.of = t.to
		t.take()
	case t.seq(t.pos, "between"):
		t.of, t.pair = t.from, true
		t.take()
	case t.seq(t.pos, "did|do|does|was|were"): // "after the stroke did they start it"
		t.of = t.to
		t.take()
	case t.try(t.ofEachFirst):
		t.firsts = true
	case slices.Contains(timeWords, t.at(0)):
		t.take()
	default:
		return t.event()
	}
	return true
}

// ofEachFirst reads "first diagnosis of each", "two first fills", "first one of both".
func (t *timeFigure) ofEachFirst() bool {
	two := t.word("two", "both")
	return t.word("first") && (t.is(eventCalls...) || t.word("one", "ones")) &&
		(two || t.word("of") && t.word("each", "both"))
}

// event reads what one of the two is called: by its kind, by what people did, or by its name.
func (t *timeFigure) event() bool {
	kinds, name := [][]string(nil), ""
	if v, ok := t.lex(eventCalls...); ok {
		kinds = [][]string{t.kindsOf(v)}
	} else if t.pos < len(t.toks) {
		n := max(t.entityAt(t.pos).n, 1)
		name = t.spelt(t.pos, n)
		t.pos += n
	}
	if !t.r.isCalled(t.of, kinds, name) {
		return false
	}
	t.lacks = false
	if t.pair {
		t.pair, t.lacks = false, !t.r.isCalled(t.to, kinds, name)
		t.of = t.to
		return !t.lacks || t.at(0) == "and"
	}
	return true
}
