package read

import (
	_ "embed"
	"slices"
	"strings"
	"sync"

	"github.com/askomop/askomop/omop/study"
)

//go:embed refused.tsv
var refusedFile string

// refused are phrases of requests that are never answered, each with the reason.
var refused = sync.OnceValue(func() *lexicon {
	lex := &lexicon{byFirst: map[string][]phrase{}, words: map[string]bool{}, single: map[string]bool{}}
	for line := range strings.Lines(refusedFile) {
		phrases, why, ok := strings.Cut(strings.TrimSpace(line), "\t")
		if !ok || strings.HasPrefix(line, "#") {
			continue
		}
		cat := category("refused")
		if why == "(effect)" { // a verb of effects, which is one in questions for yes or no
			cat = "effect"
		}
		for p := range strings.SplitSeq(phrases, "|") {
			lex.add(strings.TrimSpace(p), cat, why)
		}
	}
	return lex
})

// outOfScope is the reason why a request is never answered; "" where there is none.
func outOfScope(text string) string {
	p := &parser{r: &Reader{lex: refused()}, text: text, toks: tokenize(text)}
	for i := range p.toks {
		ph, n := p.longest(i, "refused")
		if n > 0 && crudely(text) && isRatio(p.text[p.toks[i].start:p.toks[i+n-1].end]) {
			continue
		}
		if n > 0 && p.averagesDose(i) {
			continue
		}
		if n > 0 && (i == 0 || !strings.HasPrefix(ph.value, "^")) {
			return strings.TrimPrefix(ph.value, "^")
		}
	}
	if p.asksForEffect() {
		return "asks for an effect; askomop counts and describes, and says nothing of causes"
	}
	return ""
}

// averagesDose reports whether "dose of" at a token is a number of what was dispensed, "the mean initial daily dose of
// X", and no request for advice, "the starting dose of X".
func (p *parser) averagesDose(i int) bool {
	if i == 0 || p.toks[i].low != "dose" ||
		!slices.Contains([]string{"initial", "starting", "cumulative", "daily", "total"}, p.toks[i-1].low) {
		return false
	}
	return slices.ContainsFunc(p.toks[:i], func(t token) bool {
		return slices.Contains([]string{"mean", "average", "median", "percentile", "distribution"}, t.low)
	})
}

// yesOrNo are the first words of questions for yes or no.
var yesOrNo = []string{"does", "do", "did", "can", "could", "would", "may", "might", "is", "are", "has", "have", "was",
	"were"}

// asksForEffect reports a question for yes or no whose verb is one of effects: "Does metformin reduce mortality?".
func (p *parser) asksForEffect() bool {
	if len(p.toks) == 0 || !slices.Contains(yesOrNo, p.toks[0].low) {
		return false
	}
	for i := range p.toks {
		if _, n := p.longest(i, "effect"); n > 0 {
			return true
		}
	}
	return false
}

// crudely reports whether a comparison is asked for as what it is: crude, or pooled over strata.
func crudely(text string) bool {
	text = strings.ToLower(text)
	return strings.Contains(text, "crude") || strings.Contains(text, "unadjusted") || strings.Contains(text, "mantel")
}

// isRatio reports whether a phrase names a measure that two groups can be compared by without a model.
func isRatio(phrase string) bool {
	switch strings.ToLower(phrase) {
	case "odds ratio", "relative risk", "risk ratio":
		return true
	}
	return false
}

// contradiction says why no record can be what a question asks for; "" where one can.
func contradiction(q *study.Question) string {
	must, never := map[string]bool{}, map[string]bool{}
	for i := range q.Population.Criteria {
		noteDemands(&q.Population.Criteria[i], must, never)
	}
	if e := q.Population.Entry; e != nil && plain(e) {
		must[names(e)] = true
	}
	if q.Outcome != nil {
		noteDemands(q.Outcome, must, never)
	}
	for name := range never {
		if must[name] && name != "" {
			return "it asks for people with and without " + name
		}
	}
	return sexes(q)
}

// noteDemands notes what a person must and must never have, whatever the time, for a criterion to hold.
func noteDemands(c *study.Criterion, must, never map[string]bool) {
	for i := range c.All {
		noteDemands(&c.All[i], must, never)
	}
	if h := c.Has; h != nil && h.Times == nil && plain(&h.Event) {
		must[names(&h.Event)] = true
	}
	if c.Not != nil {
		if h := c.Not.Has; h != nil && h.Relation == nil && h.Times == nil && plain(&h.Event) {
			never[names(&h.Event)] = true
		}
		for _, k := range c.Not.Any {
			if h := k.Has; h != nil && h.Relation == nil && h.Times == nil && plain(&h.Event) {
				never[names(&h.Event)] = true
			}
		}
	}
}

func plain(e *study.Event) bool {
	return len(e.Concepts) == 1 && e.Where == nil && e.Age == nil && e.During == nil && len(e.With) == 0 &&
		len(e.Or) == 0
}

func names(e *study.Event) string { return strings.ToLower(e.Concepts[0].Text) }

// sexes reports a population of two sexes at once.
func sexes(q *study.Question) string {
	said := ""
	cs := q.Population.Criteria
	if q.Outcome != nil && q.Measure.Kind == study.Count {
		cs = append(cs[:len(cs):len(cs)], *q.Outcome)
	}
	for _, c := range cs {
		if c.Is == nil || c.Is.Sex == "" {
			continue
		}
		if said != "" && said != c.Is.Sex {
			return "it asks for women and men at once"
		}
		said = c.Is.Sex
	}
	return ""
}
