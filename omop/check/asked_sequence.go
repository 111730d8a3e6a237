package check

import (
	"slices"
	"strings"

	"github.com/askomop/askomop/omop/sqltree"
	"github.com/askomop/askomop/omop/study"
)

// The words that say which of two things came first: before the name of the earlier one, before the name of the later
// one, and behind both, in the order in which they are named.
var (
	afterWords    = []string{"after", "following", "since"}
	beforeWords   = []string{"before", "prior", "preceding", "until"}
	sequenceWords = []string{"afterwards", "afterward", "later", "thereafter", "subsequently", "then", "subsequent",
		"eventually"}
)

// judgeOrderWords reports two things of which the statement looks for the one before the other, where the question's
// words name them in the other order. It speaks only of questions with two names and one such word.
//
// Example: of "users of a walking aid who had a fall afterwards", the fall must not be the earlier one.
func (p *pass) judgeOrderWords() {
	if len(p.meaning.Named) != 2 || p.meaning.Question != nil || len(p.findings) > 0 {
		return
	}
	first, second := mention{event: &p.meaning.Named[0]}, mention{event: &p.meaning.Named[1]}
	at := p.wordsOf(second)
	ordered, said := 0, 0
	for i, w := range p.question.words {
		switch {
		case slices.Contains(beforeWords, w) && p.leadsTo(i, at):
			ordered++
		case slices.Contains(sequenceWords, w):
			said = 1 // or again, of what a word between the two names has said
		case slices.Contains(afterWords, w) && p.leadsTo(i, at):
			first, second = second, first
			ordered++
		case slices.Contains(afterWords, w), slices.Contains(beforeWords, w):
			return // it stands before neither name
		}
	}
	all := p.everyEvent()
	from, sure := p.matching(first, all)
	to, sureToo := p.matching(second, all)
	if max(ordered, said) != 1 || !sure || !sureToo || len(from) == 0 || len(to) == 0 || p.overlapping(from, to) {
		return
	}
	got := p.spanBetween(from, to)
	switch {
	case got.test != nil && !got.unclear && got.hasHigh && got.high <= 0 && !got.sameDay():
		p.report(got.test.expr, "the question's %s comes after %s, and this looks before it", second.name(), first.name())
	case !got.compared && !p.tiesVisits(from, to) && !p.datesJoined() && !p.datesLinked(from, to) &&
		!p.filtersByDate():
		p.report(to[0].rel.Node, "the question places %s in time after %s, and nothing here compares their dates",
			second.name(), first.name())
	}
}

// filtersByDate reports whether an aggregate takes some of its rows by a date, or a list some of its values:
// list_filter(stays, lambda d: d >= first).
func (p *pass) filtersByDate() bool {
	return standsIn[*sqltree.Lambda](p.Tree) || slices.ContainsFunc(p.Calls, func(f *sqltree.Func) bool {
		return f.Filter != nil && p.Within(f.Filter, func(x sqltree.Expr) bool { return all(p.Origins(x), hasDate) })
	})
}

// leading are the words that stand between one of order and what it is said of: "after their first diagnosis of gout".
var leading = []string{"a", "an", "the", "their", "his", "her", "first", "any", "diagnosis", "of", "to", "exposure",
	"start", "starting", "initiating", "having", "taking", "receiving", "being", "diagnosed", "with", "they", "had",
	"already", "been", "recorded", "record", "records", "on"}

// leadsTo reports whether nothing but such words stands between two places of the question. "No prior gout" is none:
// there it is the gout that is earlier.
func (p *pass) leadsTo(from, to int) bool {
	if to <= from || p.question.words[from] == "prior" && p.question.words[from+1] != "to" {
		return false
	}
	other := func(w string) bool { return !slices.Contains(leading, w) }
	return !slices.ContainsFunc(p.question.words[from+1:to], other)
}

// wordsOf is the place in the question at which an event's name begins, or -1.
func (p *pass) wordsOf(m mention) int {
	name := words(m.name())
	for i := range p.question.words {
		if i+len(name) <= len(p.question.words) && slices.Equal(p.question.words[i:i+len(name)], name) {
			return i
		}
	}
	return -1
}

// judgeFirstOfNamed reports a named thing of which the question means the first, and of which any record will do here,
// where the question names others beside it.
//
// Example: of "their first statin within 90 days after their first stroke", the MIN of the strokes alone.
func (p *pass) judgeFirstOfNamed() {
	if len(p.meaning.Named) < 2 {
		return
	}
	every := p.everyEvent()
	for i := range p.meaning.Named {
		m := mention{event: &p.meaning.Named[i]}
		if !p.saysFirstOf(p.wordsOf(m), len(words(m.name()))) {
			continue
		}
		first := *m.event
		first.Which = study.First
		m.event = &first
		if found, sure := p.matching(m, every); sure && len(found) > 0 && !p.anyTaken(found, false) &&
			!p.judgeTaken(m, found) {
			return
		}
	}
}

// saysFirstOf reports whether a name, n words from a place on, has "first" before it, or right behind it as in
// brackets:
// "their first recorded stroke", "a statin (first ever dispensing)".
func (p *pass) saysFirstOf(at, n int) bool {
	w := p.question.words
	if at < 0 {
		return false
	}
	for i := max(0, at-4); i < at; i++ {
		between := func(x string) bool { return !slices.Contains(leading, x) && !isWordFor("kind of record", x) }
		if w[i] == "first" && !slices.ContainsFunc(w[i+1:at], between) && !p.bracketed(i) {
			return true
		}
	}
	return at+n+1 < len(w) && w[at+n] == "first" && (w[at+n+1] == "ever" || isWordFor("kind of record", w[at+n+1]))
}

// bracketed reports whether a word of the question stands in brackets of its own: "diagnosed in 2009 (first ever) and
// had a fall" says nothing of the fall.
func (p *pass) bracketed(at int) bool {
	word, rest := p.question.words[at], strings.ToLower(p.asked)
	for _, w := range p.question.words[:at+1] {
		if w == word {
			i := strings.Index(rest, word)
			if i < 0 {
				return false
			}
			rest = rest[i+len(word):]
		}
	}
	end := strings.IndexAny(rest, "()")
	return end >= 0 && rest[end] == ')'
}

// judgeFirstOfAny reports the first record of one disease or drug where the question is what a person's first record of
// any kind was.
func (p *pass) judgeFirstOfAny() {
	if !p.wordsFor("of any kind") && !p.saysWhichVisit() || !p.asks("first", "earliest", "last", "latest") || !p.asks("was", "were", "is", "being", "had their") {
		return
	}
	var only *sqltree.Func
	for _, f := range p.Calls {
		home := p.Homes[f]
		if f.Name != "min" && f.Name != "max" || home == nil || !p.groupedByPerson(home) || len(f.Args) != 1 {
			continue
		}
		from := p.Origins(f.Args[0])
		visit := all(from, isStart) && from[0].TableName() == "visit_occurrence" && p.saysWhichVisit()
		if !all(from, isStart) || !namesOneThing(from[0].Relation) && !visit {
			continue
		}
		if rows, _ := p.chosenConcepts(from[0].Relation); rows.empty() {
			return
		}
		only = f
	}
	if only != nil && !p.looksAlong() {
		p.report(only, "the question is what a person's record of any kind was, and only records of one kind are looked at; choose the kind after the first")
	}
}

// saysWhichVisit reports whether the question is of what kind a person's first or last visit was: "whose last visit was
// an emergency room visit".
func (p *pass) saysWhichVisit() bool {
	w := p.question.words
	for i, word := range w {
		if word != "visit" || i+1 == len(w) || !slices.Contains([]string{"was", "were", "being", "is", "in", "at"}, w[i+1]) {
			continue
		}
		at := i - 1
		for at > 0 && isWordFor("kind of record", w[at]) {
			at--
		}
		own := at > 1 && (w[at-1] == "their" || w[at-1] == "whose")
		if own && slices.Contains([]string{"first", "last", "latest", "earliest", "recent"}, w[at]) {
			return true
		}
	}
	return false
}
