package pipeline

import (
	"strings"
	"testing"

	"github.com/askomop/askomop/omop/sqltree/sqltreetest"
	"github.com/askomop/askomop/rag"
)

// TestSQLCoversAQuestion holds what the SQL of a writer that agrees with itself has to name.
func TestSQLCoversAQuestion(t *testing.T) {
	p := New(Parts{Parser: sqltreetest.NewParser(t)}, Options{})
	mention := func(domain, text string) []rag.Mention { return []rag.Mention{{Domain: domain, Text: text}} }
	told := []rag.StandIn{{Words: "decedents", Part: "FROM death"}, {Words: "lack", Part: "cause_concept_id is null"}, {Words: "pensioners", Part: "p.year_of_birth < 1945"},
		{Words: "drivers", Part: "AS n"}, {Words: "CKD stage", Part: "FLOOR(value_as_number / 15)"}, {Words: "gliptin", Part: "[drug@sitagliptin]"}}
	for name, tt := range map[string]struct {
		question, sql string
		entities      []rag.Mention
		unknown       []string
		left, unsaid  string // what has to be said; "" for nothing
	}{
		"a concept by its id": {"What does concept 974200 contain?", "SELECT ingredient_concept_id FROM drug_strength WHERE drug_concept_id = 974200",
			mention("drug", "concept:974200"), nil, "", ""},
		"another concept's id": {"What does concept 974200 contain?", "SELECT ingredient_concept_id FROM drug_strength WHERE drug_concept_id = 974201",
			mention("drug", "concept:974200"), nil, "concept:974200", "leaves out"},
		"a source code": {"What does ICD10CM N18.6 map to?",
			"SELECT r.concept_id_2 FROM concept AS c JOIN concept_relationship AS r ON r.concept_id_1 = c.concept_id AND r.relationship_id = 'Maps to' WHERE c.concept_code = 'N18.6'",
			mention("condition", "ICD10CM:N18.6"), []string{"map"}, "", ""},
		"a dose form": {"How many drugs are oral capsules?",
			"SELECT COUNT(*) FROM concept_relationship AS r JOIN concept AS f ON f.concept_id = r.concept_id_2 WHERE LOWER(f.concept_name) = 'oral capsule'",
			mention("drug", "oral capsules"), nil, "", ""},
		"a name that chooses nothing": {"How many took metformin?", "SELECT 'metformin' AS drug, COUNT(DISTINCT person_id) AS n FROM drug_exposure WHERE 'metformin' <> ''",
			mention("drug", "metformin"), nil, "metformin", "leaves out"},
		"words that a condition holds": {"What share is enrolled in Medicare Part D?",
			"SELECT COUNT(DISTINCT person_id) AS n FROM payer_plan_period WHERE plan_source_value = 'Medicare Part D'", nil, []string{"Medicare", "Part", "D"}, "", ""},
		"words of tables and columns": {"What are the causes of death?", "SELECT cause_concept_id, COUNT(*) AS n FROM death GROUP BY 1", nil, []string{"causes"}, "", ""},
		"words that only name the result": {"How many patients are there per planet?", "SELECT gender_concept_id AS planet, COUNT(*) AS n FROM person GROUP BY 1", nil,
			[]string{"planet"}, "", `stand for "planet"`},
		"an entity by another word for it": {"How many patients smoke?", "SELECT COUNT(DISTINCT person_id) AS n FROM observation WHERE observation_concept_id IN ([observation@smoker])",
			nil, []string{"smoke"}, "", ""},
		"an entity by its words in another order": {"How many had a head CT?", "SELECT COUNT(DISTINCT person_id) AS n FROM procedure_occurrence WHERE procedure_concept_id IN ([procedure@CT of the head])",
			mention("procedure", "head CT"), nil, "", ""},
		"words that the writer says where to find": {"How many decedents lack a cause?", "SELECT COUNT(DISTINCT person_id) AS n FROM death WHERE cause_concept_id IS NULL",
			nil, []string{"decedents", "lack"}, "", ""},
		"words of which the writer names a part that is not there": {"How many pensioners lack a cause?", "SELECT COUNT(DISTINCT person_id) AS n FROM death WHERE cause_concept_id IS NULL",
			nil, []string{"pensioners"}, "", `stand for "pensioners"`},
		"words of which the writer names a part that says nothing": {"How many drivers lack a cause?", "SELECT COUNT(DISTINCT person_id) AS n FROM death WHERE cause_concept_id IS NULL",
			nil, []string{"drivers"}, "", `stand for "drivers"`},
		"an entity that the writer says where to find": {"How many fall into each CKD stage by eGFR?", "SELECT FLOOR(value_as_number / 15), COUNT(*) AS n FROM measurement WHERE measurement_concept_id IN ([measurement@eGFR]) GROUP BY 1",
			mention("condition", "CKD"), nil, "", ""},
		"a class whose members the writer names": {"How many took a gliptin?", "SELECT COUNT(DISTINCT person_id) AS n FROM drug_exposure WHERE drug_concept_id IN ([drug@sitagliptin])",
			nil, nil, "", ""},
		"an entity of an example": {"How many patients drink?", "SELECT COUNT(DISTINCT person_id) AS n FROM drug_exposure WHERE drug_concept_id IN ([drug@metformin])",
			nil, nil, "", `not speak of "metformin"`},
		"a name of two letters": {"How many AF patients are there?",
			"SELECT COUNT(DISTINCT person_id) AS n FROM condition_occurrence WHERE condition_concept_id IN ([condition@AF])", mention("condition", "AF"), nil, "", ""},
		"a name of two letters that is another's": {"How many RA patients are there?",
			"SELECT COUNT(DISTINCT person_id) AS n FROM condition_occurrence WHERE condition_concept_id IN ([condition@AF])", nil, nil, "", `not speak of "AF"`},
		"an entity and its abbreviation": {"How old are heart failure patients at their first HF diagnosis?",
			"SELECT COUNT(DISTINCT person_id) AS n FROM condition_occurrence WHERE condition_concept_id IN ([condition@heart failure])",
			append(mention("condition", "heart failure"), mention("condition", "HF")...), nil, "", ""},
		"another disease of the same beginning": {"How many have hyperlipidemia?",
			"SELECT COUNT(DISTINCT person_id) AS n FROM condition_occurrence WHERE condition_concept_id IN ([condition@hypertension])", nil, nil, "", `not speak of "hypertension"`},
	} {
		t.Run(name, func(t *testing.T) {
			r := &Run{Question: tt.question, Template: rag.Template{SQL: tt.sql, StandIns: told},
				Masked: rag.Masked{Entities: tt.entities, Reading: rag.Reading{Unknown: tt.unknown}}}
			n := p.namedIn(t.Context(), r.Question, r.Template)
			left, unsaid := n.leftOut(r), n.unsaid(r)
			if left != tt.left || (unsaid == "") != (tt.unsaid == "") || !strings.Contains(unsaid, tt.unsaid) {
				t.Errorf("left out %q, unsaid %q; want %q, %q: %+v", left, unsaid, tt.left, tt.unsaid, n)
			}
		})
	}
}

// TestADurationIsTheSameInSmallerUnits holds which numbers of SQL are the question's length of time.
func TestADurationIsTheSameInSmallerUnits(t *testing.T) {
	p := New(Parts{Parser: sqltreetest.NewParser(t)}, Options{})
	for _, tt := range []struct {
		value, unit, interval string
		said                  bool
	}{
		{"1", "week", "INTERVAL '7' DAY", true}, {"2", "week", "INTERVAL '14' DAY", true},
		{"1", "year", "INTERVAL '365' DAY", true}, {"2", "year", "INTERVAL '24' MONTH", true},
		{"1", "week", "INTERVAL '30' DAY", false}, {"2", "year", "INTERVAL '365' DAY", false},
		{"6", "month", "INTERVAL '90' DAY", false}, {"90", "day", "INTERVAL '30' DAY", false},
	} {
		r := &Run{Question: "Who died so soon?", Masked: rag.Masked{Constraints: []rag.Constraint{
			{Kind: rag.KindDuration, Op: "<=", Values: []string{tt.value}, Unit: tt.unit, Text: "so soon"}}}}
		r.Template.SQL = "SELECT COUNT(*) AS n FROM death WHERE death_date < cause_date + " + tt.interval
		why := p.namedIn(t.Context(), r.Question, r.Template).unsaid(r)
		if (why == "") != tt.said {
			t.Errorf("%s %s as %s: %q", tt.value, tt.unit, tt.interval, why)
		}
	}
}
