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
// A figure that says neither is of the people who stand in front of the first one.

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
	var everybody *study.Question // who could be meant, too
	if theirs != "" {
		var people *study.Question
		if people, everybody = r.whomItMeans(ctx, before, said, theirs); people == nil {
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
	if everybody != nil {
		wider := q.Clone()
		wider.Population = everybody.Population
		again.wider = []Other{{What: "“" + said + "” of all who were counted first", Question: wider, Always: true}}
	}
	return again
}

// asksPlaceAlone is why "how many of them in hospital?" is refused: without a verb it may be where what was counted
// before was recorded, or where they were at any time. It is empty where that is not asked.
func (p *parser) asksPlaceAlone() string {
	for i := range p.toks {
		if !p.seq(i, "of") || !p.seq(i+1, "them|these|those") || !p.seq(i+2, "in|at|during") {
			continue
		}
		p.pos = i + 2
		if p.is("visitverb") || p.is("athospital") ||
			p.take() && (p.takeOne("a", "an", "the") || true) && p.is("visit") {
			if p.end() || isSign(p.at(0)) {
				return "“" + p.nameFrom(i) + "” may be where that was recorded, or where they were at any time; say “were " +
					"in hospital in …”, or “had … in hospital”"
			}
		}
	}
	return ""
}

// countsSomeEach is a number of some people alone, in brackets behind a list of things that are not theirs alone: "the
// 10 most common drugs (number of women each)". It may be a list for women, or one for all with the women among them.
func (p *parser) countsSomeEach() string {
	for _, s := range p.brackets() {
		for i := s.from; i+2 < s.to; i++ {
			who := p.toks[i].low
			if i > 0 && p.seq(i-1, "of|many", "women|men|females|males|girls|boys|children|adults") &&
				p.seq(min(i+1, s.to-1), "each|per|in|for|of") && !hasWord(lower(p.text[:p.toks[s.from].start]), who) {
				return "“number of " + who + "” may be of all who are listed, or for " + who + " alone; say “among " +
					who + "”"
			}
		}
	}
	return ""
}

// whomItMeans are the people whom a figure's word stands for. The word that stood there before means the same once
// more: "how many of them took A, and how many of them took B" are both of the first. Another one goes on: in "how many
// of them took A, and how many of those took B" those are the last who were counted, or everybody after all. "They"
// are the first, and open where others were counted since.
func (r *Reader) whomItMeans(ctx context.Context, before []figure, said, word string) (people,
	everybody *study.Question) {
	said = newParser(ctx, r, said).pronoun()
	first, last := before[0].Question, lastCounted(before)
	again := slices.IndexFunc(before, func(f figure) bool {
		return word == ofThem && newParser(ctx, r, f.said).pronoun() == said
	})
	switch {
	case again == 0:
		last = first.Clone()
		last.Outcome = nil
	case again > 0:
		last = lastCounted(before[:again])
	case last != first && word == theirs:
		return nil, nil
	case last != first && namesPeople(first):
		everybody = counted(first)
	}
	if !namesPeople(last) {
		return nil, nil
	}
	return counted(last), everybody
}

// lastCounted is the last of the figures that counts people, or the first.
func lastCounted(before []figure) *study.Question {
	last := before[0].Question
	for _, f := range before[1:] {
		if namesPeople(f.Question) && f.Question.Measure.Kind == study.Count {
			last = f.Question
		}
	}
	return last
}

// pronoun is the word that stands for people in "of them", "among those"; "" without one.
func (p *parser) pronoun() string {
	for i := range p.toks {
		if p.seq(i, "of|among") && p.seq(i+1, "them|these|those|whom") {
			return p.toks[i+1].low
		}
	}
	return ""
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
