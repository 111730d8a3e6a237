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
	inBlood := []string{"Serum or Plasma", "Serum", "Plasma", "Serum, Plasma or Blood", "Platelet poor plasma", "Blood", "Arterial blood", "Venous blood", "Capillary blood"}
	return []specimen{
		{[]string{"serum or plasma", "serum", "plasma"}, inBlood},
		{[]string{"arterial blood"}, []string{"Arterial blood"}},
		{[]string{"venous blood"}, []string{"Venous blood"}},
		{[]string{"capillary blood", "capillary"}, []string{"Capillary blood"}},
		{[]string{"whole blood", "blood"}, []string{"Blood", "Arterial blood", "Venous blood", "Capillary blood",
			"Serum, Plasma or Blood", "Serum or Plasma", "Serum", "Plasma", "Platelet poor plasma"}},
		{[]string{"urine sediment"}, []string{"Urine sediment"}},
		{[]string{"24 hour urine", "urine 24 hour"}, []string{"24 hour Urine"}},
		{[]string{"urine", "urinary"}, []string{"Urine", "24 hour Urine", "Urine sediment"}},
		{[]string{"csf", "cerebrospinal fluid", "cerebral spinal fluid"}, []string{"Cerebral spinal fluid"}},
		{[]string{"stool", "feces", "fecal"}, []string{"Stool"}},
		{[]string{"saliva oral fluid", "saliva", "oral fluid"}, []string{"Saliva (oral fluid)"}},
		{[]string{"meconium"}, []string{"Meconium"}},
		{[]string{"body fluid"}, []string{"Body fluid"}},
		{[]string{"synovial fluid"}, []string{"Synovial fluid"}},
		{[]string{"amniotic fluid"}, []string{"Amniotic fluid"}},
		{[]string{"gastric fluid"}, []string{"Gastric fluid"}},
		{[]string{"dbs"}, []string{"DBS"}},
		{[]string{"tissue"}, []string{"Tissue"}},
		{[]string{"nose", "nasal"}, []string{"Nose"}},
		{[]string{"throat"}, []string{"Throat"}},
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
// that it names: those of no stated method first, of these the quantities in serum or plasma, then those in blood.
func (s *session) labTests(text string) []choice {
	if s.domain != "Measurement" {
		return nil
	}
	asked, in, ok := askedTest(text)
	if !ok {
		return nil
	}
	type test struct {
		labTest
		concept vocab.Concept
	}
	var found []test
	filter := vocab.Filter{Domains: []string{s.domain}, Vocabularies: []string{"LOINC"}, Standard: true}
	for _, h := range s.vocabulary.WithWords(asked.component, filter, maxNarrower*2) {
		t, ok := parseLabTest(h.Concept.Name)
		if ok && sameComponent(t.component, asked.component) && slices.Contains(in.systems, t.system) && !t.challenge && asked.fits(t, in) {
			found = append(found, test{t, h.Concept})
		}
	}
	slices.SortFunc(found, func(a, b test) int {
		return cmp.Or(cmp.Compare(min(len(a.method), 1), min(len(b.method), 1)), cmp.Compare(slices.Index(in.systems, a.system), slices.Index(in.systems, b.system)),
			cmp.Compare(len(a.method), len(b.method)), cmp.Compare(a.concept.ID, b.concept.ID))
	})
	var choices []choice
	for _, t := range found {
		choices = append(choices, choice{t.concept, fmt.Sprintf("test of %s in %s", asked.component, strings.ToLower(t.system)), 0.98, rankLay})
	}
	return choices
}

// askedTest parts a reading into what is measured, its property and method where they are named, and the specimen.
// ok is false where nothing is left to measure, or where specimens are named that no test has together.
func askedTest(text string) (asked labTest, in specimen, ok bool) {
	text, method, _ := strings.Cut(text, " by ")
	rest := " " + text + " "
	asked.method = " " + method + " "
	named := 0
	in = specimens()[0]
	for _, sp := range specimens() {
		here := false
		for _, w := range sp.words {
			for _, part := range []*string{&rest, &asked.method} {
				if strings.Contains(*part, " "+w+" ") {
					*part, in, here = strings.ReplaceAll(*part, " "+w+" ", " "), sp, true
				}
			}
		}
		if here {
			named++
		}
	}
	var words []string
	for _, w := range strings.Fields(rest) {
		if p := propertyOf(w); p != "" && asked.property == "" {
			asked.property = p
		} else if !testWord(w) {
			words = append(words, w)
		}
	}
	asked.method = strings.TrimSpace(asked.method)
	asked.component = strings.Join(words, " ")
	return asked, in, asked.component != "" && named < 2
}

// propertyOf is LOINC's property that a word of a mention stands for; empty for amounts, which mentions leave out.
func propertyOf(word string) string {
	switch word {
	case "titer", "presence", "interpretation", "identifier":
		return strings.ToUpper(word[:1]) + word[1:]
	}
	return ""
}

// fits reports whether a test has the property and the method that are asked for; where none is, an amount by any method.
func (asked labTest) fits(t labTest, in specimen) bool {
	if asked.property != "" && t.property != asked.property || asked.property == "" && asked.method == "" && !quantity(t.property, in) {
		return false
	}
	has := strings.Fields(vocab.Normalize(t.method))
	return !slices.ContainsFunc(strings.Fields(asked.method), func(w string) bool { return !slices.Contains(has, w) })
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
