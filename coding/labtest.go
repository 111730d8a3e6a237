package coding

import (
	_ "embed"
	"slices"
	"strings"
	"sync"

	"github.com/askomop/askomop/internal/lazyregexp"
	"github.com/askomop/askomop/internal/tsv"
	"github.com/askomop/askomop/vocab"
)

// labTest is what the name of a test says by LOINC's parts. Example: "Glucose [Mass/volume] in Urine by Test strip" is
// of the component glucose, the property Mass/volume, the specimen urine and the method test strip.
type labTest struct {
	label      string   // what is measured, to be shown
	components []string // the words of what is measured, sorted: in full, and without or only what stands in brackets
	property   string   // as written; may be empty
	specimen   string   // by specimens.tsv; empty where none is named; otherwise as written where it is unknown
	method     []string // its words
	fasting    bool
	challenge  bool // measured some time after something was given, or in a position
	baseline   bool // measured before something is given
}

var (
	testBracket   = lazyregexp.New(`^(.+?) \[([^\]]+)\](.*)$`)
	testIn        = lazyregexp.New(`^(.+) (?:in|of) (.+)$`)
	panelName     = lazyregexp.New(`^(.+ panel)(?: \[([^\]]+)\])? - (.+)$`)
	testYear      = lazyregexp.New(` (?:19|20)\d\d `)
	parenthetical = lazyregexp.New(`^(.*?)\s*\(([^()]+)\)\s*(.*)$`)
	among         = lazyregexp.New(` among .+$`)
)

// parseLabTest reads the systematic name of a test or panel of LOINC.
func parseLabTest(name string) labTest {
	name, challenge, timed := strings.Cut(name, " --")
	name, method, _ := strings.Cut(name, " by ")
	t := labTest{method: strings.Fields(vocab.Normalize(method)), challenge: timed && challenge != "baseline", baseline: timed && challenge == "baseline"}
	component, system := name, ""
	if m := panelName.FindStringSubmatch(name); m != nil {
		component, t.property, system = testYear.ReplaceAllString(m[1]+" ", " "), m[2], m[3]
	} else if m := testBracket.FindStringSubmatch(name); m != nil {
		component, t.property, system = m[1], m[2], strings.TrimSpace(m[3])
		system = strings.TrimPrefix(strings.TrimPrefix(system, "in "), "of ")
	} else if m := testIn.FindStringSubmatch(name); m != nil {
		component, system = m[1], m[2]
	}
	if t.specimen = specimenOf(system); t.specimen == "" {
		t.specimen = vocab.Normalize(system)
	}
	if system == "" { // "Creatinine serum/plasma"
		var rest string
		if rest, t.specimen, _ = cutSpecimen(vocab.Normalize(component)); inBlood(t.specimen) && rest != "" {
			component = rest
		} else {
			t.specimen = ""
		}
	}
	component, t.fasting = cutWord(component, "fasting")
	component = strings.ReplaceAll(among.ReplaceAllString(component, ""), ".total", "")
	t.label, t.components = strings.ToLower(component), componentsOf(component, isTestWord)
	return t
}

// parseTestName reads the name of a test of another vocabulary than LOINC: "Glucose measurement, urine", "Creatinine;
// blood".
func parseTestName(name string) labTest {
	rest, specimen, _ := cutSpecimen(vocab.Normalize(name))
	rest, method, _ := strings.Cut(rest, " by ")
	rest, fasting := cutWord(rest, "fasting")
	rest, property := cutProperty(rest)
	return labTest{
		label:      withoutWords(rest, saysOnlyTest),
		components: componentsOf(rest, saysOnlyTest),
		property:   property,
		specimen:   specimen,
		method:     strings.Fields(method),
		fasting:    fasting,
	}
}

// testOf reads the name of a concept of the domain measurement.
func testOf(c vocab.Concept) labTest {
	if c.Vocabulary == "LOINC" {
		return parseLabTest(c.Name)
	}
	return parseTestName(c.Name)
}

// componentsOf are the keys of a component: all its words, and where some stand in brackets those without and those
// alone. Example: "Thyroxine (T4) free" is "free t4 thyroxine" and "free thyroxine".
func componentsOf(component string, skip func(word string) bool) []string {
	keys := []string{componentKey(component, skip)}
	if m := parenthetical.FindStringSubmatch(component); m != nil {
		keys = append(keys, componentKey(m[1]+" "+m[3], skip), componentKey(m[2]+" "+m[3], skip))
	}
	return slices.DeleteFunc(keys, func(k string) bool { return k == "" })
}

// componentKey is the words of a component in order of the alphabet, without those that only say that something is
// measured.
func componentKey(component string, skip func(word string) bool) string {
	words := slices.DeleteFunc(strings.Fields(vocab.Normalize(component)), skip)
	slices.Sort(words)
	return strings.Join(words, " ")
}

// isTestWord reports whether a word says only that something is measured.
func isTestWord(w string) bool { return listed().measured.has(w) }

// saysOnlyTest is isTestWord for mentions and other names than LOINC's, which say "total" of what LOINC leaves so:
// total protein. LOINC says it where it tells two tests apart: total carbon dioxide.
func saysOnlyTest(w string) bool { return w == "total" || isTestWord(w) }

// cutWord takes a word away and reports whether it was there.
func cutWord(text, word string) (string, bool) {
	words := strings.Fields(text)
	rest := slices.DeleteFunc(slices.Clone(words), func(w string) bool { return strings.EqualFold(w, word) })
	return strings.Join(rest, " "), len(rest) < len(words) && len(rest) > 0
}

// specimenRow is a row of specimens.tsv.
type specimenRow struct {
	name  string
	words []string
}

//go:embed specimens.tsv
var specimensTSV string

var specimenRows = sync.OnceValue(func() []specimenRow {
	var rows []specimenRow
	for _, fields := range tsv.Rows(specimensTSV) {
		if len(fields) == 3 {
			rows = append(rows, specimenRow{fields[0], strings.Split(fields[1], ";")})
		}
	}
	return rows
})

// specimenOf is the specimen that a text is nothing but the name of, or nothing.
func specimenOf(text string) string {
	rest, specimen, several := cutSpecimen(vocab.Normalize(text))
	if rest != "" || several {
		return ""
	}
	return specimen
}

// cutSpecimen takes the words of a specimen out of a normalised text. several is set where specimens are named that no
// test has together.
func cutSpecimen(text string) (rest, specimen string, several bool) {
	rest = " " + text + " "
	for _, row := range specimenRows() {
		if row.name == "-" {
			for _, w := range row.words {
				rest = strings.ReplaceAll(rest, " "+w+" ", " "+strings.ReplaceAll(w, " ", "_")+" ")
			}
			continue
		}
		here := false
		for _, w := range row.words {
			if strings.Contains(rest, " "+w+" ") {
				rest, here = strings.ReplaceAll(rest, " "+w+" ", " "), true
			}
		}
		if here && specimen == "" {
			specimen = row.name
		} else if here {
			several = true
		}
	}
	return strings.Join(strings.Fields(strings.ReplaceAll(rest, "_", " ")), " "), specimen, several
}

// cutProperty takes the word of a property that mentions name out of a normalised text: amounts they leave out.
func cutProperty(text string) (rest, property string) {
	for _, p := range []string{"titer", "presence", "interpretation", "identifier"} {
		if cut, ok := cutWord(text, p); ok {
			return cut, strings.ToUpper(p[:1]) + p[1:]
		}
	}
	return text, ""
}

// isAmount reports whether a property is a quantity of the component: no ratio to something else, no rank, and not
// whether it is there at all.
func isAmount(property string) bool {
	for _, other := range []string{"atio", "Presence", "Identifier", "Titer", "Percentile", "Interpretation", "Type", "Class", "Susceptibility", "Multiple"} {
		if strings.Contains(property, other) {
			return false
		}
	}
	return true
}

// isPressure reports whether a property is a pressure, which is another quantity than a concentration.
func isPressure(property string) bool { return strings.Contains(property, "ressure") }

// inBlood reports whether a specimen is blood or a part of it that routine tests take for blood.
func inBlood(specimen string) bool {
	return slices.Contains(bloodSpecimens, specimen)
}

// bloodSpecimens are in the order in which tests of them are named: serum or plasma is usual in chemistry.
var bloodSpecimens = []string{"serum or plasma", "serum, plasma or blood", "blood", "whole blood", "arterial blood", "venous blood", "capillary blood"}

// withoutWords leaves out the words that skip picks out.
func withoutWords(text string, skip func(word string) bool) string {
	return strings.Join(slices.DeleteFunc(strings.Fields(text), skip), " ")
}
