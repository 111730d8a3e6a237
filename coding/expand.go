package coding

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/askomop/askomop/vocab"
)

// expand adds the standard descendants of the choices. coded is set where a
// source code names the concepts, so that nothing has to be guessed from names.
func (s *session) expand(ctx context.Context, choices []choice, coded bool) (ConceptSet, error) {
	set := ConceptSet{Entity: s.entity, Concepts: chosen(choices), Chosen: membersOf(choices)}
	ids := make([]int64, len(choices))
	names := map[int64]choice{}
	for i, c := range choices {
		ids[i], names[c.concept.ID] = c.concept.ID, c
	}
	closure, err := s.vocabulary.Descendants(ctx, ids)
	if err != nil {
		return ConceptSet{}, fmt.Errorf("code %s: %w", s.entity, err)
	}
	set.Concepts = append(set.Concepts, descendants(closure, names)...)
	if len(set.Concepts) == 0 {
		return ConceptSet{}, s.emptyClass(choices)
	}
	if len(closure.Unknown) > 0 || closure.Gaps || s.vocabulary.Hierarchy() == vocab.HierarchyRelationships {
		if err := s.checkNarrower(ctx, choices, closure, set, coded); err != nil {
			return ConceptSet{}, err
		}
	}
	set.Notes, set.Source = s.notes, s.source
	return set, nil
}

// descendants are the standard valid concepts of a closure, as members.
func descendants(closure vocab.Closure, of map[int64]choice) []Member {
	var out []Member
	for _, d := range closure.Descendants {
		if d.Concept.IsStandard() && d.Concept.Invalid == "" {
			top := of[d.Ancestor]
			out = append(out, member(d.Concept, "descendant of "+top.concept.Name, top.score))
		}
	}
	return out
}

// emptyClass says that nothing below a class can stand in a record.
func (s *session) emptyClass(choices []choice) error {
	return s.abstain(choices[0].concept.Name + " is a class, and this vocabulary has no standard concept below it")
}

// maxNarrower bounds how many narrower-looking names are looked at.
const maxNarrower = 200

// checkNarrower notes that descendants may be missing. Where other concepts
// look like descendants, and records have them as far as is known, taking the
// concept alone would count too few: then it abstains, unless it is to be lenient.
func (s *session) checkNarrower(
	ctx context.Context,
	choices []choice,
	closure vocab.Closure,
	set ConceptSet,
	coded bool,
) error {
	switch {
	case s.domain == "Visit" || onlyLeaves(choices):
		return nil // visits and laboratory tests have no narrower concepts to miss
	case s.vocabulary.Hierarchy() == vocab.HierarchyNone:
		s.note("this database has no concept_ancestor: descendants cannot be known, the concept is taken alone")
	case s.vocabulary.Hierarchy() == vocab.HierarchyRelationships:
		s.note("this database has no concept_ancestor: descendants are those that concept_relationship leads to")
	case s.vocabulary.Info().Partial:
		s.note("this database has only part of concept_ancestor: descendants may be missing")
	case len(closure.Unknown) > 0:
		s.note("concept_ancestor says nothing of this concept: it is taken alone")
	}
	narrower, loose, err := s.narrower(ctx, choices, set)
	if err != nil {
		return err
	}
	if len(loose) > 0 {
		s.note("not in the set, though named after it: %s", nameList(loose))
	}
	if len(narrower) == 0 {
		return nil
	}
	if coded || s.options.Lenient {
		s.note("left out, though they may be descendants: %s", nameList(narrower))
		return nil
	}
	e := &NoConceptError{Entity: s.entity, Reason: "without concept_ancestor the descendants of " + choices[0].concept.Name +
		" cannot be known, and taken alone it may count too few; load the vocabulary's CONCEPT_ANCESTOR, or name the concepts wanted by their ids, such as \"" +
		fmt.Sprintf("concept %d", choices[0].concept.ID) + "\", which is taken alone"}
	for _, c := range choices {
		e.Nearest = append(e.Nearest, member(c.concept, c.why, c.score))
	}
	for _, c := range narrower {
		e.Nearest = append(e.Nearest, member(c, "name contains "+choices[0].concept.Name, 0))
	}
	return e
}

// onlyLeaves reports whether the concepts are of classes that have nothing below them.
func onlyLeaves(choices []choice) bool {
	return !slices.ContainsFunc(choices, func(c choice) bool {
		return c.concept.Vocabulary != "LOINC" || c.concept.Class == "LOINC Hierarchy" || c.concept.Class == "LOINC Group"
	})
}

// narrower returns the standard concepts outside the set whose names hold all words of a chosen concept or of the text,
// and that occur in the data as far as is known. Apart stand the loose ones, that name the chosen only as a cause: what
// is due to a disease is hardly ever one of its kinds.
func (s *session) narrower(
	ctx context.Context,
	choices []choice,
	set ConceptSet,
) (narrower, loose []vocab.Concept, err error) {
	in := map[int64]bool{}
	for _, m := range set.Concepts {
		in[m.ID] = true
	}
	filter := s.ofDomain()
	for _, name := range append(namesOf(choices), s.entity.Text) {
		words := strings.Join(slices.DeleteFunc(strings.Fields(vocab.Normalize(name)), fills), " ")
		for _, h := range s.vocabulary.WithWords(words, filter, maxNarrower) {
			if in[h.Concept.ID] || opposite(h.Term, words) {
				continue
			}
			in[h.Concept.ID] = true
			if asCause(h.Term, words) {
				loose = append(loose, h.Concept)
			} else {
				narrower = append(narrower, h.Concept)
			}
		}
	}
	for _, c := range s.knownNarrower(choices) {
		if !in[c.ID] {
			in[c.ID] = true
			narrower = append(narrower, c)
		}
	}
	if s.options.Usage == nil {
		return narrower, loose, nil
	}
	if narrower, err = s.used(ctx, narrower); err != nil {
		return nil, nil, err
	}
	loose, err = s.used(ctx, loose)
	return narrower, loose, err
}

func namesOf(choices []choice) []string {
	names := make([]string, len(choices))
	for i, c := range choices {
		names[i] = c.concept.Name
	}
	return names
}

// used keeps the concepts that records have.
func (s *session) used(ctx context.Context, concepts []vocab.Concept) ([]vocab.Concept, error) {
	if len(concepts) == 0 {
		return nil, nil
	}
	ids := make([]int64, len(concepts))
	for i, c := range concepts {
		ids[i] = c.ID
	}
	counts, err := s.options.Usage.Used(ctx, ids)
	if err != nil {
		return nil, fmt.Errorf("code %s: look for concepts in the data: %w", s.entity, err)
	}
	return slices.DeleteFunc(concepts, func(c vocab.Concept) bool { return counts[c.ID] == 0 }), nil
}

// opposite reports whether a longer name denies the words or only refers to them.
func opposite(name, words string) bool {
	have := strings.Fields(words)
	for w := range strings.FieldsSeq(vocab.Normalize(name)) {
		if listed().denials.has(w) && !slices.Contains(have, w) {
			return true
		}
	}
	return false
}

// asCause reports whether a name holds some of the words only after "due to" or the like.
func asCause(name, words string) bool {
	text := " " + vocab.Normalize(name) + " "
	if strings.Contains(text, " pathological fracture ") {
		return false // SNOMED counts these among the kinds of the bone disease that causes them
	}
	at := len(text)
	for cause := range listed().causes {
		if strings.Contains(words, cause) {
			return false
		}
		if i := strings.Index(text, " "+cause+" "); i >= 0 {
			at = min(at, i)
		}
	}
	head := strings.Fields(text[:at])
	return slices.ContainsFunc(strings.Fields(words), func(w string) bool { return !slices.Contains(head, w) })
}

func nameList(concepts []vocab.Concept) string {
	var names []string
	for i, c := range concepts {
		if i == nearestShown {
			names = append(names, fmt.Sprintf("and %d more", len(concepts)-i))
			break
		}
		names = append(names, fmt.Sprintf("%s (%d)", c.Name, c.ID))
	}
	return strings.Join(names, ", ")
}
