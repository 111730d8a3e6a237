package read

import (
	"bytes"
	"context"
	_ "embed"
	"encoding/json"
	"slices"
	"strings"
	"sync"

	"github.com/askomop/askomop/omop/study"
)

// A question goes on to ask something else of the same people: "How many had a stroke after starting warfarin, and what
// was the median time to it?" The first is answered, and the second beside it. Where the second part is a question that
// stands by itself once it is told of whom, or a time between two things, alsoasked.go has read it already.
//
// A line of further.tsv has how a question goes on, as the turns of paraphrases.tsv have it, and the same as a question
// of its own, in which words in braces stand for what the first one says:
//
//	{people}   those whom it counts: "people with a first ever diagnosis of atrial fibrillation who had a stroke after it"
//	{base}     those of whom it counts some: "people with a first ever diagnosis of atrial fibrillation"
//	{index}    the event that they have: "diagnosis of atrial fibrillation"
//	{outcome}  what is asked of them: "diagnosis of stroke"
//	{event}    the outcome where it is counted from no other, or the index event where there is none
//	{of_base}  "of" those of whom it counts some; nothing where these are all people
//	{said}     the first question itself; {said/x} with x in the place of what it names in that domain

//go:embed further.tsv
var furtherFile string

var furtherOnce = sync.OnceValue(func() []paraphrase {
	all := paraphrasesOf(furtherFile)
	for i := range all { // each goes up to the end
		all[i].turn = append(all[i].turn, slot{kind: '$'})
	}
	return all
})

// further reads a question that goes on to another one about the same people; nil where it is none.
func (r *Reader) further(ctx context.Context, text string) *Reading {
	if Outside(text) != "" {
		return nil
	}
	p := newParser(ctx, r, text)
	for i := 2; i < len(p.toks)-1; i++ {
		end := i
		for end > 0 && (isSign(p.toks[end-1].low) || p.seq(end-1, "and|&|plus|+|also")) {
			end--
		}
		if end == i && !(p.boundary(i) == strong) || end < 2 {
			continue
		}
		rest := newParser(ctx, r, text[p.toks[i].start:])
		if !rest.asksFurther() {
			continue
		}
		said := text[:p.toks[end-1].end]
		first := r.readPlainly(ctx, said)
		if first == nil {
			continue
		}
		second := r.furtherOf(ctx, rest, first.Question, said, first.Mentions)
		if second == nil {
			continue
		}
		from, to := p.toks[i].start, p.toks[len(p.toks)-1].end
		too := Other{What: strings.Trim(text[from:to], " ?.!"), Question: second.Question, Always: true, Asked: true}
		first.Others = append([]Other{too}, first.Others...)
		first.Words = append(first.Words, Word{text[from:to], from, to, "asked for, too", second.Question.String()})
		return first
	}
	return nil
}

// readPlainly reads a text, in other words if need be; nil where it is refused.
func (r *Reader) readPlainly(ctx context.Context, text string) *Reading {
	one, err := r.read(ctx, text)
	if err == nil && one.Question == nil {
		one = r.paraphrased(ctx, text)
	}
	if err != nil || one == nil || one.Question == nil {
		return nil
	}
	return one
}

// asksFurther reports whether one of the turns stands here up to the end.
func (p *parser) asksFurther() bool {
	return slices.ContainsFunc(furtherOnce(), func(one paraphrase) bool {
		to, ok := p.matches(one.turn, 0, map[string]stretch{})
		return ok && p.onlySigns(to)
	})
}

// furtherOf reads what follows a question; nil where no turn has it, or where they differ.
func (r *Reader) furtherOf(ctx context.Context, p *parser, first *study.Question, said string,
	names []Mention) *Reading {
	var found *Reading
	var meaning []byte
	for _, one := range furtherOnce() {
		held := map[string]stretch{}
		to, ok := p.matches(one.turn, 0, held)
		if !ok || !p.onlySigns(to) {
			continue
		}
		text, ok := p.fill(one.plain, held, first, said, names)
		if !ok {
			continue
		}
		again := r.readPlainly(ctx, text)
		if again == nil || again.Question.Equal(first) {
			continue
		}
		if slices.Contains(one.plain, "{people}") && fromEither(first, again.Question) {
			return nil
		}
		doc, err := json.Marshal(again.Question)
		if err != nil || found != nil && !bytes.Equal(meaning, doc) {
			return nil
		}
		found, meaning = again, doc
	}
	return found
}

// fromEither reports whether an age or a later event, asked of people who have two things, may be counted from either:
// "how many with a stroke took warfarin, and how many of those had a pneumonia afterwards?"
func fromEither(first, again *study.Question) bool {
	if first.Outcome == nil || first.Population.Entry == nil && first.Population.Criteria == nil {
		return false
	}
	later := again.Outcome != nil && (again.Outcome.Has == nil || again.Outcome.Has.Relation != nil)
	return later || again.Measure.Quantity == study.AgeYears
}

// fill puts what was held and what the first question says into the plain words.
func (p *parser) fill(plain []string, held map[string]stretch, first *study.Question, said string,
	names []Mention) (string, bool) {
	var words []string
	for _, word := range plain {
		name := strings.Trim(word, "{}")
		value := word
		switch s, isHeld := held[name]; {
		case name == word:
		case isHeld:
			if s.to > s.from {
				value = p.text[p.toks[s.from].start:p.toks[s.to-1].end]
			} else {
				value = ""
			}
		case strings.HasPrefix(name, "said"):
			_, put, _ := strings.Cut(name, "/")
			value = p.saidAgain(said, put, held, names)
			if value == "" {
				return "", false
			}
		default:
			if value = first.Part(name); value == "" {
				return "", false
			}
		}
		words = append(words, value)
	}
	return strings.Join(words, " "), true
}

// saidAgain is the first question, with another name in the place of the one that it has in the same domain.
func (p *parser) saidAgain(said, put string, held map[string]stretch, names []Mention) string {
	if put == "" {
		return said
	}
	s := held[put]
	if s.to == s.from {
		return ""
	}
	name := p.text[p.toks[s.from].start:p.toks[s.to-1].end]
	cs := p.candidates(s.from)
	at := -1
	for i, m := range names {
		if len(cs) > 0 && len(cs[0].domains) > 0 && m.Domain == cs[0].domains[0] && m.End <= len(said) {
			if at >= 0 {
				return "" // it could be either
			}
			at = i
		}
	}
	if at < 0 {
		return ""
	}
	return said[:names[at].Start] + name + said[names[at].End:]
}
