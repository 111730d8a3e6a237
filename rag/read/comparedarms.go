package read

import (
	"context"
	"slices"
	"strings"
)

// Two arms may be named first, and then figures of each: "Comparison groups: new users of A vs new users of B. Number
// in each arm, mean age at index". How many there are is told beside a mean, so that it is asked for alone where
// nothing else is.

// arms reads such a question; nil where it is none.
func (r *Reader) arms(ctx context.Context, p *parser) *Reading {
	from := p.armsLabel()
	end := p.armsEnd(from)
	begin, last := end, len(p.toks) // of the figures
	if end == 0 {
		begin, last, from, end = p.armsBehind()
	}
	if end == 0 {
		return nil
	}
	figures, each := p.armFigures(begin, last)
	if figures == nil || !each && begin > from && from == 0 && len(figures) < 2 {
		return nil // what can be read as it stands is no matter of arms
	}
	to := end
	for to > from && isSign(p.toks[to-1].low) {
		to--
	}
	l := &plan{r: r, ctx: ctx, p: p}
	for _, groups := range p.armsSaid(from, to) {
		reading := l.try(slices.Concat(groups, order{words(": ")}, figures), r.readAnyhow)
		if reading != nil && len(reading.Question.Strata)+len(reading.Others) > 0 {
			reading.Words = append(reading.Words, Word{p.text, 0, len(p.text), "groups and what is asked of each", ""})
			slices.SortStableFunc(reading.Words, func(a, b Word) int { return a.Start - b.Start })
			return reading
		}
	}
	return nil
}

// armsSaid are the groups as they stand, and with the word behind both said of each: "new users of A vs new users of B"
// of "A vs B starters".
func (p *parser) armsSaid(from, to int) []order {
	groups := p.span(from, to)
	ways := []order{{{said: groups.Text, from: groups.Start}}}
	for i := from + 1; i < to-2; i++ {
		last := to - 1
		if !p.seq(i, "vs|versus") || !p.seq(last, "starters|initiators") && !p.seq(last-1, "new", "users") {
			continue
		}
		if p.seq(last-1, "new") {
			last--
		}
		if p.entityAt(from).n == i-from && p.entityAt(i+1).n == last-i-1 {
			a, b := p.span(from, i), p.span(i+1, last)
			ways = append(ways, order{words("new users of"), {said: a.Text, from: a.Start}, words("vs new users of"),
				{said: b.Text, from: b.Start}})
		}
	}
	return ways
}

// armsLabel is how many tokens at the beginning call what follows groups: "comparator groups:".
func (p *parser) armsLabel() int {
	i := 0
	for p.seq(i, "comparator|comparison|study|treatment|exposure|compared|the|two|drug") {
		i++
	}
	if !p.seq(i, "groups|arms|cohorts|comparators|comparison|compare") {
		return 0
	}
	if i++; p.seq(i, "compared") {
		i++
	}
	if !p.seq(i, ":") {
		return 0
	}
	return i + 1
}

// armsEnd is where the groups end that begin at a token: at a colon or the end of the sentence; 0 where there are no
// two.
func (p *parser) armsEnd(from int) int {
	two := false
	for i := from + 1; i < len(p.toks); i++ {
		two = two || p.seq(i, "vs|versus")
		between := p.text[p.toks[i-1].end:p.toks[i].start]
		if p.seq(i-1, ":") || strings.Contains(between, ". ") || strings.Contains(between, " - ") {
			if two {
				return i
			}
			return 0
		}
	}
	return 0
}

// armsBehind are the figures and the groups where these end the question behind a sign: "number of users and mean age
// at first fill, A versus B". All is 0 where there are none.
func (p *parser) armsBehind() (begin, last, from, end int) {
	end = len(p.toks)
	for end > 0 && (isSign(p.toks[end-1].low) || p.seq(end-1, "?|please")) {
		end--
	}
	for i := end - 2; i > 1; i-- {
		if !p.seq(i, "vs|versus") {
			continue
		}
		for from = i - 1; from > 1; from-- {
			between := p.text[p.toks[from-1].end:p.toks[from].start]
			if isSign(p.toks[from-1].low) || strings.ContainsAny(between, "-–—") {
				return 0, from, from, end
			}
		}
	}
	return 0, 0, 0, 0
}

// armFigures are the figures of each group, those that are told beside others left out; nil where one is not of that
// kind. each is true where the words say that they are of each group.
func (p *parser) armFigures(from, to int) (figures order, each bool) {
	count := piece{from: -1}
	labels := p.part(0, len(p.toks))
	labels.r = &Reader{lex: labelsOnce()}
	for i := from; i < to; {
		if n := p.ofEachArm(i); n > 0 {
			each, i = true, i+n
			continue
		}
		ph, n := labels.longest(i, "reportstat")
		if n > 0 && ph.value == "people" || p.seq(i, "number|n|count") {
			n = max(n, 1)
			for p.seq(i+n, "of|new|the|users|starters|initiators|persons|people|patients|individuals") {
				n++
			}
			span := p.span(i, i+n)
			count, i = piece{said: "number of new users", from: span.Start}, i+n
			continue
		}
		if isSign(p.toks[i].low) || isArticle[p.toks[i].low] || p.seq(i, "and|with|plus|report|give|please|their") {
			i++
			continue
		}
		end := i
		for end < to && !isSign(p.toks[end].low) && p.ofEachArm(end) == 0 &&
			!(p.seq(end, "and") && p.seq(end+1, "number|n|count|the|mean|median")) {
			end++
		}
		if _, n := p.longest(i, "stat"); n == 0 || end == i {
			return nil, false
		}
		span := p.span(i, end)
		figures, i = append(figures, piece{said: span.Text, from: span.Start}), end
	}
	if len(figures) > 1 {
		return nil, false
	}
	if len(figures) == 0 && count.said != "" {
		count.from = -1
		figures = order{count}
	} else if count.said != "" {
		if last := strings.ToLower(figures[0].said); !strings.Contains(last, " age at ") || strings.Contains(last, "death") {
			return nil, false // a mean of others does not tell how many there are
		}
		each = true
	}
	return figures, each
}

// ofEachArm is how many tokens from i on say that figures are of each group: "in each arm", "per group".
func (p *parser) ofEachArm(i int) int {
	k := i
	if p.seq(k, "in|of|for|per|by") {
		k++
	}
	if p.seq(k, "each|both|either|every|the|two") {
		k++
	}
	if k > i && p.seq(k, "arm|arms|group|groups|cohort|cohorts") {
		return k + 1 - i
	}
	return 0
}
