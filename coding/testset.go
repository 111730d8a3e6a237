package coding

import (
	"context"
	_ "embed"
	"fmt"
	"slices"
	"strings"

	"github.com/askomop/askomop/vocab"
)

// labTests returns the tests that a reading asks for, whatever their method, unit and vocabulary: LOINC's first, those
// of no stated method first of these, and serum or plasma before other blood. left are tests of the same component that
// the reading excludes or does not mean.
func (s *session) labTests(text string) (tests []choice, left []knownTest) {
	if s.domain != "Measurement" {
		return nil, nil
	}
	asked, ok := s.askFor(text)
	if !ok {
		return nil, nil
	}
	return s.testsOf(asked)
}

// testSet codes a mention as all tests of what it names. ok is false where it names no test, or one alone, which its
// name says best.
func (s *session) testSet(ctx context.Context) (set ConceptSet, ok bool, err error) {
	if s.domain != "Measurement" {
		return ConceptSet{}, false, nil
	}
	text := vocab.Normalize(spelled(s.entity.Text))
	hits := s.vocabulary.Lookup(text)
	named, class := s.choices(hits), slices.ContainsFunc(hits, isClass)
	for i := range named {
		if class &&
			!slices.ContainsFunc(
				hits,
				func(h vocab.Hit) bool { return isNoClass(h) && h.Concept.ID == named[i].concept.ID },
			) {
			named[i].why = "member of the class " + s.entity.Text
		}
	}
	if len(named) > 0 && (named[0].rank == rankAmbiguous || saysAll(named[0].concept, text)) {
		return ConceptSet{}, false, nil
	}
	asked, ok := s.askFor(text)
	if !ok {
		return ConceptSet{}, false, nil
	}
	tests, left := s.testsOf(asked)
	tests = withNamed(tests, named, class)
	if len(tests) == 0 || len(tests) == len(named) && !class && !slices.ContainsFunc(named, saysMeasured) {
		return ConceptSet{}, false, nil
	}
	s.tests, s.left = true, left
	set, err = s.setOfTests(ctx, tests)
	return set, true, err
}

// nameComponents takes the components of what the mention is a name of. Example: "LDL" is an abbreviation of
// Cholesterol in LDL. It reports false where the names are of different tests.
func (s *session) nameComponents(asked *askedTest, named []choice, class bool) bool {
	var first labTest
	for i, c := range named {
		if c.rank != named[0].rank && !class {
			break
		}
		t := testOf(c.concept)
		switch {
		case len(t.components) == 0:
			continue
		case i == 0:
			first = t
		case !class && t.components[0] != first.components[0]:
			return false
		}
		asked.keys[t.components[0]] = true
		if !class && !asked.named && asked.specimen == "" {
			asked.specimen = t.specimen
		}
	}
	if len(named) > 0 && !class && first.property != "" && (!isAmount(first.property) || isPressure(first.property)) {
		asked.property = first.property
	}
	if len(named) > 0 && !class && len(asked.method) == 0 {
		asked.method = first.method
	}
	return true
}

// saysMeasured reports whether a name says that an amount is measured: "Protein measurement", and not "Blood pressure",
// whose parts lie below it.
func saysMeasured(c choice) bool {
	return holdsWord(vocab.Normalize(c.concept.Name), "measurement", "level", "concentration")
}

// saysAll reports whether a text is the full name of a test, with what LOINC puts in brackets: then it alone is meant.
func saysAll(c vocab.Concept, text string) bool {
	return c.Vocabulary == "LOINC" && vocab.Normalize(c.Name) == text && strings.Contains(c.Name, "[")
}

// withNamed puts the tests that a mention names before the others, with the reason that they are found by. The members
// of a class have no rank among the tests: only those that are missing come first.
func withNamed(tests, named []choice, class bool) []choice {
	var out []choice
	for _, c := range named {
		i := slices.IndexFunc(tests, func(t choice) bool { return t.concept.ID == c.concept.ID })
		switch {
		case i < 0 && c.rank == named[0].rank:
			out = append(out, c)
		case i >= 0 && class:
			tests[i].why = c.why
		case i >= 0:
			out, tests = append(out, c), slices.Delete(tests, i, i+1)
		}
	}
	return append(out, tests...)
}

// setOfTests is the set of the tests alone. What SNOMED has below a measurement measures other things as well: ALT
// below protein, LDL below cholesterol. So these are told as left out where records have them.
func (s *session) setOfTests(ctx context.Context, tests []choice) (ConceptSet, error) {
	set := ConceptSet{Entity: s.entity, Concepts: chosen(tests), Chosen: membersOf(tests)}
	ids := set.IDs()
	closure, err := s.vocabulary.Descendants(ctx, ids)
	if err != nil {
		return ConceptSet{}, fmt.Errorf("code %s: %w", s.entity, err)
	}
	for _, d := range closure.Descendants {
		if d.Concept.IsStandard() && d.Concept.Invalid == "" && d.Concept.Domain == s.domain {
			s.below = append(s.below, d.Concept.ID)
		}
	}
	return set, nil
}
