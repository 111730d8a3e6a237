package check_test

import (
	"slices"
	"testing"

	"github.com/askomop/askomop/omop"
	"github.com/askomop/askomop/omop/check"
)

// besideQuestion is a question with a statement that contradicts one of its words, and one that does not.
type besideQuestion struct{ question, wrong, right string }

// besideRules are those that look at the words of a question.
var besideRules = []string{"other-question", "contradiction", "negated-records", "last-day", "self-pair", "readmission"}

// tellsApart fails for a wrong statement that is not found, and for a right one that is accused.
func tellsApart(t *testing.T, all []besideQuestion) {
	t.Helper()
	opt := strict(t)
	opt.Results = nil
	c := check.New(opt)
	for _, tt := range all {
		accused := func(text string) bool {
			for _, f := range findings(t, c.Asking(tt.question), text) {
				if slices.Contains(besideRules, f.Rule) && f.Severity != omop.SeverityInfo {
					return true
				}
			}
			return false
		}
		if tt.wrong != "" && !accused(tt.wrong) {
			t.Errorf("%s: not found in %s", tt.question, tt.wrong)
		}
		if accused(tt.right) {
			t.Errorf("%s: accused: %s", tt.question, tt.right)
		}
	}
}

// Shares within groups, sums over groups, records of a whole class, completed years, whose provider, causes of death.
func TestWhatAQuestionAsksOfGroupsAndClasses(t *testing.T) {
	tellsApart(t, []besideQuestion{
		{
			"For each sex, what percentage of people of that sex have ever been dispensed a statin?",
			`SELECT p.gender_concept_id, 100.0 * COUNT(DISTINCT p.person_id) / (SELECT COUNT(DISTINCT person_id) FROM drug_exposure WHERE drug_concept_id IN (SELECT descendant_concept_id FROM concept_ancestor WHERE ancestor_concept_id = 21601855)) AS pct FROM person p JOIN drug_exposure d ON d.person_id = p.person_id WHERE d.drug_concept_id IN (SELECT descendant_concept_id FROM concept_ancestor WHERE ancestor_concept_id = 21601855) GROUP BY p.gender_concept_id`,
			`SELECT p.gender_concept_id, 100.0 * COUNT(DISTINCT d.person_id) / COUNT(DISTINCT p.person_id) AS pct FROM person p LEFT JOIN drug_exposure d ON d.person_id = p.person_id AND d.drug_concept_id IN (SELECT descendant_concept_id FROM concept_ancestor WHERE ancestor_concept_id = 21601855) GROUP BY p.gender_concept_id`,
		},
		{
			"Within each race, what share of the people had at least one emergency room visit, in percent?",
			`WITH er AS (SELECT p.race_concept_id, COUNT(DISTINCT v.person_id) AS n FROM visit_occurrence v JOIN person p USING (person_id) WHERE v.visit_concept_id = 9203 GROUP BY 1), tot AS (SELECT SUM(n) AS total FROM er) SELECT er.race_concept_id, 100.0 * er.n / tot.total AS pct FROM er CROSS JOIN tot`,
			`WITH er AS (SELECT DISTINCT person_id FROM visit_occurrence WHERE visit_concept_id = 9203) SELECT p.race_concept_id, 100.0 * COUNT(er.person_id) / COUNT(*) AS pct FROM person p LEFT JOIN er ON er.person_id = p.person_id GROUP BY p.race_concept_id`,
		},
		{
			"How many people have ever taken an antidepressant or an opioid?",
			`WITH a AS (SELECT COUNT(DISTINCT person_id) AS n FROM drug_exposure WHERE drug_concept_id IN (SELECT descendant_concept_id FROM concept_ancestor WHERE ancestor_concept_id = 21604686)), b AS (SELECT COUNT(DISTINCT person_id) AS n FROM drug_exposure WHERE drug_concept_id IN (SELECT descendant_concept_id FROM concept_ancestor WHERE ancestor_concept_id = 21604254)) SELECT a.n + b.n AS people FROM a, b`,
			`SELECT COUNT(DISTINCT person_id) FROM drug_exposure WHERE drug_concept_id IN (SELECT descendant_concept_id FROM concept_ancestor WHERE ancestor_concept_id IN (21604686, 21604254))`,
		},
		{
			"How many people started an ACE inhibitor in 2010 with no ACE inhibitor of any kind in the 180 days before that start?",
			`WITH ace AS (SELECT person_id, drug_concept_id, drug_exposure_start_date AS d FROM drug_exposure WHERE drug_concept_id IN (SELECT descendant_concept_id FROM concept_ancestor WHERE ancestor_concept_id = 21601784)), f AS (SELECT person_id, MIN(d) AS d, ARG_MIN(drug_concept_id, d) AS drug FROM ace WHERE d BETWEEN DATE '2010-01-01' AND DATE '2010-12-31' GROUP BY person_id) SELECT COUNT(*) FROM f LEFT JOIN ace p ON p.person_id = f.person_id AND p.drug_concept_id = f.drug AND p.d < f.d AND p.d >= f.d - INTERVAL 180 DAY WHERE p.person_id IS NULL`,
			`WITH ace AS (SELECT person_id, drug_exposure_start_date AS d FROM drug_exposure WHERE drug_concept_id IN (SELECT descendant_concept_id FROM concept_ancestor WHERE ancestor_concept_id = 21601784)), f AS (SELECT person_id, MIN(d) AS d FROM ace WHERE d BETWEEN DATE '2010-01-01' AND DATE '2010-12-31' GROUP BY person_id) SELECT COUNT(*) FROM f LEFT JOIN ace p ON p.person_id = f.person_id AND p.d < f.d AND p.d >= f.d - INTERVAL 180 DAY WHERE p.person_id IS NULL`,
		},
		{
			"How many people had a beta blocker dispensing that came after at least 120 days without any beta blocker?",
			`SELECT COUNT(DISTINCT person_id) FROM (SELECT person_id, drug_exposure_start_date AS d, LAG(drug_exposure_start_date) OVER (PARTITION BY person_id, drug_concept_id ORDER BY drug_exposure_start_date) AS prev FROM drug_exposure WHERE drug_concept_id IN (SELECT descendant_concept_id FROM concept_ancestor WHERE ancestor_concept_id = 21601664)) x WHERE d - prev >= 120`,
			`SELECT COUNT(DISTINCT person_id) FROM (SELECT person_id, drug_exposure_start_date AS d, LAG(drug_exposure_start_date) OVER (PARTITION BY person_id ORDER BY drug_exposure_start_date) AS prev FROM drug_exposure WHERE drug_concept_id IN (SELECT descendant_concept_id FROM concept_ancestor WHERE ancestor_concept_id = 21601664)) x WHERE d - prev >= 120`,
		},
		{
			"How many people had turned 75 by the date of their first stroke (cerebrovascular accident)?",
			`SELECT COUNT(*) FROM (SELECT person_id, MIN(condition_start_date) AS d FROM condition_occurrence WHERE condition_concept_id IN (SELECT descendant_concept_id FROM concept_ancestor WHERE ancestor_concept_id = 381316) GROUP BY person_id) s JOIN person p ON p.person_id = s.person_id WHERE EXTRACT(YEAR FROM s.d) - p.year_of_birth >= 75`,
			`SELECT COUNT(*) FROM (SELECT person_id, MIN(condition_start_date) AS d FROM condition_occurrence WHERE condition_concept_id IN (SELECT descendant_concept_id FROM concept_ancestor WHERE ancestor_concept_id = 381316) GROUP BY person_id) s JOIN person p ON p.person_id = s.person_id WHERE CAST(p.birth_datetime AS DATE) + INTERVAL 75 YEAR <= s.d`,
		},
		{
			"How many inpatient stays were under the care of a cardiologist (provider specialty Cardiology)?",
			`SELECT COUNT(*) FROM visit_occurrence v JOIN person p ON p.person_id = v.person_id JOIN provider pr ON pr.provider_id = p.provider_id WHERE v.visit_concept_id = 9201 AND pr.specialty_concept_id = 38004451`,
			`SELECT COUNT(*) FROM visit_occurrence v JOIN provider pr ON pr.provider_id = v.provider_id WHERE v.visit_concept_id = 9201 AND pr.specialty_concept_id = 38004451`,
		},
		{
			"How many emergency room visits took place at care sites in Mississippi?",
			`SELECT COUNT(*) FROM visit_occurrence v JOIN person p ON p.person_id = v.person_id JOIN care_site cs ON cs.care_site_id = p.care_site_id JOIN location l ON l.location_id = cs.location_id WHERE v.visit_concept_id = 9203 AND l.state = 'MS'`,
			`SELECT COUNT(*) FROM visit_occurrence v JOIN care_site cs ON cs.care_site_id = v.care_site_id JOIN location l ON l.location_id = cs.location_id WHERE v.visit_concept_id = 9203 AND l.state = 'MS'`,
		},
		{
			"How many people have two consecutive HbA1c results (by date) both above 8 percent?",
			`SELECT COUNT(*) FROM (SELECT person_id FROM measurement WHERE measurement_concept_id = 3004410 AND value_as_number > 8 GROUP BY person_id HAVING COUNT(*) >= 2) t`,
			`SELECT COUNT(DISTINCT person_id) FROM (SELECT person_id, value_as_number AS v, LAG(value_as_number) OVER (PARTITION BY person_id ORDER BY measurement_date, measurement_id) AS p FROM measurement WHERE measurement_concept_id = 3004410 AND value_as_number IS NOT NULL) t WHERE v > 8 AND p > 8`,
		},
		{
			"How many different ingredients were dispensed in 2010, going by the drug exposure records?",
			`SELECT COUNT(DISTINCT drug_concept_id) FROM drug_exposure WHERE YEAR(drug_exposure_start_date) = 2010 AND drug_concept_id <> 0`,
			`SELECT COUNT(DISTINCT c.concept_id) FROM drug_exposure d JOIN concept_ancestor a ON a.descendant_concept_id = d.drug_concept_id JOIN concept c ON c.concept_id = a.ancestor_concept_id AND c.concept_class_id = 'Ingredient' WHERE YEAR(d.drug_exposure_start_date) = 2010`,
		},
		{
			"How many people died with dementia recorded as a diagnosis at any time before death or on the day of death?",
			`SELECT COUNT(*) FROM death WHERE cause_concept_id IN (SELECT descendant_concept_id FROM concept_ancestor WHERE ancestor_concept_id = 4182210)`,
			`SELECT COUNT(*) FROM death d WHERE EXISTS (SELECT 1 FROM condition_occurrence c WHERE c.person_id = d.person_id AND c.condition_concept_id IN (SELECT descendant_concept_id FROM concept_ancestor WHERE ancestor_concept_id = 4182210) AND c.condition_start_date <= d.death_date)`,
		},
		{
			"How many people had already reached their 65th birthday on 1 January 2009?",
			`SELECT COUNT(*) AS n FROM person WHERE 2009 - year_of_birth >= 65`,
			`SELECT COUNT(*) AS n FROM person WHERE CAST(birth_datetime AS DATE) + INTERVAL '65' YEAR <= DATE '2009-01-01'`,
		},
		{
			"How many people took an ACE inhibitor or an opioid?",
			`SELECT SUM(n) AS people FROM (SELECT COUNT(DISTINCT person_id) AS n FROM drug_exposure WHERE drug_concept_id IN ([drug@ACE inhibitor]) UNION ALL SELECT COUNT(DISTINCT person_id) FROM drug_exposure WHERE drug_concept_id IN ([drug@opioid]))`,
			`SELECT COUNT(DISTINCT person_id) AS people FROM drug_exposure WHERE drug_concept_id IN ([drug@ACE inhibitor]) OR drug_concept_id IN ([drug@opioid])`,
		},
	})
}

// Numerators and denominators of the same people, days, visits, years, either of two, one that is enough.
func TestWhatAQuestionAsksOfTheWholeAndOfTimes(t *testing.T) {
	tellsApart(t, []besideQuestion{
		{
			"What is the average HbA1c of people with type 2 diabetes, taking the mean of each person's own average?",
			`SELECT AVG(m.value_as_number) FROM measurement m WHERE m.measurement_concept_id = 3004410 AND m.person_id IN (SELECT person_id FROM condition_occurrence WHERE condition_concept_id IN (SELECT descendant_concept_id FROM concept_ancestor WHERE ancestor_concept_id = 201826))`,
			`SELECT AVG(a) FROM (SELECT AVG(m.value_as_number) AS a FROM measurement m WHERE m.measurement_concept_id = 3004410 AND m.person_id IN (SELECT person_id FROM condition_occurrence WHERE condition_concept_id IN (SELECT descendant_concept_id FROM concept_ancestor WHERE ancestor_concept_id = 201826)) GROUP BY m.person_id) x`,
		},
		{
			"What is the one-year mortality after a first inpatient stay, in percent of people with an inpatient stay (death within 365 days after admission)?",
			`WITH f AS (SELECT person_id, MIN(visit_start_date) AS d FROM visit_occurrence WHERE visit_concept_id = 9201 GROUP BY 1) SELECT 100.0 * COUNT(CASE WHEN x.death_date <= f.d + INTERVAL 365 DAY THEN 1 END) / COUNT(*) FROM f JOIN death x ON x.person_id = f.person_id`,
			`WITH f AS (SELECT person_id, MIN(visit_start_date) AS d FROM visit_occurrence WHERE visit_concept_id = 9201 GROUP BY 1) SELECT 100.0 * COUNT(CASE WHEN x.death_date <= f.d + INTERVAL 365 DAY THEN 1 END) / COUNT(*) FROM f LEFT JOIN death x ON x.person_id = f.person_id`,
		},
		{
			"How many hospital stays ended on the day they began?",
			`SELECT COUNT(*) FROM visit_occurrence WHERE visit_concept_id = 9201 AND visit_start_datetime = visit_end_datetime`,
			`SELECT COUNT(*) FROM visit_occurrence WHERE visit_concept_id = 9201 AND visit_start_date = visit_end_date`,
		},
		{
			"How many people have records of at least three different procedures on one and the same day?",
			`SELECT COUNT(*) FROM (SELECT person_id FROM procedure_occurrence WHERE procedure_concept_id <> 0 GROUP BY person_id HAVING COUNT(DISTINCT procedure_concept_id) >= 3) t`,
			`SELECT COUNT(DISTINCT person_id) FROM (SELECT person_id, procedure_date FROM procedure_occurrence WHERE procedure_concept_id <> 0 GROUP BY person_id, procedure_date HAVING COUNT(DISTINCT procedure_concept_id) >= 3) t`,
		},
		{
			"How many inpatient stays have no diagnosis recorded during them (linked to the stay)?",
			`SELECT COUNT(*) FROM visit_occurrence v WHERE v.visit_concept_id = 9201 AND NOT EXISTS (SELECT 1 FROM condition_occurrence c WHERE c.person_id = v.person_id)`,
			`SELECT COUNT(*) FROM visit_occurrence v WHERE v.visit_concept_id = 9201 AND NOT EXISTS (SELECT 1 FROM condition_occurrence c WHERE c.visit_occurrence_id = v.visit_occurrence_id)`,
		},
		{
			"What is the average number of drug ingredients (eras) that people aged 80 or older in 2010 (2010 minus year of birth) were on during 2010?",
			`SELECT AVG(n) FROM (SELECT e.person_id, COUNT(DISTINCT e.drug_concept_id) AS n FROM drug_era e JOIN person p USING (person_id) WHERE 2010 - p.year_of_birth >= 80 GROUP BY e.person_id) t`,
			`SELECT AVG(n) FROM (SELECT e.person_id, COUNT(DISTINCT e.drug_concept_id) AS n FROM drug_era e JOIN person p USING (person_id) WHERE 2010 - p.year_of_birth >= 80 AND e.drug_era_start_date <= DATE '2010-12-31' AND e.drug_era_end_date >= DATE '2010-01-01' GROUP BY e.person_id) t`,
		},
		{
			"How many condition records have a start date outside the person's observation period?",
			`SELECT COUNT(*) FROM condition_occurrence c JOIN observation_period o ON o.person_id = c.person_id WHERE c.condition_start_date BETWEEN o.observation_period_start_date AND o.observation_period_end_date`,
			`SELECT COUNT(*) FROM condition_occurrence c WHERE NOT EXISTS (SELECT 1 FROM observation_period o WHERE o.person_id = c.person_id AND c.condition_start_date BETWEEN o.observation_period_start_date AND o.observation_period_end_date)`,
		},
		{
			"What is the prevalence of heart failure per 1,000 people aged 65 and over at the end of 2010 (2010 minus year of birth)?",
			`SELECT 1000.0 * (SELECT COUNT(DISTINCT person_id) FROM condition_occurrence WHERE condition_concept_id IN (SELECT descendant_concept_id FROM concept_ancestor WHERE ancestor_concept_id = 316139)) / (SELECT COUNT(*) FROM person WHERE 2010 - year_of_birth >= 65)`,
			`SELECT 1000.0 * COUNT(DISTINCT CASE WHEN c.person_id IS NOT NULL THEN p.person_id END) / COUNT(DISTINCT p.person_id) FROM person p LEFT JOIN condition_occurrence c ON c.person_id = p.person_id AND c.condition_concept_id IN (SELECT descendant_concept_id FROM concept_ancestor WHERE ancestor_concept_id = 316139) WHERE 2010 - p.year_of_birth >= 65`,
		},
		{
			"How many people have ever had a body mass index of 40 or more or weighed more than 150 kg?",
			`SELECT COUNT(DISTINCT b.person_id) FROM measurement b JOIN measurement w ON w.person_id = b.person_id WHERE b.measurement_concept_id = 3038553 AND b.value_as_number >= 40 AND w.measurement_concept_id = 3025315 AND w.value_as_number > 150`,
			`SELECT COUNT(DISTINCT person_id) FROM measurement WHERE measurement_concept_id = 3038553 AND value_as_number >= 40 OR measurement_concept_id = 3025315 AND value_as_number > 150`,
		},
		{
			"Over all people with at least one emergency room visit, what is the mean time in days between their first and last emergency room visit (0 for those with one)?",
			`SELECT AVG(l - f) FROM (SELECT person_id, MIN(visit_start_date) AS f, MAX(visit_start_date) AS l FROM visit_occurrence WHERE visit_concept_id = 9203 GROUP BY person_id HAVING COUNT(*) > 1) t`,
			`SELECT AVG(l - f) FROM (SELECT person_id, MIN(visit_start_date) AS f, MAX(visit_start_date) AS l FROM visit_occurrence WHERE visit_concept_id = 9203 GROUP BY person_id) t`,
		},
		{
			"Among people with COPD, how many had their last recorded visit in the emergency room?",
			`SELECT COUNT(DISTINCT v.person_id) FROM visit_occurrence v JOIN (SELECT person_id, MAX(visit_start_date) AS d FROM visit_occurrence WHERE visit_concept_id = 9203 GROUP BY person_id) l ON l.person_id = v.person_id AND l.d = v.visit_start_date WHERE v.visit_concept_id = 9203 AND v.person_id IN (SELECT person_id FROM condition_occurrence WHERE condition_concept_id IN (SELECT descendant_concept_id FROM concept_ancestor WHERE ancestor_concept_id = 255573))`,
			`SELECT COUNT(*) FROM (SELECT person_id, ARG_MAX(visit_concept_id, (visit_start_date, visit_occurrence_id)) AS k FROM visit_occurrence GROUP BY person_id) l WHERE l.k = 9203 AND l.person_id IN (SELECT person_id FROM condition_occurrence WHERE condition_concept_id IN (SELECT descendant_concept_id FROM concept_ancestor WHERE ancestor_concept_id = 255573))`,
		},
		{
			"For each year from 2008 to 2010, what percentage of that year's visits were emergency room visits?",
			`SELECT YEAR(visit_start_date) AS y, 100.0 * COUNT(*) / (SELECT COUNT(*) FROM visit_occurrence) AS pct FROM visit_occurrence WHERE visit_concept_id = 9203 GROUP BY 1 ORDER BY 1`,
			`SELECT YEAR(visit_start_date) AS y, 100.0 * COUNT(*) FILTER (WHERE visit_concept_id = 9203) / COUNT(*) AS pct FROM visit_occurrence GROUP BY 1 ORDER BY 1`,
		},
		{
			"How many people filled both an ACE inhibitor and a diuretic within 30 days of each other?",
			`SELECT COUNT(DISTINCT a.person_id) FROM drug_exposure a JOIN drug_exposure b ON b.person_id = a.person_id WHERE a.drug_concept_id IN (SELECT descendant_concept_id FROM concept_ancestor WHERE ancestor_concept_id = 21601784) AND b.drug_concept_id IN (SELECT descendant_concept_id FROM concept_ancestor WHERE ancestor_concept_id = 21601461) AND b.drug_exposure_start_date - a.drug_exposure_start_date BETWEEN 0 AND 30`,
			`SELECT COUNT(DISTINCT a.person_id) FROM drug_exposure a JOIN drug_exposure b ON b.person_id = a.person_id WHERE a.drug_concept_id IN (SELECT descendant_concept_id FROM concept_ancestor WHERE ancestor_concept_id = 21601784) AND b.drug_concept_id IN (SELECT descendant_concept_id FROM concept_ancestor WHERE ancestor_concept_id = 21601461) AND b.drug_exposure_start_date BETWEEN a.drug_exposure_start_date - 30 AND a.drug_exposure_start_date + 30`,
		},
		{
			"What share of metformin users have been seen by an endocrinologist (a visit with an endocrinology provider)?",
			`SELECT (SELECT COUNT(DISTINCT v.person_id) FROM visit_occurrence v JOIN provider pr ON pr.provider_id = v.provider_id WHERE pr.specialty_concept_id = 38004485) * 1.0 / (SELECT COUNT(DISTINCT person_id) FROM drug_exposure WHERE drug_concept_id IN (SELECT descendant_concept_id FROM concept_ancestor WHERE ancestor_concept_id = 1503297))`,
			`SELECT COUNT(DISTINCT v.person_id) * 1.0 / COUNT(DISTINCT m.person_id) FROM (SELECT DISTINCT person_id FROM drug_exposure WHERE drug_concept_id IN (SELECT descendant_concept_id FROM concept_ancestor WHERE ancestor_concept_id = 1503297)) m LEFT JOIN (SELECT v.person_id FROM visit_occurrence v JOIN provider pr ON pr.provider_id = v.provider_id AND pr.specialty_concept_id = 38004485) v ON v.person_id = m.person_id`,
		},
		{
			"Which state's residents have the highest share of people with a stroke (cerebrovascular accident)? Give the state and the percentage; only states with at least 50 people.",
			`SELECT l.state, 100.0 * COUNT(DISTINCT c.person_id) / COUNT(DISTINCT p.person_id) AS pct FROM person p JOIN location l USING (location_id) LEFT JOIN condition_occurrence c ON c.person_id = p.person_id AND c.condition_concept_id IN (SELECT descendant_concept_id FROM concept_ancestor WHERE ancestor_concept_id = 381316) GROUP BY 1 HAVING COUNT(DISTINCT p.person_id) >= 50 ORDER BY COUNT(DISTINCT c.person_id) DESC LIMIT 1`,
			`SELECT l.state, 100.0 * COUNT(DISTINCT c.person_id) / COUNT(DISTINCT p.person_id) AS pct FROM person p JOIN location l USING (location_id) LEFT JOIN condition_occurrence c ON c.person_id = p.person_id AND c.condition_concept_id IN (SELECT descendant_concept_id FROM concept_ancestor WHERE ancestor_concept_id = 381316) GROUP BY 1 HAVING COUNT(DISTINCT p.person_id) >= 50 ORDER BY pct DESC LIMIT 1`,
		},
	})
}

// What looks like these mistakes and is asked for.
func TestGroupsAndClassesThatAreAskedForAreNotAccused(t *testing.T) {
	tellsApart(t, []besideQuestion{
		{
			question: "What percentage of the people with heart failure are of each sex?",
			right:    `SELECT p.gender_concept_id, 100.0 * COUNT(DISTINCT p.person_id) / SUM(COUNT(DISTINCT p.person_id)) OVER () AS pct FROM person p JOIN condition_occurrence c ON c.person_id = p.person_id WHERE c.condition_concept_id IN ([condition@heart failure]) GROUP BY p.gender_concept_id`,
		},
		{
			question: "How many people had the same statin dispensed at least 120 days after the time before?",
			right:    `SELECT COUNT(DISTINCT person_id) AS people FROM (SELECT person_id, drug_exposure_start_date AS d, LAG(drug_exposure_start_date) OVER (PARTITION BY person_id, drug_concept_id ORDER BY drug_exposure_start_date) AS prev FROM drug_exposure WHERE drug_concept_id IN ([drug@statin])) x WHERE d - prev >= 120`,
		},
		{
			question: "How many visits did people have whose own primary care provider is a cardiologist?",
			right:    `SELECT COUNT(*) AS visits FROM visit_occurrence v JOIN person p ON p.person_id = v.person_id JOIN provider pr ON pr.provider_id = p.provider_id WHERE pr.specialty_concept_id = 38004451`,
		},
		{
			question: "How many people died of dementia?",
			right:    `SELECT COUNT(*) AS people FROM death WHERE cause_concept_id IN ([condition@dementia])`,
		},
		{
			question: "How many people fall in each ten-year age band (0-9, 10-19, and so on; completed years on 1 January 2008)?",
			right:    `SELECT DATE_SUB('year', CAST(birth_datetime AS DATE), DATE '2008-01-01') // 10 * 10 AS band, COUNT(*) AS n FROM person GROUP BY 1`,
		},
		{
			question: "How many dispensings of metformin were there in total?",
			right:    `SELECT SUM(drug_exposure_count) AS n FROM drug_era WHERE drug_concept_id = 1503297`,
		},
		{
			question: "How many people have a record of a concept to which ICD-9-CM 428.0 maps, or of one below it?",
			right:    `SELECT COUNT(DISTINCT person_id) AS n FROM condition_occurrence WHERE condition_concept_id IN (SELECT a.descendant_concept_id FROM concept c JOIN concept_relationship r ON r.concept_id_1 = c.concept_id JOIN concept_ancestor a ON a.ancestor_concept_id = r.concept_id_2 WHERE c.vocabulary_id = 'ICD9CM' AND c.concept_code = '428.0' AND r.relationship_id = 'Maps to')`,
		},
		{
			question: "How many people turned 70 in calendar year 2009?",
			right:    `SELECT COUNT(*) AS people FROM person WHERE 2009 - year_of_birth = 70`,
		},
		{
			question: "How many people had turned 65 on 31 December 2009?",
			right:    `SELECT COUNT(*) AS people FROM person WHERE 2009 - year_of_birth >= 65`,
		},
		{
			question: "How many records have an ICD-9-CM source code of category 428?",
			right:    `SELECT COUNT(*) AS records FROM condition_occurrence WHERE condition_source_value LIKE '428.%'`,
		},
		{
			question: "What percentage of the people who died had a stroke?",
			right:    `SELECT 100.0 * COUNT(DISTINCT c.person_id) / COUNT(DISTINCT d.person_id) AS pct FROM death d LEFT JOIN condition_occurrence c ON c.person_id = d.person_id AND c.condition_concept_id IN ([condition@stroke])`,
		},
		{
			question: "How many people have both a body mass index of 40 or more and a weight of 150 kg or above?",
			right:    `SELECT COUNT(DISTINCT b.person_id) AS people FROM measurement b JOIN measurement w ON w.person_id = b.person_id WHERE b.measurement_concept_id = 3038553 AND b.value_as_number >= 40 AND w.measurement_concept_id = 3025315 AND w.unit_concept_id = 9529 AND w.value_as_number >= 150`,
		},
		{
			question: "How many people had creatinine measured at least once in each of 2008, 2009 and 2010?",
			right:    `SELECT COUNT(*) AS people FROM (SELECT person_id FROM measurement WHERE measurement_concept_id = 3016723 AND EXTRACT(YEAR FROM measurement_date) IN (2008, 2009, 2010) GROUP BY person_id HAVING COUNT(DISTINCT EXTRACT(YEAR FROM measurement_date)) = 3) t`,
		},
		{
			question: "What is the mean number of emergency room visits per person over everybody in the database, people without any counted as zero?",
			right:    `SELECT 1.0 * (SELECT COUNT(*) FROM visit_occurrence WHERE visit_concept_id = 9203) / (SELECT COUNT(*) FROM person) AS visits`,
		},
		{
			question: "How many people had an inpatient stay and an emergency room visit that do not overlap?",
			right:    `SELECT COUNT(DISTINCT e.person_id) AS people FROM visit_occurrence e JOIN visit_occurrence i ON i.person_id = e.person_id WHERE e.visit_concept_id = 9203 AND i.visit_concept_id = 9201 AND i.visit_start_date > e.visit_end_date`,
		},
	})
}
