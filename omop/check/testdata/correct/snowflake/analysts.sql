-- Questions as analysts write them, worded without sight of the rules.

SELECT DATE_TRUNC('YEAR', v.visit_start_date)::DATE AS yr, COUNT(*) AS n, COUNT(DISTINCT v.person_id) AS people FROM visit_occurrence v WHERE v.visit_concept_id = 9203 GROUP BY 1 ORDER BY 1

SELECT DATEDIFF('day', c.condition_start_date, d.death_date) AS survival_days FROM condition_occurrence c JOIN death d ON d.person_id = c.person_id WHERE c.condition_concept_id = 4329847 AND d.death_date >= c.condition_start_date QUALIFY ROW_NUMBER() OVER (PARTITION BY c.person_id ORDER BY c.condition_start_date) = 1

SELECT COUNT_IF(year_of_birth < 1940) / COUNT(*) AS share_before_1940 FROM person

SELECT IFF(p.gender_concept_id = 8532, 'F', 'M') AS sex, MEDIAN(m.value_as_number) AS median_hba1c FROM measurement m JOIN person p ON p.person_id = m.person_id WHERE m.measurement_concept_id = 3004410 AND m.unit_concept_id = 8554 AND p.gender_concept_id IN (8507, 8532) GROUP BY 1
