-- Correct SQL in the styles of different people and of DuckDB's newer syntax.

-- FROM first
FROM condition_occurrence SELECT COUNT(DISTINCT person_id) AS patients WHERE condition_concept_id IN ([condition@gout])

-- GROUP BY ALL and ORDER BY ALL
SELECT gender_concept_id, year_of_birth // 10 * 10 AS decade, COUNT(*) AS n FROM person GROUP BY ALL ORDER BY ALL

-- QUALIFY for the last record of each person
SELECT COUNT(*) AS n FROM (
  SELECT person_id, value_as_number FROM measurement
  WHERE measurement_concept_id IN ([measurement@systolic blood pressure]) AND unit_concept_id = 8876
  QUALIFY ROW_NUMBER() OVER (PARTITION BY person_id ORDER BY measurement_date DESC, measurement_id DESC) = 1) AS last_one
WHERE value_as_number >= 140

-- LATERAL for the next event
SELECT AVG(DATE_DIFF('day', d.d, n.next_date)) AS days
FROM (SELECT person_id, MIN(condition_start_date) AS d FROM condition_occurrence WHERE condition_concept_id IN ([condition@stroke]) GROUP BY person_id) AS d
CROSS JOIN LATERAL (SELECT MIN(v.visit_start_date) AS next_date FROM visit_occurrence v WHERE v.person_id = d.person_id AND v.visit_start_date > d.d) AS n
WHERE n.next_date IS NOT NULL

-- ANY of a list of ids
SELECT COUNT(DISTINCT person_id) AS n FROM visit_occurrence WHERE visit_concept_id = ANY ([9201, 9203, 262])

-- EXISTS twice, NOT EXISTS once
SELECT COUNT(*) AS n FROM person p
WHERE EXISTS (SELECT * FROM condition_occurrence c WHERE c.person_id = p.person_id AND c.condition_concept_id IN ([condition@type 2 diabetes]))
  AND EXISTS (SELECT 1 FROM drug_exposure d WHERE d.person_id = p.person_id AND d.drug_concept_id IN ([drug@metformin]))
  AND NOT EXISTS (SELECT NULL FROM drug_exposure d WHERE d.person_id = p.person_id AND d.drug_concept_id IN ([drug@insulin glargine]))

-- sets by INTERSECT and EXCEPT
SELECT COUNT(*) AS n FROM (
  SELECT person_id FROM condition_occurrence WHERE condition_concept_id IN ([condition@asthma])
  INTERSECT SELECT person_id FROM drug_exposure WHERE drug_concept_id IN ([drug@albuterol])
  EXCEPT SELECT person_id FROM condition_occurrence WHERE condition_concept_id IN ([condition@COPD])) AS x

-- SEMI and ANTI joins
SELECT COUNT(*) AS n FROM person p SEMI JOIN death d ON d.person_id = p.person_id

-- ASOF join: the visit at or before the measurement
SELECT v.visit_concept_id, COUNT(*) AS n
FROM measurement m ASOF JOIN visit_occurrence v ON v.person_id = m.person_id AND m.measurement_date >= v.visit_start_date
WHERE m.measurement_concept_id IN ([measurement@creatinine]) GROUP BY v.visit_concept_id

-- a table alias that is a keyword elsewhere
SELECT COUNT(DISTINCT "group".person_id) AS n FROM condition_occurrence AS "group" WHERE "group".condition_concept_id IN ([condition@gout])

-- CASE over ages at the event with birth_datetime
SELECT CASE WHEN DATE_DIFF('year', p.birth_datetime, c.condition_start_date) < 40 THEN 'under 40' ELSE '40 and over' END AS band, COUNT(DISTINCT p.person_id) AS n
FROM person p JOIN condition_occurrence c ON c.person_id = p.person_id WHERE c.condition_concept_id IN ([condition@breast cancer]) GROUP BY 1

-- AGE by DATE_SUB of whole years
SELECT AVG(DATESUB('year', CAST(p.birth_datetime AS DATE), d.death_date)) AS mean_age FROM death d JOIN person p USING (person_id)

-- a month as text
SELECT STRFTIME(visit_start_date, '%Y-%m') AS month, COUNT(*) AS visits FROM visit_occurrence GROUP BY month ORDER BY month

-- weekdays
SELECT DAYNAME(visit_start_date) AS weekday, COUNT(*) AS visits FROM visit_occurrence WHERE visit_concept_id = 9203 GROUP BY DAYNAME(visit_start_date), DAYOFWEEK(visit_start_date) ORDER BY DAYOFWEEK(visit_start_date)

-- a ratio of two FILTERs
SELECT COUNT(DISTINCT person_id) FILTER (WHERE drug_concept_id IN ([drug@warfarin])) * 1.0 / NULLIF(COUNT(DISTINCT person_id) FILTER (WHERE drug_concept_id IN ([drug@aspirin])), 0) AS ratio FROM drug_exposure

-- the share of a sum by a window
SELECT visit_concept_id, COUNT(*) AS visits, ROUND(100.0 * COUNT(*) / SUM(COUNT(*)) OVER (), 1) AS percent FROM visit_occurrence GROUP BY visit_concept_id

-- moving average over months
WITH m AS (SELECT DATE_TRUNC('month', condition_start_date) AS month, COUNT(DISTINCT person_id) AS n FROM condition_occurrence WHERE condition_concept_id IN ([condition@influenza]) GROUP BY 1)
SELECT month, n, AVG(n) OVER (ORDER BY month ROWS BETWEEN 2 PRECEDING AND CURRENT ROW) AS smooth FROM m ORDER BY month

-- quartiles in one go
SELECT QUANTILE_CONT(value_as_number, [0.25, 0.5, 0.75]) AS quartiles FROM measurement WHERE measurement_concept_id IN ([measurement@body mass index]) AND unit_concept_id = 9531

-- HAVING on two aggregates
SELECT condition_concept_id, COUNT(DISTINCT person_id) AS n FROM condition_occurrence GROUP BY condition_concept_id
HAVING COUNT(DISTINCT person_id) >= 10 AND MAX(condition_start_date) >= DATE '2010-01-01' ORDER BY n DESC

-- comparing a row with the average of its group
SELECT COUNT(*) AS n FROM (SELECT value_as_number, AVG(value_as_number) OVER (PARTITION BY person_id) AS mean FROM measurement
WHERE measurement_concept_id IN ([measurement@heart rate]) AND unit_concept_id = 8541) x WHERE value_as_number > 1.5 * mean

-- a recursive walk of the hierarchy
WITH RECURSIVE tree(id) AS (
  SELECT 201826 UNION SELECT r.concept_id_2 FROM tree t JOIN concept_relationship r ON r.concept_id_1 = t.id AND r.relationship_id = 'Subsumes')
SELECT COUNT(DISTINCT c.person_id) AS n FROM condition_occurrence c JOIN tree ON tree.id = c.condition_concept_id

-- a concept set as a CTE with descendants
WITH cs AS (SELECT descendant_concept_id AS concept_id FROM concept_ancestor WHERE ancestor_concept_id = 317009
            EXCEPT SELECT descendant_concept_id FROM concept_ancestor WHERE ancestor_concept_id = 4232595)
SELECT COUNT(DISTINCT co.person_id) AS n FROM condition_occurrence co WHERE co.condition_concept_id IN (SELECT concept_id FROM cs)

-- unpivoted dates of three tables
SELECT kind, COUNT(*) AS n FROM (
  SELECT 'condition' AS kind, condition_start_date AS d FROM condition_occurrence
  UNION ALL SELECT 'drug', drug_exposure_start_date FROM drug_exposure
  UNION ALL SELECT 'procedure', procedure_date FROM procedure_occurrence) AS e
WHERE d BETWEEN DATE '2010-01-01' AND DATE '2010-12-31' GROUP BY kind

-- COALESCE of two date columns
SELECT COUNT(*) AS n FROM visit_occurrence WHERE COALESCE(visit_end_datetime, CAST(visit_end_date AS TIMESTAMP)) - visit_start_datetime > INTERVAL '24' HOUR AND visit_concept_id = 9201

-- a list comprehension that no table has
SELECT COUNT(DISTINCT person_id) AS n FROM person WHERE year_of_birth IN (SELECT UNNEST(RANGE(1950, 1960)))

-- counting zero: persons without a visit
SELECT COUNT(*) AS n FROM person p LEFT JOIN visit_occurrence v ON v.person_id = p.person_id WHERE v.visit_occurrence_id IS NULL

-- NOT IN over a column that is never NULL
SELECT COUNT(*) AS n FROM person WHERE person_id NOT IN (SELECT person_id FROM condition_occurrence)

-- values coded by concepts
SELECT v.concept_name AS answer, COUNT(DISTINCT o.person_id) AS n FROM observation o JOIN concept v ON v.concept_id = o.value_as_concept_id
WHERE o.observation_concept_id IN ([observation@tobacco smoking status]) GROUP BY v.concept_name

-- above the range of normal of its own row
SELECT COUNT(DISTINCT person_id) AS n FROM measurement WHERE measurement_concept_id IN ([measurement@alanine aminotransferase]) AND value_as_number > 3 * range_high

-- a value in either of two units
SELECT COUNT(DISTINCT person_id) AS n FROM measurement WHERE measurement_concept_id IN ([measurement@body weight])
AND (unit_concept_id = 9529 AND value_as_number > 120 OR unit_concept_id = 8739 AND value_as_number > 265)

-- qualifiers as text where there is no number
SELECT value_source_value, COUNT(*) AS n FROM measurement WHERE measurement_concept_id IN ([measurement@sars-cov-2]) AND value_as_number IS NULL GROUP BY value_source_value

-- by hour of arrival
SELECT HOUR(visit_start_datetime) AS hour, COUNT(*) AS n FROM visit_occurrence WHERE visit_concept_id = 9203 GROUP BY hour ORDER BY hour

-- a cohort table of another schema joined to drugs
SELECT COUNT(DISTINCT d.person_id) AS n FROM results.my_cohort AS c JOIN drug_exposure AS d ON d.person_id = c.subject_id
WHERE d.drug_concept_id IN ([drug@ibuprofen])

-- two cohorts of one table
SELECT COUNT(DISTINCT a.subject_id) AS n FROM cohort a JOIN cohort b ON b.subject_id = a.subject_id AND b.cohort_definition_id = 2 AND b.cohort_start_date > a.cohort_start_date WHERE a.cohort_definition_id = 1

-- cohort definitions by name
SELECT cd.cohort_definition_name, COUNT(DISTINCT c.subject_id) AS n FROM cohort c JOIN cohort_definition cd ON cd.cohort_definition_id = c.cohort_definition_id GROUP BY 1

-- the death's cause
SELECT cc.concept_name, COUNT(*) AS n FROM death d JOIN concept cc ON cc.concept_id = d.cause_concept_id GROUP BY 1 ORDER BY n DESC LIMIT 10

-- in hospital when they died
SELECT COUNT(*) AS n FROM death d JOIN visit_occurrence v ON v.person_id = d.person_id AND d.death_date BETWEEN v.visit_start_date AND COALESCE(v.visit_end_date, d.death_date) WHERE v.visit_concept_id = 9201

-- conditions of one visit
SELECT AVG(n) AS mean FROM (SELECT v.visit_occurrence_id, COUNT(c.condition_occurrence_id) AS n FROM visit_occurrence v LEFT JOIN condition_occurrence c ON c.visit_occurrence_id = v.visit_occurrence_id GROUP BY v.visit_occurrence_id) x

-- procedures during the same visit as a diagnosis
SELECT COUNT(DISTINCT po.person_id) AS n FROM procedure_occurrence po JOIN condition_occurrence co ON co.visit_occurrence_id = po.visit_occurrence_id AND co.person_id = po.person_id
WHERE po.procedure_concept_id IN ([procedure@appendectomy]) AND co.condition_concept_id IN ([condition@appendicitis])

-- location by care site
SELECT l.city, COUNT(DISTINCT v.visit_occurrence_id) AS visits FROM visit_occurrence v JOIN care_site cs ON cs.care_site_id = v.care_site_id JOIN location l ON l.location_id = cs.location_id GROUP BY l.city
