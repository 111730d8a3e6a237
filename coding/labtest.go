package coding

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/askomop/askomop/internal/lazyregexp"
	"github.com/askomop/askomop/vocab"
)

// labTest is what LOINC's name of a test says: "Creatinine [Mass/volume] in Serum or Plasma".
type labTest struct {
	component string // normalised
	property  string // as written; may be empty
	system    string // what was tested: "Serum or Plasma"
	method    string
	challenge bool // measured some time after something was given
}

var (
	testName  = lazyregexp.New(`^(.+?)(?: \[([^\]]+)\])? (?:in|of) (.+?)(?: by (.+?))?(?: --(.+))?$`)
	panelName = lazyregexp.New(`^(.+ panel)(?: \[([^\]]+)\])? - (.+?)(?: by (.+?))?$`)
	loincYear = lazyregexp.New(` (?:19|20)\d\d `)
)

// parseLabTest reads the systematic name of a test or panel.
func parseLabTest(name string) (labTest, bool) {
	m := panelName.FindStringSubmatch(name)
	if m == nil {
		if m = testName.FindStringSubmatch(name); m == nil {
			return labTest{}, false
		}
		m[1] = strings.ReplaceAll(m[1], ".total", "")
	} else {
		m = append(m, "")
	}
	return labTest{
		component: vocab.Normalize(loincYear.ReplaceAllString(m[1], " ")),
		property:  m[2], system: m[3], method: m[4], challenge: m[5] != "",
	}, true
}

// specimen is a thing that is tested, by the words that mentions and LOINC's systems have for it.
type specimen struct {
	words   []string // of mentions, normalised
	systems []string
}

// specimens are told apart; a mention that names none means blood.
func specimens() []specimen {
	return []specimen{
		{[]string{"serum or plasma", "serum", "plasma"}, []string{"Serum or Plasma", "Serum", "Plasma",
			"Serum, Plasma or Blood", "Platelet poor plasma", "Blood", "Arterial blood", "Venous blood", "Capillary blood"}},
		{[]string{"whole blood", "blood"}, []string{"Blood", "Arterial blood", "Venous blood", "Capillary blood",
			"Serum, Plasma or Blood", "Serum or Plasma", "Serum", "Plasma", "Platelet poor plasma"}},
		{[]string{"urine", "urinary"}, []string{"Urine", "24 hour Urine", "Urine sediment"}},
		{[]string{"csf", "cerebrospinal fluid", "cerebral spinal fluid"}, []string{"Cerebral spinal fluid"}},
		{[]string{"stool", "feces", "fecal"}, []string{"Stool"}},
	}
}

// testWords say only that something is measured.
func testWord(w string) bool {
	switch w {
	case "level", "measurement", "test", "value", "result", "total", "concentration", "lab", "in", "of":
		return true
	}
	return false
}

// labTests returns the tests of LOINC that measure what a reading names, in the specimen
// that it names: the quantities in serum or plasma first, then those in blood.
func (s *session) labTests(text string) []choice {
	if s.domain != "Measurement" {
		return nil
	}
	component, in := s.component(text)
	if component == "" {
		return nil
	}
	type test struct {
		labTest
		concept vocab.Concept
	}
	var found []test
	filter := vocab.Filter{Domains: []string{s.domain}, Vocabularies: []string{"LOINC"}, Standard: true}
	for _, h := range s.vocabulary.WithWords(component, filter, maxNarrower*2) {
		t, ok := parseLabTest(h.Concept.Name)
		if ok && sameComponent(t.component, component) && slices.Contains(in.systems, t.system) && !t.challenge && quantity(t.property, in) {
			found = append(found, test{t, h.Concept})
		}
	}
	slices.SortFunc(found, func(a, b test) int {
		return cmp.Or(cmp.Compare(slices.Index(in.systems, a.system), slices.Index(in.systems, b.system)),
			cmp.Compare(len(a.method), len(b.method)), cmp.Compare(a.concept.ID, b.concept.ID))
	})
	var choices []choice
	for _, t := range found {
		choices = append(choices, choice{t.concept, fmt.Sprintf("test of %s in %s", component, strings.ToLower(t.system)), 0.98, rankLay})
	}
	return choices
}

// component parts a reading into what is measured and the specimen.
func (s *session) component(text string) (string, specimen) {
	padded, in := " "+text+" ", specimens()[0]
	for _, sp := range specimens() {
		for _, w := range sp.words {
			if strings.Contains(padded, " "+w+" ") {
				padded, in = strings.ReplaceAll(padded, " "+w+" ", " "), sp
			}
		}
	}
	return strings.Join(slices.DeleteFunc(strings.Fields(padded), testWord), " "), in
}

// sameComponent reports whether two components are of the same words.
func sameComponent(a, b string) bool {
	words := func(s string) []string {
		w := slices.DeleteFunc(strings.Fields(s), testWord)
		slices.Sort(w)
		return w
	}
	return slices.Equal(words(a), words(b))
}

// quantity reports whether a property is an amount. In blood, whether something is present at all, and ratios
// to something else, are other tests; in other specimens the strip is the usual test.
func quantity(property string, in specimen) bool {
	if !slices.Contains(in.systems, "Blood") {
		return !strings.Contains(property, "atio")
	}
	return !strings.Contains(property, "atio") && property != "Presence" && property != "Identifier" && property != "Titer"
}
