-- What a count counts: people, records, or what is left after an anti-join.

SELECT COUNT(*) AS patients FROM person AS p LEFT JOIN condition_occurrence AS co ON co.person_id = p.person_id AND co.condition_concept_id IN ([condition@asthma]) WHERE co.person_id IS NULL

WITH a AS (SELECT person_id FROM person WHERE gender_concept_id = 8532), b AS (SELECT person_id FROM person) SELECT 100.0 * (SELECT COUNT(*) FROM a) / NULLIF((SELECT COUNT(*) FROM b), 0) AS percentage

WITH a AS (SELECT COUNT(*) AS n FROM person WHERE gender_concept_id = 8532), b AS (SELECT COUNT(*) AS n FROM person) SELECT 100.0 * a.n / NULLIF(b.n, 0) AS percentage FROM a CROSS JOIN b

SELECT CASE WHEN COUNT(*) >= 4 THEN 'frequent patient' ELSE 'other patient' END AS patients, person_id FROM visit_occurrence GROUP BY person_id

SELECT AVG(n) AS mean_per_patient FROM (SELECT person_id, COUNT(*) AS n FROM visit_occurrence GROUP BY person_id) AS v

SELECT 1.0 * COUNT(*) / NULLIF(COUNT(DISTINCT person_id), 0) AS visits_per_person FROM visit_occurrence

SELECT COUNT(*) FROM drug_exposure WHERE drug_concept_id IN ([drug@metformin])

SELECT AVG(DATE_DIFF('day', vo.visit_start_date, vo.visit_end_date)) AS average_days FROM visit_occurrence AS vo WHERE vo.visit_concept_id IN ([visit@inpatient visit])

SELECT COUNT(DISTINCT me.person_id) AS patients FROM measurement AS me JOIN drug_exposure AS de ON de.person_id = me.person_id WHERE de.drug_concept_id IN ([drug@lisinopril]) AND me.measurement_date BETWEEN de.drug_exposure_start_date AND de.drug_exposure_end_date
