package pipeline

import (
	"fmt"
	"slices"
	"testing"

	"github.com/askomop/askomop/omop/study"
	"github.com/askomop/askomop/omop/study/compile"
	"github.com/askomop/askomop/omop/study/studytest"
	"github.com/askomop/askomop/pipeline/privacy"
)

// TestFewValuesOfACompiledStatisticAreHidden asks 20 people, of whom so many have a condition, a drug with refills and a
// longer supply: a mean, a total or a deviation that tells how many they are is shown where they are enough.
func TestFewValuesOfACompiledStatisticAreHidden(t *testing.T) {
	const ofDrug = `"population":{"entry":{"domain":"drug"}}}`
	questions := map[string]string{
		"refills":  `{"measure":{"kind":"number","stat":"mean","quantity":"refills"},` + ofDrug,
		"total":    `{"measure":{"kind":"number","stat":"sum","quantity":"refills"},` + ofDrug,
		"supply":   `{"measure":{"kind":"number","stat":"mean","quantity":"days_supply"},` + ofDrug,
		"spread":   `{"measure":{"kind":"number","stat":"sd","quantity":"days_supply"},` + ofDrug,
		"summary":  `{"measure":{"kind":"number","stat":"summary","quantity":"days_supply"},` + ofDrug,
		"outliers": `{"measure":{"kind":"number","stat":"mean","quantity":"quantity"},` + ofDrug,
		"concepts": `{"measure":{"kind":"number","stat":"mean","quantity":"concepts","event":{"domain":"condition"},"zeros":true},
			"population":{}}`,
		"occurrences": `{"measure":{"kind":"number","stat":"mean","quantity":"occurrences","event":{"domain":"condition"},"zeros":true},
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
	for _, few := range []int{3, 8} {
		w.exec(t, "USE everybody", "DELETE FROM drug_exposure", "DELETE FROM condition_occurrence",
			fmt.Sprintf(`INSERT INTO drug_exposure (drug_exposure_id, person_id, drug_concept_id, drug_exposure_start_date, drug_exposure_end_date, days_supply, refills, quantity)
				SELECT i, i, 1, DATE '2010-01-01', DATE '2010-02-01', CASE WHEN i <= %d THEN 31 ELSE 14 END, CASE WHEN i <= %[1]d THEN 1 ELSE 0 END, CASE WHEN i <= %[1]d THEN 30 + i ELSE 14 END FROM range(1, 21) r(i)`, few),
			fmt.Sprintf(`INSERT INTO condition_occurrence (condition_occurrence_id, person_id, condition_concept_id, condition_start_date)
				SELECT 2 * i + k, i, 1, DATE '2010-01-01' FROM range(1, %d) r(i), range(2) s(k)`, few+1),
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
			records := slices.IndexFunc(plan.Columns, func(c compile.Column) bool { return c.Role == compile.Count && c.Of == study.Records })
			if name == "occurrences" && (table.Rows[0][records] == any(privacy.Hidden) != (few < twinMin)) {
				t.Errorf("%s of %d: %v", name, few, table.Rows[0])
			}
			// a weight of 1000 puts two numbers of people into one, however many they are
			if hidden := first == any(privacy.Hidden); hidden != (few < twinMin || name == "weights") {
				t.Errorf("%s of %d: %v", name, few, table.Rows[0])
			}
		}
	}
}

// TestFewValuesOfATableAreHidden describes 20 people, of whom so many were observed for less long before, had visits and
// took more of a drug: means and deviations that tell of them are shown where they are enough, and quartiles always.
func TestFewValuesOfATableAreHidden(t *testing.T) {
	const starters = `"population":{"entry":{"domain":"drug","concepts":[{"text":"metformin"}],"which":"first"}}}`
	metformin := studytest.Names[study.Drug]["metformin"]
	w := newTwins(t)
	w.exec(t, "USE everybody",
		`INSERT INTO person (person_id, gender_concept_id, year_of_birth) SELECT i, 8532, 1950 + i FROM range(1, 21) r(i)`,
		"USE main")
	for _, few := range []int{3, 8} {
		w.exec(t, "USE everybody", "DELETE FROM drug_exposure", "DELETE FROM observation_period", "DELETE FROM visit_occurrence",
			fmt.Sprintf(`INSERT INTO observation_period (observation_period_id, person_id, observation_period_start_date, observation_period_end_date)
				SELECT i, i, CASE WHEN i <= %d THEN DATE '2009-06-01' + CAST(i AS INTEGER) ELSE DATE '2009-01-01' END, DATE '2011-01-01' FROM range(1, 21) r(i)`, few),
			fmt.Sprintf(`INSERT INTO drug_exposure (drug_exposure_id, person_id, drug_concept_id, drug_exposure_start_date, drug_exposure_end_date, quantity)
				SELECT i, i, %d, DATE '2010-01-01', DATE '2010-02-01', CASE WHEN i <= %d THEN 30 + i ELSE 14 END FROM range(1, 21) r(i)`, metformin, few),
			fmt.Sprintf(`INSERT INTO visit_occurrence (visit_occurrence_id, person_id, visit_concept_id, visit_start_date, visit_end_date)
				SELECT i, i, 9202, DATE '2009-12-01', DATE '2009-12-01' FROM range(1, %d) r(i)`, few+1),
			"USE main")
		for kind, of := range map[string][]string{
			"characteristics": {"prior observation", "visits in the year before"},
			"drug_use":        {"quantity of the first exposure", "quantity in all"},
		} {
			q, plan := compiled(t, `{"measure":{"kind":"`+kind+`"},`+starters)
			table, ok, err := w.show(t.Context(), q, plan, 0)
			if err != nil || !ok {
				t.Fatalf("%s: refused, or %v", kind, err)
			}
			at := func(row []any, name string) any {
				return row[slices.IndexFunc(plan.Columns, func(c compile.Column) bool { return c.Name == name })]
			}
			seen := 0
			for _, row := range table.Rows {
				if name := fmt.Sprint(row[0]); name == "age at index" && at(row, "mean") == privacy.Hidden {
					t.Errorf("%s: the mean of 20 ages is hidden", kind)
				} else if !slices.Contains(of, name) {
					continue
				}
				seen++
				for _, name := range []string{"mean", "sd"} {
					if hidden := at(row, name) == privacy.Hidden; hidden != (few < twinMin) {
						t.Errorf("%s of %d, %v: %v", name, few, row[0], row)
					}
				}
				if _, isNumber := at(row, "median").(float64); !isNumber {
					t.Errorf("the median of %v: %v", row[0], row)
				}
			}
			if seen != len(of) {
				t.Errorf("%s: %v", kind, table.Rows)
			}
		}
	}
}

// TestAStandardisedEstimateThatRestsOnFewPeopleIsHidden asks 40 people, of whom so many are old, with weights that rest
// on the old; and where these are many, so many of them with the outcome or without.
func TestAStandardisedEstimateThatRestsOnFewPeopleIsHidden(t *testing.T) {
	stroke := studytest.Names[study.Condition]["stroke"]
	const outcome = `"standard":"ours","weights":[{"from":0,"to":39,"weight":1},{"from":40,"to":-1,"weight":1000}]},"population":{},
		"outcome":{"has":{"event":{"domain":"condition","concepts":[{"text":"stroke"}]}}},"period":{"from":"2010-01-01","to":"2010-12-31"}`
	w := newTwins(t)
	for _, c := range []struct {
		old, cases int
		hidden     map[string]bool
	}{
		{3, 3, map[string]bool{"prevalence": true, "rate": true}},
		{20, 3, map[string]bool{"prevalence": true, "rate": true}},
		{20, 17, map[string]bool{"prevalence": true}},
		{20, 10, nil},
	} {
		w.exec(t, "USE everybody", "DELETE FROM person", "DELETE FROM observation_period", "DELETE FROM condition_occurrence",
			fmt.Sprintf(`INSERT INTO person (person_id, gender_concept_id, year_of_birth) SELECT i, 8507 + 25 * (i & 1), CASE WHEN i <= %d THEN 1940 ELSE 1980 END FROM range(1, 41) r(i)`, c.old),
			`INSERT INTO observation_period (observation_period_id, person_id, observation_period_start_date, observation_period_end_date)
				SELECT i, i, DATE '2008-01-01', DATE '2011-12-31' FROM range(1, 41) r(i)`,
			fmt.Sprintf(`INSERT INTO condition_occurrence (condition_occurrence_id, person_id, condition_concept_id, condition_start_date)
				SELECT i, i, %d, DATE '2010-05-01' FROM range(1, 41) r(i) WHERE i <= %d OR i BETWEEN 26 AND 34`, stroke, c.cases),
			"USE main")
		for kind, measure := range map[string]string{"prevalence": `"kind":"prevalence","prevalence":"period",`, "rate": `"kind":"rate","per":1000,`} {
			q, plan := compiled(t, `{"measure":{`+measure+outcome+`}`)
			table, ok, err := w.show(t.Context(), q, plan, 0)
			if err != nil || !ok || len(table.Rows) != 1 {
				t.Fatalf("%s: refused, or %v\n%s\n%s", kind, err, plan.SQL, plan.Weighed)
			}
			if row := table.Rows[0]; (row[0] == privacy.Hidden) != c.hidden[kind] || row[1] == privacy.Hidden {
				t.Errorf("%s of %d of %d: %v", kind, c.cases, c.old, row)
			}
		}
	}
}

// TestAPercentileBeyondWhichFewStandIsHidden asks for the 80th percentile of so many people, of whom a fifth stand above
// it; quartiles are shown of few.
func TestAPercentileBeyondWhichFewStandIsHidden(t *testing.T) {
	metformin := studytest.Names[study.Drug]["metformin"]
	w := newTwins(t)
	for _, n := range []int{5*twinMin - 1, 5 * twinMin} {
		w.exec(t, "USE everybody", "DELETE FROM person", "DELETE FROM drug_exposure",
			fmt.Sprintf(`INSERT INTO person (person_id, gender_concept_id, year_of_birth) SELECT i, 8532, 1950 + i FROM range(1, %d) r(i)`, n+1),
			fmt.Sprintf(`INSERT INTO drug_exposure (drug_exposure_id, person_id, drug_concept_id, drug_exposure_start_date, drug_exposure_end_date, days_supply)
				SELECT person_id, person_id, %d, DATE '2010-01-01', DATE '2010-02-01', 10 + person_id FROM person`, metformin),
			"USE main")
		for quantile, few := range map[string]bool{"0.8": n < 5*twinMin, "0.75": false, "0.99": true} {
			q, plan := compiled(t, `{"measure":{"kind":"number","stat":"quantile","quantile":`+quantile+
				`,"quantity":"days_supply"},"population":{"entry":{"domain":"drug","concepts":[{"text":"metformin"}]}}}`)
			table, ok, err := w.show(t.Context(), q, plan, 0)
			if err != nil || !ok {
				t.Fatalf("%s: refused, or %v", quantile, err)
			}
			if shown := table.Rows[0][0]; (shown == any(privacy.Hidden)) != few {
				t.Errorf("quantile %s of %d people is %v", quantile, n, shown)
			}
		}
	}
}

// TestQuantilesOfFewPeopleAreHidden asks for quantiles of one person more and more: a median tells one person's value
// where enough have not that or less, and enough not that or more; a quartile, how many stand beyond it.
func TestQuantilesOfFewPeopleAreHidden(t *testing.T) {
	metformin := studytest.Names[study.Drug]["metformin"]
	w := newTwins(t)
	for n := twinMin; n <= 4*twinMin+1; n++ {
		w.exec(t, "USE everybody", "DELETE FROM person", "DELETE FROM drug_exposure",
			fmt.Sprintf(`INSERT INTO person (person_id, gender_concept_id, year_of_birth) SELECT i, 8532, 1950 + i FROM range(1, %d) r(i)`, n+1),
			fmt.Sprintf(`INSERT INTO drug_exposure (drug_exposure_id, person_id, drug_concept_id, drug_exposure_start_date, drug_exposure_end_date, days_supply)
				SELECT person_id, person_id, %d, DATE '2010-01-01', DATE '2010-02-01', 10 + person_id FROM person`, metformin),
			"USE main")
		for stat, least := range map[string]int{
			`"median"`: twinMin + 4, `"quartiles"`: twinMin + 4, // a median has its quartiles beside it
			`"quantile","quantile":0.5`: 2*twinMin - 1, `"quantile","quantiles":[0.25,0.75]`: 4 * twinMin,
		} {
			q, plan := compiled(t, `{"measure":{"kind":"number","stat":`+stat+
				`,"quantity":"days_supply"},"population":{"entry":{"domain":"drug","concepts":[{"text":"metformin"}]}}}`)
			table, ok, err := w.show(t.Context(), q, plan, 0)
			if err != nil || !ok {
				t.Fatalf("%s: refused, or %v", stat, err)
			}
			for i, c := range plan.Columns {
				least := least
				if isQuartile(c) {
					least = 4 * twinMin
				}
				if shown := table.Rows[0][i]; c.Role == compile.Number && (shown == any(privacy.Hidden)) != (n < least) {
					t.Errorf("%s of %d people: %s is %v", stat, n, c.Name, shown)
				}
			}
		}
	}
}

// TestADescriptionOfFewPeopleIsHidden describes so many people: from a mean, a deviation and quartiles together each
// value of few people follows, so twice as many must have one, and four times as many for quartiles and for the deviation
// of whole numbers that lie close together. How many they are is shown of both.
func TestADescriptionOfFewPeopleIsHidden(t *testing.T) {
	const starters = `"population":{"entry":{"domain":"drug","concepts":[{"text":"metformin"}],"which":"first"}}}`
	metformin := studytest.Names[study.Drug]["metformin"]
	people := []compile.Role{compile.Count, compile.Numerator, compile.Denominator}
	w := newTwins(t)
	for _, of := range []struct{ people, step int }{{2*twinMin - 1, 4}, {2 * twinMin, 4}, {2 * twinMin, 1}, {4*twinMin - 1, 4}, {4 * twinMin, 4}} {
		n, step := of.people, of.step
		w.exec(t, "USE everybody", "DELETE FROM person", "DELETE FROM drug_exposure", "DELETE FROM observation_period",
			fmt.Sprintf(`INSERT INTO person (person_id, gender_concept_id, year_of_birth) SELECT i, 8532, 1950 + %d * i FROM range(1, %d) r(i)`, step, n+1),
			`INSERT INTO observation_period (observation_period_id, person_id, observation_period_start_date, observation_period_end_date)
				SELECT person_id, person_id, DATE '2009-01-01' + CAST(person_id AS INTEGER), DATE '2011-01-01' FROM person`,
			fmt.Sprintf(`INSERT INTO drug_exposure (drug_exposure_id, person_id, drug_concept_id, drug_exposure_start_date, drug_exposure_end_date, days_supply, quantity)
				SELECT person_id, person_id, %[1]d, DATE '2010-01-01', DATE '2010-02-01', 10 + %[2]d * person_id, 30 + %[2]d * person_id FROM person`, metformin, step),
			"USE main")
		for measure, of := range map[string]string{
			`{"kind":"characteristics"}`: "age at index",
			`{"kind":"drug_use"}`:        "quantity in all",
			`{"kind":"number","stat":"summary","quantity":"days_supply"}`: "",
		} {
			q, plan := compiled(t, `{"measure":`+measure+`,`+starters)
			table, ok, err := w.show(t.Context(), q, plan, 0)
			if err != nil || !ok {
				t.Fatalf("%s: refused, or %v", measure, err)
			}
			at := slices.IndexFunc(table.Rows, func(row []any) bool { return of == "" || row[0] == any(of) })
			if at < 0 {
				t.Fatalf("%s has no row of %s", measure, of)
			}
			for i, c := range plan.Columns {
				switch shown := table.Rows[at][i]; {
				case c.Role == compile.Number &&
					(shown == any(privacy.Hidden)) != (n < 2*twinMin || n < 4*twinMin && isQuartile(c) || step == 1 && isDeviation(c)):
					t.Errorf("%s of %d people: %s is %v", measure, n, c.Name, shown)
				case slices.Contains(people, c.Role) && shown != any(int64(n)):
					t.Errorf("%s of %d people: %s is %v", measure, n, c.Name, shown)
				}
			}
		}
	}
}
