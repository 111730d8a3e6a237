package check_test

import "testing"

// Each question has a statement that contradicts one of its words, and one that does not.
func TestWordsOfTheQuestionAreHeldAgainstTheStatement(t *testing.T) {
	tellsApart(t, []besideQuestion{
		{
			"What is the median length of an inpatient stay in nights?",
			`SELECT AVG(visit_end_date - visit_start_date) AS nights FROM visit_occurrence WHERE visit_concept_id = 9201`,
			`SELECT MEDIAN(visit_end_date - visit_start_date) AS nights FROM visit_occurrence WHERE visit_concept_id = 9201`,
		},
		{
			"What is the mean length of inpatient stay in nights?",
			`SELECT AVG(visit_end_date - visit_start_date + 1) AS nights FROM visit_occurrence WHERE visit_concept_id = 9201`,
			`SELECT AVG(visit_end_date - visit_start_date) AS nights FROM visit_occurrence WHERE visit_concept_id = 9201`,
		},
		{
			"Which drug reached the largest number of different patients?",
			`SELECT drug_concept_id, COUNT(*) AS n FROM drug_exposure WHERE drug_concept_id <> 0 GROUP BY 1 ORDER BY n DESC, 1 LIMIT 1`,
			`SELECT drug_concept_id, COUNT(DISTINCT person_id) AS n FROM drug_exposure WHERE drug_concept_id <> 0 GROUP BY 1 ORDER BY n DESC, 1 LIMIT 1`,
		},
		{
			"How many people ( of any age ) had an inpatient stay ?", // signs that stand alone
			`SELECT COUNT(DISTINCT person_id) AS people FROM visit_occurrence WHERE visit_concept_id IN (9201, 9203)`,
			`SELECT COUNT(DISTINCT person_id) AS people FROM visit_occurrence WHERE visit_concept_id IN (9201, 262)`,
		},
		{
			"How many people had an inpatient stay?",
			`SELECT COUNT(DISTINCT person_id) AS people FROM visit_occurrence WHERE visit_concept_id IN (9201, 9203)`,
			`SELECT COUNT(DISTINCT person_id) AS people FROM visit_occurrence WHERE visit_concept_id IN (9201, 262)`,
		},
		{
			"Counting everybody in the database, how many emergency visits did a person have on average?",
			`SELECT COUNT(*) * 1.0 / COUNT(DISTINCT person_id) AS visits FROM visit_occurrence WHERE visit_concept_id = 9203`,
			`SELECT 1.0 * (SELECT COUNT(*) FROM visit_occurrence WHERE visit_concept_id = 9203) / COUNT(*) AS visits FROM person`,
		},
		{
			"How many visits per person were there in 2009?",
			`SELECT COUNT(DISTINCT person_id) * 1.0 / COUNT(*) AS visits FROM visit_occurrence WHERE EXTRACT(YEAR FROM visit_start_date) = 2009`,
			`SELECT COUNT(*) * 1.0 / COUNT(DISTINCT person_id) AS visits FROM visit_occurrence WHERE EXTRACT(YEAR FROM visit_start_date) = 2009`,
		},
		{
			"How many different drugs have people had on average?",
			`SELECT AVG(n) AS drugs FROM (SELECT person_id, COUNT(*) AS n FROM drug_exposure GROUP BY person_id) AS x`,
			`SELECT AVG(n) AS drugs FROM (SELECT person_id, COUNT(DISTINCT drug_concept_id) AS n FROM drug_exposure GROUP BY person_id) AS x`,
		},
		{
			"In what year was the youngest person born?",
			`SELECT MIN(year_of_birth) AS born FROM person`,
			`SELECT MAX(year_of_birth) AS born FROM person`,
		},
		{
			"How many people had Medicare Part D coverage?",
			`SELECT COUNT(DISTINCT person_id) AS people FROM payer_plan_period WHERE plan_source_value = 'Medicare Part B'`,
			`SELECT COUNT(DISTINCT person_id) AS people FROM payer_plan_period WHERE plan_source_value = 'Medicare Part D'`,
		},
		{
			"How much did patients themselves pay for procedures?",
			`SELECT SUM(paid_by_payer) AS paid FROM cost WHERE cost_domain_id = 'Procedure' AND currency_concept_id = 44818668`,
			`SELECT SUM(paid_by_patient) AS paid FROM cost WHERE cost_domain_id = 'Procedure' AND currency_concept_id = 44818668`,
		},
		{
			"What is the second most frequent procedure by number of persons?",
			`SELECT procedure_concept_id FROM procedure_occurrence WHERE procedure_concept_id <> 0 GROUP BY 1 ORDER BY COUNT(DISTINCT person_id) DESC, 1 LIMIT 1`,
			`SELECT procedure_concept_id FROM procedure_occurrence WHERE procedure_concept_id <> 0 GROUP BY 1 ORDER BY COUNT(DISTINCT person_id) DESC, 1 LIMIT 1 OFFSET 1`,
		},
		{
			"What percentage of people died?",
			`SELECT (SELECT COUNT(DISTINCT person_id) FROM death) * 1.0 / (SELECT COUNT(*) FROM person) AS share`,
			`SELECT (SELECT COUNT(DISTINCT person_id) FROM death) * 100.0 / (SELECT COUNT(*) FROM person) AS share`,
		},
		{
			"What share of patients (as a percentage) who have any HbA1c value on file ever went above 8 percent?",
			`SELECT 100.0 * SUM(CASE WHEN value_as_number > 8 THEN 1 ELSE 0 END) / COUNT(*) AS pct FROM measurement WHERE measurement_concept_id = 3004410 AND value_as_number IS NOT NULL`,
			`SELECT 100.0 * COUNT(DISTINCT CASE WHEN value_as_number > 8 THEN person_id END) / COUNT(DISTINCT person_id) AS pct FROM measurement WHERE measurement_concept_id = 3004410 AND value_as_number IS NOT NULL`,
		},
		{
			"On average, how many days in total did each hospitalised person spend in hospital (sum of end minus start over all of the person's inpatient stays)?",
			`SELECT AVG(visit_end_date - visit_start_date) AS avg_days FROM visit_occurrence WHERE visit_concept_id = 9201`,
			`SELECT AVG(days) AS avg_days FROM (SELECT person_id, SUM(visit_end_date - visit_start_date) AS days FROM visit_occurrence WHERE visit_concept_id = 9201 GROUP BY person_id) t`,
		},
		{
			"How many people were enrolled in Medicare Part D without interruption during all of 2009 (one plan period covering the entire year)?",
			`SELECT COUNT(DISTINCT person_id) AS n FROM payer_plan_period WHERE plan_source_value = 'Medicare Part D' AND payer_plan_period_start_date <= DATE '2009-12-31' AND payer_plan_period_end_date >= DATE '2009-01-01'`,
			`SELECT COUNT(DISTINCT person_id) AS n FROM payer_plan_period WHERE plan_source_value = 'Medicare Part D' AND payer_plan_period_start_date <= DATE '2009-01-01' AND payer_plan_period_end_date >= DATE '2009-12-31'`,
		},
		{
			"How many treatment eras of atorvastatin lasted longer than 90 days?",
			`SELECT COUNT(*) AS n FROM drug_exposure WHERE drug_concept_id IN (SELECT descendant_concept_id FROM concept_ancestor WHERE ancestor_concept_id = 1545958) AND drug_exposure_end_date - drug_exposure_start_date > 90`,
			`SELECT COUNT(*) AS n FROM drug_era WHERE drug_concept_id = 1545958 AND drug_era_end_date - drug_era_start_date > 90`,
		},
		{
			"How many outpatient visits took place at care sites in New York?",
			`SELECT COUNT(*) AS visits FROM visit_occurrence v JOIN person p ON p.person_id = v.person_id JOIN location l ON l.location_id = p.location_id WHERE v.visit_concept_id = 9202 AND l.state = 'NY'`,
			`SELECT COUNT(*) AS visits FROM visit_occurrence v JOIN care_site cs ON cs.care_site_id = v.care_site_id JOIN location l ON l.location_id = cs.location_id WHERE v.visit_concept_id = 9202 AND l.state = 'NY'`,
		},
		{
			"How many people live in Texas and have had at least one inpatient stay?",
			`SELECT COUNT(DISTINCT v.person_id) AS n FROM visit_occurrence v JOIN care_site cs ON cs.care_site_id = v.care_site_id JOIN location l ON l.location_id = cs.location_id WHERE v.visit_concept_id = 9201 AND l.state = 'TX'`,
			`SELECT COUNT(DISTINCT v.person_id) AS n FROM visit_occurrence v JOIN person p ON p.person_id = v.person_id JOIN location l ON l.location_id = p.location_id WHERE v.visit_concept_id = 9201 AND l.state = 'TX'`,
		},
		{
			"How many people had an ongoing hypertension condition on 1 January 2010, treating records without an end date as still open?",
			`SELECT COUNT(DISTINCT person_id) AS n FROM condition_occurrence WHERE condition_concept_id IN (SELECT descendant_concept_id FROM concept_ancestor WHERE ancestor_concept_id = 316866) AND condition_start_date <= DATE '2010-01-01' AND condition_end_date >= DATE '2010-01-01'`,
			`SELECT COUNT(DISTINCT person_id) AS n FROM condition_occurrence WHERE condition_concept_id IN (SELECT descendant_concept_id FROM concept_ancestor WHERE ancestor_concept_id = 316866) AND condition_start_date <= DATE '2010-01-01' AND (condition_end_date IS NULL OR condition_end_date >= DATE '2010-01-01')`,
		},
		{
			"How many people had a drug era of simvastatin overlapping a drug era of amlodipine by at least one day?",
			`SELECT COUNT(DISTINCT s.person_id) AS n FROM drug_era s JOIN drug_era a ON a.person_id = s.person_id WHERE s.drug_concept_id = 1539403 AND a.drug_concept_id = 1332418 AND a.drug_era_start_date BETWEEN s.drug_era_start_date AND s.drug_era_end_date`,
			`SELECT COUNT(DISTINCT s.person_id) AS n FROM drug_era s JOIN drug_era a ON a.person_id = s.person_id WHERE s.drug_concept_id = 1539403 AND a.drug_concept_id = 1332418 AND a.drug_era_start_date <= s.drug_era_end_date AND a.drug_era_end_date >= s.drug_era_start_date`,
		},
		{
			"How many emergency room visits happened in each calendar month of the data (January 2008, February 2008 and so on)?",
			`SELECT EXTRACT(MONTH FROM visit_start_date) AS month, COUNT(*) AS visits FROM visit_occurrence WHERE visit_concept_id = 9203 GROUP BY 1 ORDER BY 1`,
			`SELECT DATE_TRUNC('month', visit_start_date) AS month, COUNT(*) AS visits FROM visit_occurrence WHERE visit_concept_id = 9203 GROUP BY 1 ORDER BY 1`,
		},
		{
			"Which three procedures are performed least often (by records, mapped only)?",
			`SELECT procedure_concept_id, COUNT(*) AS n FROM procedure_occurrence WHERE procedure_concept_id <> 0 GROUP BY 1 ORDER BY n DESC LIMIT 3`,
			`SELECT procedure_concept_id, COUNT(*) AS n FROM procedure_occurrence WHERE procedure_concept_id <> 0 GROUP BY 1 ORDER BY n ASC, 1 LIMIT 3`,
		},
		{
			"Per sex, which proportion of the people of that sex had at least one emergency visit?",
			`SELECT p.gender_concept_id, COUNT(DISTINCT v.person_id) * 1.0 / (SELECT COUNT(*) FROM person) AS proportion FROM person p JOIN visit_occurrence v ON v.person_id = p.person_id AND v.visit_concept_id = 9203 GROUP BY p.gender_concept_id`,
			`SELECT p.gender_concept_id, COUNT(DISTINCT v.person_id) * 1.0 / COUNT(DISTINCT p.person_id) AS proportion FROM person p LEFT JOIN visit_occurrence v ON v.person_id = p.person_id AND v.visit_concept_id = 9203 GROUP BY p.gender_concept_id`,
		},
		{
			"What did the average inpatient stay cost in total (payer plus patient)?",
			`SELECT AVG(c.paid_by_payer) AS avg_cost FROM visit_occurrence v JOIN cost c ON c.cost_event_id = v.visit_occurrence_id AND c.cost_domain_id = 'Visit' WHERE v.visit_concept_id = 9201`,
			`SELECT AVG(c.paid_by_payer + c.paid_by_patient) AS avg_cost FROM visit_occurrence v JOIN cost c ON c.cost_event_id = v.visit_occurrence_id AND c.cost_domain_id = 'Visit' WHERE v.visit_concept_id = 9201`,
		},
		{
			"On average how much was spent per patient (total of all paid amounts) on drugs in 2010, over those with any drug cost that year?",
			`SELECT AVG(c.paid_by_payer + c.paid_by_patient) AS avg_spent FROM cost c JOIN drug_exposure de ON de.drug_exposure_id = c.cost_event_id WHERE c.cost_domain_id = 'Drug' AND de.drug_exposure_start_date BETWEEN DATE '2010-01-01' AND DATE '2010-12-31'`,
			`SELECT SUM(c.paid_by_payer + c.paid_by_patient) / COUNT(DISTINCT de.person_id) AS avg_spent FROM cost c JOIN drug_exposure de ON de.drug_exposure_id = c.cost_event_id WHERE c.cost_domain_id = 'Drug' AND de.drug_exposure_start_date BETWEEN DATE '2010-01-01' AND DATE '2010-12-31'`,
		},
		{
			"How many emergency room visits led to an inpatient admission of the same person on the same or the next day?",
			`SELECT COUNT(DISTINCT e.visit_occurrence_id) AS n FROM visit_occurrence e JOIN visit_occurrence i ON i.person_id = e.person_id AND i.visit_concept_id = 9201 WHERE e.visit_concept_id = 9203`,
			`SELECT COUNT(DISTINCT e.visit_occurrence_id) AS n FROM visit_occurrence e JOIN visit_occurrence i ON i.person_id = e.person_id AND i.visit_concept_id = 9201 AND i.visit_start_date BETWEEN e.visit_start_date AND e.visit_start_date + 1 WHERE e.visit_concept_id = 9203`,
		},
		{
			"Among people with two or more body weights, by how many kilograms did weight change on average from the first to the last one (last minus first)?",
			`SELECT AVG(f - l) AS change FROM (SELECT person_id, ARG_MIN(value_as_number, measurement_date) AS f, ARG_MAX(value_as_number, measurement_date) AS l FROM measurement WHERE measurement_concept_id = 3025315 AND value_as_number IS NOT NULL GROUP BY person_id HAVING COUNT(*) >= 2) t`,
			`SELECT AVG(l - f) AS change FROM (SELECT person_id, ARG_MIN(value_as_number, measurement_date) AS f, ARG_MAX(value_as_number, measurement_date) AS l FROM measurement WHERE measurement_concept_id = 3025315 AND value_as_number IS NOT NULL GROUP BY person_id HAVING COUNT(*) >= 2) t`,
		},
		{
			"How many people have ever had a potassium value outside 3.5 to 5.1 (below 3.5 or above 5.1)?",
			`SELECT COUNT(DISTINCT person_id) AS n FROM measurement WHERE measurement_concept_id = 3023103 AND value_as_number BETWEEN 3.5 AND 5.1`,
			`SELECT COUNT(DISTINCT person_id) AS n FROM measurement WHERE measurement_concept_id = 3023103 AND value_as_number NOT BETWEEN 3.5 AND 5.1`,
		},
		{
			"How many deaths have heart failure as their recorded cause of death?",
			`SELECT COUNT(DISTINCT d.person_id) AS n FROM death d JOIN condition_occurrence co ON co.person_id = d.person_id WHERE co.condition_concept_id IN (SELECT descendant_concept_id FROM concept_ancestor WHERE ancestor_concept_id = 316139)`,
			`SELECT COUNT(*) AS n FROM death WHERE cause_concept_id IN (SELECT descendant_concept_id FROM concept_ancestor WHERE ancestor_concept_id = 316139)`,
		},
		{
			"How many people died while in hospital (death date between admission and discharge of an inpatient stay)?",
			`SELECT COUNT(DISTINCT d.person_id) AS n FROM death d JOIN visit_occurrence v ON v.person_id = d.person_id WHERE v.visit_concept_id = 9201 AND d.death_date >= v.visit_start_date`,
			`SELECT COUNT(DISTINCT d.person_id) AS n FROM death d JOIN visit_occurrence v ON v.person_id = d.person_id WHERE v.visit_concept_id = 9201 AND d.death_date BETWEEN v.visit_start_date AND v.visit_end_date`,
		},
		{
			"What percentage of condition records is unmapped (concept 0)?",
			`SELECT 100.0 * COUNT(*) FILTER (WHERE condition_concept_id IS NULL) / COUNT(*) AS pct FROM condition_occurrence`,
			`SELECT 100.0 * COUNT(*) FILTER (WHERE condition_concept_id = 0) / COUNT(*) AS pct FROM condition_occurrence`,
		},
		{
			"How many people were hospitalised in both 2008 and 2009?",
			`SELECT COUNT(DISTINCT person_id) AS n FROM visit_occurrence WHERE visit_concept_id = 9201 AND EXTRACT(YEAR FROM visit_start_date) IN (2008, 2009)`,
			`SELECT COUNT(*) AS n FROM (SELECT person_id FROM visit_occurrence WHERE visit_concept_id = 9201 AND EXTRACT(YEAR FROM visit_start_date) IN (2008, 2009) GROUP BY person_id HAVING COUNT(DISTINCT EXTRACT(YEAR FROM visit_start_date)) = 2) t`,
		},
		{
			"In what fraction of inpatient stays was an electrocardiogram done during the stay?",
			`SELECT COUNT(DISTINCT po.person_id) * 1.0 / (SELECT COUNT(*) FROM visit_occurrence WHERE visit_concept_id = 9201) AS fraction FROM procedure_occurrence po JOIN visit_occurrence v ON v.visit_occurrence_id = po.visit_occurrence_id WHERE v.visit_concept_id = 9201 AND po.procedure_concept_id = 4163951`,
			`SELECT COUNT(DISTINCT po.visit_occurrence_id) * 1.0 / (SELECT COUNT(*) FROM visit_occurrence WHERE visit_concept_id = 9201) AS fraction FROM procedure_occurrence po JOIN visit_occurrence v ON v.visit_occurrence_id = po.visit_occurrence_id WHERE v.visit_concept_id = 9201 AND po.procedure_concept_id = 4163951`,
		},
		{
			"How many emergency room visits fell on a weekend (Saturday or Sunday)?",
			`SELECT COUNT(*) AS n FROM visit_occurrence WHERE visit_concept_id = 9203 AND EXTRACT(DOW FROM visit_start_date) IN (5, 6)`,
			`SELECT COUNT(*) AS n FROM visit_occurrence WHERE visit_concept_id = 9203 AND EXTRACT(DOW FROM visit_start_date) IN (0, 6)`,
		},
		{
			"By how much did the number of inpatient stays change from 2008 to 2009 (2009 minus 2008)?",
			`SELECT SUM(CASE WHEN YEAR(visit_start_date) = 2008 THEN 1 ELSE 0 END) - SUM(CASE WHEN YEAR(visit_start_date) = 2009 THEN 1 ELSE 0 END) AS change FROM visit_occurrence WHERE visit_concept_id = 9201`,
			`SELECT SUM(CASE WHEN YEAR(visit_start_date) = 2009 THEN 1 ELSE 0 END) - SUM(CASE WHEN YEAR(visit_start_date) = 2008 THEN 1 ELSE 0 END) AS change FROM visit_occurrence WHERE visit_concept_id = 9201`,
		},
		{
			"How many people received more than 180 days of levothyroxine supply altogether?",
			`SELECT COUNT(DISTINCT person_id) AS n FROM drug_exposure WHERE drug_concept_id IN (SELECT descendant_concept_id FROM concept_ancestor WHERE ancestor_concept_id = 1501700) AND days_supply > 180`,
			`SELECT COUNT(*) AS n FROM (SELECT person_id FROM drug_exposure WHERE drug_concept_id IN (SELECT descendant_concept_id FROM concept_ancestor WHERE ancestor_concept_id = 1501700) GROUP BY person_id HAVING SUM(days_supply) > 180) t`,
		},
		{
			"For each year, what was the single most frequent condition (by distinct patients, mapped ones only)?",
			`SELECT EXTRACT(YEAR FROM condition_start_date) AS yr, condition_concept_id, COUNT(DISTINCT person_id) AS n FROM condition_occurrence WHERE condition_concept_id <> 0 GROUP BY 1, 2 ORDER BY n DESC LIMIT 1`,
			`SELECT yr, condition_concept_id, n FROM (SELECT EXTRACT(YEAR FROM condition_start_date) AS yr, condition_concept_id, COUNT(DISTINCT person_id) AS n, ROW_NUMBER() OVER (PARTITION BY EXTRACT(YEAR FROM condition_start_date) ORDER BY COUNT(DISTINCT person_id) DESC) AS rk FROM condition_occurrence WHERE condition_concept_id <> 0 GROUP BY 1, 2) t WHERE rk = 1 ORDER BY yr`,
		},
		{
			"How many people were diagnosed with pneumonia during an inpatient stay (diagnosis on a day between admission and discharge)?",
			`SELECT COUNT(DISTINCT co.person_id) AS n FROM condition_occurrence co JOIN visit_occurrence v ON v.person_id = co.person_id WHERE v.visit_concept_id = 9201 AND co.condition_concept_id IN (SELECT descendant_concept_id FROM concept_ancestor WHERE ancestor_concept_id = 255848) AND co.condition_start_date >= v.visit_start_date`,
			`SELECT COUNT(DISTINCT co.person_id) AS n FROM condition_occurrence co JOIN visit_occurrence v ON v.person_id = co.person_id WHERE v.visit_concept_id = 9201 AND co.condition_concept_id IN (SELECT descendant_concept_id FROM concept_ancestor WHERE ancestor_concept_id = 255848) AND co.condition_start_date BETWEEN v.visit_start_date AND v.visit_end_date`,
		},
		{
			"What is the total number of observed person-years in the database?",
			`SELECT SUM(observation_period_end_date - observation_period_start_date + 1) AS person_years FROM observation_period`,
			`SELECT SUM(observation_period_end_date - observation_period_start_date + 1) / 365.25 AS person_years FROM observation_period`,
		},
		{
			"How many persons take aspirin or clopidogrel?",
			`SELECT (SELECT COUNT(DISTINCT person_id) FROM drug_exposure WHERE drug_concept_id IN (SELECT descendant_concept_id FROM concept_ancestor WHERE ancestor_concept_id = 1112807)) + (SELECT COUNT(DISTINCT person_id) FROM drug_exposure WHERE drug_concept_id IN (SELECT descendant_concept_id FROM concept_ancestor WHERE ancestor_concept_id = 1322184)) AS persons`,
			`SELECT COUNT(DISTINCT person_id) AS persons FROM drug_exposure WHERE drug_concept_id IN (SELECT descendant_concept_id FROM concept_ancestor WHERE ancestor_concept_id = 1112807) OR drug_concept_id IN (SELECT descendant_concept_id FROM concept_ancestor WHERE ancestor_concept_id = 1322184)`,
		},
		{
			"How many people have at least three of these four: hypertension, type 2 diabetes, heart failure, COPD?",
			`SELECT COUNT(*) AS n FROM (SELECT person_id FROM condition_occurrence WHERE condition_concept_id IN (SELECT descendant_concept_id FROM concept_ancestor WHERE ancestor_concept_id = 316866) OR condition_concept_id IN (SELECT descendant_concept_id FROM concept_ancestor WHERE ancestor_concept_id = 201826) OR condition_concept_id IN (SELECT descendant_concept_id FROM concept_ancestor WHERE ancestor_concept_id = 316139) OR condition_concept_id IN (SELECT descendant_concept_id FROM concept_ancestor WHERE ancestor_concept_id = 255573) GROUP BY person_id HAVING COUNT(*) >= 3) t`,
			`SELECT COUNT(*) AS n FROM (SELECT person_id FROM condition_occurrence GROUP BY person_id HAVING MAX(CASE WHEN condition_concept_id IN (SELECT descendant_concept_id FROM concept_ancestor WHERE ancestor_concept_id = 316866) THEN 1 ELSE 0 END) + MAX(CASE WHEN condition_concept_id IN (SELECT descendant_concept_id FROM concept_ancestor WHERE ancestor_concept_id = 201826) THEN 1 ELSE 0 END) + MAX(CASE WHEN condition_concept_id IN (SELECT descendant_concept_id FROM concept_ancestor WHERE ancestor_concept_id = 316139) THEN 1 ELSE 0 END) + MAX(CASE WHEN condition_concept_id IN (SELECT descendant_concept_id FROM concept_ancestor WHERE ancestor_concept_id = 255573) THEN 1 ELSE 0 END) >= 3) t`,
		},
		{
			"How many people did not have any visit in 2010?",
			`SELECT COUNT(DISTINCT person_id) AS n FROM visit_occurrence WHERE EXTRACT(YEAR FROM visit_start_date) <> 2010`,
			`SELECT COUNT(*) AS n FROM person p WHERE NOT EXISTS (SELECT 1 FROM visit_occurrence v WHERE v.person_id = p.person_id AND EXTRACT(YEAR FROM v.visit_start_date) = 2010)`,
		},
		{
			"How many people were born in the 1930s?",
			`SELECT COUNT(*) AS n FROM person WHERE year_of_birth BETWEEN 1930 AND 1940`,
			`SELECT COUNT(*) AS n FROM person WHERE year_of_birth BETWEEN 1930 AND 1939`,
		},
		{
			"What is the ratio of women to men among people with heart failure?",
			`SELECT COUNT(DISTINCT CASE WHEN p.gender_concept_id = 8507 THEN p.person_id END) * 1.0 / COUNT(DISTINCT CASE WHEN p.gender_concept_id = 8532 THEN p.person_id END) AS ratio FROM person p JOIN condition_occurrence co ON co.person_id = p.person_id WHERE co.condition_concept_id IN (SELECT descendant_concept_id FROM concept_ancestor WHERE ancestor_concept_id = 316139)`,
			`SELECT COUNT(DISTINCT CASE WHEN p.gender_concept_id = 8532 THEN p.person_id END) * 1.0 / COUNT(DISTINCT CASE WHEN p.gender_concept_id = 8507 THEN p.person_id END) AS ratio FROM person p JOIN condition_occurrence co ON co.person_id = p.person_id WHERE co.condition_concept_id IN (SELECT descendant_concept_id FROM concept_ancestor WHERE ancestor_concept_id = 316139)`,
		},
		{
			"Among patients who ever had an inpatient stay, what fraction had two or more?",
			`SELECT SUM(CASE WHEN n >= 2 THEN n ELSE 0 END) * 1.0 / SUM(n) AS fraction FROM (SELECT person_id, COUNT(*) AS n FROM visit_occurrence WHERE visit_concept_id = 9201 GROUP BY person_id) x`,
			`SELECT AVG(CASE WHEN n >= 2 THEN 1.0 ELSE 0 END) AS fraction FROM (SELECT person_id, COUNT(*) AS n FROM visit_occurrence WHERE visit_concept_id = 9201 GROUP BY person_id) x`,
		},
		{
			"Count the inpatient stays per calendar year of discharge.",
			`SELECT EXTRACT(YEAR FROM visit_start_date) AS yr, COUNT(*) AS stays FROM visit_occurrence WHERE visit_concept_id = 9201 GROUP BY 1`,
			`SELECT EXTRACT(YEAR FROM visit_end_date) AS yr, COUNT(*) AS stays FROM visit_occurrence WHERE visit_concept_id = 9201 GROUP BY 1`,
		},
		{
			"What is the average number of different drugs (ingredients, by eras) per person who took any?",
			`SELECT COUNT(*) * 1.0 / COUNT(DISTINCT person_id) AS avg_drugs FROM drug_era`,
			`SELECT COUNT(DISTINCT (person_id, drug_concept_id)) * 1.0 / COUNT(DISTINCT person_id) AS avg_drugs FROM drug_era`,
		},
		{
			"What is the total number of hospital bed days (end minus start plus one) used in 2009, by stays that began in that year?",
			`SELECT COUNT(*) AS bed_days FROM visit_occurrence WHERE visit_concept_id = 9201 AND EXTRACT(YEAR FROM visit_start_date) = 2009`,
			`SELECT SUM(visit_end_date - visit_start_date + 1) AS bed_days FROM visit_occurrence WHERE visit_concept_id = 9201 AND EXTRACT(YEAR FROM visit_start_date) = 2009`,
		},
		{
			"How many distinct providers have treated more than 50 different people?",
			`SELECT COUNT(*) AS n FROM (SELECT provider_id FROM visit_occurrence WHERE provider_id IS NOT NULL GROUP BY provider_id HAVING COUNT(person_id) > 50) t`,
			`SELECT COUNT(*) AS n FROM (SELECT provider_id FROM visit_occurrence WHERE provider_id IS NOT NULL GROUP BY provider_id HAVING COUNT(DISTINCT person_id) > 50) t`,
		},
		{
			"Which ten ingredients have the longest average era length?",
			`SELECT drug_concept_id, AVG(drug_era_end_date - drug_era_start_date) AS avg_days FROM drug_era GROUP BY drug_concept_id ORDER BY avg_days LIMIT 10`,
			`SELECT drug_concept_id, AVG(drug_era_end_date - drug_era_start_date) AS avg_days FROM drug_era GROUP BY drug_concept_id ORDER BY avg_days DESC LIMIT 10`,
		},
		{
			"What proportion of deaths happened within 30 days of an inpatient discharge?",
			`SELECT COUNT(DISTINCT d.person_id) * 1.0 / (SELECT COUNT(*) FROM person) AS proportion FROM death d JOIN visit_occurrence v ON v.person_id = d.person_id AND v.visit_concept_id = 9201 AND d.death_date BETWEEN v.visit_end_date AND v.visit_end_date + 30`,
			`SELECT COUNT(DISTINCT d.person_id) * 1.0 / (SELECT COUNT(*) FROM death) AS proportion FROM death d JOIN visit_occurrence v ON v.person_id = d.person_id AND v.visit_concept_id = 9201 AND d.death_date BETWEEN v.visit_end_date AND v.visit_end_date + 30`,
		},
		{
			"Average cost to the payer per outpatient visit in 2010?",
			`SELECT AVG(c.paid_by_patient) AS avg_cost FROM cost c JOIN visit_occurrence v ON v.visit_occurrence_id = c.cost_event_id AND c.cost_domain_id = 'Visit' WHERE v.visit_concept_id = 9202 AND EXTRACT(YEAR FROM v.visit_start_date) = 2010`,
			`SELECT AVG(c.paid_by_payer) AS avg_cost FROM cost c JOIN visit_occurrence v ON v.visit_occurrence_id = c.cost_event_id AND c.cost_domain_id = 'Visit' WHERE v.visit_concept_id = 9202 AND EXTRACT(YEAR FROM v.visit_start_date) = 2010`,
		},
		{
			"What was the mean number of days between the first and second inpatient stay of people with at least two?",
			`SELECT AVG(MAX_d - MIN_d) AS mean_days FROM (SELECT person_id, MIN(visit_start_date) AS MIN_d, MAX(visit_start_date) AS MAX_d FROM visit_occurrence WHERE visit_concept_id = 9201 GROUP BY person_id HAVING COUNT(*) >= 2) t`,
			`SELECT AVG(d2 - d1) AS mean_days FROM (SELECT person_id, MAX(CASE WHEN k = 1 THEN visit_start_date END) AS d1, MAX(CASE WHEN k = 2 THEN visit_start_date END) AS d2 FROM (SELECT person_id, visit_start_date, ROW_NUMBER() OVER (PARTITION BY person_id ORDER BY visit_start_date, visit_occurrence_id) AS k FROM visit_occurrence WHERE visit_concept_id = 9201) s GROUP BY person_id) t WHERE d2 IS NOT NULL`,
		},
		{
			"How many people discontinued lisinopril, that is, had a gap of more than 90 days between two consecutive lisinopril eras?",
			`SELECT COUNT(DISTINCT person_id) AS n FROM (SELECT person_id, drug_era_start_date - LAG(drug_era_start_date) OVER (PARTITION BY person_id ORDER BY drug_era_start_date) AS gap FROM drug_era WHERE drug_concept_id = 1308216) t WHERE gap > 90`,
			`SELECT COUNT(DISTINCT person_id) AS n FROM (SELECT person_id, drug_era_start_date - LAG(drug_era_end_date) OVER (PARTITION BY person_id ORDER BY drug_era_start_date) AS gap FROM drug_era WHERE drug_concept_id = 1308216) t WHERE gap > 90`,
		},
		{
			"What is the average age of men and of women in 2010, separately?",
			`SELECT AVG(2010 - year_of_birth) AS avg_age FROM person WHERE gender_concept_id IN (8507, 8532)`,
			`SELECT gender_concept_id, AVG(2010 - year_of_birth) AS avg_age FROM person WHERE gender_concept_id IN (8507, 8532) GROUP BY gender_concept_id`,
		},
		{
			"How many patients got albuterol in January 2009?",
			`SELECT COUNT(DISTINCT person_id) AS n FROM drug_exposure WHERE drug_concept_id IN (SELECT descendant_concept_id FROM concept_ancestor WHERE ancestor_concept_id = 1154343) AND drug_exposure_start_date BETWEEN '2009-01-01' AND '2009-02-01'`,
			`SELECT COUNT(DISTINCT person_id) AS n FROM drug_exposure WHERE drug_concept_id IN (SELECT descendant_concept_id FROM concept_ancestor WHERE ancestor_concept_id = 1154343) AND drug_exposure_start_date >= '2009-01-01' AND drug_exposure_start_date < '2009-02-01'`,
		},
		{
			"How many people had chest pain recorded in the fourth quarter of 2009?",
			`SELECT COUNT(DISTINCT person_id) AS n FROM condition_occurrence WHERE condition_concept_id IN (SELECT descendant_concept_id FROM concept_ancestor WHERE ancestor_concept_id = 77670) AND EXTRACT(YEAR FROM condition_start_date) = 2009 AND EXTRACT(MONTH FROM condition_start_date) BETWEEN 9 AND 12`,
			`SELECT COUNT(DISTINCT person_id) AS n FROM condition_occurrence WHERE condition_concept_id IN (SELECT descendant_concept_id FROM concept_ancestor WHERE ancestor_concept_id = 77670) AND EXTRACT(YEAR FROM condition_start_date) = 2009 AND EXTRACT(QUARTER FROM condition_start_date) = 4`,
		},
		{
			"How many people were hospitalised for more than 10 days in one stay?",
			`SELECT COUNT(*) AS n FROM (SELECT person_id FROM visit_occurrence WHERE visit_concept_id = 9201 GROUP BY person_id HAVING SUM(visit_end_date - visit_start_date) > 10) t`,
			`SELECT COUNT(DISTINCT person_id) AS n FROM visit_occurrence WHERE visit_concept_id = 9201 AND visit_end_date - visit_start_date > 10`,
		},
		{
			"What is the ratio of outpatient to inpatient visits?",
			`SELECT COUNT(*) FILTER (WHERE visit_concept_id = 9201) * 1.0 / COUNT(*) FILTER (WHERE visit_concept_id = 9202) AS ratio FROM visit_occurrence`,
			`SELECT COUNT(*) FILTER (WHERE visit_concept_id = 9202) * 1.0 / COUNT(*) FILTER (WHERE visit_concept_id = 9201) AS ratio FROM visit_occurrence`,
		},
		{
			"Of everyone who died, how many had seen the emergency room in their last 90 days?",
			`SELECT COUNT(DISTINCT d.person_id) AS n FROM death d JOIN visit_occurrence v ON v.person_id = d.person_id WHERE v.visit_concept_id = 9203 AND v.visit_start_date <= d.death_date - INTERVAL '90' DAY`,
			`SELECT COUNT(DISTINCT d.person_id) AS n FROM death d JOIN visit_occurrence v ON v.person_id = d.person_id WHERE v.visit_concept_id = 9203 AND v.visit_start_date BETWEEN d.death_date - INTERVAL '90' DAY AND d.death_date`,
		},
		{
			"How many patients had their last recorded systolic pressure at 140 mmHg or higher?",
			`SELECT COUNT(DISTINCT person_id) AS patients FROM measurement WHERE measurement_concept_id = 3004249 AND value_as_number >= 140`,
			`WITH bp AS (SELECT person_id, value_as_number AS v, ROW_NUMBER() OVER (PARTITION BY person_id ORDER BY measurement_date DESC, measurement_id DESC) AS k FROM measurement WHERE measurement_concept_id = 3004249 AND value_as_number IS NOT NULL) SELECT COUNT(*) AS patients FROM bp WHERE k = 1 AND v >= 140`,
		},
		{
			"How many people's first recorded condition of any kind (by date) was hypertension?",
			`SELECT COUNT(*) AS n FROM (SELECT person_id, MIN(condition_start_date) AS d FROM condition_occurrence WHERE condition_concept_id IN (SELECT descendant_concept_id FROM concept_ancestor WHERE ancestor_concept_id = 316866) GROUP BY person_id) t`,
			`SELECT COUNT(DISTINCT c.person_id) AS n FROM condition_occurrence c JOIN (SELECT person_id, MIN(condition_start_date) AS d FROM condition_occurrence GROUP BY person_id) f ON f.person_id = c.person_id AND f.d = c.condition_start_date WHERE c.condition_concept_id IN (SELECT descendant_concept_id FROM concept_ancestor WHERE ancestor_concept_id = 316866)`,
		},
		{
			"How many people have a record of a drug allergy in the observation table but none of latex allergy?",
			`SELECT COUNT(DISTINCT person_id) AS n FROM observation WHERE observation_concept_id = 439224 AND observation_concept_id <> 4102123`,
			`SELECT COUNT(DISTINCT person_id) AS n FROM observation o WHERE observation_concept_id = 439224 AND NOT EXISTS (SELECT 1 FROM observation x WHERE x.person_id = o.person_id AND x.observation_concept_id = 4102123)`,
		},
		{
			"How many people have more inpatient stays than emergency room visits?",
			`SELECT COUNT(*) AS n FROM (SELECT person_id, COUNT(*) FILTER (WHERE visit_concept_id = 9201) AS ip, COUNT(*) FILTER (WHERE visit_concept_id = 9203) AS er FROM visit_occurrence GROUP BY person_id) t WHERE er > ip`,
			`SELECT COUNT(*) AS n FROM (SELECT person_id, COUNT(*) FILTER (WHERE visit_concept_id = 9201) AS ip, COUNT(*) FILTER (WHERE visit_concept_id = 9203) AS er FROM visit_occurrence GROUP BY person_id) t WHERE ip > er`,
		},
		{
			"Of patients admitted through the emergency room (ER visit on the day of admission), how many stayed longer than 5 days?",
			`SELECT COUNT(DISTINCT i.visit_occurrence_id) AS n FROM visit_occurrence i WHERE i.visit_concept_id = 9201 AND i.visit_end_date - i.visit_start_date > 5 AND i.person_id IN (SELECT person_id FROM visit_occurrence WHERE visit_concept_id = 9203)`,
			`SELECT COUNT(DISTINCT i.visit_occurrence_id) AS n FROM visit_occurrence i WHERE i.visit_concept_id = 9201 AND i.visit_end_date - i.visit_start_date > 5 AND EXISTS (SELECT 1 FROM visit_occurrence e WHERE e.person_id = i.person_id AND e.visit_concept_id = 9203 AND e.visit_start_date = i.visit_start_date)`,
		},
		{
			"How many prescriptions of opioids were written for people under 65 at the time (year of prescription minus year of birth)?",
			`SELECT COUNT(DISTINCT de.person_id) AS n FROM drug_exposure de JOIN person p ON p.person_id = de.person_id WHERE de.drug_concept_id IN (SELECT descendant_concept_id FROM concept_ancestor WHERE ancestor_concept_id = 21604254) AND EXTRACT(YEAR FROM de.drug_exposure_start_date) - p.year_of_birth < 65`,
			`SELECT COUNT(*) AS n FROM drug_exposure de JOIN person p ON p.person_id = de.person_id WHERE de.drug_concept_id IN (SELECT descendant_concept_id FROM concept_ancestor WHERE ancestor_concept_id = 21604254) AND EXTRACT(YEAR FROM de.drug_exposure_start_date) - p.year_of_birth < 65`,
		},
		{
			"Of all chest X-rays, how many were done during an inpatient stay (same visit)?",
			`SELECT COUNT(*) AS n FROM procedure_occurrence po WHERE po.procedure_concept_id = 4163872 AND po.person_id IN (SELECT person_id FROM visit_occurrence WHERE visit_concept_id = 9201)`,
			`SELECT COUNT(*) AS n FROM procedure_occurrence po JOIN visit_occurrence v ON v.visit_occurrence_id = po.visit_occurrence_id WHERE po.procedure_concept_id = 4163872 AND v.visit_concept_id = 9201`,
		},
	})
}
