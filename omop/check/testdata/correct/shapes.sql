-- Correct SQL over OMOP 5.4, a statement a paragraph. No rule may say a word about any of it but infos.

-- comma joins with the conditions in WHERE
SELECT COUNT(DISTINCT co.person_id) AS patients
FROM condition_occurrence co, drug_exposure de, person p
WHERE co.person_id = de.person_id AND de.person_id = p.person_id AND p.gender_concept_id = 8532
  AND co.condition_concept_id IN ([condition@asthma]) AND de.drug_concept_id IN ([drug@prednisone])

-- USING, upper case, no aliases
SELECT COUNT(DISTINCT PERSON_ID) AS PATIENTS FROM CONDITION_OCCURRENCE JOIN DRUG_EXPOSURE USING (PERSON_ID)
WHERE CONDITION_CONCEPT_ID IN ([condition@asthma]) AND DRUG_CONCEPT_ID IN ([drug@prednisone])

-- the schema's name before the table's
SELECT COUNT(*) AS patients FROM cdm.person AS p JOIN cdm.death AS d ON d.person_id = p.person_id

-- a table of another schema
SELECT COUNT(DISTINCT c.subject_id) AS patients FROM results.my_cohort AS c JOIN person AS p ON p.person_id = c.subject_id

-- a cohort's subjects are people
SELECT COUNT(DISTINCT c.subject_id) AS patients FROM cohort AS c JOIN condition_occurrence AS co ON co.person_id = c.subject_id
WHERE c.cohort_definition_id = 3 AND co.condition_start_date BETWEEN c.cohort_start_date AND c.cohort_end_date

-- concept_ancestor the right way round, in a join
SELECT COUNT(DISTINCT co.person_id) AS patients FROM condition_occurrence co JOIN concept_ancestor ca ON co.condition_concept_id = ca.descendant_concept_id
WHERE ca.ancestor_concept_id = 201826

-- in a subquery
SELECT COUNT(DISTINCT de.person_id) AS patients FROM drug_exposure de
WHERE de.drug_concept_id IN (SELECT descendant_concept_id FROM concept_ancestor WHERE ancestor_concept_id IN (1503297, 1545958))

-- in a CTE
WITH metformin AS (SELECT ca.descendant_concept_id AS concept_id FROM concept_ancestor ca WHERE ca.ancestor_concept_id = 1503297)
SELECT COUNT(DISTINCT de.person_id) AS patients FROM drug_exposure de JOIN metformin m ON m.concept_id = de.drug_concept_id

-- one list of concepts for two columns
WITH codes AS (SELECT descendant_concept_id AS concept_id FROM concept_ancestor WHERE ancestor_concept_id = 192671)
SELECT COUNT(DISTINCT co.person_id) AS patients FROM condition_occurrence co WHERE co.condition_concept_id IN (SELECT concept_id FROM codes)
   OR EXISTS (SELECT 1 FROM condition_era ce WHERE ce.person_id = co.person_id AND ce.condition_concept_id IN (SELECT concept_id FROM codes))

-- exposures rolled up to ingredients
SELECT c.concept_name AS ingredient, COUNT(DISTINCT de.person_id) AS patients
FROM drug_exposure de JOIN concept_ancestor ca ON ca.descendant_concept_id = de.drug_concept_id
JOIN concept c ON c.concept_id = ca.ancestor_concept_id AND c.concept_class_id = 'Ingredient' AND c.standard_concept = 'S'
GROUP BY c.concept_name ORDER BY patients DESC, ingredient LIMIT 10

-- the ingredient of a product, in the eras
SELECT COUNT(DISTINCT e.person_id) AS patients FROM drug_era e
WHERE e.drug_concept_id IN (SELECT ca.ancestor_concept_id FROM concept_ancestor ca WHERE ca.descendant_concept_id = 40164929)

-- the exposures of an era
SELECT COUNT(*) AS exposures FROM drug_exposure e WHERE EXISTS (
  SELECT 1 FROM drug_era r, concept_ancestor m
  WHERE r.person_id = e.person_id AND r.drug_concept_id = m.ancestor_concept_id AND e.drug_concept_id = m.descendant_concept_id
    AND e.drug_exposure_start_date BETWEEN r.drug_era_start_date AND r.drug_era_end_date)

-- a condition in people who also have another, by two concept_ancestors
SELECT COUNT(DISTINCT a.person_id) AS patients FROM condition_occurrence a
JOIN condition_occurrence b ON b.person_id = a.person_id
JOIN concept_ancestor ca ON ca.descendant_concept_id = a.condition_concept_id AND ca.ancestor_concept_id = 201820
JOIN concept_ancestor cb ON cb.descendant_concept_id = b.condition_concept_id AND cb.ancestor_concept_id = 192671

-- Maps to, from a source code
SELECT COUNT(DISTINCT co.person_id) AS patients FROM concept s
JOIN concept_relationship cr ON cr.concept_id_1 = s.concept_id AND cr.relationship_id = 'Maps to' AND cr.invalid_reason IS NULL
JOIN concept_ancestor ca ON ca.ancestor_concept_id = cr.concept_id_2
JOIN condition_occurrence co ON co.condition_concept_id = ca.descendant_concept_id
WHERE s.vocabulary_id = 'ICD10CM' AND s.concept_code IN ('E11.9', 'E11.8')

-- Mapped from, to list the codes of a concept
SELECT s.vocabulary_id, s.concept_code FROM concept_relationship cr JOIN concept s ON s.concept_id = cr.concept_id_2
WHERE cr.relationship_id = 'Mapped from' AND cr.concept_id_1 = 201826 AND s.vocabulary_id IN ('ICD9CM', 'ICD10CM')

-- from the source concept of a record to the standard one
SELECT c.concept_name, COUNT(*) AS records FROM condition_occurrence co
JOIN concept_relationship cr ON cr.concept_id_1 = co.condition_source_concept_id AND cr.relationship_id = 'Maps to'
JOIN concept c ON c.concept_id = cr.concept_id_2 GROUP BY c.concept_name

-- names of several columns, an alias each
SELECT g.concept_name AS gender, r.concept_name AS race, e.concept_name AS ethnicity, COUNT(*) AS patients
FROM person p LEFT JOIN concept g ON g.concept_id = p.gender_concept_id LEFT JOIN concept r ON r.concept_id = p.race_concept_id
LEFT JOIN concept e ON e.concept_id = p.ethnicity_concept_id GROUP BY 1, 2, 3

-- the same alias in two CTEs
WITH a AS (SELECT c.concept_name, COUNT(*) AS n FROM person p JOIN concept c ON c.concept_id = p.gender_concept_id GROUP BY c.concept_name),
     b AS (SELECT c.concept_name, COUNT(*) AS n FROM visit_occurrence v JOIN concept c ON c.concept_id = v.visit_concept_id GROUP BY c.concept_name)
SELECT concept_name, n FROM a UNION ALL SELECT concept_name, n FROM b

-- x is death in one CTE and a visit in another
WITH dead AS (SELECT x.person_id, x.death_date FROM death x), stays AS (SELECT x.visit_occurrence_id, x.person_id FROM visit_occurrence x WHERE x.visit_concept_id = 9201)
SELECT COUNT(DISTINCT s.visit_occurrence_id) AS stays FROM stays s JOIN dead d ON d.person_id = s.person_id

-- scalar subqueries that name concepts
SELECT (SELECT concept_name FROM concept WHERE concept_id = p.gender_concept_id) AS gender, (SELECT concept_name FROM concept WHERE concept_id = p.race_concept_id) AS race, COUNT(*) AS patients
FROM person p GROUP BY p.gender_concept_id, p.race_concept_id

-- NOT IN over a key that can't be NULL
SELECT COUNT(*) AS patients FROM person WHERE person_id NOT IN (SELECT person_id FROM death)

-- NOT IN with IS NOT NULL
SELECT COUNT(*) AS visits FROM visit_occurrence WHERE visit_occurrence_id NOT IN (SELECT visit_occurrence_id FROM condition_occurrence WHERE visit_occurrence_id IS NOT NULL)

-- the anti-join
SELECT COUNT(DISTINCT p.person_id) AS patients FROM person p LEFT JOIN death d ON d.person_id = p.person_id WHERE d.person_id IS NULL

-- an outer join with a condition that keeps the missing
SELECT COUNT(DISTINCT p.person_id) AS patients FROM person p LEFT JOIN death d ON d.person_id = p.person_id WHERE d.death_date IS NULL OR d.death_date > DATE '2009-01-01'

-- COALESCE over the optional side
SELECT COUNT(DISTINCT p.person_id) AS patients FROM person p LEFT JOIN (SELECT person_id, COUNT(*) AS visits FROM visit_occurrence GROUP BY person_id) v ON v.person_id = p.person_id WHERE COALESCE(v.visits, 0) < 3

-- people, one row each
SELECT COUNT(*) AS patients FROM (SELECT person_id FROM condition_occurrence WHERE condition_concept_id IN ([condition@asthma]) GROUP BY person_id HAVING COUNT(*) >= 2) t

SELECT COUNT(*) AS patients FROM (SELECT DISTINCT person_id FROM condition_occurrence WHERE condition_concept_id IN ([condition@asthma])) t

SELECT COUNT(*) AS patients FROM (SELECT person_id FROM condition_occurrence UNION SELECT person_id FROM procedure_occurrence) t

SELECT COUNT(*) AS patients FROM (SELECT person_id FROM condition_occurrence INTERSECT SELECT person_id FROM drug_exposure) t

-- the first record of each person, by a window
WITH ranked AS (SELECT co.person_id, co.condition_start_date, ROW_NUMBER() OVER (PARTITION BY co.person_id ORDER BY co.condition_start_date) AS n FROM condition_occurrence co WHERE co.condition_concept_id IN ([condition@asthma]))
SELECT COUNT(*) AS patients FROM ranked WHERE n = 1

SELECT COUNT(*) AS patients FROM (SELECT person_id FROM condition_occurrence WHERE condition_concept_id IN ([condition@asthma]) QUALIFY ROW_NUMBER() OVER (PARTITION BY person_id ORDER BY condition_start_date) = 1) t

-- people and their first dates joined
WITH t2dm AS (SELECT person_id, MIN(condition_start_date) AS index_date FROM condition_occurrence WHERE condition_concept_id IN ([condition@type 2 diabetes]) GROUP BY person_id),
     met AS (SELECT person_id, MIN(drug_exposure_start_date) AS first_dose FROM drug_exposure WHERE drug_concept_id IN ([drug@metformin]) GROUP BY person_id)
SELECT COUNT(*) AS patients, AVG(m.first_dose - t.index_date) AS average_days FROM t2dm t JOIN met m ON m.person_id = t.person_id AND m.first_dose >= t.index_date

-- a person's own counts
SELECT person_id, COUNT(*) AS person_records, SUM(days_supply) AS days FROM drug_exposure WHERE drug_concept_id IN ([drug@metformin]) GROUP BY person_id ORDER BY person_id LIMIT 100

-- two counts of one row each
SELECT a.n, b.n, 100.0 * a.n / NULLIF(b.n, 0) AS percentage
FROM (SELECT COUNT(DISTINCT person_id) AS n FROM condition_occurrence WHERE condition_concept_id IN ([condition@asthma])) a, (SELECT COUNT(*) AS n FROM person) b

SELECT 100.0 * (SELECT COUNT(DISTINCT person_id) FROM condition_occurrence WHERE condition_concept_id IN ([condition@asthma])) / (SELECT COUNT(*) FROM person) AS prevalence

-- a share as the average of a flag
SELECT AVG(CASE WHEN d.person_id IS NOT NULL THEN 1.0 ELSE 0.0 END) AS share FROM person p LEFT JOIN death d ON d.person_id = p.person_id

-- a calendar crossed with people who are then counted per month
SELECT m.month, COUNT(DISTINCT op.person_id) AS patients FROM (SELECT * FROM generate_series(1, 12) AS g(month)) m
JOIN observation_period op ON EXTRACT(MONTH FROM op.observation_period_start_date) <= m.month GROUP BY m.month ORDER BY m.month

-- a table of values
SELECT b.label, COUNT(*) AS patients FROM person p JOIN (VALUES (0, 1950, 'old'), (1951, 2100, 'young')) AS b(low, high, label) ON p.year_of_birth BETWEEN b.low AND b.high GROUP BY b.label

-- windows over a person's own records
WITH d AS (SELECT person_id, drug_exposure_start_date AS s, COALESCE(drug_exposure_end_date, drug_exposure_start_date) AS e, LEAD(drug_exposure_start_date) OVER (PARTITION BY person_id ORDER BY drug_exposure_start_date) AS next_start FROM drug_exposure WHERE drug_concept_id IN ([drug@metformin]))
SELECT COUNT(DISTINCT person_id) AS patients FROM d WHERE next_start - e > 60

-- within days after, in several spellings
SELECT COUNT(DISTINCT c.person_id) AS patients FROM condition_occurrence c JOIN procedure_occurrence p ON p.person_id = c.person_id
WHERE p.procedure_date >= c.condition_start_date AND p.procedure_date <= c.condition_start_date + INTERVAL 30 DAY

SELECT COUNT(DISTINCT c.person_id) AS patients FROM condition_occurrence c JOIN procedure_occurrence p ON p.person_id = c.person_id
WHERE DATE_DIFF('day', c.condition_start_date, p.procedure_date) BETWEEN 0 AND 30

SELECT COUNT(DISTINCT c.person_id) AS patients FROM condition_occurrence c JOIN procedure_occurrence p ON p.person_id = c.person_id AND p.procedure_date - c.condition_start_date <= 30 AND p.procedure_date - c.condition_start_date > 0

SELECT COUNT(DISTINCT CASE WHEN p.procedure_date BETWEEN c.condition_start_date AND c.condition_start_date + INTERVAL '30' DAY THEN c.person_id END) AS patients FROM condition_occurrence c JOIN procedure_occurrence p ON p.person_id = c.person_id

-- at least so many days after
SELECT COUNT(DISTINCT a.person_id) AS patients FROM condition_occurrence a JOIN condition_occurrence b ON b.person_id = a.person_id AND b.condition_start_date >= a.condition_start_date + INTERVAL '30' DAY

-- death within a year: nothing comes before but the diagnosis
SELECT COUNT(DISTINCT d.person_id) AS patients FROM (SELECT person_id, MIN(condition_start_date) AS first_date FROM condition_occurrence WHERE condition_concept_id IN ([condition@stroke]) GROUP BY person_id) f JOIN death d ON d.person_id = f.person_id AND d.death_date <= f.first_date + INTERVAL '1' YEAR

-- a later number of a person's own sequence
WITH v AS (SELECT person_id, visit_start_date AS s, COALESCE(visit_end_date, visit_start_date) AS e, ROW_NUMBER() OVER (PARTITION BY person_id ORDER BY visit_start_date) AS n FROM visit_occurrence WHERE visit_concept_id IN ([visit@inpatient visit]))
SELECT COUNT(DISTINCT a.person_id) AS patients FROM v a JOIN v b ON b.person_id = a.person_id AND b.n = a.n + 1 AND b.s <= a.e + INTERVAL '30' DAY

-- end dates with an eye on NULL
SELECT AVG(visit_end_date - visit_start_date) AS average_days FROM visit_occurrence WHERE visit_end_date IS NOT NULL AND visit_concept_id = 9201

SELECT COUNT(DISTINCT person_id) AS patients FROM condition_occurrence WHERE condition_concept_id IN ([condition@asthma]) AND (condition_end_date IS NULL OR condition_end_date >= DATE '2010-01-01')

-- units filtered, grouped, and joined
SELECT AVG(value_as_number) AS average_value FROM measurement WHERE measurement_concept_id IN ([measurement@HbA1c]) AND unit_concept_id = 8554

SELECT u.concept_name AS unit, MIN(m.value_as_number) AS low, MAX(m.value_as_number) AS high, MEDIAN(m.value_as_number) AS middle FROM measurement m JOIN concept u ON u.concept_id = m.unit_concept_id WHERE m.measurement_concept_id IN ([measurement@HbA1c]) GROUP BY u.concept_name

WITH hba1c AS (SELECT person_id, measurement_date, value_as_number AS value, unit_concept_id AS unit FROM measurement WHERE measurement_concept_id IN ([measurement@HbA1c]))
SELECT COUNT(DISTINCT person_id) AS patients FROM hba1c WHERE value > 9 AND unit = 8554

SELECT COUNT(*) AS measurements FROM measurement WHERE value_as_number > range_high

-- costs with their domain
SELECT SUM(ct.total_paid) AS total_paid FROM visit_occurrence vo JOIN cost ct ON ct.cost_event_id = vo.visit_occurrence_id AND ct.cost_domain_id = 'Visit'

SELECT cost_domain_id, SUM(total_paid) AS total_paid FROM cost GROUP BY cost_domain_id

-- relations between people
SELECT COUNT(DISTINCT fr.fact_id_1) AS mothers FROM fact_relationship fr JOIN person p ON p.person_id = fr.fact_id_1 WHERE fr.domain_concept_id_1 = 56 AND fr.domain_concept_id_2 = 56

-- people, their providers, care sites and locations
SELECT cs.care_site_name, l.state, COUNT(DISTINCT vo.person_id) AS patients FROM visit_occurrence vo
JOIN provider pr ON pr.provider_id = vo.provider_id JOIN care_site cs ON cs.care_site_id = pr.care_site_id JOIN location l ON l.location_id = cs.location_id
GROUP BY cs.care_site_name, l.state

-- events at the same visit of the same person
SELECT COUNT(DISTINCT co.person_id) AS patients FROM condition_occurrence co JOIN procedure_occurrence po ON po.person_id = co.person_id AND po.visit_occurrence_id = co.visit_occurrence_id

SELECT COUNT(DISTINCT p.person_id) AS patients FROM person p JOIN condition_occurrence co ON co.person_id = p.person_id JOIN drug_exposure de ON de.person_id = p.person_id AND de.visit_occurrence_id = co.visit_occurrence_id

-- records of a visit
SELECT COUNT(DISTINCT vo.person_id) AS patients FROM visit_occurrence vo JOIN condition_occurrence co ON co.visit_occurrence_id = vo.visit_occurrence_id WHERE vo.visit_concept_id = 9201

-- a visit and the one before it
SELECT COUNT(*) AS visits FROM visit_occurrence v JOIN visit_occurrence b ON b.visit_occurrence_id = v.preceding_visit_occurrence_id

-- details of visits, and what they belong to
SELECT COUNT(*) AS details FROM visit_detail vd JOIN visit_occurrence vo ON vo.visit_occurrence_id = vd.visit_occurrence_id LEFT JOIN visit_detail up ON up.visit_detail_id = vd.parent_visit_detail_id

-- notes and what was found in them
SELECT COUNT(DISTINCT n.person_id) AS patients FROM note n JOIN note_nlp nn ON nn.note_id = n.note_id WHERE nn.note_nlp_concept_id = 201826

-- source concepts with their vocabulary
SELECT COUNT(DISTINCT co.person_id) AS patients FROM condition_occurrence co JOIN concept c ON c.concept_id = co.condition_source_concept_id WHERE c.vocabulary_id = 'ICD9CM' AND c.concept_code LIKE '250%'

-- a search of the vocabulary by name
SELECT concept_id, concept_name, vocabulary_id FROM concept WHERE concept_name ILIKE '%diabetes%' AND domain_id = 'Condition' AND standard_concept = 'S' ORDER BY concept_name LIMIT 50

-- a search by code that shows the vocabularies
SELECT vocabulary_id, concept_id, concept_name FROM concept WHERE concept_code = '250.00'

-- types of records as such
SELECT c.concept_name AS type, COUNT(*) AS records FROM drug_exposure de JOIN concept c ON c.concept_id = de.drug_type_concept_id GROUP BY c.concept_name

SELECT COUNT(*) AS records FROM condition_occurrence WHERE condition_type_concept_id = 32817

-- unmapped records
SELECT condition_source_value, COUNT(*) AS records FROM condition_occurrence WHERE condition_concept_id = 0 AND condition_source_value IS NOT NULL AND condition_source_value <> '' GROUP BY condition_source_value ORDER BY records DESC, condition_source_value LIMIT 20

-- the same name on each record, without unmapped ones
SELECT c.concept_name, COUNT(DISTINCT co.person_id) AS patients FROM condition_occurrence co JOIN concept c ON c.concept_id = co.condition_concept_id WHERE c.concept_name <> 'No matching concept' GROUP BY c.concept_name ORDER BY patients DESC, c.concept_name LIMIT 10

-- a cause of death that is a recorded condition
SELECT COUNT(DISTINCT d.person_id) AS patients FROM death d JOIN condition_occurrence co ON co.person_id = d.person_id AND co.condition_concept_id = d.cause_concept_id

-- lateral joins
SELECT COUNT(*) AS patients, AVG(x.days) AS average_days FROM person p JOIN LATERAL (SELECT MAX(op.observation_period_end_date - op.observation_period_start_date) AS days FROM observation_period op WHERE op.person_id = p.person_id) x ON TRUE

-- a recursive walk up the hierarchy
WITH RECURSIVE up (id, depth) AS (SELECT 201826, 0 UNION ALL SELECT r.concept_id_2, up.depth + 1 FROM up JOIN concept_relationship r ON r.concept_id_1 = up.id AND r.relationship_id = 'Is a' WHERE up.depth < 3)
SELECT c.concept_name, MIN(up.depth) AS depth FROM up JOIN concept c ON c.concept_id = up.id GROUP BY c.concept_name ORDER BY depth, c.concept_name

-- stars through derived tables
SELECT COUNT(DISTINCT t.person_id) AS patients FROM (SELECT * FROM (SELECT co.*, p.year_of_birth FROM condition_occurrence co JOIN person p ON p.person_id = co.person_id) u) t WHERE EXTRACT(YEAR FROM t.condition_start_date) - t.year_of_birth >= 18

SELECT COUNT(DISTINCT x.person_id) AS patients FROM (SELECT * EXCLUDE (condition_end_date) REPLACE (condition_start_date + 1 AS condition_start_date) FROM condition_occurrence) x WHERE x.condition_start_date > DATE '2009-01-01'

-- aliases of the SELECT list in WHERE, GROUP BY and HAVING
SELECT EXTRACT(YEAR FROM condition_start_date) AS year, COUNT(DISTINCT person_id) AS patients FROM condition_occurrence WHERE year >= 2000 GROUP BY year HAVING patients > 5 ORDER BY year

SELECT year(condition_start_date) AS y, COUNT(DISTINCT person_id) AS patients FROM condition_occurrence GROUP BY ALL ORDER BY ALL

-- FILTER and window totals
SELECT gender_concept_id, COUNT(*) AS patients, 100.0 * COUNT(*) / SUM(COUNT(*)) OVER () AS percentage FROM person GROUP BY gender_concept_id

SELECT COUNT(DISTINCT person_id) FILTER (WHERE condition_concept_id IN ([condition@asthma])) AS asthma, COUNT(DISTINCT person_id) FILTER (WHERE condition_concept_id IN ([condition@COPD])) AS copd FROM condition_occurrence

-- UNION ALL of events, and UNION of people
WITH e AS (SELECT person_id, condition_start_date AS d FROM condition_occurrence UNION ALL SELECT person_id, procedure_date FROM procedure_occurrence)
SELECT COUNT(*) AS events, COUNT(DISTINCT person_id) AS patients FROM e

SELECT COUNT(DISTINCT person_id) AS patients FROM (SELECT person_id, condition_start_date AS d FROM condition_occurrence UNION SELECT person_id, procedure_date FROM procedure_occurrence) e

-- person-years at risk within observation
WITH at_risk AS (SELECT person_id, observation_period_start_date AS s, observation_period_end_date AS e FROM observation_period)
SELECT SUM(e - s) / 365.25 AS person_years FROM at_risk

-- averages per person of what was summed first
SELECT AVG(t.days) AS average_days FROM (SELECT de.person_id, SUM(de.days_supply) AS days FROM drug_exposure de WHERE de.drug_concept_id IN ([drug@metformin]) GROUP BY de.person_id) t JOIN person p ON p.person_id = t.person_id WHERE p.gender_concept_id = 8507

-- measurements in their observation period
SELECT AVG(m.value_as_number) AS average_value FROM measurement m JOIN observation_period op ON op.person_id = m.person_id AND m.measurement_date BETWEEN op.observation_period_start_date AND op.observation_period_end_date WHERE m.measurement_concept_id IN ([measurement@HbA1c]) AND m.unit_concept_id = 8554

-- lengths of stay of inpatients, through a CTE
WITH stays AS (SELECT visit_occurrence_id, visit_end_date - visit_start_date AS days FROM visit_occurrence WHERE visit_concept_id IN ([visit@inpatient visit]) AND visit_end_date IS NOT NULL)
SELECT MEDIAN(days) AS median_days FROM stays

-- ages at events from dates of birth
SELECT AVG(DATE_DIFF('year', p.birth_datetime, co.condition_start_date)) AS average_age FROM condition_occurrence co JOIN person p ON p.person_id = co.person_id WHERE co.condition_concept_id IN ([condition@asthma])

-- grouping sets
SELECT p.gender_concept_id, p.race_concept_id, COUNT(DISTINCT p.person_id) AS patients FROM person p GROUP BY GROUPING SETS ((p.gender_concept_id), (p.race_concept_id), ())

-- semi-joins and anti-joins
SELECT COUNT(*) AS patients FROM person p SEMI JOIN condition_occurrence co ON co.person_id = p.person_id

SELECT COUNT(*) AS patients FROM person p ANTI JOIN death d ON d.person_id = p.person_id

-- pairs in IN
SELECT COUNT(*) AS records FROM condition_occurrence WHERE (person_id, condition_start_date) IN (SELECT person_id, MIN(condition_start_date) FROM condition_occurrence GROUP BY person_id)

-- the engine's as-of join
SELECT COUNT(DISTINCT m.person_id) AS patients FROM measurement m ASOF JOIN drug_exposure d ON m.person_id = d.person_id AND m.measurement_date >= d.drug_exposure_start_date WHERE d.drug_concept_id IN ([drug@metformin])

-- a full join of two groups
SELECT COUNT(*) AS patients FROM (SELECT DISTINCT person_id FROM condition_occurrence) a FULL JOIN (SELECT DISTINCT person_id FROM drug_exposure) b ON a.person_id = b.person_id

-- concept names in a CASE that only labels
SELECT CASE WHEN c.concept_name = 'MALE' THEN 'M' ELSE 'F' END AS sex, COUNT(*) AS patients FROM person p JOIN concept c ON c.concept_id = p.gender_concept_id GROUP BY 1

-- lower case on both sides
SELECT concept_id FROM concept WHERE LOWER(vocabulary_id) = 'snomed' AND LOWER(domain_id) = 'condition' AND concept_code = '44054006'

-- names of derived columns
SELECT t.a, t.b FROM (SELECT gender_concept_id, COUNT(*) FROM person GROUP BY gender_concept_id) AS t(a, b) ORDER BY t.a

-- a pivot, which the checker can't follow
SELECT * FROM (PIVOT (SELECT gender_concept_id, year_of_birth FROM person) ON gender_concept_id IN (8507, 8532) USING COUNT(*)) ORDER BY year_of_birth

-- payer periods around events
SELECT COUNT(DISTINCT co.person_id) AS patients FROM condition_occurrence co JOIN payer_plan_period pp ON pp.person_id = co.person_id AND co.condition_start_date BETWEEN pp.payer_plan_period_start_date AND pp.payer_plan_period_end_date

-- specimens, devices and observations
SELECT COUNT(DISTINCT s.person_id) AS patients FROM specimen s JOIN device_exposure d ON d.person_id = s.person_id JOIN observation o ON o.person_id = s.person_id WHERE o.observation_concept_id IN ([observation@current smoker]) AND d.device_concept_id IN ([device@pacemaker])

-- values as concepts
SELECT COUNT(DISTINCT person_id) AS patients FROM measurement WHERE measurement_concept_id IN ([measurement@CMV PCR]) AND value_as_concept_id = 36309671

-- drug strengths
SELECT ds.amount_value, u.concept_name, COUNT(*) AS exposures FROM drug_exposure de JOIN drug_strength ds ON ds.drug_concept_id = de.drug_concept_id JOIN concept u ON u.concept_id = ds.amount_unit_concept_id WHERE ds.ingredient_concept_id = 1503297 GROUP BY ds.amount_value, u.concept_name

-- episodes and their events
SELECT COUNT(DISTINCT e.person_id) AS patients FROM episode e JOIN episode_event ee ON ee.episode_id = e.episode_id JOIN drug_exposure de ON de.drug_exposure_id = ee.event_id WHERE ee.episode_event_field_concept_id = 1147094

-- the year in people who are alive at its end
SELECT COUNT(*) AS patients FROM person p WHERE NOT EXISTS (SELECT 1 FROM death d WHERE d.person_id = p.person_id AND d.death_date <= DATE '2009-12-31')

-- the latest value of each person
SELECT COUNT(*) AS patients FROM (SELECT m.person_id, m.value_as_number, m.unit_concept_id FROM measurement m JOIN (SELECT person_id, MAX(measurement_date) AS last_date FROM measurement WHERE measurement_concept_id IN ([measurement@HbA1c]) GROUP BY person_id) l ON l.person_id = m.person_id AND l.last_date = m.measurement_date WHERE m.measurement_concept_id IN ([measurement@HbA1c]) GROUP BY ALL) t WHERE t.value_as_number > 9 AND t.unit_concept_id = 8554

-- integer division of ages into bands
SELECT (2009 - year_of_birth) // 10 * 10 AS age_band, COUNT(*) AS patients FROM person GROUP BY 1 ORDER BY 1

-- keys of several tables in one column
WITH events AS (SELECT drug_exposure_id AS event_id, 'Drug' AS kind, person_id FROM drug_exposure UNION ALL SELECT procedure_occurrence_id, 'Procedure', person_id FROM procedure_occurrence)
SELECT COUNT(*) AS procedures FROM events e JOIN procedure_occurrence po ON po.procedure_occurrence_id = e.event_id AND e.kind = 'Procedure'

-- a mother's person_id in a value
SELECT COUNT(DISTINCT p.person_id) AS mothers FROM observation o JOIN person p ON CAST(p.person_id AS VARCHAR) = o.value_as_string WHERE o.observation_concept_id IN ([observation@mother])

-- either of two columns
SELECT c.concept_name, COUNT(DISTINCT p.person_id) AS patients FROM person p JOIN concept c ON c.concept_id = p.race_concept_id OR c.concept_id = p.ethnicity_concept_id GROUP BY c.concept_name

-- types of records with their hierarchy
SELECT COUNT(*) AS records FROM condition_occurrence co JOIN concept_ancestor ca ON ca.descendant_concept_id = co.condition_type_concept_id WHERE ca.ancestor_concept_id = 32817

-- values for what is missing
SELECT COUNT(*) AS concepts FROM concept WHERE COALESCE(standard_concept, 'none') = 'none' AND COALESCE(invalid_reason, 'V') = 'V'

-- a table that only the database knows
SELECT COUNT(*) AS patients FROM person WHERE person_id IN (SELECT person_id FROM results.special_people)

-- the row of a table
SELECT COUNT(DISTINCT co) AS records FROM condition_occurrence AS co

-- a month as a text
SELECT COUNT(DISTINCT person_id) AS patients FROM condition_occurrence WHERE CAST(condition_start_date AS VARCHAR) LIKE '2009-03%'

-- one entry of a cohort a person
SELECT COUNT(*) AS patients, AVG(EXTRACT(YEAR FROM c.cohort_start_date) - p.year_of_birth) AS average_age FROM cohort c JOIN person p ON p.person_id = c.subject_id WHERE c.cohort_definition_id = 1

-- a census: visits that go on at the same time, whoever's
SELECT a.visit_occurrence_id, COUNT(*) AS visits FROM visit_occurrence a JOIN visit_occurrence b ON b.visit_start_date <= a.visit_start_date AND COALESCE(b.visit_end_date, b.visit_start_date) > a.visit_start_date GROUP BY a.visit_occurrence_id

-- cases and controls of the same year of birth
WITH cases AS (SELECT DISTINCT p.person_id, p.year_of_birth FROM person p JOIN condition_occurrence co ON co.person_id = p.person_id WHERE co.condition_concept_id IN ([condition@asthma]))
SELECT COUNT(DISTINCT k.person_id) AS controls FROM cases c JOIN person k ON k.year_of_birth = c.year_of_birth AND k.person_id <> c.person_id

-- EXISTS about the database as a whole
SELECT COUNT(*) AS patients FROM person WHERE EXISTS (SELECT 1 FROM cdm_source WHERE cdm_version LIKE 'v5%')

-- a recurrence after the first record of the same condition
SELECT COUNT(DISTINCT b.person_id) AS patients FROM (SELECT person_id, MIN(condition_start_date) AS first_date FROM condition_occurrence WHERE condition_concept_id IN ([condition@asthma]) GROUP BY person_id) a JOIN condition_occurrence b ON b.person_id = a.person_id WHERE b.condition_concept_id IN ([condition@asthma]) AND b.condition_start_date <= a.first_date + INTERVAL '30' DAY

-- a correlated subquery two levels up
SELECT COUNT(*) AS patients FROM person p WHERE EXISTS (SELECT 1 FROM visit_occurrence v WHERE v.person_id = p.person_id AND EXISTS (SELECT 1 FROM condition_occurrence c WHERE c.person_id = p.person_id AND c.visit_occurrence_id = v.visit_occurrence_id))

-- controls of about the same age
WITH cases AS (SELECT DISTINCT p.person_id, p.year_of_birth FROM person p JOIN condition_occurrence co ON co.person_id = p.person_id WHERE co.condition_concept_id IN ([condition@asthma]))
SELECT COUNT(DISTINCT k.person_id) AS controls FROM cases c JOIN person k ON k.year_of_birth BETWEEN c.year_of_birth - 2 AND c.year_of_birth + 2

-- one person in both sets, each in a row of its own, and bounds that leave something
SELECT COUNT(DISTINCT a.person_id) AS patients FROM condition_occurrence a JOIN condition_occurrence b ON b.person_id = a.person_id WHERE a.condition_concept_id IN ([condition@asthma]) AND b.condition_concept_id IN ([condition@gout])

SELECT COUNT(*) AS patients FROM person WHERE year_of_birth >= 1950 AND year_of_birth <= 1950 AND gender_concept_id IN (8507, 8532) AND gender_concept_id = 8532

SELECT COUNT(*) AS patients FROM person WHERE (gender_concept_id = 8507 AND year_of_birth < 1940) OR (gender_concept_id = 8532 AND year_of_birth > 1940)

WITH x AS (SELECT person_id, visit_concept_id AS kind FROM visit_occurrence) SELECT COUNT(DISTINCT a.person_id) AS patients FROM x a JOIN x b ON b.person_id = a.person_id WHERE a.kind = 9201 AND b.kind = 9203

-- a year whose records are set side by side with those of the next
WITH y AS (SELECT YEAR(condition_start_date) AS yr, COUNT(DISTINCT person_id) AS n FROM condition_occurrence GROUP BY yr) SELECT a.yr, a.n, b.n AS next_year FROM y a JOIN y b ON b.yr = a.yr + 1

SELECT co.person_id, COUNT(*) AS records FROM condition_occurrence co JOIN concept_ancestor ca ON ca.descendant_concept_id = co.condition_concept_id WHERE ca.ancestor_concept_id = 201826 GROUP BY co.person_id

SELECT de.person_id, (SELECT MIN(v.visit_start_date) FROM visit_occurrence v WHERE v.person_id = de.person_id AND v.visit_start_date > de.drug_exposure_start_date) AS next_visit FROM drug_exposure de WHERE de.drug_concept_id IN ([drug@metformin])

SELECT person_id, visit_start_date FROM (SELECT person_id, visit_start_date, ROW_NUMBER() OVER (ORDER BY visit_start_date) AS rn FROM visit_occurrence) v WHERE rn = 1

SELECT de.drug_concept_id, COUNT(DISTINCT de.person_id) AS patients FROM drug_exposure de WHERE de.drug_concept_id NOT IN (SELECT descendant_concept_id FROM concept_ancestor WHERE ancestor_concept_id = 1112807) GROUP BY 1 ORDER BY 2 DESC

SELECT 100.0 * COUNT(DISTINCT d.person_id) / COUNT(DISTINCT co.person_id) AS percentage FROM condition_occurrence co LEFT JOIN death d ON d.person_id = co.person_id WHERE co.condition_concept_id IN ([condition@asthma])

SELECT COUNT(DISTINCT co.person_id) AS patients FROM condition_occurrence co JOIN drug_exposure de ON de.person_id = co.person_id WHERE co.condition_concept_id IN ([condition@asthma]) AND de.drug_exposure_start_date BETWEEN co.condition_start_date - INTERVAL '30' DAY AND co.condition_start_date

WITH y AS (SELECT year_of_birth, COUNT(DISTINCT person_id) AS n FROM person GROUP BY 1) SELECT SUM(n) AS patients FROM y

WITH f AS (SELECT person_id, MIN(drug_exposure_start_date) AS idx FROM drug_exposure WHERE drug_concept_id IN ([drug@metformin]) GROUP BY person_id) SELECT SUM(op.observation_period_end_date - f.idx) / 365.25 AS years FROM f JOIN observation_period op ON op.person_id = f.person_id AND f.idx BETWEEN op.observation_period_start_date AND op.observation_period_end_date

WITH h AS (SELECT person_id, gender_concept_id FROM person WHERE year_of_birth = 1950) SELECT 100.0 * COUNT(CASE WHEN gender_concept_id = 8532 THEN 1 END) / COUNT(*) AS percentage FROM h

WITH x AS (SELECT person_id, drug_exposure_start_date AS d, LAG(drug_exposure_start_date) OVER (PARTITION BY person_id ORDER BY drug_exposure_start_date) AS prev FROM drug_exposure WHERE drug_concept_id IN ([drug@metformin])) SELECT COUNT(DISTINCT person_id) AS patients FROM x WHERE d BETWEEN DATE '2009-01-01' AND DATE '2009-12-31' AND (prev IS NULL OR d - prev > 365)

-- one row a visit on both sides
WITH er AS (SELECT visit_occurrence_id, person_id, visit_start_date FROM visit_occurrence WHERE visit_concept_id IN ([visit@emergency room])), admitted AS (SELECT DISTINCT er.visit_occurrence_id FROM er JOIN visit_occurrence AS ip ON ip.person_id = er.person_id AND ip.visit_start_date BETWEEN er.visit_start_date AND er.visit_start_date + INTERVAL '1' DAY WHERE ip.visit_concept_id IN ([visit@inpatient])) SELECT COUNT(a.visit_occurrence_id) AS visits, ROUND(100.0 * COUNT(a.visit_occurrence_id) / NULLIF(COUNT(er.visit_occurrence_id), 0), 2) AS percent FROM er LEFT JOIN admitted AS a ON a.visit_occurrence_id = er.visit_occurrence_id

-- a condition beside its exact opposite: who has a number
SELECT 100.0 * SUM(CASE WHEN quantity >= 30 OR quantity < 30 THEN 0 ELSE 1 END) / COUNT(*) AS share_without_a_quantity
FROM drug_exposure WHERE drug_concept_id IN ([drug@prednisone])

-- a sum that is only asked for any: how often a join repeats its rows is the same
SELECT COUNT(*) AS patients FROM (
  SELECT p.person_id, SUM(CASE WHEN c.concept_id IS NULL THEN 0 ELSE 1 END) AS asthma
  FROM person AS p LEFT JOIN condition_occurrence AS co ON co.person_id = p.person_id
  LEFT JOIN concept AS c ON c.concept_id = co.condition_concept_id AND c.concept_id IN ([condition@asthma])
  GROUP BY p.person_id) AS x WHERE NOT asthma > 0

-- each alternative has the condition of the person
SELECT COUNT(DISTINCT p.person_id) AS women FROM person AS p JOIN condition_occurrence AS co ON co.person_id = p.person_id
WHERE p.gender_concept_id = 8532 AND co.condition_concept_id IN ([condition@asthma])
   OR co.condition_concept_id IN ([condition@bronchitis]) AND p.gender_concept_id = 8532

-- who has no partner is chosen one SELECT above the outer join
SELECT COUNT(*) AS patients FROM (
  SELECT p.person_id, co.condition_occurrence_id AS k FROM person AS p
  LEFT JOIN condition_occurrence AS co ON co.person_id = p.person_id AND co.condition_concept_id IN ([condition@asthma])) AS x
WHERE k IS NULL

-- the source's concept, and beside it the standard one in the hierarchy
SELECT co.condition_source_concept_id, COUNT(DISTINCT co.person_id) AS patients FROM condition_occurrence AS co
JOIN concept_ancestor AS ca ON ca.descendant_concept_id = COALESCE(co.condition_concept_id, 0) WHERE ca.ancestor_concept_id = 201820 GROUP BY 1

-- two lists of people that are united once
WITH a AS (SELECT person_id FROM condition_occurrence WHERE condition_concept_id IN ([condition@asthma]) GROUP BY person_id),
  b AS (SELECT person_id FROM condition_occurrence WHERE condition_concept_id IN ([condition@bronchitis]) GROUP BY person_id),
  both_lists AS (SELECT person_id FROM a UNION SELECT person_id FROM b)
SELECT COUNT(person_id) AS patients FROM both_lists

-- one row of each person is kept
SELECT COUNT(*) AS patients FROM (SELECT person_id, condition_start_date FROM condition_occurrence
  WHERE condition_concept_id IN ([condition@asthma])
  QUALIFY ROW_NUMBER() OVER (PARTITION BY person_id ORDER BY condition_start_date, condition_occurrence_id) = 1) AS x

-- the people of one month out of a table of months
WITH monthly AS (SELECT date_trunc('month', visit_start_date) AS month, COUNT(DISTINCT person_id) AS n FROM visit_occurrence GROUP BY ALL)
SELECT SUM(n) FILTER (WHERE month = DATE '2008-01-01') AS patients FROM monthly

-- a mean over the rows with a value
SELECT SUM(value_as_number) / COUNT(*) AS mean_value FROM measurement
WHERE measurement_concept_id IN ([measurement@HbA1c]) AND unit_concept_id = 8554 AND value_as_number IS NOT NULL

-- a census by one query that is written out twice
SELECT a.visit_occurrence_id, COUNT(*) AS visits
FROM (SELECT visit_occurrence_id, person_id, visit_start_date FROM visit_occurrence WHERE visit_concept_id = 9201) a
JOIN (SELECT visit_occurrence_id, person_id, visit_start_date FROM visit_occurrence WHERE visit_concept_id = 9201) b ON b.visit_start_date = a.visit_start_date
GROUP BY a.visit_occurrence_id

-- a unit as it is written where it has no concept, from two parts of a table
WITH m AS (SELECT * FROM measurement WHERE measurement_date < '2009-07-01' UNION ALL SELECT * FROM measurement WHERE measurement_date >= '2009-07-01')
SELECT COUNT(DISTINCT person_id) AS patients FROM m WHERE measurement_concept_id IN ([measurement@LDL]) AND value_as_number > 160
  AND (unit_concept_id = 8840 OR CASE WHEN COALESCE(unit_concept_id, 0) = 0 THEN unit_source_value END IN ('mg/dL'))

-- kinds of visits whose numbers are close to each other
SELECT CASE WHEN visit_concept_id = 9201 THEN 'inpatient' WHEN visit_concept_id = 9203 THEN 'emergency' ELSE 'other' END AS kind, COUNT(*) AS visits FROM visit_occurrence GROUP BY 1

-- one age of its own between two ranges
SELECT CASE WHEN 2010 - year_of_birth < 18 THEN 'child' WHEN 2010 - year_of_birth = 18 THEN 'comes of age' WHEN 2010 - year_of_birth < 65 THEN 'adult' ELSE 'senior' END AS age_group, COUNT(*) AS people FROM person GROUP BY 1

-- values that are chosen by their keys
SELECT AVG(m.value_as_number) AS average_value FROM measurement AS m WHERE m.unit_concept_id = 8554 AND m.measurement_id IN (SELECT MAX(measurement_id) FROM measurement WHERE measurement_concept_id IN ([measurement@HbA1c]) AND unit_concept_id = 8554 GROUP BY person_id)
