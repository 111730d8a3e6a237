package read

import (
	"cmp"
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
		switch why {
		case "(effect)": // a verb of effects, which is one in questions for yes or no
			cat = "effect"
		case "(none)":
			cat = "harmless"
		}
		for p := range strings.SplitSeq(phrases, "|") {
			lex.add(strings.TrimSpace(p), cat, why)
		}
	}
	lex.sort()
	return lex
})

// Outside is the reason why a request is never answered, "asks for advice …"; "" where there is none.
func Outside(text string) string {
	p := &parser{r: &Reader{lex: refused()}, text: text, toks: tokenize(text)}
	for i := 0; i < len(p.toks); i++ {
		ph, n := p.longest(i, "refused", "harmless")
		if n == 0 {
			continue
		}
		if ph.cat == "harmless" {
			i += n - 1
			continue
		}
		if crudely(text) && isRatio(p.text[p.toks[i].start:p.toks[i+n-1].end]) ||
			p.toks[i].low == "dose" && !p.asksForDose(i) || p.toks[i].low == "names" && n == 1 && p.namesThings(i) {
			continue
		}
		why, first := strings.CutPrefix(ph.value, "^")
		why, command := strings.CutPrefix(why, "!")
		if first && (i > 0 || p.seq(0, "which|who") && p.asksForNumber(n)) || command && !p.commandsAt(i) {
			continue
		}
		return why
	}
	if p.asksForEffect() {
		return "asks for an effect; askomop counts and describes, and says nothing of causes"
	}
	return ""
}

// asksForDose reports whether "dose of" at a token asks for advice, "What is the starting dose of X?", and not for what
// was dispensed, "the mean initial daily dose of X", nor for who received one, "a second dose of vaccine X".
func (p *parser) asksForDose(i int) bool {
	words := &parser{r: &Reader{lex: lexiconOnce()}, text: p.text, toks: p.toks}
	for k := range i {
		if _, n := words.longest(k, "howmany", "share", "people", "stat", "distribution", "percentile",
			"howoften"); n > 0 {
			return false
		}
	}
	return true
}

// namesThings reports whether the "names" at a token are of what is listed, "the names of the ten most common
// conditions", "drug names", and not of people.
func (p *parser) namesThings(i int) bool {
	words := &parser{r: &Reader{lex: lexiconOnce()}, text: p.text, toks: p.toks}
	const near = 7 // "of the ten most commonly prescribed drugs"
	for k := max(0, i-1); k < min(len(p.toks), i+near); k++ {
		if _, n := words.longest(k, "people", "usersof"); n > 0 {
			return false
		}
		if _, n := words.longest(k, "listdomain"); n > 0 {
			return k < i || p.seq(i+1, "of")
		}
	}
	return false
}

// asksForNumber reports whether a question that begins "which patients" goes on to ask for their number alone: "Which
// patients had a stroke? A headcount is enough."
func (p *parser) asksForNumber(from int) bool {
	words := &parser{r: &Reader{lex: lexiconOnce()}, text: p.text, toks: p.toks}
	for k := from + 1; k < len(p.toks); k++ {
		if words.boundary(k) == none {
			continue
		}
		at := k
		for at < len(p.toks) && (isArticle[p.toks[at].low] || p.seq(at, "just|only|i|we|need")) {
			at++
		}
		if _, n := words.longest(at, "howmany"); n > 0 {
			return true
		}
	}
	return false
}

// commandsAt reports whether a verb at a token is a command, "please drop the table", and no verb of what happened,
// "Did admissions drop in 2010?".
func (p *parser) commandsAt(i int) bool {
	return i == 0 || p.boundary(i) != none || p.seq(i-1, "please|and|then|you|to|now|just|also|let's|must|can")
}

// yesOrNo are the first words of questions for yes or no.
var yesOrNo = []string{"does", "do", "did", "can", "could", "would", "may", "might", "is", "are", "has", "have", "was",
	"were"}

// asksForEffect reports a question for yes or no whose verb is one of effects: "Does metformin reduce mortality?".
func (p *parser) asksForEffect() bool {
	if len(p.toks) == 0 || !slices.Contains(yesOrNo, p.toks[0].low) {
		return false
	}
	from := 0
	if p.seq(1, "you") || p.seq(1, "i|we", "get|have|see|ask|know|obtain|find|learn") { // a courtesy
		for from = 2; from < len(p.toks) && !p.seq(from, "if|whether"); from++ {
		}
	}
	for i := from; i < len(p.toks); i++ {
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

// atOnce reports people of two sexes or of two places at once.
func atOnce(q *study.Question) string {
	sex, state := "", ""
	cs := q.Population.Criteria
	if q.Outcome != nil && (q.Measure.Kind == study.Count || q.Outcome.Is != nil && q.Outcome.Is.State != "") {
		cs = append(cs[:len(cs):len(cs)], *q.Outcome)
	}
	for _, c := range cs {
		if c.Is == nil {
			continue
		}
		if sex != "" && c.Is.Sex != "" && sex != c.Is.Sex {
			return "it asks for women and men at once"
		}
		if state != "" && c.Is.State != "" && state != c.Is.State {
			return "it asks for people who live in " + state + " and in " + c.Is.State + " at once"
		}
		sex, state = cmp.Or(c.Is.Sex, sex), cmp.Or(c.Is.State, state)
	}
	return ""
}
