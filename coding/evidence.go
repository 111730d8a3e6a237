package coding

import (
	"cmp"
	"context"
	_ "embed"
	"fmt"
	"slices"
	"strings"
	"sync"

	"github.com/askomop/askomop/internal/lazyregexp"
	"github.com/askomop/askomop/internal/tsv"
	"github.com/askomop/askomop/vocab"
)

// A mention that is not a name of a concept is answered where the evidence is strong: all that it says is said by one
// name, and that name says nothing more. Example: "arthritis due to Lyme disease" and "Lyme arthritis" are of the same
// stems, but for a word that adds nothing.

//go:embed equivalent.tsv
var equivalentTSV string

// equivalents are the rows of equivalent.tsv for one domain.
type equivalents struct {
	same  [][2][]string // words and what stands for them, the longer first
	empty [][]string
	head  map[string]bool
	sort  map[string]bool // heads that say so little that they may stand beside one word
	joins map[string]bool
	own   map[string]bool
	whole map[string]bool // stems of words that a head makes another thing of
}

var equivalentsOf = sync.OnceValue(func() map[string]*equivalents {
	all := map[string]*equivalents{}
	for _, domain := range entityDomains {
		e := &equivalents{
			head:  map[string]bool{},
			sort:  map[string]bool{},
			joins: map[string]bool{},
			own:   map[string]bool{},
			whole: map[string]bool{},
		}
		for _, fields := range tsv.Rows(equivalentTSV) {
			if len(fields) == 4 && (fields[1] == "*" || slices.Contains(strings.Split(fields[1], ";"), domain)) {
				e.add(fields[0], strings.Split(fields[2], ";"))
			}
		}
		slices.SortStableFunc(e.same, func(a, b [2][]string) int { return len(b[0]) - len(a[0]) })
		slices.SortStableFunc(e.empty, func(a, b []string) int { return len(b) - len(a) })
		all[domain] = e
	}
	return all
})

func (e *equivalents) add(kind string, phrases []string) {
	for i, p := range phrases {
		words := strings.Fields(vocab.Normalize(p))
		switch kind {
		case "same":
			if i > 0 {
				e.same = append(e.same, [2][]string{words, strings.Fields(vocab.Normalize(phrases[0]))})
			}
		case "empty":
			e.empty = append(e.empty, words)
		case "head", "sort":
			e.head[stem(words[0])], e.sort[stem(words[0])] = true, kind == "sort"
		case "whole":
			e.whole[stem(words[0])] = true
		case "own":
			e.own[words[0]] = true
		case "joins":
			e.joins[strings.Join(words, " ")] = true
		}
	}
}

// meaning is the meaning of a text: a bag of stems for each of the parts that words such as "due to" join.
type meaning struct {
	parts []part
}

// part is the stems of a part of a text, sorted, behind the word that joins it to the one before.
type part struct {
	joined string
	stems  []string
}

// meaningOf reads a normalised text.
func (e *equivalents) meaningOf(text string) meaning {
	m := e.inOrder(text)
	e.keepOnlyWord(&m, text)
	for i := range m.parts {
		slices.Sort(m.parts[i].stems)
	}
	m.parts = slices.DeleteFunc(m.parts, func(p part) bool { return p.joined == "" && len(p.stems) == 0 })
	return m
}

// inOrder reads a normalised text and leaves the stems in their order.
func (e *equivalents) inOrder(text string) meaning {
	words := strings.Fields(withoutArticles(text))
	m := meaning{parts: []part{{}}}
	for i := 0; i < len(words); {
		if n := prefixOf(words[i:], e.empty); n > 0 {
			i += n
			continue
		}
		if n, to := e.replaced(words[i:]); n > 0 {
			words = slices.Concat(words[:i], to, words[i+n:])
		}
		joined, n := e.joint(words[i:])
		switch {
		case n > 0:
			m.parts = append(m.parts, part{joined: joined})
			i += n
			continue
		case !connects(words[i]):
			last := &m.parts[len(m.parts)-1]
			if e.own[words[i]] {
				last.stems = append(last.stems, words[i])
			} else {
				last.stems = append(last.stems, stem(words[i]))
			}
		}
		i++
	}
	return m
}

// keepOnlyWord takes the word itself where nothing but one word tells what is meant: alcoholism is not a disorder *due
// to* alcohol.
func (e *equivalents) keepOnlyWord(m *meaning, text string) {
	var only *string
	for i := range m.parts {
		for j, s := range m.parts[i].stems {
			switch {
			case e.head[s]:
			case only != nil:
				return
			default:
				only = &m.parts[i].stems[j]
			}
		}
	}
	if only == nil {
		return
	}
	for w := range strings.FieldsSeq(text) {
		if stem(w) == *only {
			*only = w
			return
		}
	}
}

// connects reports whether a word only joins others, of whatever meaning.
func connects(word string) bool {
	return fills(word) && word != "on" && word != "at" || word == "and" || word == "or" || word == "to"
}

// prefixOf is the number of words of the first phrase that the words begin with.
func prefixOf(words []string, phrases [][]string) int {
	for _, p := range phrases {
		if len(p) <= len(words) && slices.Equal(words[:len(p)], p) {
			return len(p)
		}
	}
	return 0
}

func (e *equivalents) replaced(words []string) (n int, to []string) {
	for _, s := range e.same {
		if len(s[0]) <= len(words) && slices.Equal(words[:len(s[0])], s[0]) {
			return len(s[0]), s[1]
		}
	}
	return 0, nil
}

func (e *equivalents) joint(words []string) (string, int) {
	for n := min(2, len(words)); n > 0; n-- {
		if joined := strings.Join(words[:n], " "); e.joins[joined] {
			return joined, n
		}
	}
	return "", 0
}

// leastStems is how many stems must agree where a name says more than a mention only by a word that adds nothing.
const leastStems = 2

// saysSame reports whether a name says all that a mention says, and nothing more.
func (e *equivalents) saysSame(mention, name meaning) bool {
	if len(mention.parts) == 0 || len(name.parts) == 0 {
		return false
	}
	if len(mention.parts) == len(name.parts) {
		for i, p := range mention.parts {
			if p.joined != name.parts[i].joined || !e.sameStems(p.stems, name.parts[i].stems) {
				return false
			}
		}
		return true
	}
	// "Lyme arthritis" is "arthritis due to Lyme disease": a cause may be said by an adjective. What else joins, or
	// denies, must be said by both.
	cause := func(m meaning) bool { return len(m.parts) == 2 && m.parts[1].joined == "due to" }
	if !(cause(mention) && len(name.parts) == 1) && !(cause(name) && len(mention.parts) == 1) {
		return false
	}
	for _, p := range slices.Concat(mention.parts, name.parts) {
		if !slices.ContainsFunc(p.stems, func(s string) bool { return !e.head[s] }) {
			return false // due to a disease that is not named
		}
	}
	return e.sameStems(allStems(mention), allStems(name))
}

func allStems(m meaning) []string {
	var all []string
	for _, p := range m.parts {
		all = append(all, p.stems...)
	}
	slices.Sort(all)
	return all
}

// sameStems compares the stems of a mention and of a name. Either may say what sort of thing is meant where enough else
// agrees.
func (e *equivalents) sameStems(mention, name []string) bool {
	more, missing := difference(mention, name), difference(name, mention)
	shared := len(mention) - len(more)
	isHead := func(s string) bool { return e.head[s] }
	if len(more)+len(missing) > 0 && slices.ContainsFunc(mention, func(s string) bool { return e.whole[s] }) {
		return false
	}
	for _, s := range more {
		if !isHead(s) || slices.ContainsFunc(name, isHead) || shared < leastStems && !e.sort[s] {
			return false
		}
	}
	for _, s := range missing {
		if !isHead(s) || slices.ContainsFunc(mention, isHead) || shared < leastStems {
			return false
		}
	}
	return shared > 0
}

// difference is a without b; both are sorted, and may hold an element several times.
func difference(a, b []string) []string {
	rest := slices.Clone(b)
	var more []string
	for _, s := range a {
		if i := slices.Index(rest, s); i >= 0 {
			rest = slices.Delete(rest, i, i+1)
		} else {
			more = append(more, s)
		}
	}
	return more
}

// Bounds of the search for evidence.
const (
	evidenceHits = 30 // candidates whose names are compared
)

// evident codes a mention by a name that says the same. ok is false where none does. Where names of several concepts do
// it abstains. whole leaves out readings from which words that narrow were taken away.
func (s *session) evident(ctx context.Context, whole bool) (picked []choice, ok bool, err error) {
	if s.domain == "Drug" || s.domain == "Visit" {
		return nil, false, nil
	}
	e := equivalentsOf()[s.domain]
	hits, err := s.search(ctx, vocab.Filter{Domains: []string{s.domain}}, evidenceHits, &bar{hits: evidenceHits, tests: s.domain == "Measurement"})
	if err != nil {
		return nil, false, err
	}
	found := bestHits(hits, evidenceHits)
	for _, r := range s.soundReadings() {
		if whole && len(r.wider) > 0 {
			continue
		}
		same := s.sayingSame(e, e.meaningOf(r.text), found)
		if len(same) == 0 {
			continue
		}
		if reason := s.refusal(r); reason != "" {
			return nil, true, &NoConceptError{Entity: s.entity, Reason: reason, Nearest: membersOf(same)}
		}
		picked, err := s.pick(ctx, same)
		if err == nil {
			s.noteReading(r)
		}
		return picked, true, err
	}
	return nil, false, nil
}

// soundReadings are what the mention says, as it is written and in other words.
func (s *session) soundReadings() []reading {
	var sound []reading
	for _, w := range s.writings() { // also with words that no name has: what stands for them may be
		if w.kind == "" {
			sound = append(sound, reading{text: vocab.Normalize(w.text)})
		}
	}
	for _, r := range s.readings() {
		if r.sound() {
			sound = append(sound, r)
		}
	}
	return sound
}

// sound reports whether a reading says what is written, if in other words: nothing in it is guessed or added, and no
// half of "history and examination" was taken away.
func (r reading) sound() bool {
	if r.cost > evidenceCost || r.guess > 0 || slices.Contains(r.kinds, "unknown") || slices.Contains(r.kinds, "ending") {
		return false
	}
	words := strings.Fields(r.text)
	return len(words) > 0 && words[0] != "and" && words[0] != "or" && words[len(words)-1] != "and" && words[len(words)-1] != "or"
}

// sayingSame are the concepts one of whose names says the same.
func (s *session) sayingSame(e *equivalents, mention meaning, found []vocab.Hit) []choice {
	var same []vocab.Hit
	for _, h := range found {
		for _, name := range s.namesOf(h) {
			if h.Kind <= vocab.KindSynonym && !h.Ambiguous && !isOfSeries(h) && !s.saysOther(name) &&
				e.saysSame(mention, e.meaningOf(vocab.Normalize(name))) {
				h.Term, h.Kind, h.Score = name, vocab.KindSynonym, evidenceScore
				if name == h.Concept.Name {
					h.Kind = vocab.KindName
				}
				same = append(same, h)
				break
			}
		}
	}
	choices := s.choices(same)
	for i := range choices {
		if !strings.HasPrefix(choices[i].why, "mapped from") {
			choices[i].why = fmt.Sprintf("says the same as %s", choices[i].why[len("similar to "):])
		}
	}
	return choices
}

// besideBrackets is a name of ICD with another in brackets: "Thromboangiitis obliterans [Buerger's disease]".
var besideBrackets = lazyregexp.New(`^([^\[\]]+?) \[([^\[\]]+)\]$`)

// namesOf are the names that a hit is compared by.
func (s *session) namesOf(h vocab.Hit) []string {
	names := []string{h.Concept.Name, h.Term}
	if m := besideBrackets.FindStringSubmatch(h.Concept.Name); m != nil && s.domain == "Condition" {
		names = append(names, m[1], m[2])
	}
	return names
}

// saysOther reports whether a mention says that something has no code of its own, and a name that nothing is said.
func (s *session) saysOther(name string) bool {
	name = vocab.Normalize(name)
	return isRest(vocab.Normalize(s.entity.Text)) && holdsWord(name, "unspecified") && !isRest(name)
}

// isRest reports whether a normalised text is of what has no code of its own.
func isRest(text string) bool {
	return holdsWord(text, "other", "oth", "nec") || strings.Contains(text, "elsewhere classified")
}

// bestHits are the best of what a search found, in order.
func bestHits(found map[int64]vocab.Hit, k int) []vocab.Hit {
	hits := make([]vocab.Hit, 0, len(found))
	for _, h := range found {
		hits = append(hits, h)
	}
	slices.SortFunc(hits, func(a, b vocab.Hit) int {
		return cmp.Or(
			cmp.Compare(b.Score, a.Score),
			cmp.Compare(a.Kind, b.Kind),
			cmp.Compare(a.Concept.ID, b.Concept.ID),
		)
	})
	return hits[:min(k, len(hits))]
}
