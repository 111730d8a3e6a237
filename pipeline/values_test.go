package pipeline

import (
	"fmt"
	"testing"

	"github.com/askomop/askomop/pipeline/privacy"
)

// TestFewValuesOfACompiledStatisticAreHidden asks 20 people, of whom so many have a condition, a drug with refills and a
// longer supply: a mean, a total or a deviation that tells how many they are is shown where they are enough.
func TestFewValuesOfACompiledStatisticAreHidden(t *testing.T) {
	const ofDrug = `"population":{"entry":{"domain":"drug"}}}`
	questions := map[string]string{
		"refills": `{"measure":{"kind":"number","stat":"mean","quantity":"refills"},` + ofDrug,
		"total":   `{"measure":{"kind":"number","stat":"sum","quantity":"refills"},` + ofDrug,
		"supply":  `{"measure":{"kind":"number","stat":"mean","quantity":"days_supply"},` + ofDrug,
		"spread":  `{"measure":{"kind":"number","stat":"sd","quantity":"days_supply"},` + ofDrug,
		"summary": `{"measure":{"kind":"number","stat":"summary","quantity":"days_supply"},` + ofDrug,
		"concepts": `{"measure":{"kind":"number","stat":"mean","quantity":"concepts","event":{"domain":"condition"},"zeros":true},
			"population":{}}`,
		"score": `{"measure":{"kind":"number","stat":"mean","quantity":"score","points":[{"points":1,"if":{"has":{"event":{"domain":"condition"}}}}]},
			"population":{}}`,
		"weights": `{"measure":{"kind":"number","stat":"mean","quantity":"score","points":[{"points":1,"if":{"is":{"sex":"female"}}},
			{"points":1000,"if":{"has":{"event":{"domain":"condition"}}}}]},"population":{}}`,
	}
	w := newTwins(t)
	w.exec(t, "USE everybody",
		`INSERT INTO person (person_id, gender_concept_id, year_of_birth) SELECT i, CASE WHEN i % 2 = 0 THEN 8532 ELSE 8507 END, 1950 + i FROM range(1, 21) r(i)`,
		"USE main")
	for _, few := range []int{2, 8} {
		w.exec(t, "USE everybody", "DELETE FROM drug_exposure", "DELETE FROM condition_occurrence",
			fmt.Sprintf(`INSERT INTO drug_exposure (drug_exposure_id, person_id, drug_concept_id, drug_exposure_start_date, drug_exposure_end_date, days_supply, refills)
				SELECT i, i, 1, DATE '2010-01-01', DATE '2010-02-01', CASE WHEN i <= %d THEN 31 ELSE 14 END, CASE WHEN i <= %[1]d THEN 1 ELSE 0 END FROM range(1, 21) r(i)`, few),
			fmt.Sprintf(`INSERT INTO condition_occurrence (condition_occurrence_id, person_id, condition_concept_id, condition_start_date)
				SELECT i, i, 1, DATE '2010-01-01' FROM range(1, %d) r(i)`, few+1),
			"USE main")
		for name, doc := range questions {
			q, plan := compiled(t, doc)
			table, ok, err := w.show(t.Context(), q, plan, 0)
			if err != nil || !ok {
				t.Fatalf("%s: refused, or %v", name, err)
			}
			first := table.Rows[0][0]
			if name == "summary" {
				first = table.Rows[0][5]
			}
			// a weight of 1000 puts two numbers of people into one, however many they are
			if hidden := first == any(privacy.Hidden); hidden != (few < twinMin || name == "weights") {
				t.Errorf("%s of %d: %v", name, few, table.Rows[0])
			}
		}
	}
}
