package pipeline

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"unicode"

	"github.com/askomop/askomop/coding"
	"github.com/askomop/askomop/rag/read"
	"github.com/askomop/askomop/vocab"
)

// offers are lines with the questions near to a refused one that can be computed; "" where there are none. The run
// keeps the questions.
func (p *Pipeline) offers(ctx context.Context, r *work) string {
	if r.Reading == nil {
		return ""
	}
	var near []string
	for _, n := range r.Reading.Near() {
		if _, _, err := p.compile(ctx, n.Question); err == nil {
			near = append(near, p.wholeSentence(ctx, n))
		}
	}
	renamed, names := p.renamed(ctx, r.Reading, r.Masked.Question)
	r.Offers = slices.Concat(renamed, near)
	if len(renamed) > 0 {
		names = nil
	}
	return section("Names of this vocabulary that come near:", names) +
		section("Asked with a name that this vocabulary has:", renamed) + section("Near to it, and answered:", near)
}

// unended are words on which no question ends: what followed them was left out.
var unended = []string{"a", "an", "and", "are", "at", "by", "for", "from", "had", "has", "have", "in", "is", "of", "on", "or", "the", "to", "was", "were", "who", "with"}

// wholeSentence is a near question in its own words, or as its study question says it where those break off: "How many
// patients with gout are?" is "The number of people with a diagnosis of gout".
func (p *Pipeline) wholeSentence(ctx context.Context, n read.Near) string {
	words := strings.Fields(strings.ToLower(strings.TrimRight(n.Text, "?. ")))
	if len(words) == 0 || !slices.Contains(unended, words[len(words)-1]) {
		return n.Text
	}
	said := n.Question.String()
	if reading, err := p.parts.Reader.Read(ctx, said); err != nil || !reading.Question.Equal(n.Question) {
		return n.Text
	}
	return said
}

func section(title string, lines []string) string {
	if len(lines) == 0 {
		return ""
	}
	return "\n" + title + "\n  " + strings.Join(lines, "\n  ")
}

// What is looked for among the vocabulary's names in place of a phrase that none has.
const (
	mostRenamed   = 3   // questions offered
	mostUnknown   = 3   // phrases of a question
	longestPhrase = 6   // words of a phrase that may be a name
	likeAName     = 0.6 // least similarity, as coding scores it: below it only a word or two are shared
)

var nameable = []string{"condition", "drug", "procedure", "measurement", "observation", "device"}

// renamed are the question with each phrase that is nobody's name replaced by one of the names nearest to it: "hip
// fracture" by "closed fracture of hip". Each of them is read and compiled before it is offered. names are lines with
// what comes near to each phrase.
func (p *Pipeline) renamed(ctx context.Context, r *read.Reading, question string) (out, names []string) {
	type place struct {
		at   read.Span
		name string
	}
	var best []place // the nearest name of each phrase
	offer := func(places ...place) {
		text := question
		for _, one := range slices.Backward(places) {
			text = text[:one.at.Start] + inSentence(one.name) + text[one.at.End:]
		}
		if len(out) < mostRenamed && !slices.Contains(out, text) && p.answerable(ctx, text) {
			out = append(out, text)
		}
	}
	for _, phrase := range r.Unread[:min(mostUnknown, len(r.Unread))] {
		if len(strings.Fields(phrase.Text)) > longestPhrase || phrase.End > len(question) {
			continue
		}
		near := p.nearestNames(ctx, phrase.Text)
		if len(near) == 0 {
			continue
		}
		best = append(best, place{phrase, near[0].Name})
		var said []string
		for _, m := range near[:min(mostRenamed, len(near))] {
			said = append(said, m.Name)
			offer(place{phrase, m.Name})
		}
		names = append(names, fmt.Sprintf("%q: %s", cut(phrase.Text, longestQuoted), strings.Join(said, ", ")))
	}
	if len(best) > 1 {
		offer(best...)
	}
	return out, names
}

// nearestNames are the concepts whose names come nearest to a phrase, of whatever domain, best first. No model is
// asked.
func (p *Pipeline) nearestNames(ctx context.Context, phrase string) []coding.Member {
	coder := p.parts.Plain
	if coder == nil {
		coder = p.parts.Coder
	}
	var all []coding.Member
	for _, domain := range nameable {
		var miss *coding.NoConceptError
		if _, err := coder.Code(ctx, coding.Entity{Domain: domain, Text: phrase}); errors.As(err, &miss) {
			for _, m := range miss.Nearest {
				if m.Score >= likeAName || hasWords(m.Name, phrase) {
					all = append(all, m)
				}
			}
		}
	}
	slices.SortStableFunc(all, func(a, b coding.Member) int { return cmp.Compare(b.Score, a.Score) })
	return all
}

// hasWords reports whether a name has all the words of a phrase: "catheter ablation of tissue of heart" those of
// "catheter ablation". A plural is the word, too.
func hasWords(name, phrase string) bool {
	words := strings.Fields(vocab.Normalize(name))
	for word := range strings.FieldsSeq(vocab.Normalize(phrase)) {
		if !slices.Contains(words, word) && !slices.Contains(words, strings.TrimSuffix(word, "s")) {
			return false
		}
	}
	return phrase != ""
}

// answerable reports whether a question is read without its own refusal and can be computed.
func (p *Pipeline) answerable(ctx context.Context, question string) bool {
	reading, err := p.parts.Reader.Read(ctx, question)
	if err != nil || reading.Question == nil {
		return false
	}
	_, _, err = p.compile(ctx, reading.Question)
	return err == nil
}

// inSentence is a name as it stands within a sentence: its first letter small, unless it is an abbreviation.
func inSentence(name string) string {
	letters := []rune(name)
	if len(letters) > 1 && unicode.IsUpper(letters[0]) && unicode.IsLower(letters[1]) {
		letters[0] = unicode.ToLower(letters[0])
	}
	return string(letters)
}
