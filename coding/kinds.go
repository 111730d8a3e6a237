package coding

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/askomop/askomop/vocab"
)

// A database may carry a vocabulary that was cut down to what its records need. It lacks "hip fracture" and has
// "Closed fracture of hip", which is one. What has no concept of its own there is taken as its kinds: the concepts
// whose names say all of it, of the same head, and more that only narrows it. Where one concept says all of it and
// may be another thing, or only a part of what is asked for, nothing is taken. A single word ("fracture", "allergy")
// is taken as what says it where the hierarchy has a class of just these, as it has of a database whose vocabulary
// lacks the class itself.

// cutDown is the number of concepts up to which a vocabulary is taken for one that was cut down: SNOMED alone has more.
const cutDown = 100_000

// withKinds are the domains whose names are read by their heads. Drugs, tests and visits have rules of their own.
var withKinds = []string{"Condition", "Procedure", "Device"}

// withClasses are the domains in which a class may be told by the hierarchy.
var withClasses = append([]string{"Observation"}, withKinds...)

// leastOfClass is how many kinds a class must have here: of one or two, many classes consist that are narrower.
const leastOfClass = 3

// kinds are the concepts of the domain that are kinds of what the text says; none where that is not certain.
func (s *session) kinds(ctx context.Context) []choice {
	if s.vocabulary.Info().Concepts > cutDown || !slices.Contains(withClasses, s.domain) ||
		isRest(vocab.Normalize(s.entity.Text)) {
		return nil
	}
	var found []choice
	open := map[int64]bool{} // concepts that may be a kind, or may not
	e := equivalentsOf()[s.domain]
	for _, r := range s.soundReadings() {
		asked := e.phraseOf(r.text)
		if len(r.wider) > 0 || r.refuse != "" || asked.head == "" || slices.ContainsFunc(strings.Fields(r.text), directs) {
			continue
		}
		hits := s.saying(e, r.text)
		classed := s.isClass(ctx, asked, hits)
		if !classed && !slices.Contains(withKinds, s.domain) {
			return nil
		}
		for _, h := range hits {
			switch name := e.phraseOf(vocab.Normalize(h.Term)); {
			case h.Kind != vocab.KindName: // a synonym may say more than the concept is
				open[h.Concept.ID] = true
			case !classed && !name.isKindOf(asked):
				return nil
			case !slices.ContainsFunc(found, func(c choice) bool { return c.concept.ID == h.Concept.ID }):
				found = append(found, choice{h.Concept, fmt.Sprintf("a kind of %q", s.entity.Text), kindScore, rankLay})
			}
		}
		for _, other := range rewritingsOf(r.text, s.domain) {
			if other.kind != "near" {
				continue
			}
			for _, h := range s.saying(e, other.to) { // a viral pharyngitis is a sore throat
				open[h.Concept.ID] = true
			}
		}
	}
	for _, c := range found {
		delete(open, c.concept.ID)
	}
	if len(open) > 0 {
		return nil
	}
	return found
}

// isClass reports whether the hierarchy has a class of just the concepts whose names say a word that says enough.
func (s *session) isClass(ctx context.Context, asked phrase, hits []vocab.Hit) bool {
	if len(asked.words) != 1 || len(asked.joined) > 0 || listed().general.has(asked.head) {
		return false
	}
	var ids []int64
	for _, h := range hits {
		if h.Kind == vocab.KindName && !slices.Contains(ids, h.Concept.ID) {
			ids = append(ids, h.Concept.ID)
		}
	}
	if len(ids) < leastOfClass {
		return false
	}
	found, err := s.vocabulary.HasClass(ctx, ids)
	if err != nil {
		s.found.failed.Store(true)
		s.options.Logger.Warn("the hierarchy could not be asked", "error", err)
	}
	return found
}

// saying are the concepts of the domain whose names say all words of a text of the thing itself.
func (s *session) saying(e *equivalents, text string) []vocab.Hit {
	asked := e.phraseOf(text)
	return slices.DeleteFunc(
		s.vocabulary.WithWords(withoutArticles(text), s.ofDomain(), maxNarrower),
		func(h vocab.Hit) bool {
			name := e.phraseOf(vocab.Normalize(h.Term))
			return !asked.within(name) || name.denies && !asked.denies
		},
	)
}

// noteKinds says what stands for the text: the kinds of it that records have.
func (s *session) noteKinds(ctx context.Context, kinds []choice) error {
	var concepts []vocab.Concept
	for _, k := range kinds {
		concepts = append(concepts, k.concept)
	}
	if s.options.Usage != nil {
		used, err := s.used(ctx, slices.Clone(concepts))
		if err != nil {
			return err
		}
		if len(used) > 0 {
			concepts = used
		}
	}
	only := "all kinds of it here"
	if len(concepts) == 1 {
		only = "the only kind of it here"
	}
	s.note("%q itself is not in this vocabulary; counted as: %s (%s)", s.entity.Text, nameList(concepts), only)
	return nil
}

// phrase is a name by its parts: "fracture of left hip due to fall" has the head "fracture", the words "fracture left
// hip", and "fall" is joined by "due to". All words are stems.
type phrase struct {
	head   string
	words  []string // without what is joined, sorted
	joined []string // the words that join: with, due to
	denies bool     // one of the words says that it is not the thing itself: history, suspected
}

// phraseOf reads a normalised name.
func (e *equivalents) phraseOf(text string) (p phrase) {
	m := e.inOrder(text)
	for _, joined := range m.parts[1:] {
		p.joined = append(p.joined, joined.joined)
	}
	p.words = slices.Sorted(slices.Values(m.parts[0].stems))
	// The head ends what stands before the first word that joins: "ablation" in "catheter ablation of tissue of heart".
	words := strings.Fields(withoutArticles(text))
	at, joined := 0, len(words)
	for i, w := range words {
		if _, n := e.joint(words[i:]); n > 0 || listed().beside.has(w) || directs(w) && w != "to" && w != "and" {
			joined = i
			break
		}
		if at == 0 && i > 0 && (fills(w) || w == "to") {
			at = i
		}
	}
	p.denies = listed().denials.hasAnyOf(strings.Join(words[:joined], " "))
	if at == 0 {
		at = joined
	}
	for at > 1 && narrowsOnly(stem(words[at-1])) { // "diabetes mellitus type 2"
		at--
	}
	if stems := e.inOrder(strings.Join(words[:at], " ")).parts[0].stems; len(stems) > 0 {
		p.head = stems[len(stems)-1]
	}
	return p
}

// narrowsOnly reports whether a stem says of which course, degree, side or manner something is, and never what it is.
func narrowsOnly(stem string) bool {
	return listed().narrowing.has(stem) || strings.Trim(stem, "0123456789") == "" || strings.Trim(stem, "iv") == ""
}

// within reports whether a name says all words of a phrase before what it joins.
func (p phrase) within(name phrase) bool { return len(difference(p.words, name.words)) == 0 }

// isKindOf reports whether a name that says all words of another is a kind of it. Where the other says little, a single
// word or a general one with one more ("knee injury", "neck fracture"), only what is sure to narrow it may be added:
// others of its kinds may be called otherwise, and it may be another neck.
func (p phrase) isKindOf(asked phrase) bool {
	if p.head != asked.head || slices.ContainsFunc(p.joined, func(j string) bool { return !listed().beside.has(j) }) {
		return false
	}
	said := slices.DeleteFunc(slices.Clone(asked.words), func(w string) bool {
		return listed().general.has(w) || narrowsOnly(w)
	})
	return !slices.ContainsFunc(difference(p.words, asked.words), func(w string) bool {
		return listed().otherParts.has(w) || len(said) < 2 && !narrowsOnly(w)
	})
}
