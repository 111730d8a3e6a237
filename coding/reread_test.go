package coding_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/askomop/askomop/coding"
	"github.com/askomop/askomop/vocab"
	"github.com/askomop/askomop/vocab/vocabtest"
)

func ingredient(id int64, name string) vocab.Concept { return product(id, name, "Ingredient") }

func test(id int64, name string) vocab.Concept {
	return vocab.Concept{ID: id, Name: name, Domain: "Measurement", Vocabulary: "LOINC", Class: "Lab Test", Standard: "S", Code: name}
}

// ward is what hospital notes speak of: real concepts.
func ward() vocabtest.Tables {
	return vocabtest.Tables{
		Concepts: []vocab.Concept{
			type2, atrial, condition(316866, "Hypertensive disorder"), condition(434376, "Acute myocardial infarction of anterior wall"),
			condition(438170, "Acute myocardial infarction of inferior wall"), condition(4329847, "Myocardial infarction"),
			condition(4112853, "Malignant tumor of breast"), condition(4180793, "Malignant tumor of pancreas"), condition(440383, "Depressive disorder"),
			condition(374919, "Multiple sclerosis"), condition(439770, "Ketoacidosis in type 1 diabetes mellitus"), condition(255848, "Pneumonia"),
			condition(80180, "Osteoarthritis"), condition(4059173, "Fracture of ankle"), condition(317009, "Asthma"),
			ingredient(1503297, "metformin"), ingredient(1307046, "metoprolol"), ingredient(1112807, "aspirin"), ingredient(1310149, "warfarin"),
			{ID: 4336464, Name: "Coronary artery bypass graft", Domain: "Procedure", Vocabulary: "SNOMED", Class: "Procedure", Standard: "S", Code: "232717009"},
			{ID: 4198190, Name: "Appendectomy", Domain: "Procedure", Vocabulary: "SNOMED", Class: "Procedure", Standard: "S", Code: "80146002"},
			test(3016723, "Creatinine [Mass/volume] in Serum or Plasma"), test(3051825, "Creatinine [Mass/volume] in Blood"), test(3017250, "Creatinine [Mass/volume] in Urine"),
		},
	}
}

// TestTestsAreReadByTheFormOfWhatIsOrdered: real concepts of LOINC.
func TestTestsAreReadByTheFormOfWhatIsOrdered(t *testing.T) {
	rules := coding.NewRules(vocabtest.Tables{Concepts: []vocab.Concept{
		test(3027238, "Thyroperoxidase Ab [Units/volume] in Serum or Plasma"), test(3012494, "Peanut IgE Ab [Units/volume] in Serum"),
		test(3031616, "Iron and Iron binding capacity panel - Serum or Plasma"), test(3002400, "Iron [Mass/volume] in Serum or Plasma"),
		test(3009466, "Valproate [Moles/volume] in Serum or Plasma"),
		test(3018010, "Neutrophils/100 leukocytes in Blood"), test(3017732, "Neutrophils [#/volume] in Blood"),
		test(3019832, "Treponema pallidum Ab [Presence] in Serum"), test(40760151, "Treponema pallidum Ab [Presence] in Serum by Immunoblot"),
		test(3010055, "Treponema pallidum Ab [Titer] in Serum"), test(1617619, "Treponema pallidum Ab [Presence] in Cerebral spinal fluid by Immunoassay"),
	}}.Open(t), coding.Options{Lenient: true})
	for text, want := range map[string]int64{
		"anti-TPO": 3027238, "anti TPO Abs": 3027238, "IgE to peanut": 3012494, "Fe + TIBC": 3031616, "iron/TIBC": 3031616, "depakote lvl": 3009466,
		"neuts %": 3018010, "neuts #": 3017732, "T. pallidum Ab WB, serum": 40760151, "T pallidum Ab titer": 3010055, "CSF T. pallidum Ab EIA": 1617619,
	} {
		set, err := rules.Code(t.Context(), coding.Entity{Domain: "measurement", Text: text})
		if err != nil || len(set.Concepts) != 1 || set.Concepts[0].ID != want {
			t.Errorf("%s: %v, %v; want %d", text, set.Concepts, err, want)
		}
	}
	for _, text := range []string{"anti-Hu", "IgE to walnut", "Fe + Cu", "keppra lvl", "neuts % CSF", "T. pallidum Ab titer EIA"} {
		_, err := rules.Code(t.Context(), coding.Entity{Domain: "measurement", Text: text})
		abstention(t, err)
	}
}

func TestMentionsAreReadAsHospitalsWriteThem(t *testing.T) {
	v := ward().Open(t)
	rules := coding.NewRules(v, coding.Options{Lenient: true, Wider: true})
	for _, tt := range []struct {
		domain, text string
		want         []int64
	}{
		{"condition", "DM II w/o complication", []int64{201826}},
		{"condition", "HTN NOS", []int64{316866}},
		{"condition", "acute MI, inferior wall", []int64{438170}},
		{"condition", "CA breast", []int64{4112853}},
		{"condition", "malig neo pancreas", []int64{4180793}},
		{"condition", "cancer of the pancreas", []int64{4180793}},
		{"condition", "T1DM w/ ketoacidosis", []int64{439770}},
		{"condition", "Fx ankle, L", []int64{4059173}},
		{"condition", "osteoarthritus", []int64{80180}},
		{"condition", "pneumonia, organism NOS", []int64{255848}},
		{"procedure", "CABG x3", []int64{4336464}},
		{"procedure", "s/p appy", []int64{4198190}},
		{"drug", "metoprolol tartrate 25 mg tab PO BID", []int64{1307046}},
		{"drug", "ASA 81 mg", []int64{1112807}},
		{"drug", "warf", []int64{1310149}},
		{"measurement", "serum creat", []int64{3016723, 3051825}},
		{"measurement", "urine creatinine", []int64{3017250}},
	} {
		set, err := rules.Code(t.Context(), coding.Entity{Domain: tt.domain, Text: tt.text})
		if err != nil {
			t.Errorf("%s: %v", tt.text, err)
			continue
		}
		if got := set.IDs(); !slices.Equal(got, tt.want) {
			t.Errorf("%s: %v, want %v", tt.text, got, tt.want)
		}
		hits, err := rules.Search(t.Context(), tt.text, vocab.Filter{Domains: []string{strings.ToUpper(tt.domain[:1]) + tt.domain[1:]}}, 5)
		if err != nil || len(hits) == 0 || !slices.Contains(tt.want, hits[0].Concept.ID) {
			t.Errorf("search %s: %+v, %v", tt.text, hits, err)
		}
	}
}

func TestWhatNarrowsIsNotTakenAwayInSilence(t *testing.T) {
	v := ward().Open(t)
	strict := coding.NewRules(v, coding.Options{Lenient: true})
	for domain, text := range map[string]string{"condition": "fracture of ankle, left", "drug": "metformin 500 mg"} {
		_, err := strict.Code(t.Context(), coding.Entity{Domain: domain, Text: text})
		if none := abstention(t, err); len(none.Nearest) == 0 || !strings.Contains(none.Reason, "nothing is as narrow") {
			t.Errorf("%s: %+v", text, none)
		}
		set, err := coding.NewRules(v, coding.Options{Lenient: true, Wider: true}).Code(t.Context(), coding.Entity{Domain: domain, Text: text})
		if err != nil || len(set.Notes) == 0 {
			t.Errorf("%s, wider: %+v, %v", text, set, err)
		}
	}
}

func TestThePastAndTheUncertainAreNotCoded(t *testing.T) {
	rules := coding.NewRules(ward().Open(t), coding.Options{Lenient: true, Wider: true})
	for _, text := range []string{"Hx of asthma", "r/o pneumonia", "possible pneumonia", "family history of asthma", "no asthma"} {
		_, err := rules.Code(t.Context(), coding.Entity{Domain: "condition", Text: text})
		if none := abstention(t, err); len(none.Nearest) == 0 {
			t.Errorf("%s: %+v names nothing", text, none)
		}
	}
}

func TestMadeUpThingsAreNotCoded(t *testing.T) {
	rules := coding.NewRules(ward().Open(t), coding.Options{Lenient: true, Wider: true})
	for text, domain := range map[string]string{
		"metoprodine": "drug", "warfaxaban": "drug", "osteoglaxia": "condition", "type 9 diabetes": "condition", "fracture of wing": "condition",
		"heart attack of the elbow": "condition", "serum unobtainium": "measurement", "appendix replacement": "procedure", "mentalformin": "drug",
	} {
		if _, err := rules.Code(t.Context(), coding.Entity{Domain: domain, Text: text}); err == nil {
			t.Errorf("%s was coded", text)
		} else {
			abstention(t, err)
		}
	}
}

func TestContextDecides(t *testing.T) {
	rules := coding.NewRules(ward().Open(t), coding.Options{Lenient: true})
	in := func(question, text string) (coding.ConceptSet, error) {
		return coding.In(rules, question).Code(t.Context(), coding.Entity{Domain: "condition", Text: text})
	}
	if set, err := in("How many MS patients take interferon beta?", "MS"); err != nil || set.Concepts[0].ID != 374919 {
		t.Errorf("MS in neurology: %+v, %v", set, err)
	}
	if set, err := in("How many patients with MI got a stent?", "MI"); err != nil || set.Concepts[0].ID != 4329847 {
		t.Errorf("MI in cardiology: %+v, %v", set, err)
	}
	if set, err := in("How many patients have depression?", "depression"); err != nil || set.Concepts[0].ID != 440383 {
		t.Errorf("depression: %+v, %v", set, err)
	}
	for question, text := range map[string]string{
		"How many patients had ST depression?":                "depression",
		"How many MS patients are there?":                     "MS",
		"How many patients with MI had a valve repair?":       "MI",
		"How many had a bone marrow depression after FOLFOX?": "depression",
	} {
		_, err := in(question, text)
		abstention(t, err)
	}
}

func TestAVocabularyWithoutSynonymsSaysSo(t *testing.T) {
	_, err := code(t, ward(), coding.Options{Lenient: true}, "condition", "flurbonitis")
	if none := abstention(t, err); !strings.Contains(none.Reason, "no synonyms") {
		t.Errorf("reason %q", none.Reason)
	}
	_, err = code(t, vocabtest.Tables{Concepts: []vocab.Concept{atrial}, Synonyms: map[int64][]string{atrial.ID: {"AF"}}}, coding.Options{}, "condition", "flurbonitis")
	if none := abstention(t, err); none.Reason != "" {
		t.Errorf("with synonyms: reason %q", none.Reason)
	}
}
