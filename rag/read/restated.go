package read

import (
	"context"
	"strings"

	"github.com/askomop/askomop/omop/study"
)

// saidAgain lead in what only says again what was asked: "Number of new users of X in 2009, i.e. people whose first X
// was in that year".
var saidAgain = []string{"i.e.", "ie", "i.e", "that is", "that is,", "meaning", "i mean", "in other words", "namely",
	"so"}

// restatedHeads are what may be missing before what says it again.
var restatedHeads = []string{"", "number of ", "number of people whose ", "number of people with "}

// restated reads a question behind which it is said again in other words, by reading those as a question of their own:
// they say nothing new where both mean the same. Each is read with all that it holds, so neither can lose anything.
func (r *Reader) restated(ctx context.Context, text string) *Reading {
	p := newParser(ctx, r, text)
	if len(p.toks) > mostWords {
		return nil
	}
	for i := 2; i < len(p.toks); i++ {
		if p.boundary(i) == none || isSign(p.toks[i].low) {
			continue
		}
		left := strings.TrimRight(text[:p.toks[i-1].end], " ,;:-–—")
		core := newParser(ctx, r, left).read()
		if core.Question == nil {
			continue
		}
		right := strings.Trim(text[p.toks[i].start:], " .?")
		for _, lead := range saidAgain {
			if rest, led := strings.CutPrefix(strings.ToLower(right), lead+" "); led {
				right = strings.TrimLeft(right[len(right)-len(rest):], ", ")
				break
			}
		}
		for _, t := range p.toks[:i] {
			if isYear(t) {
				right = strings.ReplaceAll(right, "that year", t.low)
			}
		}
		for _, lead := range restatedHeads {
			again := newParser(ctx, r, lead+right).read()
			if q := again.Question; q != nil && (q.Equal(core.Question) || samePeople(core.Question, q)) {
				core.Words = append(core.Words, Word{Text: text[p.toks[i].start:], Start: p.toks[i].start,
					End: len(text), As: "the same again"})
				return core
			}
		}
	}
	return nil
}

// samePeople reports whether a question counts the people whose first records another one counts: each has one.
func samePeople(records, people *study.Question) bool {
	e, m := records.Population.Entry, records.Measure
	if e == nil || e.Which != study.First || m.Kind != study.Count || m.Of != study.Records {
		return false
	}
	counted := records.Clone()
	counted.Measure.Of = study.Persons
	return counted.Equal(people)
}
