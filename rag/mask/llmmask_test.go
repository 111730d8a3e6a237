package mask_test

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/askomop/askomop/llm"
	"github.com/askomop/askomop/rag"
	"github.com/askomop/askomop/rag/mask"
	"github.com/askomop/askomop/rag/ragtest"
	"github.com/askomop/askomop/vocab"
	"github.com/askomop/askomop/vocab/vocabtest"
)

// steroids is a vocabulary with a class of drugs of two ingredients, one of them no longer valid.
func steroids(t *testing.T) *vocab.Vocabulary {
	return vocabtest.Tables{
		Concepts: []vocab.Concept{
			{ID: 21602728, Name: "Glucocorticoids", Domain: "Drug", Vocabulary: "ATC", Class: "ATC 4th", Standard: "C", Code: "H02AB"},
			{ID: 975125, Name: "hydrocortisone", Domain: "Drug", Vocabulary: "RxNorm", Class: "Ingredient", Standard: "S", Code: "5492"},
			{ID: 1551099, Name: "prednisone", Domain: "Drug", Vocabulary: "RxNorm", Class: "Ingredient", Standard: "S", Code: "8640"},
			{ID: 1503297, Name: "metformin", Domain: "Drug", Vocabulary: "RxNorm", Class: "Ingredient", Standard: "S", Code: "6809"},
			{ID: 440674, Name: "Gout", Domain: "Condition", Vocabulary: "SNOMED", Class: "Clinical Finding", Standard: "S", Code: "90560007"},
		},
		Ancestors: [][2]int64{{21602728, 975125}, {21602728, 1551099}, {21602728, 21602728}, {440674, 440674}, {1503297, 1503297}},
	}.Open(t)
}

func masked(t *testing.T, question, answer string) (rag.Masked, *ragtest.Scripted, error) {
	t.Helper()
	model := &ragtest.Scripted{Answers: []string{answer}}
	m, err := mask.NewModelMasker(model, steroids(t)).Mask(t.Context(), question)
	return m, model, err
}

func TestEntitiesAreMaskedWhereTheQuestionHasThem(t *testing.T) {
	question := "How many women older than 60 with Type 2  diabetes (T2DM) took metformin within 90 days of the diabetes?"
	m, model, err := masked(t, question, `{"entities": [
		{"text": "diabetes", "domain": "condition"}, {"text": "metformin.", "domain": "drug"},
		{"text": "type 2 diabetes", "domain": "condition"}, {"text": "T2DM", "domain": "condition"}, {"text": "women", "domain": "observation"}]}`)
	if err != nil {
		t.Fatal(err)
	}
	if want := "How many <SEX> <AGE> with <CONDITION> (<CONDITION>) took <DRUG> <DURATION> of the <CONDITION>?"; m.Text != want {
		t.Errorf("masked %q, want %q", m.Text, want)
	}
	if m.Question != question {
		t.Errorf("the question became %q", m.Question)
	}
	for _, e := range m.Entities {
		if question[e.Start:e.End] != e.Text {
			t.Errorf("%q is not what stands at %d–%d", e.Text, e.Start, e.End)
		}
	}
	if len(m.Constraints) != 3 {
		t.Errorf("constraints %v", m.Constraints)
	}
	if !strings.Contains(model.Asked[0].User, "<question>How many women") || model.Asked[0].Schema == "" {
		t.Errorf("asked %+v", model.Asked[0])
	}
}

func TestSourceCodesNeedNoModel(t *testing.T) {
	m, _, err := masked(t, "How many patients with ICD-10-CM code M10.9 took prednisone?", `{"entities": [{"text": "M10.9", "domain": "condition"}, {"text": "prednisone", "domain": "drug"}]}`)
	if err != nil || len(m.Entities) != 2 || m.Entities[0].Text != "ICD10CM:M10.9" || m.Entities[1].Text != "prednisone" {
		t.Errorf("got %+v, %v", m.Entities, err)
	}
}

func TestClassesAreSpelledOutByTheHierarchy(t *testing.T) {
	m, _, err := masked(t, "How many people with gout took glucocorticoids or metformin?",
		`{"entities": [{"text": "gout", "domain": "condition"}, {"text": "glucocorticoids", "domain": "drug"}, {"text": "metformin", "domain": "drug"}]}`)
	if err != nil {
		t.Fatal(err)
	}
	if got := m.Entities[1].Members; !slices.Equal(got, []string{"hydrocortisone", "prednisone"}) {
		t.Errorf("glucocorticoids are %v", got)
	}
	if m.Entities[0].Members != nil || m.Entities[2].Members != nil {
		t.Errorf("an entity that is no class has members: %+v", m.Entities)
	}
}

func TestNonsenseIsAnErrorAndNoMask(t *testing.T) {
	question := "How many people with gout took prednisone?"
	for name, c := range map[string][2]string{
		"not in the question": {`{"entities": [{"text": "asthma", "domain": "condition"}]}`, "asthma"},
		"half a word":         {`{"entities": [{"text": "predni", "domain": "drug"}]}`, "predni"},
		"overlapping":         {`{"entities": [{"text": "gout took prednisone", "domain": "drug"}, {"text": "people with gout took", "domain": "condition"}]}`, "overlaps"},
		"another domain":      {`{"entities": [{"text": "gout", "domain": "disease"}]}`, "disease"},
		"no text":             {`{"entities": [{"text": " ", "domain": "condition"}]}`, "does not stand"},
		"no list":             {`{"things": []}`, ""},
		"prose":               {`I see gout.`, ""},
		"half an answer":      {`{"entities": [{"text": "gout"`, ""},
	} {
		t.Run(name, func(t *testing.T) {
			// The model of a provider that checks no schema: the masker has to.
			raw := &ragtest.Unchecked{Answer: c[0]}
			m, err := mask.NewModelMasker(raw, steroids(t)).Mask(t.Context(), question)
			if !errors.Is(err, llm.ErrInvalid) || !strings.Contains(err.Error(), c[1]) || !strings.Contains(err.Error(), "script:test") {
				t.Errorf("got %v; want an invalid answer that names %q", err, c[1])
			}
			if m.Text != "" || len(m.Entities) != 0 {
				t.Errorf("masked nevertheless: %+v", m)
			}
		})
	}
	if m, _, err := masked(t, "How many people are there?", `{"entities": []}`); err != nil || m.Text != "How many people are there?" {
		t.Errorf("a question without entities: %+v, %v", m, err)
	}
}
