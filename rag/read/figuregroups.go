package read

import (
	"context"
	"slices"
	"strings"

	"github.com/askomop/askomop/omop/study"
)

// Several figures of the same groups: "How many died in each year, and what was their mean age?", "Number of patients
// with COPD and their mean age, by sex". The groups are taken off, wherever they stand; the figures are read without
// them, and each is asked by them:
//
//	figure 1   the number who died, by year
//	figure 2   the mean age at death, by year

// groupedFigures reads a question that asks for several figures by the same groups; nil where it is none.
func (r *Reader) groupedFigures(ctx context.Context, text string) *Reading {
	core, by := text, ""
	if at := newParser(ctx, r, text).groupsBehind(); at > 0 {
		core, by = strings.TrimRight(text[:at], " ,;:(?"), ", "+text[at:]
	} else if at := newParser(ctx, r, text).eachTrails(); at > 0 {
		core = text[:at]
	}
	ungrouped := func(ctx context.Context, said string) *Reading {
		reading := r.readPlainly(ctx, said)
		if reading == nil || len(reading.Question.Strata) == 0 {
			return reading
		}
		plain, groups := withoutGroups(reading.Question)
		if plain == nil || by != "" {
			return nil
		}
		by = groups
		reading.Question, reading.Others = plain, nil
		return reading
	}
	all := r.figuresOf(ctx, core, ungrouped)
	if all == nil && by != "" {
		all = r.figuresTurned(ctx, core)
	}
	if all == nil || by == "" || newParser(ctx, r, all[0].said).isTopic() {
		return nil
	}
	for i, f := range all {
		if i > 0 && newParser(ctx, r, f.said).asksWhole() {
			continue
		}
		q := f.Question
		grouped := r.readPlainly(ctx, q.String()+by)
		if len(q.Strata) > 0 || grouped == nil || len(grouped.Question.Strata) == 0 ||
			grouped.Question.Measure.Kind != q.Measure.Kind || grouped.Question.Measure.Of != q.Measure.Of ||
			i > 0 && (ofOtherTimes(all[0].Question, grouped.Question) ||
				newParser(ctx, r, f.said).shareOfWhom() != "") { // is it of all, or of those in the group?
			return nil
		}
		all[i].Question, all[i].Others = grouped.Question, grouped.Others
	}
	return r.together(all, text)
}

// withoutGroups is a question without its groups, and those as they are said back: ", by sex"; nil where they cannot
// be taken off.
func withoutGroups(q *study.Question) (plain *study.Question, groups string) {
	plain = q.Clone()
	plain.Strata = nil
	groups, ok := strings.CutPrefix(q.String(), plain.String())
	if !ok || groups == "" || q.Top != nil || plain.Validate() != nil {
		return nil, ""
	}
	return plain, groups
}

// leavesGroups reports whether a figure is of everybody beside a first one by groups, and does not say so.
func (r *Reader) leavesGroups(ctx context.Context, all []figure) bool {
	return len(all[0].Question.Strata) > 0 && slices.ContainsFunc(all[1:], func(f figure) bool {
		return len(f.Question.Strata) == 0 && !newParser(ctx, r, f.said).asksWhole()
	})
}

// ofOtherTimes reports whether the people of a count by time, who are in each year in which they have a record, stand
// in that of their first record in a number: "how many had asthma in each year, and what was their mean age?"
func ofOtherTimes(count, number *study.Question) bool {
	e, o := number.Population.Entry, count.Population.Entry
	if o == nil && count.Outcome != nil && count.Outcome.Has != nil {
		o = &count.Outcome.Has.Event
	}
	return e != nil && o != nil && e.Which != o.Which && e.Domain != study.Death &&
		slices.ContainsFunc(number.Strata, func(s study.Stratum) bool { return s.Kind.IsTime() })
}

// groupsBehind is where groups begin in the text with which the question ends: ", by sex and year?"; 0 without any.
func (p *parser) groupsBehind() int {
	for i := 2; i < len(p.toks); i++ {
		if isSign(p.toks[i].low) {
			continue
		}
		p.pos = i
		if list, ok := p.strata(); ok && len(list) > 0 && p.onlySigns(p.pos) {
			return p.toks[i].start
		}
	}
	return 0
}

// eachTrails is where "in each", "for each of them" begins with which the question ends; 0 without it.
func (p *parser) eachTrails() int {
	for i := max(2, len(p.toks)-6); i < len(p.toks); i++ {
		if p.seq(i, "in|for|of") && p.seq(i+1, "each") {
			p.pos = i + 2
			for p.word("one", "of", "them", "these", "those", "group", "groups") {
			}
			if p.onlySigns(p.pos) {
				return p.toks[i].start
			}
		}
	}
	return 0
}

// asksWhole reports whether a figure is of everybody together: "and how many in total?".
func (p *parser) asksWhole() bool {
	for i := range p.toks {
		if p.seq(i, "overall|altogether") || p.seq(i, "in") && p.seq(i+1, "total|all") {
			return true
		}
	}
	return false
}

// figuresTurned reads two figures of which the second says of whom both are: "average age and number of patients with
// heart failure".
func (r *Reader) figuresTurned(ctx context.Context, text string) []figure {
	p := newParser(ctx, r, text)
	cuts := p.cuts()
	if len(cuts) != 1 {
		return nil
	}
	for p.is("whatis", "list", "noise") {
	}
	p.skip()
	c := cuts[0]
	if p.pos >= len(p.toks) || p.toks[p.pos].start >= c.from {
		return nil
	}
	second, said := text[p.toks[p.pos].start:c.from], text[c.to:]
	if first := newParser(ctx, r, second); !first.asksMeasure() {
		return nil
	}
	if _, word := r.withoutPronouns(ctx, second); word == ofThem {
		return nil // "of those allergic to A, how many are allergic to B" says of whom before it asks
	}
	if newParser(ctx, r, said).countsSomeRecords() && r.readPlainly(ctx, second) != nil {
		return nil // "mean length of stay and how many stays lasted more than 30 days": of all stays, and some of them
	}
	first := r.readPlainly(ctx, said)
	if first == nil {
		return nil
	}
	for i := range first.Words {
		first.Words[i].Start += c.to
		first.Words[i].End += c.to
	}
	for i := range first.Mentions {
		first.Mentions[i].Start += c.to
		first.Mentions[i].End += c.to
	}
	one := figure{first, said, c.to}
	next := r.countOf(ctx, first.Question, second)
	if next == nil {
		next = r.nextFigure(ctx, []figure{one}, second)
	}
	if next == nil || slices.ContainsFunc([]*study.Question{first.Question, next.Question},
		func(q *study.Question) bool { return len(q.Strata) > 0 }) {
		return nil
	}
	return []figure{one, {next, second, p.toks[p.pos].start}}
}

// countsSomeRecords reports whether it is asked how many records did or were something: "how many stays lasted longer".
func (p *parser) countsSomeRecords() bool {
	p.is("and")
	if !p.is("howmany") || !p.is("visit", "eventnoun") {
		return false
	}
	p.is("relpron")
	return p.sees("runsfor", "lasts", "aux", "passive", "exceeds")
}

// asksMeasure reports whether words say what is asked, and of nothing: "the average age", "count".
func (p *parser) asksMeasure() bool {
	for i := range p.toks {
		_, n := p.longest(i, figureWords...)
		if n == 0 && p.entityAt(i).n > 0 {
			return false
		}
	}
	return true
}

// countOf reads "count" or "number" before a figure as the number of the people or the records that it is of; nil for
// any other words.
func (r *Reader) countOf(ctx context.Context, q *study.Question, said string) *Reading {
	p := newParser(ctx, r, said)
	p.is("article", "noise")
	if !p.is("howmany") && !p.word("count", "counts", "number", "numbers", "n") || !p.end() {
		return nil
	}
	of := q.Part("people")
	if of == "" {
		of = q.Part("records")
	}
	if of == "" {
		return nil
	}
	return r.readPlainly(ctx, "number of "+of)
}
