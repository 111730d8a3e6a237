package coding_test

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/askomop/askomop/coding"
	"github.com/askomop/askomop/vocab"
	"github.com/askomop/askomop/vocab/vocabtest"
)

func condition(id int64, name string) vocab.Concept {
	return vocab.Concept{ID: id, Name: name, Domain: "Condition", Vocabulary: "SNOMED", Class: "Clinical Finding", Standard: "S", Code: name}
}

func product(id int64, name, class string) vocab.Concept {
	return vocab.Concept{ID: id, Name: name, Domain: "Drug", Vocabulary: "RxNorm", Class: class, Standard: "S", Code: name}
}

// Real concepts of the SNOMED hierarchy, as small vocabularies.
var (
	sinusitis, viral, chronic = condition(4283893, "Sinusitis"), condition(40481087, "Viral sinusitis"), condition(257012, "Chronic sinusitis")
	diabetes                  = condition(201820, "Diabetes mellitus")
	type2                     = condition(201826, "Type 2 diabetes mellitus")
	atrial                    = condition(313217, "Atrial fibrillation")
	fibrosis                  = condition(441267, "Cystic fibrosis")
	infertility               = condition(45769019, "Female infertility due to cystic fibrosis")
)

// used is a Usage by what records hold.
type used map[int64]int

func (u used) Used(_ context.Context, ids []int64) (map[int64]int, error) {
	found := map[int64]int{}
	for _, id := range ids {
		if u[id] > 0 {
			found[id] = u[id]
		}
	}
	return found, nil
}

// UsedAsSource counts the ids below 0: records of their source concept.
func (u used) UsedAsSource(_ context.Context, ids []int64) (map[int64]int, error) {
	found := map[int64]int{}
	for _, id := range ids {
		if u[-id] > 0 {
			found[id] = u[-id]
		}
	}
	return found, nil
}

// code codes one entity on a small vocabulary.
func code(t *testing.T, tables vocabtest.Tables, options coding.Options, domain, text string) (coding.ConceptSet, error) {
	t.Helper()
	return coding.NewRules(tables.Open(t), options).Code(context.Background(), coding.Entity{Domain: domain, Text: text})
}

// abstention returns the NoConceptError that a coding ended with.
func abstention(t *testing.T, err error) *coding.NoConceptError {
	t.Helper()
	var none *coding.NoConceptError
	if !errors.As(err, &none) || !errors.Is(err, coding.ErrNoConcept) {
		t.Fatalf("error %v, want an abstention", err)
	}
	return none
}

func TestDescendantsAreInWithTheirReason(t *testing.T) {
	set, err := code(t, vocabtest.Tables{
		Concepts:  []vocab.Concept{sinusitis, viral, chronic},
		Ancestors: [][2]int64{{sinusitis.ID, sinusitis.ID}, {viral.ID, viral.ID}, {chronic.ID, chronic.ID}, {sinusitis.ID, viral.ID}, {sinusitis.ID, chronic.ID}},
	}, coding.Options{}, "condition", "sinusitis")
	if err != nil {
		t.Fatal(err)
	}
	if want := []int64{sinusitis.ID, chronic.ID, viral.ID}; !slices.Equal(set.IDs(), want) {
		t.Errorf("ids %v, want %v", set.IDs(), want)
	}
	if set.Concepts[0].Why != "exact name" || set.Concepts[1].Why != "descendant of Sinusitis" {
		t.Errorf("reasons %q, %q", set.Concepts[0].Why, set.Concepts[1].Why)
	}
}

func TestWithoutHierarchyItAbstainsWhereOthersLookNarrower(t *testing.T) {
	tables := vocabtest.Tables{Concepts: []vocab.Concept{sinusitis, viral, atrial}}
	_, err := code(t, tables, coding.Options{}, "condition", "sinusitis")
	none := abstention(t, err)
	if !strings.Contains(none.Reason, "concept_ancestor") || none.Nearest[1].ID != viral.ID {
		t.Errorf("reason %q, nearest %+v", none.Reason, none.Nearest)
	}
	set, err := code(t, tables, coding.Options{}, "condition", "atrial fibrillation")
	if err != nil || len(set.Concepts) != 1 || len(set.Notes) == 0 {
		t.Errorf("a concept that nothing looks narrower than: %+v, %v", set, err)
	}
	set, err = code(t, tables, coding.Options{Lenient: true}, "condition", "sinusitis")
	if err != nil || len(set.Concepts) != 1 || !strings.Contains(strings.Join(set.Notes, " "), "Viral sinusitis (40481087)") {
		t.Errorf("lenient: %+v, %v", set, err)
	}
}

func TestNarrowerConceptsThatNoRecordHasDoNotMatter(t *testing.T) {
	tables := vocabtest.Tables{Concepts: []vocab.Concept{sinusitis, viral}}
	if set, err := code(t, tables, coding.Options{Usage: used{sinusitis.ID: 3}}, "condition", "sinusitis"); err != nil || len(set.Concepts) != 1 {
		t.Errorf("unused: %+v, %v", set, err)
	}
	_, err := code(t, tables, coding.Options{Usage: used{viral.ID: 1}}, "condition", "sinusitis")
	abstention(t, err)
}

func TestWhatIsDueToADiseaseIsNotItsKind(t *testing.T) {
	set, err := code(t, vocabtest.Tables{Concepts: []vocab.Concept{fibrosis, infertility}}, coding.Options{}, "condition", "cystic fibrosis")
	if err != nil || !slices.Equal(set.IDs(), []int64{fibrosis.ID}) {
		t.Fatalf("%+v, %v", set, err)
	}
	if !strings.Contains(strings.Join(set.Notes, " "), "Female infertility due to cystic fibrosis") {
		t.Errorf("notes %q", set.Notes)
	}
}

func TestRelationshipsGiveDescendantsInEitherDirection(t *testing.T) {
	for name, relationships := range map[string][]vocabtest.Relationship{
		"Subsumes": {{From: sinusitis.ID, Kind: "Subsumes", To: viral.ID}},
		"Is a":     {{From: viral.ID, Kind: "Is a", To: sinusitis.ID}},
		"through a concept that is not there": {
			{From: sinusitis.ID, Kind: "Subsumes", To: 4}, {From: viral.ID, Kind: "Is a", To: 4},
		},
	} {
		t.Run(name, func(t *testing.T) {
			set, err := code(t, vocabtest.Tables{Concepts: []vocab.Concept{sinusitis, viral}, Relationships: relationships},
				coding.Options{}, "condition", "sinusitis")
			if err != nil || !slices.Equal(set.IDs(), []int64{sinusitis.ID, viral.ID}) {
				t.Errorf("%+v, %v", set, err)
			}
		})
	}
	_, err := code(t, vocabtest.Tables{
		Concepts:      []vocab.Concept{sinusitis, viral, chronic},
		Relationships: []vocabtest.Relationship{{From: sinusitis.ID, Kind: "Subsumes", To: viral.ID, Invalid: "D"}, {From: chronic.ID, Kind: "Is a", To: sinusitis.ID}},
	}, coding.Options{}, "condition", "sinusitis")
	if none := abstention(t, err); none.Nearest[1].ID != viral.ID {
		t.Errorf("a relationship out of force was followed, or %+v", none)
	}
}

func TestANameBeatsASynonymOfAnotherConcept(t *testing.T) {
	other := condition(321319, "Cardiomyopathy")
	set, err := code(t, vocabtest.Tables{
		Concepts: []vocab.Concept{atrial, other}, Synonyms: map[int64][]string{other.ID: {"Atrial fibrillation"}},
	}, coding.Options{Lenient: true}, "condition", "Atrial Fibrillations")
	if err != nil || set.Concepts[0].ID != atrial.ID || len(set.Concepts) != 1 {
		t.Errorf("%+v, %v", set, err)
	}
}

func TestTwoReadingsAreAnAbstentionUnlessOneHoldsTheOther(t *testing.T) {
	tables := vocabtest.Tables{Concepts: []vocab.Concept{diabetes, type2}, Synonyms: map[int64][]string{diabetes.ID: {"Sweet flux"}, type2.ID: {"Sweet flux"}}}
	_, err := code(t, tables, coding.Options{Lenient: true}, "condition", "sweet flux")
	if none := abstention(t, err); !none.Ambiguous || len(none.Nearest) != 2 {
		t.Errorf("%+v", none)
	}
	tables.Ancestors = [][2]int64{{diabetes.ID, diabetes.ID}, {type2.ID, type2.ID}, {diabetes.ID, type2.ID}}
	set, err := code(t, tables, coding.Options{}, "condition", "sweet flux")
	if err != nil || set.Concepts[0].ID != diabetes.ID || len(set.Concepts) != 2 {
		t.Errorf("%+v, %v", set, err)
	}
}

func TestAbbreviationsWithSeveralMeaningsAreNotTaken(t *testing.T) {
	dermatitis := condition(134438, "Contact dermatitis")
	_, err := code(t, vocabtest.Tables{Concepts: []vocab.Concept{dermatitis}, Synonyms: map[int64][]string{dermatitis.ID: {"CD - Contact dermatitis"}}},
		coding.Options{}, "condition", "CD")
	if none := abstention(t, err); !none.Ambiguous {
		t.Errorf("%+v", none)
	}
}

func TestSourceCodes(t *testing.T) {
	code92 := vocab.Concept{ID: 35208414, Name: "Gastrointestinal hemorrhage, unspecified", Domain: "Condition", Vocabulary: "ICD10CM", Class: "4-char billing code", Code: "K92.2"}
	header := vocab.Concept{ID: 1569708, Name: "Other diseases of digestive system", Domain: "Condition", Vocabulary: "ICD10CM", Class: "3-char nonbill code", Code: "K92"}
	bleed := condition(192671, "Gastrointestinal hemorrhage")
	tables := vocabtest.Tables{Concepts: []vocab.Concept{code92, header, bleed},
		Relationships: []vocabtest.Relationship{{From: code92.ID, Kind: "Maps to", To: bleed.ID}, {From: bleed.ID, Kind: "Mapped from", To: code92.ID}, {From: header.ID, Kind: "Maps to", To: bleed.ID, Invalid: "D"}}}
	set, err := code(t, tables, coding.Options{}, "condition", "ICD10CM:K92.2")
	if err != nil || set.Concepts[0].ID != bleed.ID || set.Concepts[0].Why != "mapped from ICD10CM K92.2" {
		t.Errorf("%+v, %v", set, err)
	}
	for name, tc := range map[string]struct {
		records used
		want    int // source concepts
	}{
		"records have the standard concept": {used{bleed.ID: 3, -code92.ID: 3}, 0},
		"records have the code alone":       {used{-code92.ID: 3}, 1},
		"records have neither":              {used{}, 0},
	} {
		set, err := code(t, tables, coding.Options{Usage: tc.records}, "condition", "ICD10CM:K92.2")
		if err != nil || len(set.Source) != tc.want || len(set.Concepts) != 1 {
			t.Errorf("%s: %+v, %v", name, set, err)
		}
	}
	for text, want := range map[string]string{
		"ICD10CM:N18.6": "no ICD10CM code N18.6", "ICD10CM:K92": "has no mapping", "LOINC:718-7": "no codes of LOINC",
	} {
		_, err := code(t, tables, coding.Options{}, "condition", text)
		if none := abstention(t, err); !strings.Contains(none.Reason, want) {
			t.Errorf("%s: %q", text, none.Reason)
		}
	}
	_, err = code(t, tables, coding.Options{}, "procedure", "ICD10CM:K92.2")
	if none := abstention(t, err); !strings.Contains(none.Reason, "of the domain Condition") {
		t.Errorf("code of another domain: %q", none.Reason)
	}
}

func TestARetiredConceptLeadsToItsSuccessor(t *testing.T) {
	retired := vocab.Concept{ID: 4166590, Name: "Brain damage - traumatic", Domain: "Condition", Vocabulary: "SNOMED", Class: "Clinical Finding", Code: "275272006", Invalid: "U"}
	current := condition(4132546, "Traumatic brain injury")
	set, err := code(t, vocabtest.Tables{Concepts: []vocab.Concept{retired, current},
		Relationships: []vocabtest.Relationship{{From: retired.ID, Kind: "Maps to", To: current.ID}}}, coding.Options{}, "condition", "brain damage, traumatic")
	if err != nil || set.Concepts[0].ID != current.ID || !strings.HasPrefix(set.Concepts[0].Why, "mapped from SNOMED 275272006") {
		t.Errorf("%+v, %v", set, err)
	}
}

func TestUnknownDomainIsAnErrorAndNoAbstention(t *testing.T) {
	_, err := code(t, vocabtest.Tables{Concepts: []vocab.Concept{atrial}}, coding.Options{}, "gene", "BRCA1")
	if err == nil || errors.Is(err, coding.ErrNoConcept) {
		t.Errorf("error %v", err)
	}
}

func TestOneWrongLetterOfAnotherWordIsNoSlip(t *testing.T) {
	dysphagia := condition(31317, "Dysphagia")
	for _, text := range []string{"dysphasia", "dysphagic", "xysphagia"} {
		_, err := code(t, vocabtest.Tables{Concepts: []vocab.Concept{dysphagia}}, coding.Options{}, "condition", text)
		abstention(t, err)
	}
	set, err := code(t, vocabtest.Tables{Concepts: []vocab.Concept{dysphagia}}, coding.Options{}, "condition", "dsyphagia")
	if err != nil || set.Concepts[0].Score >= 1 {
		t.Errorf("two swapped letters: %+v, %v", set, err)
	}
	_, err = code(t, vocabtest.Tables{Concepts: []vocab.Concept{dysphagia}}, coding.Options{Bar: 0.95}, "condition", "dsyphagia")
	abstention(t, err)
}
