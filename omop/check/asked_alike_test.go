package check_test

import "testing"

// What looks like another question's statement, and gives the number that is asked for.
func TestFormsThatGiveWhatIsAskedAreNotAccused(t *testing.T) {
	const (
		gout   = `condition_occurrence AS g`
		isGout = `g.condition_concept_id IN ([condition@gout])`
		stays  = `visit_occurrence AS s WHERE s.visit_concept_id = 9201`
	)
	warns(t, byPeople(t), "other-question", []aWarning{
		// any record that something comes after has the first before it
		{"How many people took allopurinol on or after their first gout diagnosis?", `SELECT COUNT(DISTINCT g.person_id) AS people FROM ` + gout + ` JOIN drug_era AS d ON d.person_id = g.person_id AND d.drug_era_start_date >= g.condition_start_date WHERE ` + isGout + ` AND d.drug_concept_id IN ([drug@allopurinol])`, false},
		{"How many people died after their first gout diagnosis?", `SELECT COUNT(DISTINCT x.person_id) AS people FROM death AS x JOIN ` + gout + ` ON g.person_id = x.person_id AND x.death_date > g.condition_start_date WHERE ` + isGout, false},
		{"How many people took allopurinol within 30 days after their first gout diagnosis?", `SELECT COUNT(DISTINCT g.person_id) AS people FROM ` + gout + ` JOIN drug_era AS d ON d.person_id = g.person_id AND d.drug_era_start_date BETWEEN g.condition_start_date AND g.condition_start_date + 30 WHERE ` + isGout + ` AND d.drug_concept_id IN ([drug@allopurinol])`, true},
		{"How many allopurinol eras began after the first gout diagnosis?", `SELECT COUNT(*) AS eras FROM ` + gout + ` JOIN drug_era AS d ON d.person_id = g.person_id AND d.drug_era_start_date > g.condition_start_date WHERE ` + isGout + ` AND d.drug_concept_id IN ([drug@allopurinol])`, true},
		// the first of the only events that are read has none before it
		{"How many people started allopurinol in 2009, with no era of it before?", `SELECT COUNT(*) AS people FROM (SELECT person_id FROM drug_era WHERE drug_concept_id IN ([drug@allopurinol]) GROUP BY person_id HAVING YEAR(MIN(drug_era_start_date)) = 2009) AS f`, false},
		// a calendar year in which people come of an age
		{"How many stays began in the calendar year in which the person reached 60?", `SELECT COUNT(*) AS n FROM person AS p JOIN visit_occurrence AS s ON s.person_id = p.person_id WHERE s.visit_concept_id = 9201 AND YEAR(s.visit_start_date) - p.year_of_birth = 60`, false},
		{"How many people had a stay in the year of their 90th birthday?", `SELECT COUNT(DISTINCT p.person_id) AS n FROM person AS p JOIN visit_occurrence AS s ON s.person_id = p.person_id WHERE s.visit_concept_id = 9201 AND YEAR(s.visit_start_date) = p.year_of_birth + 90`, false},
		{"How many people had reached their 60th birthday at their first stay?", `SELECT COUNT(*) AS n FROM (SELECT person_id, MIN(visit_start_date) AS d FROM visit_occurrence WHERE visit_concept_id = 9201 GROUP BY person_id) AS f JOIN person AS p ON p.person_id = f.person_id WHERE YEAR(f.d) - p.year_of_birth >= 60`, true},
		// years of people that are counted
		{"In how many person-years, each person counted once in each calendar year, was there a stay?", `SELECT COUNT(*) AS n FROM (SELECT DISTINCT s.person_id, YEAR(s.visit_start_date) AS y FROM ` + stays + `) AS x`, false},
		{"How many person-years with a stay are there in each calendar year?", `SELECT YEAR(s.visit_start_date) AS y, COUNT(DISTINCT s.person_id) AS n FROM ` + stays + ` GROUP BY 1`, false},
		{"How many stays were there per 1,000 person-years?", `SELECT 1000.0 * (SELECT COUNT(*) FROM ` + stays + `) / COUNT(*) AS n FROM person`, true},
		// all kinds are named, so that none is looked for
		{"How many stays were followed by any visit (inpatient, outpatient or emergency) within 14 days of discharge?", `SELECT COUNT(*) AS n FROM ` + stays + ` AND EXISTS (SELECT 1 FROM visit_occurrence AS f WHERE f.person_id = s.person_id AND f.visit_start_date > s.visit_end_date AND f.visit_start_date <= s.visit_end_date + 14)`, false},
		{"How many people of any race (black, white or other) have gout?", `SELECT COUNT(DISTINCT g.person_id) AS people FROM ` + gout + ` WHERE ` + isGout, false},
		{"How many of the people with gout are not women?", `SELECT COUNT(DISTINCT g.person_id) AS people FROM ` + gout + ` JOIN person AS p ON p.person_id = g.person_id WHERE p.gender_concept_id = 8507 AND ` + isGout, false},
		// a mean of parts of a time
		{"How many stays per month of 2009 were there on average?", `SELECT COUNT(*) / 12.0 AS n FROM ` + stays + ` AND YEAR(s.visit_start_date) = 2009`, false},
		// a bound of time is no last record, a share of a sex may be among others, an observation may be its period
		{"How many people were 60 in 2009 at the latest?", `SELECT COUNT(*) AS n FROM person WHERE year_of_birth <= 1949`, false},
		{"Percentage of men of each state among the people of that state", `SELECT l.state, 100.0 * COUNT(*) FILTER (WHERE p.gender_concept_id = 8507) / COUNT(*) AS pct FROM person AS p JOIN location AS l ON l.location_id = p.location_id GROUP BY l.state`, false},
		{"How many people had their observation begin in 2009?", `SELECT COUNT(DISTINCT person_id) AS n FROM observation_period WHERE YEAR(observation_period_start_date) = 2009`, false},
		// a number in brackets that is a concept's
		{"How many people have gout (440674 or below)?", `SELECT COUNT(DISTINCT person_id) AS people FROM condition_occurrence JOIN concept_ancestor ON descendant_concept_id = condition_concept_id WHERE ancestor_concept_id = 440674`, false},
	})
}

// A concept that nothing is below needs no descendants.
func TestAConceptWithoutDescendantsIsWhole(t *testing.T) {
	warns(t, byPeople(t), "other-question", []aWarning{
		{"How many people have poorly controlled diabetes (443238 and all its descendants)?", `SELECT COUNT(DISTINCT person_id) AS people FROM condition_occurrence WHERE condition_concept_id = 443238`, false},
		{"How many people have type 2 diabetes (201826 and all its descendants)?", `SELECT COUNT(DISTINCT person_id) AS people FROM condition_occurrence WHERE condition_concept_id = 201826`, true},
	})
}

// Other rules by which right statements were accused.
func TestRightFormsOfPairsAndJoins(t *testing.T) {
	const pair = `FROM visit_occurrence AS a JOIN visit_occurrence AS b ON b.person_id = a.person_id `
	warns(t, byPeople(t), "open-window", []aWarning{
		{"How many people had two emergency visits within any 14 days?", `SELECT COUNT(DISTINCT a.person_id) AS people ` + pair + `AND b.visit_occurrence_id > a.visit_occurrence_id AND ABS(b.visit_start_date - a.visit_start_date) <= 14 WHERE a.visit_concept_id = 9203 AND b.visit_concept_id = 9203`, false},
		{"How many people had an emergency visit within 14 days after a stay?", `SELECT COUNT(DISTINCT a.person_id) AS people ` + pair + `AND ABS(b.visit_start_date - a.visit_start_date) <= 14 WHERE a.visit_concept_id = 9201 AND b.visit_concept_id = 9203`, true},
	})
	warns(t, byPeople(t), "self-pair", []aWarning{
		{"How many people had a stay both in 2008 and in 2010?", `SELECT COUNT(DISTINCT a.person_id) AS people ` + pair + `WHERE a.visit_concept_id = 9201 AND b.visit_concept_id = 9201 AND YEAR(a.visit_start_date) = 2008 AND YEAR(b.visit_start_date) = 2010`, false},
	})
	warns(t, byPeople(t), "outer-join-filter", []aWarning{
		{"How many of the people who died have a known cause (not 0)?", `SELECT COUNT(*) AS n FROM person AS p LEFT JOIN death AS d ON d.person_id = p.person_id WHERE d.cause_concept_id <> 0`, false},
		{"How many women had gout or osteoporosis?", `SELECT COUNT(DISTINCT p.person_id) AS n FROM person AS p LEFT JOIN condition_occurrence AS c ON c.person_id = p.person_id WHERE p.gender_concept_id = 8532 AND c.condition_concept_id IN ([condition@gout], [condition@osteoporosis])`, false},
		{"How many women had gout or a colonoscopy?", `SELECT COUNT(DISTINCT p.person_id) AS n FROM person AS p LEFT JOIN condition_occurrence AS c ON c.person_id = p.person_id LEFT JOIN procedure_occurrence AS o ON o.person_id = p.person_id AND o.procedure_concept_id IN ([procedure@colonoscopy]) WHERE p.gender_concept_id = 8532 AND c.condition_concept_id IN ([condition@gout])`, true},
	})
	warns(t, byPeople(t), "impossible-order", []aWarning{
		{"How many visits begin later than their end?", `SELECT COUNT(*) AS n FROM visit_occurrence WHERE visit_start_date > visit_end_date`, false},
	})
}

// What makes a number other than asked, whatever the data.
func TestWhatIsFoundBesideAnyData(t *testing.T) {
	warns(t, byPeople(t), "other-question", []aWarning{
		{"Among people with any visit, how many had emergency visits only?", `SELECT COUNT(*) AS n FROM (SELECT person_id, visit_concept_id FROM visit_occurrence QUALIFY ROW_NUMBER() OVER (PARTITION BY person_id ORDER BY visit_start_date, visit_occurrence_id) = 1) AS f WHERE visit_concept_id = 9203`, true},
		{"Among people with any visit, how many had an emergency visit as their first?", `SELECT COUNT(*) AS n FROM (SELECT person_id, visit_concept_id FROM visit_occurrence QUALIFY ROW_NUMBER() OVER (PARTITION BY person_id ORDER BY visit_start_date, visit_occurrence_id) = 1) AS f WHERE visit_concept_id = 9203`, false},
		{"What was the total of days_supply of warfarin?", `SELECT SUM(drug_era_end_date - drug_era_start_date + 1) AS days FROM drug_era WHERE drug_concept_id IN ([drug@warfarin])`, true},
		{"What was the total of days_supply of warfarin?", `SELECT SUM(days_supply) AS days FROM drug_exposure WHERE drug_concept_id IN ([drug@warfarin])`, false},
		{"Prevalence of gout by sex: percentage of all people of each sex who have it", `WITH g AS (SELECT p.gender_concept_id, COUNT(DISTINCT p.person_id) AS n FROM person AS p JOIN condition_occurrence AS c ON c.person_id = p.person_id WHERE c.condition_concept_id IN ([condition@gout]) GROUP BY 1) SELECT gender_concept_id, 100.0 * n / SUM(n) OVER () AS pct FROM g`, true},
	})
	const below = `FROM (SELECT person_id, MIN(COALESCE(value_as_number, 0)) AS least FROM measurement WHERE measurement_concept_id IN ([measurement@hemoglobin]) AND unit_concept_id = 8713 GROUP BY person_id) AS m WHERE least `
	warns(t, byPeople(t), "missing-as-zero", []aWarning{
		{"How many people have only hemoglobin values above 11 g/dL?", `SELECT COUNT(*) AS n ` + below + `> 11`, true},
		{"How many people have a hemoglobin value?", `SELECT COUNT(*) AS n ` + below + `>= 0`, false},
	})
	warns(t, byPeople(t), "last-day", []aWarning{
		{"How many stays began in 2009?", `SELECT COUNT(*) AS n FROM visit_occurrence WHERE visit_concept_id = 9201 AND visit_start_date BETWEEN DATE '2009-01-01' AND DATE '2009-01-01' + INTERVAL 1 YEAR`, true},
		{"How many stays began in 2009?", `SELECT COUNT(*) AS n FROM visit_occurrence WHERE visit_concept_id = 9201 AND visit_start_date >= DATE '2009-01-01' AND visit_start_date < DATE '2009-01-01' + INTERVAL 1 YEAR`, false},
	})
}
