-- Correct SQL in PostgreSQL's dialect.

-- casts by ::, intervals as text, age()
SELECT COUNT(DISTINCT c.person_id)::int AS n FROM condition_occurrence c JOIN person p ON p.person_id = c.person_id
WHERE c.condition_concept_id IN ([condition@asthma]) AND c.condition_start_date >= '2010-01-01'::date AND c.condition_start_date < '2010-01-01'::date + interval '1 year'

-- extract from age
SELECT AVG(EXTRACT(YEAR FROM AGE(d.death_date, p.birth_datetime))) AS mean_age FROM death d JOIN person p ON p.person_id = d.person_id

-- DISTINCT ON
SELECT COUNT(*) AS n FROM (SELECT DISTINCT ON (person_id) person_id, drug_concept_id FROM drug_exposure ORDER BY person_id, drug_exposure_start_date) f WHERE f.drug_concept_id IN ([drug@metformin])

-- date_part and to_char
SELECT TO_CHAR(visit_start_date, 'YYYY-MM') AS month, COUNT(*) AS visits FROM visit_occurrence WHERE DATE_PART('year', visit_start_date) = 2010 GROUP BY 1 ORDER BY 1

-- FILTER and percentile
SELECT PERCENTILE_CONT(0.5) WITHIN GROUP (ORDER BY m.value_as_number) AS median FROM measurement m WHERE m.measurement_concept_id IN ([measurement@creatinine]) AND m.unit_concept_id = 8840

-- generate_series of months
SELECT s.m::date AS month, COUNT(DISTINCT op.person_id) AS observed FROM generate_series('2010-01-01'::date, '2010-12-01'::date, interval '1 month') AS s(m)
JOIN observation_period op ON s.m BETWEEN op.observation_period_start_date AND op.observation_period_end_date GROUP BY 1 ORDER BY 1

-- array of ids
SELECT COUNT(DISTINCT person_id) AS n FROM visit_occurrence WHERE visit_concept_id = ANY (ARRAY[9201, 9203])

-- dates subtracted are days
SELECT AVG(v.visit_end_date - v.visit_start_date) AS los FROM visit_occurrence v WHERE v.visit_concept_id = 9201 AND v.visit_end_date IS NOT NULL

-- ILIKE in the vocabulary only
SELECT concept_id, concept_name FROM concept WHERE concept_name ILIKE 'aspirin%' AND vocabulary_id = 'RxNorm' AND standard_concept = 'S'

-- a lateral join with limit
SELECT COUNT(*) AS n FROM person p JOIN LATERAL (SELECT m.value_as_number AS v FROM measurement m WHERE m.person_id = p.person_id AND m.measurement_concept_id IN ([measurement@hemoglobin a1c]) AND m.unit_concept_id = 8554 ORDER BY m.measurement_date DESC LIMIT 1) l ON TRUE WHERE l.v > 7

-- NULLIF against division by zero
SELECT ROUND(100.0 * SUM(CASE WHEN gender_concept_id = 8532 THEN 1 ELSE 0 END) / NULLIF(COUNT(*), 0), 2) AS pct FROM person
