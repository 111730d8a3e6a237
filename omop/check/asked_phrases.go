package check

import (
	_ "embed" // the table of phrases
	"slices"
	"strings"
	"sync"
)

// phraseList is the table of the phrases by which a question asks for something.
//
//go:embed asked_words.tsv
var phraseList string

var phrases = sync.OnceValue(func() map[string][]string {
	out := map[string][]string{}
	for line := range strings.Lines(phraseList) {
		what, list, ok := strings.Cut(strings.TrimSpace(line), "\t")
		if ok && !strings.HasPrefix(line, "#") {
			for phrase := range strings.SplitSeq(list, ", ") {
				out[what] = append(out[what], strings.Join(words(phrase), " ")) // as a question is: "person s average"
			}
		}
	}
	return out
})

// wordsFor reports whether the question has one of the phrases for something: "total", "each person".
func (p *pass) wordsFor(what string) bool { return p.asks(phrases()[what]...) }

// asksPlainly reports whether the question has one of the phrases for something, and does not say that it need not be
// so.
func (p *pass) asksPlainly(what string) bool {
	return slices.ContainsFunc(phrases()[what], p.saysPlainly)
}

// saysPlainly reports whether the question holds a phrase, and nothing right before or behind it says that it need not
// be so: "not necessarily the same visit", "even on one day" and "the same day included" ask for no such thing.
func (p *pass) saysPlainly(phrase string) bool {
	for at := 0; ; at++ {
		i := strings.Index(p.question.text[at:], " "+phrase+" ")
		if i < 0 {
			return false
		}
		at += i
		before := strings.Fields(p.question.text[:at])
		behind := strings.Fields(p.question.text[at+len(phrase)+1:])
		behind = behind[:min(2, len(behind))]
		waived := slices.ContainsFunc(before[max(0, len(before)-4):],
			func(w string) bool { return isWordFor("need not be so", w) }) ||
			slices.ContainsFunc(behind, func(w string) bool { return isWordFor("is let in", w) }) ||
			strings.HasPrefix(strings.Join(behind, " "), "or not")
		if !waived {
			return true
		}
	}
}

// isWordFor reports whether a word is one of those for something.
func isWordFor(what, word string) bool { return slices.Contains(phrases()[what], word) }

// asksShareOfPeople reports whether the question's share is of people: a word for a share, "of", and people behind it.
//
// Example: "what percentage of all women" is, "the proportion of stays of women" is not.
func (p *pass) asksShareOfPeople() bool { return p.sharedUnit() == peopleUnit }

// sharedUnit tells of what the question asks a share, by the first word behind "of" that is one for people or records.
func (p *pass) sharedUnit() unit {
	w := p.question.words
	if slices.ContainsFunc([]string{"among", "of"}, func(x string) bool { return len(w) > 0 && w[0] == x }) &&
		p.wordsFor("share") {
		for _, next := range w[1:min(4, len(w))] { // "among people who …, what share …"
			if slices.Contains(people, next) || isWordFor("people by what they do", next) {
				return peopleUnit
			}
		}
	}
	for i, word := range w {
		if !isWordFor("share", word) {
			continue
		}
		of := slices.Index(w[i+1:min(i+4, len(w))], "of")
		if of < 0 {
			continue
		}
		for _, next := range w[i+2+of : min(i+6+of, len(w))] {
			switch {
			case slices.Contains(people, next) || isWordFor("people by what they do", next):
				return peopleUnit
			case slices.Contains(records, next):
				return recordUnit
			}
		}
	}
	return otherUnit
}
