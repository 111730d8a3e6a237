package read

import (
	"context"
	"slices"
	"strings"

	"github.com/askomop/askomop/omop/study"
)

// "Among people with rheumatoid arthritis, how many took methotrexate, and how long after diagnosis did they begin?"
// asks for two numbers. The first is the question; the second is asked beside it, of the people whom the first names:
//
//	first    Among people with rheumatoid arthritis, how many took methotrexate?
//	second   The days from the first rheumatoid arthritis to the first methotrexate
//
// The second is read in words of its own, with those people put in front, or it is a time between two things that the
// first names. Where either is not read, the question stays refused.

// alsoAsked reads a question that asks for two numbers; nil where it is none.
func (r *Reader) alsoAsked(ctx context.Context, text string) *Reading {
	p := newParser(ctx, r, text)
	for i := 1; i+1 < len(p.toks) && ctx.Err() == nil; i++ {
		from := p.secondFrom(i)
		if from == 0 {
			continue
		}
		left, right := strings.TrimSpace(text[:p.toks[i].start]), strings.Trim(text[p.toks[from].start:], " ?.!")
		if Outside(left) != "" || Outside(right) != "" {
			continue
		}
		first := r.parser(ctx, left).read()
		if first.Question == nil || !namesPeople(first.Question) {
			continue
		}
		if second := r.second(ctx, first.Question, left, right); second != nil {
			return first.with(second, text, right, p.toks[from].start)
		}
	}
	return nil
}

// secondFrom is the token at which a second number is asked for behind the sign or the "and" at i; 0 where none is.
func (p *parser) secondFrom(i int) int {
	if !slices.Contains([]string{",", ";", "?", "and", ":"}, p.toks[i].low) {
		return 0
	}
	from := i + 1
	for from < len(p.toks) && slices.Contains([]string{"and", "also", "?", ","}, p.toks[from].low) {
		from++
	}
	at := from
	if p.seq(at, "of|among") && p.seq(at+1, "them|these|those|whom") {
		at += 2
	}
	for at < len(p.toks) && (isArticle[p.toks[at].low] || p.seq(at, "give|report|show")) {
		at++
	}
	if p.seq(at, "how", soonWord) {
		return from
	}
	if _, n := p.longest(at, "howmany", "share", "howlong", "stat", "whatis", "howold", "whatage"); n == 0 {
		return 0
	}
	return from
}

// soonWord are words that ask for a time behind "how".
const soonWord = "soon|quickly|fast|early"

// namesPeople reports whether a question counts people who can be asked about once more.
func namesPeople(q *study.Question) bool {
	return (q.Measure.Kind == study.Count || q.Measure.Kind == study.Share) && q.Measure.Of == study.Persons &&
		len(q.Strata) == 0 && q.Top == nil && !q.Measure.OfTotal
}

// second reads the second number.
func (r *Reader) second(ctx context.Context, first *study.Question, left, right string) *Reading {
	if q := r.timeBetween(ctx, first, right); q != nil {
		return &Reading{Question: q}
	}
	words, theirs := r.withoutPronouns(ctx, right)
	who := ""
	if people := counted(first); theirs && people != nil {
		who = "Among " + strings.TrimPrefix(people.String(), "The number of ") + ", "
	} else if at := strings.Index(left, ","); !theirs && at > 0 {
		p := newParser(ctx, r, left[:at+1])
		if g := (&sentence{p: p}); p.frontPeople(g) && !g.people.only {
			who = left[:at+1] + " "
		}
	}
	if who == "" {
		return nil
	}
	again := r.parser(ctx, who+words).read()
	q := again.Question
	if q == nil || len(q.Strata) > 0 || q.Top != nil || q.Equal(first) {
		return nil
	}
	named := slices.ContainsFunc(again.Mentions, func(m Mention) bool { return m.Start >= len(who) })
	if fromEither(first, q) && (q.Outcome != nil || !named) {
		return nil
	}
	return again
}

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

// withoutPronouns takes "of them" and "did they" out of a second question, and reports whether they were there.
func (r *Reader) withoutPronouns(ctx context.Context, right string) (words string, theirs bool) {
	p := newParser(ctx, r, right)
	var kept []string
	for i := 0; i < len(p.toks); i++ {
		switch {
		case p.seq(i, "of|among") && p.seq(i+1, "them|these|those|whom"):
			theirs = true
			i++
			if p.seq(i+1, "patients|people|persons|women|men|users") {
				i++
			}
			for p.seq(i+1, ",") {
				i++
			}
		case p.seq(i, "they|them"):
			theirs = true
			kept = append(kept, "people")
		case p.seq(i, "their"):
			theirs = true
		case p.seq(i, "give|report|show"):
		default:
			kept = append(kept, right[p.toks[i].start:p.toks[i].end])
		}
	}
	return strings.Join(kept, " "), theirs
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
		case p.is("statadv"):
			stat = study.Mean
		case p.sees("unit"):
			unit, _ := p.lex("unit")
			length, known := lengths[unit]
			if !known {
				return nil
			}
			in = length
		case p.at(0) == ",":
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

// with is a reading with a second number beside it.
func (r *Reading) with(second *Reading, text, right string, at int) *Reading {
	r.Others = append(r.Others, Other{What: right, Question: second.Question, Always: true, Asked: true})
	r.Words = append(r.Words, Word{right, at, at + len(right), "asked, too", ""})
	for _, m := range second.Mentions {
		if slices.ContainsFunc(r.Mentions, func(o Mention) bool { return strings.EqualFold(o.Text, m.Text) }) {
			continue
		}
		if i := strings.LastIndex(lower(text), lower(m.Text)); i >= at {
			m.Start, m.End = i, i+len(m.Text)
			r.Mentions = append(r.Mentions, m)
		}
	}
	return r
}
