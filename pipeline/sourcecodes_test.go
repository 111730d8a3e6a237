package pipeline_test

import (
	"context"
	"strings"
	"testing"

	"github.com/askomop/askomop/coding"
	"github.com/askomop/askomop/omop"
	"github.com/askomop/askomop/omop/sqltree/sqltreetest"
	"github.com/askomop/askomop/pipeline"
)

// codebook codes gout and a list of codes of which one has no standard concept.
type codebook struct{}

func (codebook) Code(_ context.Context, e coding.Entity) (coding.ConceptSet, error) {
	one := func(id int64) []coding.Member { return []coding.Member{{ID: id, Vocabulary: "ICD10CM", Code: "K92"}} }
	switch e.Text {
	case "gout":
		return coding.ConceptSet{Entity: e, Concepts: one(440674)}, nil
	case "ICD10CM:K92":
		return coding.ConceptSet{}, &coding.NoConceptError{Entity: e, Reason: "no mapping", Source: one(1569708)}
	case "ICD10CM:K92, ICD10CM:M10":
		return coding.ConceptSet{Entity: e, Concepts: one(440674), Source: one(1569708)}, nil
	}
	return coding.ConceptSet{}, &coding.NoConceptError{Entity: e, Reason: "nothing like it"}
}

// counted answers every query with one number, and notes what it was asked.
type counted struct {
	engine
	n     int64
	asked *[]string
}

func (c counted) Query(_ context.Context, sql string, _ omop.Limit) (*omop.Table, error) {
	*c.asked = append(*c.asked, strings.Join(strings.Fields(sql), " "))
	return one("patients", c.n), nil
}

// codeRun takes a template the whole way with the codebook, on a database in which every query counts n.
func codeRun(t *testing.T, template string, n int64) (*pipeline.Run, []string) {
	t.Helper()
	f, asked := &fake{}, []string{}
	r := pipeline.New(pipeline.Parts{
		Masker: f, Embedder: f, Store: f, Writer: f, Checker: f, Coder: codebook{}, Parser: sqltreetest.NewParser(t),
		Engine: counted{engine: engine{f}, n: n, asked: &asked},
	}, pipeline.Options{Rows: true}).AskTemplate(t.Context(), template)
	return r, asked
}

func TestACodeWithoutAStandardConceptIsLookedForBySource(t *testing.T) {
	const from = "SELECT COUNT(DISTINCT c.person_id) AS patients FROM condition_occurrence AS c WHERE "
	for template, want := range map[string]string{
		from + "c.condition_concept_id IN ([condition@ICD10CM:K92])":                     "c.condition_source_concept_id IN (1569708)",
		from + "c.condition_concept_id IN ([condition@gout], [condition@ICD10CM:K92])":   "c.condition_concept_id IN (440674) OR c.condition_source_concept_id IN (1569708)",
		from + "c.condition_concept_id IN ([condition@ICD10CM:K92, ICD10CM:M10])":        "c.condition_concept_id IN (440674) OR c.condition_source_concept_id IN (1569708)",
		from + "c.condition_concept_id NOT IN ([condition@ICD10CM:K92])":                 "NOT (c.condition_source_concept_id IN (1569708))",
		"SELECT 1 AS n FROM person AS p WHERE p.gender_concept_id IN ([condition@gout])": "p.gender_concept_id IN (440674)",
	} {
		r, asked := codeRun(t, template, 7)
		if r.Status != pipeline.Answered || !strings.Contains(strings.Join(asked, "\n"), want) {
			t.Errorf("%s: %s %q, asked %q, want %q", template, r.Status, r.Message, asked, want)
		}
		said := strings.Contains(strings.Join(notes(r), " "), "condition_source_concept_id")
		if strings.Contains(template, "K92") != said {
			t.Errorf("%s: said %q", template, notes(r))
		}
	}
	r, _ := codeRun(t, from+"c.condition_concept_id IN ([condition@ICD10CM:K92])", 0)
	if r.Status != pipeline.Abstained || !strings.Contains(r.Message, "keeps no condition_source_concept_id") {
		t.Errorf("without source concepts: %s %q", r.Status, r.Message)
	}
	r, _ = codeRun(t, "SELECT COUNT(*) AS n FROM condition_era AS e WHERE e.gender_concept_id IN ([condition@ICD10CM:K92])", 7)
	if r.Status != pipeline.Abstained || r.Reason != pipeline.ReasonNoConcept {
		t.Errorf("by a column without sources: %s %q", r.Status, r.Message)
	}
}

func notes(r *pipeline.Run) (all []string) {
	for _, s := range r.Concepts {
		all = append(all, s.Notes...)
	}
	return all
}

func TestAMemberThatTheVocabularyLacksIsLeftOutOfAListThatAsksFor(t *testing.T) {
	const list = "condition_concept_id IN ([condition@gout], [condition@podagra])"
	for template, answered := range map[string]bool{
		"SELECT COUNT(*) AS patients FROM condition_occurrence WHERE " + list:                                                               true,
		"SELECT COUNT(*) AS patients FROM person AS p WHERE p.person_id IN (SELECT person_id FROM condition_occurrence WHERE " + list + ")": true,
		"SELECT COUNT(*) AS patients FROM condition_occurrence WHERE condition_concept_id NOT IN ([condition@gout], [condition@podagra])":   false,
		"SELECT COUNT(*) AS patients FROM condition_occurrence WHERE NOT (" + list + ")":                                                    false,
		"SELECT COUNT(*) AS patients FROM person AS p WHERE NOT EXISTS (SELECT 1 FROM condition_occurrence AS c WHERE c." + list + ")":      false,
		"SELECT COUNT(*) AS patients FROM person WHERE person_id NOT IN (SELECT person_id FROM condition_occurrence WHERE " + list + ")":    false,
		"SELECT COUNT(*) AS patients FROM condition_occurrence WHERE condition_concept_id IN ([condition@podagra])":                         false,
		"SELECT COUNT(*) AS patients FROM condition_occurrence WHERE condition_concept_id IN ([condition@gout], [condition@ICD10CM:X99])":   false,
	} {
		r, asked := codeRun(t, template, 7)
		if (r.Status == pipeline.Answered) != answered {
			t.Errorf("%s: %s %q", template, r.Status, r.Message)
		}
		if answered && (!strings.Contains(asked[0], "IN (440674)") || !strings.Contains(strings.Join(r.Template.Assumptions, " "), `"podagra" is left out`)) {
			t.Errorf("%s: asked %q, said %q", template, asked, r.Template.Assumptions)
		}
	}
}
