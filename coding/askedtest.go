package coding

import (
	"cmp"
	_ "embed"
	"fmt"
	"slices"
	"strings"
	"sync"

	"github.com/askomop/askomop/internal/tsv"
	"github.com/askomop/askomop/vocab"
)

// askedTest is a test as a mention words it. Example: "urine protein" asks for the component protein in urine, by any
// method, in any unit.
type askedTest struct {
	labTest
	keys  map[string]bool // of the components that are meant
	named bool            // the mention itself names the specimen
	// hasOther is set where some test gives another amount than a pressure: then pressures are to be asked for.
	hasOther bool
}

// knownTest is a concept that is a test, with what its name says.
type knownTest struct {
	labTest
	concept vocab.Concept
}

// mostTests bounds how many names that hold the words of a component are looked at: LOINC has some thousands with "Ab"
// or "gene".
const mostTests = 6000

// askFor reads a normalised mention as a test: by its words, and by what it, or what is left of it without the
// specimen, is a name of. Example: "tsh serum" asks for thyrotropin in serum or plasma. ok is false where it names no
// component, or specimens that no test has together.
func (s *session) askFor(text string) (asked askedTest, ok bool) {
	_, _, several := cutSpecimen(text)
	asked = askedTest{labTest: parseTestName(text), keys: map[string]bool{}}
	asked.named = asked.specimen != ""
	for _, k := range asked.components {
		asked.keys[k] = true
		if strings.Contains(text, "total") {
			asked.keys[componentKey(k+" total", isTestWord)] = true
		}
	}
	bare, _, _ := cutSpecimen(text)
	bare, _, _ = strings.Cut(bare, " by ")
	bare = withoutWords(bare, saysOnlyTest)
	for _, name := range []string{text, bare} {
		named := analytes()[inOneOrder(name)]
		for _, component := range named {
			asked.keys[component] = true
		}
		hits := s.vocabulary.Lookup(name)
		if !s.nameComponents(&asked, s.choices(hits), slices.ContainsFunc(hits, isClass) || len(named) > 0) {
			return asked, false
		}
	}
	return asked, !several && len(asked.keys) > 0
}

//go:embed analytes.tsv
var analytesTSV string

// inOneOrder is the words of a name in order of the alphabet: "phosphate, inorganic" is inorganic phosphate.
func inOneOrder(name string) string { return componentKey(name, func(string) bool { return false }) }

// analytes are the keys of the components that a name means, by its words in one order, by analytes.tsv.
var analytes = sync.OnceValue(func() map[string][]string {
	all := map[string][]string{}
	for _, fields := range tsv.Rows(analytesTSV) {
		if len(fields) != 3 {
			continue
		}
		var keys []string
		for component := range strings.SplitSeq(fields[1], ";") {
			keys = append(keys, componentKey(component, isTestWord))
		}
		for name := range strings.SplitSeq(fields[0], ";") {
			keys = append(keys, componentKey(name, saysOnlyTest))
		}
		for name := range strings.SplitSeq(fields[0], ";") {
			all[inOneOrder(name)] = keys
		}
	}
	return all
})

// testsOf parts the tests of the components that are meant into those that are asked for and those that are not.
func (s *session) testsOf(asked askedTest) (tests []choice, left []knownTest) {
	all := s.sameComponent(asked)
	if !asked.named && asked.specimen == "" {
		asked.specimen = usualSpecimen(all)
	}
	amounts := slices.ContainsFunc(all, func(t knownTest) bool { return asked.inSpecimen(t) && t.property != "" && isAmount(t.property) })
	asked.hasOther = slices.ContainsFunc(all, func(t knownTest) bool {
		return asked.inSpecimen(t) && strings.Contains(t.property, "/volume")
	})
	var in []knownTest
	for _, t := range all {
		if asked.admits(t, amounts) {
			in = append(in, t)
		} else if !asked.named || t.specimen == "" || asked.inSpecimen(t) { // what the words exclude needs no telling
			left = append(left, t)
		}
	}
	slices.SortFunc(in, func(a, b knownTest) int {
		return cmp.Or(cmp.Compare(asked.notIn(a), asked.notIn(b)), cmp.Compare(ofLOINC(a), ofLOINC(b)),
			cmp.Compare(asked.otherwise(a), asked.otherwise(b)), compareTests(a, b))
	})
	for _, t := range in {
		tests = append(tests, choice{t.concept, t.why(), testScore, rankLay})
	}
	return tests, left
}

// notIn is 1 for a test in another specimen than the one that is named, which may stand for it: serum for blood.
func (asked askedTest) notIn(t knownTest) int {
	if asked.named && asked.specimen != t.specimen {
		return 1
	}
	return 0
}

// otherwise is 1 for a test whose component is another than the mention's own words.
func (asked askedTest) otherwise(t knownTest) int {
	if slices.ContainsFunc(t.components, func(c string) bool { return slices.Contains(asked.components, c) }) {
		return 0
	}
	return 1
}

// ofLOINC is 0 for a test of LOINC.
func ofLOINC(t knownTest) int {
	if t.concept.Vocabulary == "LOINC" {
		return 0
	}
	return 1
}

func compareTests(a, b knownTest) int {
	place := func(t knownTest) int {
		if i := slices.Index(bloodSpecimens, t.specimen); i >= 0 {
			return i
		}
		return len(bloodSpecimens)
	}
	baseline := func(t knownTest) int {
		if t.baseline {
			return 1
		}
		return 0
	}
	return cmp.Or(cmp.Compare(baseline(a), baseline(b)), cmp.Compare(min(len(a.method), 1), min(len(b.method), 1)),
		cmp.Compare(place(a), place(b)),
		cmp.Compare(len(a.method), len(b.method)), cmp.Compare(a.concept.ID, b.concept.ID))
}

// why says what a test measures, in what.
func (t knownTest) why() string {
	if t.specimen == "" {
		return "test of " + t.label
	}
	return fmt.Sprintf("test of %s in %s", t.label, t.specimen)
}

// sameComponent returns the standard tests of the components that are meant, of any specimen, property and method.
func (s *session) sameComponent(asked askedTest) []knownTest {
	var all []knownTest
	seen := map[int64]bool{}
	loinc := vocab.Filter{Domains: []string{s.domain}, Vocabularies: []string{"LOINC"}, Standard: true}
	for key := range asked.keys {
		for _, h := range s.vocabulary.WithWords(key, loinc, mostTests) {
			t := parseLabTest(h.Concept.Name)
			if !seen[h.Concept.ID] &&
				slices.ContainsFunc(t.components, func(c string) bool { return asked.means(c, t) }) {
				seen[h.Concept.ID] = true
				all = append(all, knownTest{t, h.Concept})
			}
		}
		for _, h := range s.vocabulary.SameWords(key, s.ofDomain(), onlyTestOrSpecimen(key)) {
			t := parseTestName(h.Term)
			if h.Concept.Vocabulary != "LOINC" && !seen[h.Concept.ID] && t.components != nil && asked.keys[t.components[0]] {
				seen[h.Concept.ID] = true
				all = append(all, knownTest{t, h.Concept})
			}
		}
	}
	slices.SortFunc(all, func(a, b knownTest) int { return cmp.Compare(a.concept.ID, b.concept.ID) })
	return all
}

// onlyTestOrSpecimen picks out the words that say only that something is measured, or in what, apart from those of a
// component.
func onlyTestOrSpecimen(component string) func(word string) bool {
	own := strings.Fields(component)
	return func(w string) bool {
		return !slices.Contains(own, w) && (fills(w) || saysOnlyTest(w) || w == "blood" || w == "serum" || w == "plasma" || w == "or" || w == "urine" || w == "fluid" || w == "body")
	}
}

// means reports whether a component of a test is asked for: of the same words, or of the same but for those of the
// method. Example: "CRP high sensitivity" asks for C reactive protein by high sensitivity method.
func (asked askedTest) means(component string, t labTest) bool {
	if asked.keys[component] {
		return true
	}
	for key := range asked.keys {
		more, ok := without(strings.Fields(key), strings.Fields(component))
		if ok && !slices.ContainsFunc(more, func(w string) bool { return !slices.Contains(t.method, w) }) {
			return true
		}
	}
	return false
}

// without takes each of some words out once; ok is false where one is not there.
func without(words, taken []string) (rest []string, ok bool) {
	rest = slices.Clone(words)
	for _, w := range taken {
		i := slices.Index(rest, w)
		if i < 0 {
			return nil, false
		}
		rest = slices.Delete(rest, i, i+1)
	}
	return rest, true
}

// inSpecimen reports whether a test is of the specimen that is asked for. Blood, serum and plasma stand for each other;
// a name that says none is taken where none is asked for or blood is.
func (asked askedTest) inSpecimen(t knownTest) bool {
	switch {
	case t.specimen == asked.specimen || t.specimen == "" && !asked.named:
		return true
	case inBlood(asked.specimen):
		if asked.named && asked.specimen == "whole blood" {
			return inBlood(t.specimen) && t.specimen != "serum or plasma"
		}
		if asked.named && slices.Index(bloodSpecimens, asked.specimen) > slices.Index(bloodSpecimens, "blood") {
			return false // arterial blood is another specimen than venous
		}
		return inBlood(t.specimen)
	case asked.specimen == "urine":
		return t.specimen == "24 hour urine" || t.specimen == "urine sediment"
	}
	return false
}

// admits reports whether a test is asked for. amounts tells that some test gives an amount in the specimen: then those
// that only tell whether something is there, or its ratio to something, are others, unless the words ask for them.
func (asked askedTest) admits(t knownTest, amounts bool) bool {
	switch {
	case !asked.inSpecimen(t) || t.challenge || asked.fasting && !t.fasting:
		return false
	case asked.property != "":
		return t.property == asked.property && asked.byMethod(t)
	case len(asked.method) > 0:
		return asked.byMethod(t)
	}
	if isPressure(t.property) && asked.hasOther {
		return false
	}
	return !amounts || isAmount(t.property) || asked.specimen != "" && !inBlood(asked.specimen) && !strings.Contains(t.property, "atio")
}

// byMethod reports whether a test is of the method that is asked for, or any where none is.
func (asked askedTest) byMethod(t knownTest) bool {
	return !slices.ContainsFunc(asked.method, func(w string) bool { return !slices.Contains(t.method, w) })
}

// usualSpecimen is the specimen of a mention that names none: blood where a component is measured in it, else urine or
// stool where it is measured there alone; nothing where no specimen is usual.
func usualSpecimen(all []knownTest) string {
	only := ""
	for _, t := range all {
		switch {
		case inBlood(t.specimen):
			return "blood"
		case t.specimen == "" || t.concept.Vocabulary != "LOINC":
		case only == "":
			only = t.specimen
		case t.specimen != only:
			return ""
		}
	}
	if only == "urine" || only == "stool" {
		return only
	}
	return ""
}
