package read

import (
	"context"
	"slices"
	"strings"

	"github.com/askomop/askomop/omop/study"
	"github.com/askomop/askomop/vocab"
)

// Of a name that joins two things, "pathological fracture due to osteoporosis", the first is what it names: "the
// fracture" is that one, but "their osteoporosis" is the other thing.

// untilLink are the words of a name before the one that joins it to another thing: "due to", "in", "with".
func (p *parser) untilLink(name string) []string {
	words := strings.Fields(name)
	for i := 1; i < len(words); i++ {
		if p.linksNames(words, i) > 0 {
			return words[:i]
		}
	}
	return words
}

// linksNames is how many words of a name from the one at i on join two things.
func (p *parser) linksNames(words []string, i int) int {
	for _, ph := range p.r.lex.byFirst[words[i]] {
		if ph.cat == "namelink" && i+len(ph.words) <= len(words) && slices.Equal(ph.words, words[i:i+len(ph.words)]) {
			return len(ph.words)
		}
	}
	return 0
}

// isOtherPart reports whether the words of a name are what stands behind a link of a longer one, whole: "chronic kidney
// disease" of "anemia in chronic kidney disease".
func (p *parser) isOtherPart(long candidate, short []string) bool {
	words := strings.Fields(vocab.Normalize(long.text))
	for i := 1; i < len(words); i++ {
		if n := p.linksNames(words, i); n > 0 && slices.Equal(words[i+n:], short) {
			return true
		}
	}
	return false
}

// calledBefore is another name of the same concept that was said before token i: "rheumatoid arthritis" of "RA".
func (p *parser) calledBefore(i int, c candidate) string {
	is := p.r.lookup(c.text)
	if len(is) == 0 || is[0].Concept.ID == 0 {
		return ""
	}
	for k := 0; k < i; k++ {
		said := p.entityAt(k)
		if said.n == 0 || k+said.n > i {
			continue
		}
		if of := p.r.lookup(said.text); len(of) > 0 && of[0].Concept.ID == is[0].Concept.ID {
			return said.text
		}
		k += said.n - 1
	}
	return ""
}

// wholeName is a name that was put in the place of a shorter one; open where the shorter one may be any: "their first
// fracture" of people with a hip fracture.
type wholeName struct {
	short, whole string
	open         bool
}

// ofItself is the name that was put in the place of a shorter one, where that would count the thing from itself: "had a
// hip fracture after their first fracture". "Another hip fracture" is counted from the first.
func (r *Reader) ofItself(ctx context.Context, text string, put []wholeName, q *study.Question) string {
	if q == nil || len(put) == 0 {
		return ""
	}
	p := newParser(ctx, r, text)
	for i := range p.toks {
		if _, n := p.longest(i, "otherword", "againword", "saysagain"); n > 0 {
			return ""
		}
	}
	of := func(e *study.Event, name string) bool {
		return e != nil && len(e.Concepts) == 1 && strings.EqualFold(e.Concepts[0].Text, name)
	}
	for _, one := range put {
		name := one.whole
		if of(q.Population.Entry, name) && slices.ContainsFunc(spotsOf(q), func(s spot) bool {
			return s.has != nil && s.rel != nil && *s.rel != nil && (*s.rel).Place == study.Distance && of(s.ev, name)
		}) {
			return name
		}
	}
	return ""
}

// anyOfThem is the reading in which shorter names are what they are by themselves: "their first fracture" of people
// with a hip fracture may have been of another bone.
func (r *Reader) anyOfThem(ctx context.Context, text string, put []wholeName, q *study.Question) []Other {
	at := slices.IndexFunc(put, func(n wholeName) bool { return n.open })
	if at < 0 || q == nil {
		return nil
	}
	other, err := r.understand(ctx, text)
	if err != nil || other.Question == nil || other.Question.String() == q.String() {
		return nil
	}
	n := put[at]
	return []Other{{What: "Any " + n.short + ", not only " + n.whole, Question: other.Question}}
}
