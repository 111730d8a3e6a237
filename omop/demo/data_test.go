package demo

import (
	"database/sql"
	"fmt"
	"testing"

	"github.com/askomop/askomop/omop/schema"
)

func TestData(t *testing.T) {
	db := generate(t, Options{Persons: 3000, Seed: 3})
	t.Run("people are like those of DE-SynPUF", func(t *testing.T) { checkPeople(t, db) })
	t.Run("diseases are as common as among Medicare's beneficiaries", func(t *testing.T) { checkPrevalence(t, db) })
	t.Run("treatment follows disease", func(t *testing.T) { checkPathways(t, db) })
	t.Run("fills let adherence be computed", func(t *testing.T) { checkFills(t, db) })
	t.Run("eras join what is 30 days apart", func(t *testing.T) { checkEras(t, db) })
	t.Run("every reference holds", func(t *testing.T) { checkReferences(t, db) })
	t.Run("keys are unique and required columns filled", func(t *testing.T) { checkKeys(t, db) })
	t.Run("the deliberate flaws are there and rare", func(t *testing.T) { checkFlaws(t, db) })
}

// between runs a query of one number and asks that it lies in a range.
func between(t *testing.T, db *sql.DB, what string, low, high float64, query string) {
	t.Helper()
	if n := number(t, db, query); n < low || n > high {
		t.Errorf("%s: %.4g, want %.4g to %.4g", what, n, low, high)
	}
}

func checkPeople(t *testing.T, db *sql.DB) {
	between(t, db, "share of women", 0.52, 0.58, "SELECT avg((gender_concept_id = 8532)::INT) FROM person")
	between(t, db, "share under 65", 0.12, 0.20, "SELECT avg((2008 - year_of_birth < 65)::INT) FROM person")
	between(t, db, "oldest", 95, 110, "SELECT max(2008 - year_of_birth) FROM person")
	between(t, db, "share of white people", 0.80, 0.89, "SELECT avg((race_concept_id = 8527)::INT) FROM person")
	between(t, db, "share of black people", 0.08, 0.14, "SELECT avg((race_concept_id = 8516)::INT) FROM person")
	between(t, db, "share of hispanic people", 0.015, 0.04, "SELECT avg((ethnicity_concept_id = 38003563)::INT) FROM person")
	between(t, db, "states", 45, 51, "SELECT count(DISTINCT state) FROM person JOIN location USING (location_id)")
	between(t, db, "share in California", 0.06, 0.14, "SELECT avg((state = 'CA')::INT) FROM person JOIN location USING (location_id)")
	between(t, db, "share who die", 0.03, 0.09, "SELECT (SELECT count(*) FROM death) / (SELECT count(*) FROM person)")
	between(t, db, "share seen from the first day", 0.80, 0.92, "SELECT avg((observation_period_start_date = DATE '2008-01-01')::INT) FROM observation_period")
	between(t, db, "first day", 1, 1, "SELECT (min(observation_period_start_date) = DATE '2008-01-01' AND max(observation_period_end_date) = DATE '2010-12-31')::INT FROM observation_period")
	between(t, db, "days in hospital", 3, 8, "SELECT avg(visit_end_date - visit_start_date) FROM visit_occurrence WHERE visit_concept_id = 9201")
	between(t, db, "share readmitted within 30 days", 0.08, 0.25, `SELECT avg(back::INT) FROM (
		SELECT lead(visit_start_date) OVER (PARTITION BY person_id ORDER BY visit_start_date) - visit_end_date <= 30 IS TRUE AS back
		FROM visit_occurrence WHERE visit_concept_id = 9201)`)
	between(t, db, "share of stays through the emergency room", 0.2, 0.6, `SELECT avg(EXISTS (SELECT 1 FROM visit_occurrence AS e WHERE e.person_id = v.person_id AND e.visit_concept_id = 9203
		AND e.visit_end_date BETWEEN v.visit_start_date - 1 AND v.visit_start_date)::INT) FROM visit_occurrence AS v WHERE visit_concept_id = 9201`)
}

// with is a query of the people with a condition, descendants included.
func with(condition int64) string {
	return fmt.Sprintf(`SELECT DISTINCT person_id FROM condition_occurrence
		JOIN concept_ancestor ON descendant_concept_id = condition_concept_id WHERE ancestor_concept_id = %d`, condition)
}

// on is a query of the people who took a drug, descendants included.
func on(drug int64) string {
	return fmt.Sprintf(`SELECT DISTINCT person_id FROM drug_exposure
		JOIN concept_ancestor ON descendant_concept_id = drug_concept_id WHERE ancestor_concept_id = %d`, drug)
}

// had is a query of the people who had a procedure, descendants included.
func had(procedure int64) string {
	return fmt.Sprintf(`SELECT DISTINCT person_id FROM procedure_occurrence
		JOIN concept_ancestor ON descendant_concept_id = procedure_concept_id WHERE ancestor_concept_id = %d`, procedure)
}

// share is a query of the share of some people who are among others.
func share(of, among string) string {
	return fmt.Sprintf("SELECT avg((person_id IN (%s))::INT) FROM (%s)", among, of)
}

const (
	diabetes, hypertension, heartFailure, atrialFibrillation = 201820, 316866, 316139, 313217
	copd, kidneyDisease, endStageRenal, osteoporosis         = 255573, 46271022, 193782, 80502
	infarction, hipFracture, depression, dementia            = 4329847, 4230399, 440383, 4182210
	breastCancer, prostateCancer, hypothyroidism, fracture   = 4112853, 4163261, 140673, 75053
	everyone                                                 = "SELECT person_id FROM person"
	withoutDiabetes                                          = "SELECT person_id FROM person EXCEPT "
)

func checkPrevalence(t *testing.T, db *sql.DB) {
	for _, d := range []struct {
		what      string
		concept   int64
		low, high float64
	}{
		{"hypertension", hypertension, 0.55, 0.78}, {"diabetes", diabetes, 0.20, 0.36}, {"heart failure", heartFailure, 0.12, 0.28},
		{"atrial fibrillation", atrialFibrillation, 0.06, 0.14}, {"COPD", copd, 0.08, 0.2}, {"chronic kidney disease", kidneyDisease, 0.08, 0.22},
		{"end-stage renal disease", endStageRenal, 0.008, 0.05}, {"osteoporosis", osteoporosis, 0.06, 0.18}, {"myocardial infarction", infarction, 0.015, 0.07},
		{"hip fracture", hipFracture, 0.006, 0.04}, {"depression", depression, 0.08, 0.22}, {"dementia", dementia, 0.04, 0.14},
		{"hypothyroidism", hypothyroidism, 0.08, 0.18}, {"breast cancer", breastCancer, 0.015, 0.06}, {"prostate cancer", prostateCancer, 0.02, 0.08},
	} {
		between(t, db, d.what, d.low, d.high, share(everyone, with(d.concept)))
	}
	between(t, db, "men with prostate cancer among those with it", 1, 1, "SELECT avg((gender_concept_id = 8507)::INT) FROM person WHERE person_id IN ("+with(prostateCancer)+")")
	older := number(t, db, "SELECT avg((person_id IN ("+with(dementia)+"))::INT) FROM person WHERE year_of_birth < 1924")
	younger := number(t, db, "SELECT avg((person_id IN ("+with(dementia)+"))::INT) FROM person WHERE year_of_birth BETWEEN 1934 AND 1943")
	if older < 3*younger {
		t.Errorf("dementia in %.3f of the oldest, %.3f of those around 70", older, younger)
	}
}

func checkPathways(t *testing.T, db *sql.DB) {
	between(t, db, "diabetics on metformin", 0.40, 0.75, share(with(diabetes), on(1503297)))
	between(t, db, "others on metformin", 0, 0.10, share(withoutDiabetes+with(diabetes), on(1503297)))
	between(t, db, "hypothyroid on levothyroxine", 0.7, 1, share(with(hypothyroidism), on(1501700)))
	between(t, db, "fibrillation on warfarin", 0.4, 0.8, share(with(atrialFibrillation), on(1310149)))
	between(t, db, "heart failure on furosemide", 0.35, 0.8, share(with(heartFailure), on(956874)))
	between(t, db, "infarction on clopidogrel", 0.5, 1, share(with(infarction), on(1322184)))
	between(t, db, "end-stage renal disease on dialysis", 0.6, 1, share(with(endStageRenal), had(4032243)))
	between(t, db, "others on dialysis", 0, 0.005, share(withoutDiabetes+with(endStageRenal), had(4032243)))
	between(t, db, "osteoporosis on alendronate", 0.2, 0.6, share(with(osteoporosis), on(1557272)))
	between(t, db, "hip fractures treated in hospital", 0.8, 1, share(with(hipFracture), `SELECT c.person_id FROM condition_occurrence AS c JOIN visit_occurrence AS v USING (visit_occurrence_id)
		WHERE v.visit_concept_id = 9201 AND c.condition_concept_id IN (SELECT descendant_concept_id FROM concept_ancestor WHERE ancestor_concept_id = 4230399)`))
	broken, rest := number(t, db, share(with(osteoporosis), with(fracture))), number(t, db, share(withoutDiabetes+with(osteoporosis), with(fracture)))
	if broken < 1.5*rest {
		t.Errorf("fractures in %.3f with osteoporosis, %.3f without", broken, rest)
	}
	mean := func(people string) float64 {
		return number(t, db, "SELECT avg(value_as_number) FROM measurement WHERE measurement_concept_id = 3004410 AND person_id IN ("+people+")")
	}
	if sick, well := mean(with(diabetes)), mean(withoutDiabetes+with(diabetes)); sick < well+0.8 {
		t.Errorf("HbA1c %.2f with diabetes, %.2f without", sick, well)
	}
}

func checkFills(t *testing.T, db *sql.DB) {
	covered := `SELECT person_id, least(1, sum(days_supply) / (max(drug_exposure_start_date) - min(drug_exposure_start_date) + 1)) AS pdc
		FROM (SELECT * EXCLUDE (days_supply), CASE WHEN drug_exposure_start_date = max(drug_exposure_start_date) OVER (PARTITION BY person_id) THEN 0 ELSE days_supply END AS days_supply
		      FROM drug_exposure JOIN concept_ancestor ON descendant_concept_id = drug_concept_id WHERE ancestor_concept_id = 21601855 AND days_supply IS NOT NULL)
		GROUP BY person_id HAVING count(*) >= 5`
	between(t, db, "people with five fills of statins", 100, 3000, "SELECT count(*) FROM ("+covered+")")
	between(t, db, "their mean proportion of days covered", 0.60, 0.90, "SELECT avg(pdc) FROM ("+covered+")")
	between(t, db, "share of them who are adherent", 0.25, 0.75, "SELECT avg((pdc >= 0.8)::INT) FROM ("+covered+")")
	between(t, db, "people who changed their statin", 10, 1000, `SELECT count(*) FROM (SELECT person_id FROM drug_exposure JOIN concept_ancestor ON descendant_concept_id = drug_concept_id
		WHERE ancestor_concept_id IN (1539403, 1545958, 1551860, 1510813, 1592085) GROUP BY person_id HAVING count(DISTINCT ancestor_concept_id) > 1)`)
	between(t, db, "fills before the last ran out", 0.05, 0.6, `SELECT avg((next < drug_exposure_start_date + days_supply)::INT) FROM (
		SELECT *, lead(drug_exposure_start_date) OVER (PARTITION BY person_id, drug_concept_id ORDER BY drug_exposure_start_date) AS next FROM drug_exposure) WHERE next IS NOT NULL`)
	between(t, db, "supplies out of range", 0, 0, "SELECT count(*) FROM drug_exposure WHERE days_supply NOT BETWEEN 1 AND 90 OR quantity <= 0 OR refills < 0")
}

func checkEras(t *testing.T, db *sql.DB) {
	for _, e := range []struct{ table, concept, start, end string }{
		{"drug_era", "drug_concept_id", "drug_era_start_date", "drug_era_end_date"},
		{"condition_era", "condition_concept_id", "condition_era_start_date", "condition_era_end_date"},
	} {
		between(t, db, e.table+" too close to the next", 0, 0, fmt.Sprintf(
			"SELECT count(*) FROM (SELECT %[3]s AS ended, lead(%[2]s) OVER (PARTITION BY person_id, %[1]s ORDER BY %[2]s) AS next FROM %[4]s) WHERE next - ended <= 30",
			e.concept, e.start, e.end, e.table))
		between(t, db, e.table+" that end before they start", 0, 0, fmt.Sprintf("SELECT count(*) FROM %s WHERE %s < %s", e.table, e.end, e.start))
	}
	between(t, db, "eras of anything but ingredients", 0, 0, "SELECT count(*) FROM drug_era JOIN concept ON concept_id = drug_concept_id WHERE concept_class_id <> 'Ingredient'")
	between(t, db, "exposures outside every era of their ingredient", 0, 0, `SELECT count(*) FROM drug_exposure AS x JOIN drug_strength AS s USING (drug_concept_id)
		WHERE NOT EXISTS (SELECT 1 FROM drug_era AS e WHERE e.person_id = x.person_id AND e.drug_concept_id = s.ingredient_concept_id
			AND x.drug_exposure_start_date BETWEEN e.drug_era_start_date AND e.drug_era_end_date)`)
}

func checkReferences(t *testing.T, db *sql.DB) {
	cdm, err := schema.For("5.4")
	if err != nil {
		t.Fatal(err)
	}
	for _, table := range cdm.Tables {
		for _, c := range table.Columns {
			// The language of synonyms, English, and the concepts of the vocabulary's own parts are not in the subset.
			if c.RefTable == "" || c.Name == "language_concept_id" {
				continue
			}
			between(t, db, table.Name+"."+c.Name, 0, 0, fmt.Sprintf("SELECT count(*) FROM %s WHERE %s IS NOT NULL AND %s NOT IN (SELECT %s FROM %s)",
				table.Name, c.Name, c.Name, c.RefColumn, c.RefTable))
		}
		if table.ConceptColumn != "" && table.Domain != "" {
			between(t, db, table.Name+"."+table.ConceptColumn+" of another domain or not standard", 0, 0, fmt.Sprintf(
				"SELECT count(*) FROM %s JOIN concept ON concept_id = %s WHERE concept_id <> 0 AND (domain_id <> '%s' OR standard_concept IS DISTINCT FROM 'S')",
				table.Name, table.ConceptColumn, table.Domain))
		}
	}
	for domain, table := range map[string]string{"Visit": "visit_occurrence", "Procedure": "procedure_occurrence", "Drug": "drug_exposure", "Device": "device_exposure"} {
		between(t, db, "costs of nothing: "+domain, 0, 0, fmt.Sprintf("SELECT count(*) FROM cost WHERE cost_domain_id = '%s' AND cost_event_id NOT IN (SELECT %s_id FROM %s)", domain, table, table))
	}
	between(t, db, "costs that do not add up", 0, 0, "SELECT count(*) FROM cost WHERE abs(total_paid - paid_by_payer - paid_by_patient) > 0.005 OR total_charge < total_paid")
}

func checkKeys(t *testing.T, db *sql.DB) {
	cdm, err := schema.For("5.4")
	if err != nil {
		t.Fatal(err)
	}
	for _, table := range cdm.Tables {
		for _, c := range table.Columns {
			if c.Primary {
				between(t, db, table.Name+": rows with a key used twice", 0, 0, fmt.Sprintf("SELECT count(*) - count(DISTINCT %s) FROM %s", c.Name, table.Name))
			}
			if c.Required && c.Name != "drug_exposure_end_date" { // one of the flaws
				between(t, db, table.Name+"."+c.Name+" empty", 0, 0, fmt.Sprintf("SELECT count(*) FROM %s WHERE %s IS NULL", table.Name, c.Name))
			}
		}
	}
}

func checkFlaws(t *testing.T, db *sql.DB) {
	for _, e := range []struct{ table, concept string }{
		{"condition_occurrence", "condition_concept_id"}, {"procedure_occurrence", "procedure_concept_id"},
		{"drug_exposure", "drug_concept_id"}, {"measurement", "measurement_concept_id"},
	} {
		between(t, db, e.table+" unmapped", 0.005, 0.025, fmt.Sprintf("SELECT avg((%s = 0)::INT) FROM %s", e.concept, e.table))
	}
	between(t, db, "conditions without an end", 0.2, 0.5, "SELECT avg((condition_end_date IS NULL)::INT) FROM condition_occurrence")
	between(t, db, "exposures without an end", 0.02, 0.1, "SELECT avg((drug_exposure_end_date IS NULL)::INT) FROM drug_exposure")
	between(t, db, "measurements without a value", 0.005, 0.1, "SELECT avg((value_as_number IS NULL)::INT) FROM measurement")
	between(t, db, "records of a condition twice at one visit", 20, 4000, `SELECT count(*) FROM (SELECT 1 FROM condition_occurrence WHERE condition_concept_id <> 0
		GROUP BY visit_occurrence_id, condition_concept_id, condition_source_value HAVING count(*) > 1)`)
	between(t, db, "records after death", 2, 60, "SELECT count(*) FROM condition_occurrence JOIN death USING (person_id) WHERE condition_start_date > death_date")
	for _, e := range []struct{ table, date string }{
		{"condition_occurrence", "condition_start_date"}, {"drug_exposure", "drug_exposure_start_date"}, {"procedure_occurrence", "procedure_date"},
		{"measurement", "measurement_date"}, {"observation", "observation_date"}, {"device_exposure", "device_exposure_start_date"}, {"visit_occurrence", "visit_start_date"},
	} {
		between(t, db, e.table+" outside 2008 to 2010", 0, 0, fmt.Sprintf("SELECT count(*) FROM %s WHERE %s NOT BETWEEN DATE '2008-01-01' AND DATE '2010-12-31'", e.table, e.date))
		between(t, db, e.table+" outside observation and not after death", 0, 0.001, fmt.Sprintf(`SELECT coalesce(avg((%[2]s NOT BETWEEN observation_period_start_date AND observation_period_end_date
			AND (death_date IS NULL OR %[2]s <= death_date))::INT), 0) FROM %[1]s JOIN observation_period USING (person_id) LEFT JOIN death USING (person_id)`, e.table, e.date))
	}
}
