package read

import (
	_ "embed"
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
		for p := range strings.SplitSeq(phrases, "|") {
			lex.add(strings.TrimSpace(p), "refused", why)
		}
	}
	return lex
})

// outOfScope is the reason why a request is never answered; "" where there is none.
func outOfScope(text string) string {
	p := &parser{r: &Reader{lex: refused()}, text: text, toks: tokenize(text)}
	for i := range p.toks {
		ph, n := p.longest(i, "refused")
		if n > 0 && (i == 0 || !strings.HasPrefix(ph.value, "^")) {
			return strings.TrimPrefix(ph.value, "^")
		}
	}
	return ""
}

// contradiction says why no record can be what a question asks for; "" where one can.
func contradiction(q *study.Question) string {
	must, never := map[string]bool{}, map[string]bool{}
	note := func(c study.Criterion, into map[string]bool) {
		if c.Has != nil && c.Has.Relation == nil && c.Has.Times == nil && plain(&c.Has.Event) {
			into[names(&c.Has.Event)] = true
		}
	}
	for _, c := range q.Population.Criteria {
		note(c, must)
		if c.Not != nil {
			note(*c.Not, never)
		}
	}
	if e := q.Population.Entry; e != nil && plain(e) {
		must[names(e)] = true
	}
	if o := q.Outcome; o != nil {
		if o.Has != nil && plain(&o.Has.Event) {
			must[names(&o.Has.Event)] = true
		}
		if o.Not != nil {
			note(*o.Not, never)
		}
	}
	for name := range never {
		if must[name] && name != "" {
			return "it asks for people with and without " + name
		}
	}
	return sexes(q)
}

func plain(e *study.Event) bool {
	return len(e.Concepts) == 1 && e.Where == nil && e.Age == nil && e.During == nil && len(e.With) == 0 && len(e.Or) == 0
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
