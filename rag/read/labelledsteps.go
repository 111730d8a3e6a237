package read

import (
	"context"
	"slices"
	"strings"

	"github.com/askomop/askomop/omop/study"
)

// Attrition may be said step by step: "Attrition: people with a stroke; of these, those over 60 at the first one; of
// these, those with no warfarin before it. One count per step." The steps follow on each other in one sentence.

// steps reads such a question; nil where it is none.
func (r *Reader) steps(ctx context.Context, p *parser) *Reading {
	if !p.seq(0, "attrition") || !strings.Contains(p.text, ";") {
		return nil
	}
	i := 1
	for p.seq(i, "table|flow|chart|diagram|counts|count|:|=") {
		i++
	}
	said := order{words("attrition of")}
	for step := 0; i < len(p.toks); step++ {
		to := p.stepEnd(i)
		from := p.stepLead(i, to)
		if from >= to {
			return nil
		}
		if p.perStep(from, to) {
			if p.stepEnd(to) != len(p.toks) || step < 2 {
				return nil
			}
			break
		}
		if step > 0 && from == i {
			return nil // of whom?
		}
		start, end := p.toks[from].start, p.toks[to-1].end
		said = append(said, piece{said: p.text[start:end], from: start})
		for i = to; p.seq(i, ";|,"); i++ {
		}
	}
	reading := (&plan{r: r, ctx: ctx, p: p}).try(said, r.readReworded)
	if reading == nil || reading.Question.Measure.Kind != study.Attrition {
		return nil
	}
	reading.Words = append(reading.Words, Word{p.text, 0, len(p.text), "steps of the attrition", ""})
	slices.SortStableFunc(reading.Words, func(a, b Word) int { return a.Start - b.Start })
	return reading
}

// stepEnd is where a step ends that begins at a token.
func (p *parser) stepEnd(i int) int {
	for i++; i < len(p.toks); i++ {
		if p.seq(i, ";") || strings.Contains(p.text[p.toks[i-1].end:p.toks[i].start], ". ") {
			return i
		}
	}
	return len(p.toks)
}

// stepLead skips what joins a step to the one before: "of these, those".
func (p *parser) stepLead(i, to int) int {
	for p.seq(i, "then|and|next|finally|,") {
		i++
	}
	if p.seq(i, "of|among|from", "these|those|them|whom") {
		i += 2
		for p.seq(i, ",") {
			i++
		}
	}
	if p.seq(i, "those|the") && i+1 < to && !p.seq(i, "the", "number|count") {
		i++
	}
	return i
}

// perStep reports whether a stretch only asks for a number of each step: "One count per step".
func (p *parser) perStep(from, to int) bool {
	for i := from; i < to; i++ {
		if !p.seq(i, "one|a|the|count|counts|number|numbers|n|per|for|at|after|of|each|every|step|steps|report|give|show|"+
			"please|remaining|people|persons|patients|stage|in|left|who|remain|how|many|,") {
			return false
		}
	}
	return from < to
}
