package check_test

import (
	"encoding/json"
	"testing"

	"github.com/askomop/askomop/omop/check"
	"github.com/askomop/askomop/omop/study"
)

// What a question asks can be said the other way round: by all of the others, by a value of a whole partition, by a
// number of each person.
func TestWhatIsAskedCanBeSaidTheOtherWayRound(t *testing.T) {
	for name, tt := range map[string]struct {
		asked        string
		wrong, right []string
	}{
		"the last value": {`{"measure":{"kind":"number","quantity":"value","statistic":"mean"},"population":{"entry":{"domain":"measurement","concepts":[{"text":"body mass index"}],"which":"last"}}}`, []string{
			`SELECT AVG(b) AS m FROM (SELECT LAST_VALUE(value_as_number) OVER w AS b, ROW_NUMBER() OVER w AS rn FROM measurement WHERE measurement_concept_id IN ([measurement@body mass index]) AND value_as_number IS NOT NULL WINDOW w AS (PARTITION BY person_id ORDER BY measurement_date DESC ROWS BETWEEN UNBOUNDED PRECEDING AND UNBOUNDED FOLLOWING)) WHERE rn = 1`,
			`SELECT AVG(b) AS m FROM (SELECT DISTINCT person_id, LAST_VALUE(value_as_number) OVER (PARTITION BY person_id ORDER BY measurement_date DESC ROWS BETWEEN UNBOUNDED PRECEDING AND UNBOUNDED FOLLOWING) AS b FROM measurement WHERE measurement_concept_id IN ([measurement@body mass index]) AND value_as_number IS NOT NULL)`,
			`SELECT AVG(value_as_number) AS m FROM (SELECT value_as_number, ROW_NUMBER() OVER (PARTITION BY person_id ORDER BY measurement_date) AS rn FROM measurement WHERE measurement_concept_id IN ([measurement@body mass index]) AND value_as_number IS NOT NULL) WHERE rn = 1`,
		}, []string{
			`SELECT AVG(b) AS m FROM (SELECT LAST_VALUE(value_as_number IGNORE NULLS) OVER w AS b, ROW_NUMBER() OVER w AS rn FROM measurement WHERE measurement_concept_id IN ([measurement@body mass index]) WINDOW w AS (PARTITION BY person_id ORDER BY measurement_date ROWS BETWEEN UNBOUNDED PRECEDING AND UNBOUNDED FOLLOWING)) WHERE rn = 1`,
			`SELECT AVG(b) AS m FROM (SELECT DISTINCT person_id, LAST_VALUE(value_as_number) OVER (PARTITION BY person_id ORDER BY measurement_date ROWS BETWEEN UNBOUNDED PRECEDING AND UNBOUNDED FOLLOWING) AS b FROM measurement WHERE measurement_concept_id IN ([measurement@body mass index]) AND value_as_number IS NOT NULL)`,
			`SELECT AVG(b) AS m FROM (SELECT person_id, FIRST_VALUE(value_as_number) OVER (PARTITION BY person_id ORDER BY measurement_date DESC) AS b, ROW_NUMBER() OVER (PARTITION BY person_id ORDER BY measurement_date) AS rn FROM measurement WHERE measurement_concept_id IN ([measurement@body mass index]) AND value_as_number IS NOT NULL) WHERE rn = 1`,
			`SELECT AVG(b) AS m FROM (SELECT ARG_MAX(value_as_number, measurement_date) OVER (PARTITION BY person_id) AS b, ROW_NUMBER() OVER (PARTITION BY person_id ORDER BY measurement_date) AS rn FROM measurement WHERE measurement_concept_id IN ([measurement@body mass index]) AND value_as_number IS NOT NULL) WHERE rn = 1`,
			`SELECT AVG(b) AS m FROM (SELECT person_id, LAST(value_as_number ORDER BY measurement_date) AS b FROM measurement WHERE measurement_concept_id IN ([measurement@body mass index]) AND value_as_number IS NOT NULL GROUP BY person_id)`,
		}},
		"in a year": {`{"measure":{"kind":"count"},"population":{},"outcome":{"has":{"event":{"domain":"drug","concepts":[{"text":"albuterol"}],"during":{"from":"2009-01-01","to":"2009-12-31"}}}}}`, []string{
			`SELECT COUNT(DISTINCT d.person_id) AS n FROM drug_exposure d WHERE d.drug_concept_id IN ([drug@albuterol]) AND (EXTRACT(YEAR FROM d.drug_exposure_start_date) = 2009 OR d.drug_exposure_end_date IS NOT NULL)`,
			`SELECT COUNT(*) AS n FROM (SELECT d.person_id FROM drug_exposure d WHERE d.drug_concept_id IN ([drug@albuterol]) AND EXTRACT(YEAR FROM d.drug_exposure_start_date) = 2009 UNION SELECT d.person_id FROM drug_exposure d WHERE d.drug_concept_id IN ([drug@albuterol]))`,
		}, []string{
			`SELECT SUM((SELECT COUNT(*) FROM (SELECT 1 FROM drug_exposure d WHERE d.person_id = p.person_id AND d.drug_concept_id IN ([drug@albuterol]) AND EXTRACT(YEAR FROM d.drug_exposure_start_date) = 2009 LIMIT 1))) AS n FROM person p`,
			`SELECT COUNT((SELECT 1 FROM drug_exposure d WHERE d.person_id = p.person_id AND d.drug_concept_id IN ([drug@albuterol]) AND EXTRACT(YEAR FROM d.drug_exposure_start_date) = 2009 LIMIT 1)) AS n FROM person p`,
			`SELECT SUM(LEAST((SELECT COUNT(*) FROM drug_exposure d WHERE d.person_id = p.person_id AND d.drug_concept_id IN ([drug@albuterol]) AND EXTRACT(YEAR FROM d.drug_exposure_start_date) = 2009), 1)) AS n FROM person p`,
			`SELECT COUNT(*) AS n FROM person p WHERE (SELECT COUNT(*) FROM drug_exposure d WHERE d.person_id = p.person_id AND d.drug_concept_id IN ([drug@albuterol]) AND EXTRACT(YEAR FROM d.drug_exposure_start_date) = 2009) > 0`,
			`SELECT COUNT(*) AS n FROM person p WHERE 1 = (SELECT 1 FROM drug_exposure d WHERE d.person_id = p.person_id AND d.drug_concept_id IN ([drug@albuterol]) AND EXTRACT(YEAR FROM d.drug_exposure_start_date) = 2009 LIMIT 1)`,
			`SELECT COUNT(*) AS n FROM (SELECT p.person_id, (SELECT COUNT(*) FROM drug_exposure d WHERE d.person_id = p.person_id AND d.drug_concept_id IN ([drug@albuterol]) AND EXTRACT(YEAR FROM d.drug_exposure_start_date) = 2009) AS k FROM person p) WHERE k > 0`,
			`SELECT COUNT(*) AS n FROM person p, LATERAL (SELECT 1 FROM drug_exposure d WHERE d.person_id = p.person_id AND d.drug_concept_id IN ([drug@albuterol]) AND EXTRACT(YEAR FROM d.drug_exposure_start_date) = 2009 LIMIT 1) x`,
			`SELECT COUNT(x.one) AS n FROM person p LEFT JOIN LATERAL (SELECT 1 AS one FROM drug_exposure d WHERE d.person_id = p.person_id AND d.drug_concept_id IN ([drug@albuterol]) AND EXTRACT(YEAR FROM d.drug_exposure_start_date) = 2009 LIMIT 1) x ON TRUE`,
			`WITH y AS (SELECT person_id FROM drug_exposure d WHERE d.drug_concept_id IN ([drug@albuterol]) AND EXTRACT(YEAR FROM d.drug_exposure_start_date) = 2009) SELECT SUM((SELECT COUNT(DISTINCT y.person_id) FROM y WHERE y.person_id = p.person_id)) AS n FROM person p`,
		}},
		"after the last": {`{"measure":{"kind":"count"},"population":{"entry":{"domain":"drug","concepts":[{"text":"albuterol"}],"which":"last"}},"outcome":{"has":{"event":{"domain":"condition","concepts":[{"text":"asthma"}]},"relation":{"from":{"days":1}}}}}`, []string{
			`SELECT COUNT(DISTINCT o.person_id) AS n FROM condition_occurrence o WHERE o.condition_concept_id IN ([condition@asthma]) AND o.person_id IN (SELECT person_id FROM drug_exposure WHERE drug_concept_id IN ([drug@albuterol])) AND o.condition_start_date < ALL (SELECT v.drug_exposure_start_date FROM drug_exposure v WHERE v.person_id = o.person_id AND v.drug_concept_id IN ([drug@albuterol]))`,
			`SELECT COUNT(DISTINCT o.person_id) AS n FROM condition_occurrence o WHERE o.condition_concept_id IN ([condition@asthma]) AND o.person_id IN (SELECT person_id FROM drug_exposure WHERE drug_concept_id IN ([drug@albuterol])) AND NOT EXISTS (SELECT 1 FROM drug_exposure v WHERE v.person_id = o.person_id AND v.drug_concept_id IN ([drug@albuterol]) AND v.drug_exposure_start_date <= o.condition_start_date)`,
			`SELECT COUNT(DISTINCT o.person_id) AS n FROM condition_occurrence o WHERE o.condition_concept_id IN ([condition@asthma]) AND o.condition_start_date < (SELECT MIN(v.drug_exposure_start_date) FROM drug_exposure v WHERE v.person_id = o.person_id AND v.drug_concept_id IN ([drug@albuterol]))`,
		}, []string{
			`SELECT COUNT(DISTINCT o.person_id) AS n FROM condition_occurrence o WHERE o.condition_concept_id IN ([condition@asthma]) AND o.person_id IN (SELECT person_id FROM drug_exposure WHERE drug_concept_id IN ([drug@albuterol])) AND o.condition_start_date > ALL (SELECT v.drug_exposure_start_date FROM drug_exposure v WHERE v.person_id = o.person_id AND v.drug_concept_id IN ([drug@albuterol]))`,
			`SELECT COUNT(DISTINCT o.person_id) AS n FROM condition_occurrence o WHERE o.condition_concept_id IN ([condition@asthma]) AND o.person_id IN (SELECT person_id FROM drug_exposure WHERE drug_concept_id IN ([drug@albuterol])) AND NOT EXISTS (SELECT 1 FROM drug_exposure v WHERE v.person_id = o.person_id AND v.drug_concept_id IN ([drug@albuterol]) AND v.drug_exposure_start_date >= o.condition_start_date)`,
			`SELECT COUNT(DISTINCT o.person_id) AS n FROM condition_occurrence o JOIN drug_exposure v ON v.person_id = o.person_id AND v.drug_concept_id IN ([drug@albuterol]) LEFT JOIN drug_exposure w ON w.person_id = o.person_id AND w.drug_concept_id IN ([drug@albuterol]) AND w.drug_exposure_start_date >= o.condition_start_date WHERE o.condition_concept_id IN ([condition@asthma]) AND w.drug_exposure_id IS NULL`,
			`SELECT COUNT(DISTINCT o.person_id) AS n FROM condition_occurrence o SEMI JOIN drug_exposure v ON v.person_id = o.person_id AND v.drug_concept_id IN ([drug@albuterol]) ANTI JOIN drug_exposure w ON w.person_id = o.person_id AND w.drug_concept_id IN ([drug@albuterol]) AND o.condition_start_date <= w.drug_exposure_start_date WHERE o.condition_concept_id IN ([condition@asthma])`,
			`SELECT COUNT(DISTINCT o.person_id) AS n FROM condition_occurrence o WHERE o.condition_concept_id IN ([condition@asthma]) AND o.condition_start_date > (SELECT MAX(v.drug_exposure_start_date) FROM drug_exposure v WHERE v.person_id = o.person_id AND v.drug_concept_id IN ([drug@albuterol]))`,
			`SELECT COUNT(DISTINCT o.person_id) AS n FROM condition_occurrence o WHERE o.condition_concept_id IN ([condition@asthma]) AND o.person_id IN (SELECT person_id FROM drug_exposure WHERE drug_concept_id IN ([drug@albuterol])) AND NOT o.condition_start_date <= ANY (SELECT v.drug_exposure_start_date FROM drug_exposure v WHERE v.person_id = o.person_id AND v.drug_concept_id IN ([drug@albuterol]))`,
		}},
	} {
		for _, sql := range tt.wrong {
			if len(said(t, sql, tt.asked)) == 0 {
				t.Errorf("%s: not found in %s", name, sql)
			}
		}
		for _, sql := range tt.right {
			if got := said(t, sql, tt.asked); len(got) > 0 {
				t.Errorf("%s: accused (%q): %s", name, got, sql)
			}
		}
	}
}

// That none of a person's records lies before a day says that the first does not.
func TestThatNoneCameBeforeLooksForTheFirst(t *testing.T) {
	const asked = `{"measure":{"kind":"count"},"population":{},"outcome":{"has":{"event":{"domain":"drug","concepts":[{"text":"albuterol"}],"which":"first","during":{"from":"2009-01-01","to":"2009-12-31"}}}}}`
	var q study.Question
	if err := json.Unmarshal([]byte(asked), &q); err != nil {
		t.Fatal(err)
	}
	found := func(sql string) []string {
		return saidTo(t, "How many people had a first albuterol in 2009?", sql, check.Meaning{Question: &q, Concepts: named})
	}
	for _, sql := range []string{
		`SELECT COUNT(*) AS n FROM (SELECT person_id FROM drug_exposure WHERE drug_concept_id IN ([drug@albuterol]) AND drug_exposure_start_date < DATE '2010-01-01' GROUP BY person_id HAVING BOOL_OR(drug_exposure_start_date >= DATE '2009-01-01'))`,
		`SELECT COUNT(*) AS n FROM (SELECT person_id FROM drug_exposure WHERE drug_concept_id IN ([drug@albuterol]) AND drug_exposure_start_date < DATE '2010-01-01' GROUP BY person_id HAVING COUNT(*) FILTER (WHERE drug_exposure_start_date >= DATE '2009-01-01') > 0)`,
	} {
		if len(found(sql)) == 0 {
			t.Errorf("not found in %s", sql)
		}
	}
	for _, sql := range []string{
		`SELECT COUNT(*) AS n FROM (SELECT person_id FROM drug_exposure WHERE drug_concept_id IN ([drug@albuterol]) AND drug_exposure_start_date < DATE '2010-01-01' GROUP BY person_id HAVING BOOL_AND(drug_exposure_start_date >= DATE '2009-01-01'))`,
		`SELECT COUNT(*) AS n FROM (SELECT person_id FROM drug_exposure WHERE drug_concept_id IN ([drug@albuterol]) AND drug_exposure_start_date < DATE '2010-01-01' GROUP BY person_id HAVING NOT BOOL_OR(drug_exposure_start_date < DATE '2009-01-01'))`,
		`SELECT COUNT(*) AS n FROM (SELECT person_id FROM drug_exposure WHERE drug_concept_id IN ([drug@albuterol]) AND drug_exposure_start_date < DATE '2010-01-01' GROUP BY person_id HAVING COUNT(*) FILTER (WHERE drug_exposure_start_date < DATE '2009-01-01') = 0)`,
		`SELECT COUNT(*) AS n FROM (SELECT person_id FROM drug_exposure WHERE drug_concept_id IN ([drug@albuterol]) AND drug_exposure_start_date < DATE '2010-01-01' GROUP BY person_id HAVING SUM(CASE WHEN drug_exposure_start_date < DATE '2009-01-01' THEN 1 ELSE 0 END) = 0)`,
	} {
		if got := found(sql); len(got) > 0 {
			t.Errorf("accused (%q): %s", got, sql)
		}
	}
}
