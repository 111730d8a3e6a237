package read

import (
	"context"
	"slices"
	"strings"

	"github.com/askomop/askomop/omop/study"
	"github.com/askomop/askomop/vocab"
)

// What a further figure calls the events and the records of the question before it: "them", "the first dose", "when
// they started it", "the insertion" of an IUD inserted.

// eventCalls say of what kind an event is.
var eventCalls = []category{"verb", "eventnoun", "startnoun", "visit", "visitverb", "deathnoun", "deathverb"}

// kindsOf are the domains of which a noun or a verb that was just read is; nil where it is not of certain ones.
func (p *parser) kindsOf(value string) []string {
	switch p.role[p.pos-1] {
	case "visit", "visitverb":
		return []string{strings.TrimSpace(string(study.Visit) + " " + value)}
	case "deathnoun", "deathverb":
		return []string{string(study.Death)}
	}
	return strings.Split(strings.Fields(value)[0], ",")
}

// isCalled reports whether an event is of all those kinds, and has the name.
func (r *Reader) isCalled(e *study.Event, kinds [][]string, name string) bool {
	return (name == "" || r.isNamed(e, name)) && !slices.ContainsFunc(kinds, func(of []string) bool {
		return !slices.Contains(of, "any") && !slices.Contains(of, string(e.Domain)) &&
			!slices.Contains(of, string(e.Domain)+" "+e.Name())
	})
}

// isNamed reports whether an event is called so: by its name, or by a word of it, "the insertion" of an IUD inserted.
func (r *Reader) isNamed(e *study.Event, name string) bool {
	name = vocab.Normalize(name)
	known := r.terms.Lookup(name)
	return slices.ContainsFunc(e.Concepts, func(c study.Entity) bool {
		text := vocab.Normalize(c.Text)
		same := r.terms.Lookup(text)
		return sameStem(text, name) || isOne(known, same) ||
			slices.ContainsFunc(strings.Fields(text), func(w string) bool {
				return len(w) > 3 && sameStem(w, name) ||
					min(len(w), len(name)) > 5 && max(len(w), len(name)) < 10 && w[:6] == name[:6]
			})
	})
}

func isOne(a, b []vocab.Hit) bool {
	return len(a) > 0 && len(b) > 0 && a[0].Concept.ID == b[0].Concept.ID && a[0].Concept.ID != 0
}

// ofItsRecords reads a figure that speaks of the records or the event of the first one; nil for any other.
func (r *Reader) ofItsRecords(ctx context.Context, first *study.Question, said string) *Reading {
	if next := r.havers(ctx, first, said); next != nil {
		return next
	}
	for _, read := range []func(context.Context, *study.Question, string) *study.Question{
		r.theirRecords, r.shareOfAll, r.ageThen} {
		if q := read(ctx, first, said); q != nil {
			return &Reading{Question: q}
		}
	}
	return nil
}

// havingWords stand before the people who have the records: "to how many people".
const havingWords = "to|in|for|by|on|at|from|among|across|over|of|affecting|involving|concerning"

// haverWords hold the others together where a figure asks how many people had the records before it.
var haverWords = strings.Fields("them these those they it one that was were is are in did do does involved involve " +
	"belong relate affected " +
	"affect concerned concern accounted account for behind made make seen there have had all from to go went come came")

// havers reads how many people have the records that the first question counts: "to how many people", "how many
// different patients made them", "how many patients had those visits"; nil where something else is asked for.
func (r *Reader) havers(ctx context.Context, first *study.Question, said string) *Reading {
	records := first.Part("records")
	if records == "" {
		return nil
	}
	p := newParser(ctx, r, said)
	p.is("and")
	p.word(strings.Split(havingWords, "|")...)
	if !p.is("howmany") {
		return nil
	}
	if v, ok := p.lex("people"); !ok || v != "" {
		return nil
	}
	for !p.end() {
		switch {
		case slices.Contains(haverWords, p.at(0)) || isSign(p.at(0)):
			p.take()
		case p.sees(eventCalls...):
			v, _ := p.lex(eventCalls...)
			if !r.isCalled(first.Population.Entry, [][]string{p.kindsOf(v)}, "") {
				return nil
			}
		default:
			return nil
		}
	}
	return r.readPlainly(ctx, "number of people with "+records)
}
