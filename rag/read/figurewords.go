package read

import (
	"bytes"
	"context"
	"encoding/json"
	"reflect"
	"slices"
	"strings"

	"github.com/askomop/askomop/omop/study"
)

// How a line of figures.tsv makes a question of its own of what follows another: its turn is held against the words,
// and what the first question says is put into the braces.

// furtherOf reads what follows a question; nil where no turn has it, or where they differ.
func (r *Reader) furtherOf(ctx context.Context, p *parser, first *study.Question, said string,
	names []Mention) *Reading {
	var found *Reading
	var meaning []byte
	for _, one := range figuresOnce() {
		if p.lacks(one.turn) {
			continue
		}
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
		case strings.HasPrefix(name, "dated/"), strings.HasPrefix(name, "outcomes/"):
			part, named, _ := strings.Cut(name, "/")
			if value = first.Part(part); value == "" || !p.namesOutcome(held[named], first) {
				return "", false
			}
		case strings.HasPrefix(name, "plain/") && first.Part("outcome") == "",
			strings.HasPrefix(name, "the/") && first.Measure.Of == study.Records: // that has {records}
			return "", false
		case strings.HasPrefix(name, "said"), strings.HasPrefix(name, "plain/"):
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

// namesOutcome reports whether a stretch names what the first question asks of people.
func (p *parser) namesOutcome(s stretch, first *study.Question) bool {
	if s.to == s.from || first.Outcome == nil || first.Outcome.Has == nil {
		return false
	}
	q := newParser(context.Background(), p.r, "number of "+p.textOf(s)).read().Question
	if q == nil || q.Measure.Of != study.Records || q.Population.Entry == nil || q.Outcome != nil {
		return false
	}
	one := *q.Population.Entry
	e := study.Event{Domain: one.Domain, Concepts: one.Concepts}
	return reflect.DeepEqual(e, one) && e.Domain == first.Outcome.Has.Event.Domain &&
		slices.EqualFunc(e.Concepts, first.Outcome.Has.Event.Concepts, func(a, b study.Entity) bool {
			return sameStem(lower(a.Text), lower(b.Text))
		})
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
