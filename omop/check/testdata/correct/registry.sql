-- Statements worded as people who work with registries and OHDSI's tools write them, without sight of the rules.

SELECT COUNT(*) FROM person

SELECT COUNT(*) AS number_of_persons, SUM(CASE WHEN gender_concept_id = 8532 THEN 1 ELSE 0 END) AS female FROM person

SELECT c.concept_name AS sex, COUNT(*) AS n, ROUND(100.0 * COUNT(*) / SUM(COUNT(*)) OVER (), 1) AS pct
FROM person p
LEFT JOIN concept c ON c.concept_id = p.gender_concept_id
GROUP BY c.concept_name
ORDER BY n DESC

SELECT year_of_birth / 10 * 10 AS decade, COUNT(*) FROM person GROUP BY 1 ORDER BY 1

SELECT MIN(year_of_birth) AS oldest, MAX(year_of_birth) AS youngest, AVG(year_of_birth) AS mean_yob, MEDIAN(year_of_birth) AS median_yob FROM person

SELECT p.person_id, p.year_of_birth, d.death_date
FROM person p
INNER JOIN death d ON p.person_id = d.person_id
WHERE d.death_date BETWEEN DATE '2009-01-01' AND DATE '2009-12-31'

SELECT
  CASE WHEN EXTRACT(YEAR FROM op.observation_period_start_date) - p.year_of_birth < 18 THEN '<18'
       WHEN EXTRACT(YEAR FROM op.observation_period_start_date) - p.year_of_birth BETWEEN 18 AND 64 THEN '18-64'
       ELSE '65+' END AS age_group,
  COUNT(DISTINCT p.person_id) AS persons
FROM person p
JOIN observation_period op ON op.person_id = p.person_id
GROUP BY 1
ORDER BY 1

SELECT COUNT(DISTINCT op.person_id) AS persons
FROM observation_period op
WHERE DATE '2009-06-30' BETWEEN op.observation_period_start_date AND op.observation_period_end_date

SELECT SUM(DATE_DIFF('day', observation_period_start_date, observation_period_end_date) + 1) / 365.25 AS person_years
FROM observation_period

WITH days AS (
  SELECT person_id, SUM(observation_period_end_date - observation_period_start_date + 1) AS observed
  FROM observation_period
  GROUP BY person_id
)
SELECT MEDIAN(observed) AS median_days, QUANTILE_CONT(observed, 0.25) AS q1, QUANTILE_CONT(observed, 0.75) AS q3 FROM days

WITH asthma AS (
  SELECT co.person_id, MIN(co.condition_start_date) AS first_dx
  FROM condition_occurrence co
  INNER JOIN concept_ancestor ca ON ca.descendant_concept_id = co.condition_concept_id
  WHERE ca.ancestor_concept_id = 317009
  GROUP BY co.person_id
)
SELECT EXTRACT(YEAR FROM first_dx) AS yr, COUNT(*) AS new_patients FROM asthma GROUP BY yr ORDER BY yr

SELECT COUNT(DISTINCT co.person_id) * 1.0 / (SELECT COUNT(*) FROM person) AS prevalence
FROM condition_occurrence co
JOIN concept_ancestor ca ON co.condition_concept_id = ca.descendant_concept_id
WHERE ca.ancestor_concept_id = 440383

WITH htn AS (
  SELECT DISTINCT co.person_id
  FROM condition_occurrence co
  WHERE co.condition_concept_id IN (SELECT descendant_concept_id FROM concept_ancestor WHERE ancestor_concept_id = 316866)
), treated AS (
  SELECT DISTINCT de.person_id
  FROM drug_exposure de
  WHERE de.drug_concept_id IN (SELECT descendant_concept_id FROM concept_ancestor WHERE ancestor_concept_id IN (1308216, 1332418, 1367500))
)
SELECT COUNT(h.person_id) AS with_htn, COUNT(t.person_id) AS treated, COUNT(t.person_id) * 100.0 / COUNT(h.person_id) AS pct_treated
FROM htn h
LEFT JOIN treated t ON t.person_id = h.person_id

WITH htn AS (
  SELECT DISTINCT person_id FROM condition_occurrence
  WHERE condition_concept_id IN (SELECT descendant_concept_id FROM concept_ancestor WHERE ancestor_concept_id = 316866)
), statin AS (
  SELECT DISTINCT person_id FROM drug_exposure
  WHERE drug_concept_id IN (SELECT descendant_concept_id FROM concept_ancestor WHERE ancestor_concept_id IN (1545958, 1539403))
)
SELECT COUNT(*) AS hypertensive_without_statin
FROM (SELECT person_id FROM htn EXCEPT SELECT person_id FROM statin) AS x

SELECT COUNT(*) AS both
FROM (
  SELECT person_id FROM condition_occurrence co JOIN concept_ancestor ca ON ca.descendant_concept_id = co.condition_concept_id AND ca.ancestor_concept_id = 201826
  INTERSECT
  SELECT person_id FROM condition_occurrence co JOIN concept_ancestor ca ON ca.descendant_concept_id = co.condition_concept_id AND ca.ancestor_concept_id = 316866
) t

SELECT COUNT(DISTINCT p.person_id) AS n
FROM person p
WHERE p.gender_concept_id = 8507
  AND EXISTS (SELECT 1 FROM condition_occurrence c JOIN concept_ancestor a ON a.descendant_concept_id = c.condition_concept_id
              WHERE a.ancestor_concept_id = 440674 AND c.person_id = p.person_id)
  AND NOT EXISTS (SELECT 1 FROM drug_exposure d JOIN concept_ancestor a ON a.descendant_concept_id = d.drug_concept_id
                  WHERE a.ancestor_concept_id = 1112807 AND d.person_id = p.person_id)

SELECT c.concept_id, c.concept_name, COUNT(DISTINCT co.person_id) AS patients, COUNT(*) AS records
FROM condition_occurrence co
JOIN concept c ON c.concept_id = co.condition_concept_id
GROUP BY c.concept_id, c.concept_name
ORDER BY patients DESC, c.concept_id
LIMIT 25

SELECT c.concept_name, COUNT(*) AS prescriptions
FROM drug_exposure de JOIN concept c ON de.drug_concept_id = c.concept_id
WHERE de.drug_concept_id <> 0
GROUP BY c.concept_name
HAVING COUNT(*) >= 10
ORDER BY prescriptions DESC, c.concept_name

SELECT ing.concept_name AS ingredient, COUNT(DISTINCT de.person_id) AS users
FROM drug_exposure de
JOIN concept_ancestor ca ON ca.descendant_concept_id = de.drug_concept_id
JOIN concept ing ON ing.concept_id = ca.ancestor_concept_id AND ing.concept_class_id = 'Ingredient' AND ing.vocabulary_id = 'RxNorm'
GROUP BY ing.concept_name
ORDER BY users DESC, ingredient
LIMIT 10

SELECT atc.concept_code, atc.concept_name, COUNT(DISTINCT de.person_id) AS users
FROM drug_exposure de
JOIN concept_ancestor ca ON ca.descendant_concept_id = de.drug_concept_id
JOIN concept atc ON atc.concept_id = ca.ancestor_concept_id
WHERE atc.vocabulary_id = 'ATC' AND atc.concept_class_id = 'ATC 2nd'
GROUP BY 1, 2
ORDER BY 3 DESC, 1

SELECT de.person_id, COUNT(*) AS eras, SUM(de.drug_era_end_date - de.drug_era_start_date + 1) AS days_covered, MAX(de.gap_days) AS worst_gap
FROM drug_era de
WHERE de.drug_concept_id = 1503297
GROUP BY de.person_id

SELECT c.concept_name, AVG(e.drug_exposure_count) AS mean_exposures, AVG(DATE_DIFF('day', e.drug_era_start_date, e.drug_era_end_date)) AS mean_days
FROM drug_era e
JOIN concept c ON c.concept_id = e.drug_concept_id
GROUP BY c.concept_name
ORDER BY 1

SELECT COUNT(DISTINCT ce.person_id) AS patients, COUNT(*) AS eras, AVG(ce.condition_occurrence_count) AS mean_records
FROM condition_era ce
WHERE ce.condition_concept_id IN (SELECT descendant_concept_id FROM concept_ancestor WHERE ancestor_concept_id = 255848)

WITH first_mi AS (
  SELECT person_id, MIN(condition_start_date) AS mi_date
  FROM condition_occurrence
  WHERE condition_concept_id IN (SELECT descendant_concept_id FROM concept_ancestor WHERE ancestor_concept_id = 4329847)
  GROUP BY person_id
)
SELECT COUNT(DISTINCT m.person_id) AS n,
       COUNT(DISTINCT d.person_id) AS dead_within_a_year
FROM first_mi m
LEFT JOIN death d ON d.person_id = m.person_id AND d.death_date BETWEEN m.mi_date AND m.mi_date + INTERVAL 365 DAY

WITH idx AS (
  SELECT de.person_id, MIN(de.drug_exposure_start_date) AS index_date
  FROM drug_exposure de
  JOIN concept_ancestor ca ON ca.descendant_concept_id = de.drug_concept_id AND ca.ancestor_concept_id = 1310149
  GROUP BY de.person_id
), eligible AS (
  SELECT i.person_id, i.index_date, op.observation_period_end_date AS fu_end
  FROM idx i
  JOIN observation_period op ON op.person_id = i.person_id
   AND i.index_date >= op.observation_period_start_date + 180 AND i.index_date <= op.observation_period_end_date
), bleed AS (
  SELECT e.person_id, MIN(co.condition_start_date) AS bleed_date
  FROM eligible e
  JOIN condition_occurrence co ON co.person_id = e.person_id AND co.condition_start_date > e.index_date AND co.condition_start_date <= e.fu_end
  JOIN concept_ancestor ca ON ca.descendant_concept_id = co.condition_concept_id AND ca.ancestor_concept_id = 437312
  GROUP BY e.person_id
)
SELECT COUNT(*) AS users, COUNT(b.person_id) AS bleeds,
       SUM(COALESCE(b.bleed_date, e.fu_end) - e.index_date) / 365.25 AS person_years,
       1000 * COUNT(b.person_id) / (SUM(COALESCE(b.bleed_date, e.fu_end) - e.index_date) / 365.25) AS per_1000_py
FROM eligible e
LEFT JOIN bleed b ON b.person_id = e.person_id

WITH ranked AS (
  SELECT m.person_id, m.measurement_date, m.value_as_number,
         ROW_NUMBER() OVER (PARTITION BY m.person_id ORDER BY m.measurement_date DESC, m.measurement_id DESC) AS rn
  FROM measurement m
  WHERE m.measurement_concept_id = 3004410 AND m.unit_concept_id = 8554 AND m.value_as_number IS NOT NULL
)
SELECT COUNT(*) AS n, AVG(value_as_number) AS mean_last_hba1c, STDDEV(value_as_number) AS sd FROM ranked WHERE rn = 1

SELECT m.unit_concept_id, u.concept_name, COUNT(*) AS n, MIN(m.value_as_number), QUANTILE_CONT(m.value_as_number, 0.5), MAX(m.value_as_number)
FROM measurement m
LEFT JOIN concept u ON u.concept_id = m.unit_concept_id
WHERE m.measurement_concept_id = 3016723
GROUP BY m.unit_concept_id, u.concept_name
ORDER BY n DESC

SELECT COUNT(DISTINCT m.person_id) AS anaemic
FROM measurement m
WHERE m.measurement_concept_id = 3000963
  AND m.unit_concept_id = 8713
  AND m.value_as_number < 12

SELECT COUNT(DISTINCT s.person_id) AS uncontrolled
FROM measurement s
JOIN measurement d ON d.person_id = s.person_id AND d.measurement_date = s.measurement_date
WHERE s.measurement_concept_id = 3004249 AND d.measurement_concept_id = 3012888
  AND s.unit_concept_id = 8876 AND d.unit_concept_id = 8876
  AND s.value_as_number >= 140 AND d.value_as_number >= 90

WITH bmi AS (
  SELECT h.person_id, w.value_as_number / POWER(h.value_as_number / 100.0, 2) AS bmi
  FROM measurement h
  JOIN measurement w ON w.person_id = h.person_id AND w.measurement_date = h.measurement_date
  WHERE h.measurement_concept_id = 3036277 AND h.unit_concept_id = 8582 AND h.value_as_number > 0
    AND w.measurement_concept_id = 3025315 AND w.unit_concept_id = 9529
)
SELECT COUNT(DISTINCT person_id) AS obese FROM bmi WHERE bmi >= 30

SELECT vc.concept_name, COUNT(*) AS visits, COUNT(DISTINCT vo.person_id) AS people
FROM visit_occurrence vo
JOIN concept vc ON vc.concept_id = vo.visit_concept_id
WHERE vo.visit_start_date >= '2008-01-01' AND vo.visit_start_date < '2009-01-01'
GROUP BY vc.concept_name

SELECT AVG(DATE_DIFF('day', visit_start_date, visit_end_date)) AS mean_los, MEDIAN(DATE_DIFF('day', visit_start_date, visit_end_date)) AS median_los
FROM visit_occurrence
WHERE visit_concept_id IN (9201, 262)

WITH stays AS (
  SELECT visit_occurrence_id, person_id, visit_start_date, visit_end_date,
         LEAD(visit_start_date) OVER (PARTITION BY person_id ORDER BY visit_start_date, visit_occurrence_id) AS next_admission
  FROM visit_occurrence
  WHERE visit_concept_id = 9201
)
SELECT COUNT(*) AS discharges,
       COUNT(*) FILTER (WHERE next_admission > visit_end_date AND next_admission <= visit_end_date + 30) AS readmitted_30d
FROM stays

SELECT COUNT(DISTINCT a.visit_occurrence_id) AS readmissions
FROM visit_occurrence a
WHERE a.visit_concept_id = 9201
  AND EXISTS (SELECT 1 FROM visit_occurrence b
              WHERE b.person_id = a.person_id AND b.visit_concept_id = 9201 AND b.visit_occurrence_id <> a.visit_occurrence_id
                AND b.visit_start_date > a.visit_end_date AND b.visit_start_date <= a.visit_end_date + INTERVAL '30' DAY)

SELECT co.person_id, co.condition_start_date, v.visit_concept_id
FROM condition_occurrence co
LEFT JOIN visit_occurrence v ON v.visit_occurrence_id = co.visit_occurrence_id
WHERE co.condition_concept_id IN (SELECT descendant_concept_id FROM concept_ancestor WHERE ancestor_concept_id = 132797)
ORDER BY co.person_id, co.condition_start_date

SELECT EXTRACT(YEAR FROM v.visit_start_date) AS yr, EXTRACT(MONTH FROM v.visit_start_date) AS mon, COUNT(*) AS er_visits
FROM visit_occurrence v
WHERE v.visit_concept_id = 9203
GROUP BY 1, 2
ORDER BY 1, 2

SELECT pr.provider_id, pr.specialty_concept_id, sp.concept_name, COUNT(DISTINCT v.person_id) AS patients
FROM provider pr
JOIN visit_occurrence v ON v.provider_id = pr.provider_id
LEFT JOIN concept sp ON sp.concept_id = pr.specialty_concept_id
GROUP BY 1, 2, 3

SELECT l.state, COUNT(*) AS people
FROM person p
LEFT JOIN location l ON l.location_id = p.location_id
GROUP BY l.state
ORDER BY people DESC

SELECT cs.care_site_name, COUNT(*) AS admissions
FROM visit_occurrence v
JOIN care_site cs ON cs.care_site_id = v.care_site_id
WHERE v.visit_concept_id = 9201
GROUP BY cs.care_site_name

SELECT src.vocabulary_id, src.concept_code, src.concept_name, std.concept_id AS standard_id, std.concept_name AS standard_name
FROM concept src
JOIN concept_relationship cr ON cr.concept_id_1 = src.concept_id AND cr.relationship_id = 'Maps to' AND cr.invalid_reason IS NULL
JOIN concept std ON std.concept_id = cr.concept_id_2 AND std.standard_concept = 'S'
WHERE src.vocabulary_id = 'ICD9CM' AND src.concept_code LIKE '250%'

SELECT COUNT(DISTINCT co.person_id) AS patients
FROM condition_occurrence co
JOIN concept s ON s.concept_id = co.condition_source_concept_id
WHERE s.vocabulary_id IN ('ICD9CM', 'ICD10CM') AND (s.concept_code LIKE '250%' OR s.concept_code LIKE 'E11%')

SELECT COUNT(*) FROM concept WHERE domain_id = 'Condition' AND standard_concept = 'S' AND invalid_reason IS NULL

SELECT concept_id, concept_name, concept_class_id FROM concept WHERE LOWER(concept_name) LIKE '%metformin%' AND domain_id = 'Drug' ORDER BY concept_name

SELECT c.concept_id, c.concept_name
FROM concept_ancestor ca JOIN concept c ON c.concept_id = ca.descendant_concept_id
WHERE ca.ancestor_concept_id = 201826
ORDER BY ca.min_levels_of_separation, c.concept_name

SELECT parent.concept_name
FROM concept_ancestor ca JOIN concept parent ON parent.concept_id = ca.ancestor_concept_id
WHERE ca.descendant_concept_id = 201826 AND ca.min_levels_of_separation = 1

SELECT concept_synonym_name FROM concept_synonym WHERE concept_id = 316866

SELECT c.concept_name, ds.amount_value, u.concept_code AS unit, ds.numerator_value, ds.denominator_value
FROM drug_strength ds
JOIN concept c ON c.concept_id = ds.drug_concept_id
LEFT JOIN concept u ON u.concept_id = ds.amount_unit_concept_id
WHERE ds.ingredient_concept_id = 1503297

SELECT c.domain_id, COUNT(*) FROM concept c GROUP BY c.domain_id HAVING COUNT(*) > 100 ORDER BY 2 DESC

SELECT 'condition' AS domain, COUNT(*) AS n_records, COUNT(DISTINCT person_id) AS n_persons FROM condition_occurrence
UNION ALL SELECT 'drug', COUNT(*), COUNT(DISTINCT person_id) FROM drug_exposure
UNION ALL SELECT 'procedure', COUNT(*), COUNT(DISTINCT person_id) FROM procedure_occurrence
UNION ALL SELECT 'measurement', COUNT(*), COUNT(DISTINCT person_id) FROM measurement
UNION ALL SELECT 'observation', COUNT(*), COUNT(DISTINCT person_id) FROM observation
UNION ALL SELECT 'visit', COUNT(*), COUNT(DISTINCT person_id) FROM visit_occurrence

SELECT 100.0 * SUM(CASE WHEN condition_concept_id = 0 THEN 1 ELSE 0 END) / COUNT(*) AS pct_unmapped FROM condition_occurrence

SELECT condition_source_value, COUNT(*) AS n FROM condition_occurrence WHERE condition_concept_id = 0 GROUP BY condition_source_value ORDER BY n DESC, condition_source_value LIMIT 100

SELECT COUNT(*) AS no_end FROM condition_occurrence WHERE condition_end_date IS NULL

SELECT COUNT(*) AS bad FROM visit_occurrence WHERE visit_end_date < visit_start_date

SELECT COUNT(*) AS after_death
FROM condition_occurrence co JOIN death d ON d.person_id = co.person_id
WHERE co.condition_start_date > d.death_date

SELECT COUNT(*) AS outside
FROM drug_exposure de
WHERE NOT EXISTS (SELECT 1 FROM observation_period op WHERE op.person_id = de.person_id
  AND de.drug_exposure_start_date BETWEEN op.observation_period_start_date AND op.observation_period_end_date)

SELECT tc.concept_name, COUNT(*) AS n FROM condition_occurrence co JOIN concept tc ON tc.concept_id = co.condition_type_concept_id GROUP BY tc.concept_name

SELECT COUNT(*) AS orphans FROM condition_occurrence co LEFT JOIN person p ON p.person_id = co.person_id WHERE p.person_id IS NULL

SELECT person_id, COUNT(*) AS periods FROM observation_period GROUP BY person_id HAVING COUNT(*) > 1

SELECT a.person_id, a.observation_period_id, b.observation_period_id AS other
FROM observation_period a JOIN observation_period b ON b.person_id = a.person_id AND b.observation_period_id > a.observation_period_id
WHERE a.observation_period_start_date <= b.observation_period_end_date AND b.observation_period_start_date <= a.observation_period_end_date

SELECT cohort_definition_id, COUNT(*) AS entries, COUNT(DISTINCT subject_id) AS subjects FROM cohort GROUP BY cohort_definition_id

SELECT p.gender_concept_id, COUNT(*) AS n, AVG(EXTRACT(YEAR FROM c.cohort_start_date) - p.year_of_birth) AS mean_age
FROM cohort c JOIN person p ON p.person_id = c.subject_id
WHERE c.cohort_definition_id = 1
GROUP BY p.gender_concept_id

SELECT COUNT(DISTINCT t.subject_id) AS exposed_with_outcome
FROM cohort t JOIN cohort o ON o.subject_id = t.subject_id
WHERE t.cohort_definition_id = 1 AND o.cohort_definition_id = 2
  AND o.cohort_start_date > t.cohort_start_date AND o.cohort_start_date <= t.cohort_end_date

SELECT SUM(total_paid) AS paid, SUM(paid_by_patient) AS patient_share
FROM cost
WHERE cost_domain_id = 'Drug' AND currency_concept_id = 44818668

SELECT v.person_id, SUM(c.total_paid) AS inpatient_cost
FROM visit_occurrence v
JOIN cost c ON c.cost_event_id = v.visit_occurrence_id AND c.cost_domain_id = 'Visit'
WHERE v.visit_concept_id = 9201 AND c.currency_concept_id = 44818668
GROUP BY v.person_id

SELECT COUNT(DISTINCT ppp.person_id) AS insured
FROM payer_plan_period ppp
WHERE ppp.payer_plan_period_start_date <= '2009-01-01' AND ppp.payer_plan_period_end_date >= '2009-12-31'

SELECT o.value_as_concept_id, c.concept_name, COUNT(DISTINCT o.person_id) AS n
FROM observation o LEFT JOIN concept c ON c.concept_id = o.value_as_concept_id
WHERE o.observation_concept_id = 43054909
GROUP BY 1, 2

SELECT COUNT(DISTINCT person_id) AS renal_transplant_history FROM observation WHERE observation_concept_id = 4059356

SELECT COUNT(DISTINCT dev.person_id) AS n
FROM device_exposure dev
WHERE dev.device_concept_id IN (SELECT descendant_concept_id FROM concept_ancestor WHERE ancestor_concept_id = 4240470)

SELECT n.note_id, n.note_date, LENGTH(n.note_text) AS chars FROM note n WHERE n.note_title ILIKE '%discharge%'

SELECT COUNT(DISTINCT nn.note_id) AS notes, COUNT(*) AS mentions
FROM note_nlp nn
WHERE nn.note_nlp_concept_id IN (SELECT descendant_concept_id FROM concept_ancestor WHERE ancestor_concept_id = 437663)

SELECT s.specimen_concept_id, COUNT(*) AS n FROM specimen s GROUP BY s.specimen_concept_id

SELECT cdm_source_name, cdm_version, vocabulary_version, source_release_date FROM cdm_source

SELECT vocabulary_id, vocabulary_version FROM vocabulary WHERE vocabulary_id IN ('SNOMED', 'RxNorm', 'LOINC', 'None')
