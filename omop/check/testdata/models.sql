-- Wrong SQL as models and people write it. Each begins with the rules of which one has to find it.

-- negated-records
SELECT COUNT(DISTINCT c.person_id)
FROM condition_occurrence c
JOIN drug_exposure d ON c.person_id = d.person_id
WHERE c.condition_concept_id = 320128
  AND d.drug_concept_id != 1308216

-- negated-records
WITH htn AS (
  SELECT DISTINCT person_id FROM condition_occurrence WHERE condition_concept_id IN (SELECT descendant_concept_id FROM concept_ancestor WHERE ancestor_concept_id = 316866)
)
SELECT COUNT(DISTINCT h.person_id) AS n_no_statin
FROM htn h
INNER JOIN drug_exposure de ON de.person_id = h.person_id
WHERE de.drug_concept_id NOT IN (SELECT descendant_concept_id FROM concept_ancestor WHERE ancestor_concept_id IN (1545958, 1539403))

-- negated-records
SELECT p.person_id
FROM person p
WHERE p.person_id IN (SELECT person_id FROM visit_occurrence WHERE visit_concept_id <> 9201)

-- negated-records not-in-null count-patients
SELECT COUNT(*) FROM person p LEFT JOIN condition_occurrence co ON p.person_id = co.person_id
WHERE co.condition_concept_id <> 201826 OR co.condition_concept_id IS NULL

-- negated-records
SELECT COUNT(DISTINCT person_id) AS never_smokers FROM observation
WHERE NOT (observation_concept_id = 4144272)

-- outer-join-filter
SELECT p.person_id, COUNT(de.drug_exposure_id) AS n_drugs
FROM person p
LEFT JOIN drug_exposure de ON de.person_id = p.person_id
WHERE de.drug_exposure_start_date >= '2010-01-01'
GROUP BY p.person_id

-- outer-join-filter
SELECT p.gender_concept_id, COUNT(DISTINCT p.person_id) AS total, COUNT(DISTINCT co.person_id) AS diabetics
FROM person p
LEFT JOIN condition_occurrence co ON p.person_id = co.person_id
INNER JOIN concept_ancestor ca ON ca.descendant_concept_id = co.condition_concept_id AND ca.ancestor_concept_id = 201820
GROUP BY p.gender_concept_id

-- outer-join-filter
WITH base AS (
  SELECT p.person_id, d.death_date
  FROM person p LEFT JOIN death d ON d.person_id = p.person_id
)
SELECT COUNT(*) AS people, SUM(CASE WHEN death_date IS NOT NULL THEN 1 ELSE 0 END) AS died
FROM base
WHERE death_date >= DATE '2009-01-01'

-- outer-join-filter
SELECT COUNT(DISTINCT p.person_id) FROM person p
LEFT OUTER JOIN visit_occurrence v ON v.person_id = p.person_id
LEFT OUTER JOIN condition_occurrence c ON c.visit_occurrence_id = v.visit_occurrence_id
WHERE v.visit_concept_id = 9203 AND c.condition_concept_id = 255573

-- count-patients
SELECT ROUND(100.0 * COUNT(c.condition_occurrence_id) / (SELECT COUNT(*) FROM person), 2) AS prevalence_pct
FROM condition_occurrence c WHERE c.condition_concept_id = 201826

-- count-patients
WITH denom AS (SELECT COUNT(DISTINCT person_id) AS n FROM observation_period),
numer AS (SELECT COUNT(*) AS n FROM drug_exposure WHERE drug_concept_id = 1503297)
SELECT numer.n * 100.0 / denom.n AS pct_exposed FROM numer, denom

-- count-patients
SELECT v.visit_concept_id, COUNT(*) * 1.0 / (SELECT COUNT(DISTINCT person_id) FROM visit_occurrence) AS proportion_of_patients
FROM visit_occurrence v GROUP BY v.visit_concept_id

-- count-patients
SELECT SUM(CASE WHEN co.condition_concept_id = 255573 THEN 1 ELSE 0 END) * 100.0 / COUNT(DISTINCT p.person_id) AS pct_copd
FROM person p LEFT JOIN condition_occurrence co ON co.person_id = p.person_id

-- and-or
SELECT COUNT(DISTINCT p.person_id)
FROM person p JOIN condition_occurrence co ON p.person_id = co.person_id
WHERE p.gender_concept_id = 8507
  AND co.condition_start_date BETWEEN '2009-01-01' AND '2009-12-31'
  AND co.condition_concept_id = 255573
  OR co.condition_concept_id = 317009

-- and-or
SELECT COUNT(DISTINCT d.person_id) FROM drug_exposure d
WHERE d.drug_concept_id = 1503297 OR d.drug_concept_id = 1560171
AND d.drug_exposure_start_date >= '2010-01-01'

-- and-or cross-join
SELECT COUNT(DISTINCT p.person_id) FROM person p, condition_occurrence c
WHERE p.person_id = c.person_id AND c.condition_concept_id = 201826 OR c.condition_concept_id = 201254

-- and-or
SELECT COUNT(DISTINCT v.person_id) FROM visit_occurrence v JOIN person p ON p.person_id = v.person_id
WHERE v.visit_concept_id = 9201 AND p.race_concept_id = 8516 OR p.race_concept_id = 8515

-- index-of-any
WITH first_dx AS (
  SELECT person_id, MIN(condition_start_date) AS index_date
  FROM condition_occurrence
  GROUP BY person_id
),
ckd AS (
  SELECT DISTINCT person_id FROM condition_occurrence
  WHERE condition_concept_id IN (SELECT descendant_concept_id FROM concept_ancestor WHERE ancestor_concept_id = 46271022)
)
SELECT AVG(d.death_date - f.index_date) FROM first_dx f JOIN ckd ON ckd.person_id = f.person_id JOIN death d ON d.person_id = f.person_id

-- index-of-any
SELECT COUNT(*) FROM (
  SELECT co.person_id, MIN(co.condition_start_date) OVER (PARTITION BY co.person_id) AS first_date, co.condition_concept_id, co.condition_start_date
  FROM condition_occurrence co
) x
WHERE x.condition_concept_id = 201826 AND x.first_date >= DATE '2010-01-01'

-- index-of-any
WITH ranked AS (
  SELECT d.*, ROW_NUMBER() OVER (PARTITION BY d.person_id ORDER BY d.drug_exposure_start_date) rn FROM drug_exposure d
)
SELECT COUNT(*) AS first_line_metformin_starts FROM ranked r JOIN concept_ancestor ca ON ca.descendant_concept_id = r.drug_concept_id
WHERE r.rn = 1 AND ca.ancestor_concept_id = 1503297

-- index-of-any
SELECT c.person_id, (SELECT MIN(d.drug_exposure_start_date) FROM drug_exposure d WHERE d.person_id = c.person_id) - MIN(c.condition_start_date) AS days_to_treatment
FROM condition_occurrence c
WHERE c.condition_concept_id = 201826 AND EXISTS (SELECT 1 FROM drug_exposure x WHERE x.person_id = c.person_id AND x.drug_concept_id = 1503297)
GROUP BY c.person_id

-- self-pair
SELECT COUNT(DISTINCT idx.person_id)
FROM visit_occurrence idx
JOIN visit_occurrence re ON re.person_id = idx.person_id
WHERE idx.visit_concept_id = 9201
  AND re.visit_concept_id = 9201
  AND re.visit_start_date >= idx.visit_end_date
  AND re.visit_start_date <= idx.visit_end_date + 30

-- self-pair
SELECT 100.0 * COUNT(DISTINCT CASE WHEN EXISTS (
   SELECT 1 FROM visit_occurrence v2 WHERE v2.person_id = v1.person_id AND v2.visit_concept_id = 9201
     AND v2.visit_start_date BETWEEN v1.visit_end_date AND v1.visit_end_date + INTERVAL 30 DAY) THEN v1.visit_occurrence_id END) / COUNT(DISTINCT v1.visit_occurrence_id) AS readmission_rate
FROM visit_occurrence v1 WHERE v1.visit_concept_id = 9201

-- self-pair
WITH ip AS (SELECT visit_occurrence_id, person_id, visit_start_date AS adm, visit_end_date AS disch FROM visit_occurrence WHERE visit_concept_id IN (9201, 262))
SELECT COUNT(DISTINCT a.visit_occurrence_id) AS readmissions FROM ip a INNER JOIN ip b ON a.person_id = b.person_id AND b.adm - a.disch BETWEEN 0 AND 30

-- self-pair
SELECT COUNT(*) FROM drug_exposure a JOIN drug_exposure b ON a.person_id = b.person_id AND a.drug_concept_id = b.drug_concept_id AND b.drug_exposure_start_date BETWEEN a.drug_exposure_start_date AND a.drug_exposure_start_date + INTERVAL '90' DAY
WHERE a.drug_concept_id = 1503297

-- other-denominator
SELECT
  (SELECT COUNT(DISTINCT person_id) FROM drug_exposure WHERE drug_concept_id IN (SELECT descendant_concept_id FROM concept_ancestor WHERE ancestor_concept_id = 1503297)) * 100.0
  / (SELECT COUNT(DISTINCT person_id) FROM condition_occurrence WHERE condition_concept_id = 201826) AS pct_of_diabetics_on_metformin

-- other-denominator
WITH cases AS (SELECT DISTINCT c.person_id FROM condition_occurrence c JOIN person p ON p.person_id = c.person_id WHERE c.condition_concept_id = 317009 AND p.gender_concept_id = 8532),
pop AS (SELECT person_id FROM person WHERE gender_concept_id = 8507)
SELECT 1.0 * (SELECT COUNT(*) FROM cases) / (SELECT COUNT(*) FROM pop) AS prevalence

-- other-denominator
WITH n AS (SELECT COUNT(DISTINCT person_id) c FROM condition_occurrence WHERE condition_concept_id = 317009 AND EXTRACT(YEAR FROM condition_start_date) = 2010),
d AS (SELECT COUNT(DISTINCT person_id) c FROM visit_occurrence WHERE EXTRACT(YEAR FROM visit_start_date) = 2009)
SELECT 100.0 * n.c / d.c AS prevalence_2010 FROM n CROSS JOIN d

-- age-fixed-year
SELECT COUNT(DISTINCT p.person_id) FROM person p JOIN condition_occurrence co ON co.person_id = p.person_id
WHERE co.condition_concept_id = 201826 AND 2023 - p.year_of_birth BETWEEN 40 AND 60

-- age-fixed-year
SELECT AVG(2024 - year_of_birth) AS avg_age FROM person WHERE person_id IN (SELECT person_id FROM drug_exposure WHERE drug_concept_id = 1503297)

-- age-fixed-year
SELECT CASE WHEN (2022 - p.year_of_birth) < 18 THEN '0-17' WHEN (2022 - p.year_of_birth) < 65 THEN '18-64' ELSE '65+' END AS age_group, COUNT(DISTINCT co.person_id)
FROM condition_occurrence co INNER JOIN person p ON p.person_id = co.person_id WHERE co.condition_concept_id = 255573 GROUP BY 1

-- age-fixed-year
SELECT COUNT(DISTINCT v.person_id) FROM visit_occurrence v JOIN person p USING (person_id) WHERE date_part('year', DATE '2021-06-30') - p.year_of_birth > 80 AND v.visit_concept_id = 9201

-- age-today
SELECT COUNT(DISTINCT co.person_id) FROM condition_occurrence co JOIN person p ON p.person_id = co.person_id WHERE co.condition_concept_id = 201826 AND date_diff('year', p.birth_datetime, current_date) >= 65

-- last-day
SELECT COUNT(DISTINCT person_id) FROM condition_occurrence WHERE condition_start_date > '2008-12-31' AND condition_start_date < '2009-12-31' AND condition_concept_id = 201826

-- last-day
SELECT COUNT(*) FROM measurement WHERE measurement_datetime BETWEEN '2010-03-01' AND '2010-03-31' AND measurement_concept_id = 3004410

-- last-day
SELECT COUNT(DISTINCT person_id) FROM drug_exposure WHERE drug_exposure_start_datetime >= TIMESTAMP '2010-01-01 00:00:00' AND drug_exposure_start_datetime <= DATE '2010-12-31'

-- last-day
SELECT COUNT(*) AS june_visits FROM visit_occurrence WHERE visit_start_date >= DATE '2009-06-01' AND visit_start_date < DATE '2009-06-30'

-- last-day
SELECT COUNT(*) FROM visit_occurrence WHERE visit_start_datetime = '2009-06-15'

-- new-users
WITH idx AS (SELECT person_id, drug_exposure_start_date AS index_date FROM drug_exposure WHERE drug_concept_id = 1545958 AND drug_exposure_start_date >= '2009-01-01')
SELECT COUNT(DISTINCT i.person_id) AS new_users FROM idx i
WHERE NOT EXISTS (SELECT 1 FROM drug_exposure prior WHERE prior.person_id = i.person_id AND prior.drug_concept_id = 1545958
  AND prior.drug_exposure_start_date > i.index_date AND prior.drug_exposure_start_date <= i.index_date + INTERVAL '365 days')

-- self-pair
SELECT COUNT(DISTINCT d.person_id) AS new_users FROM drug_exposure d WHERE d.drug_concept_id = 1545958
AND NOT EXISTS (SELECT 1 FROM drug_exposure w WHERE w.person_id = d.person_id AND w.drug_concept_id = 1545958 AND w.drug_exposure_start_date BETWEEN d.drug_exposure_start_date - INTERVAL '180' DAY AND d.drug_exposure_start_date)

-- new-users
WITH first_rx AS (SELECT person_id, MIN(drug_exposure_start_date) AS start_date FROM drug_exposure WHERE drug_concept_id = 1545958 GROUP BY person_id)
SELECT COUNT(*) AS incident_users FROM first_rx f JOIN observation_period op ON op.person_id = f.person_id AND f.start_date BETWEEN op.observation_period_start_date AND op.observation_period_end_date
WHERE f.start_date <= op.observation_period_start_date + INTERVAL '365' DAY

-- fan-out
SELECT COUNT(DISTINCT co.person_id) / (SUM(op.observation_period_end_date - op.observation_period_start_date) / 365.25) AS incidence_rate
FROM observation_period op JOIN condition_occurrence co ON co.person_id = op.person_id AND co.condition_start_date BETWEEN op.observation_period_start_date AND op.observation_period_end_date
WHERE co.condition_concept_id = 201826

-- fan-out
WITH fu AS (
  SELECT p.person_id, DATE_DIFF('day', op.observation_period_start_date, op.observation_period_end_date) AS days, v.visit_concept_id
  FROM person p JOIN observation_period op ON op.person_id = p.person_id LEFT JOIN visit_occurrence v ON v.person_id = p.person_id AND v.visit_start_date <= op.observation_period_end_date
)
SELECT SUM(days) / 365.25 AS person_years FROM fu

-- period-dates
SELECT COUNT(DISTINCT m.person_id) FROM measurement m JOIN observation_period o ON m.person_id = o.person_id WHERE m.measurement_concept_id = 3004410

-- period-dates
WITH obs AS (SELECT person_id FROM observation_period) SELECT COUNT(*) FROM condition_occurrence c INNER JOIN obs ON obs.person_id = c.person_id WHERE c.condition_concept_id = 201826

-- period-dates
SELECT ppp.plan_source_value, SUM(c.total_paid) FROM cost c JOIN drug_exposure de ON c.cost_event_id = de.drug_exposure_id AND c.cost_domain_id = 'Drug' JOIN payer_plan_period ppp ON ppp.person_id = de.person_id GROUP BY ppp.plan_source_value

-- new-users
SELECT COUNT(DISTINCT person_id) AS new_metformin_users_2010 FROM drug_exposure WHERE drug_concept_id = 1503297 AND drug_exposure_start_date BETWEEN '2010-01-01' AND '2010-12-31'

-- new-users
WITH new_dx AS (SELECT person_id, MIN(condition_start_date) AS dx_date FROM condition_occurrence WHERE condition_concept_id = 201826 AND YEAR(condition_start_date) = 2009 GROUP BY person_id)
SELECT COUNT(*) FROM new_dx

-- new-users
SELECT EXTRACT(MONTH FROM first_date) AS month, COUNT(*) AS incident_cases FROM (
 SELECT co.person_id, MIN(co.condition_start_date) first_date FROM condition_occurrence co JOIN concept_ancestor ca ON ca.descendant_concept_id = co.condition_concept_id
 WHERE ca.ancestor_concept_id = 201820 AND co.condition_start_date >= DATE '2009-01-01' AND co.condition_start_date <= DATE '2009-12-31' GROUP BY co.person_id) t GROUP BY 1

-- relationship-id
SELECT COUNT(DISTINCT co.person_id) FROM condition_occurrence co JOIN concept_relationship cr ON co.condition_source_concept_id = cr.concept_id_1 WHERE cr.concept_id_2 = 201826

-- relationship-id
SELECT c.concept_name, r.concept_id_2 FROM concept c LEFT JOIN concept_relationship r ON r.concept_id_1 = c.concept_id AND r.invalid_reason IS NULL WHERE c.concept_code = 'E11.9' AND c.vocabulary_id = 'ICD10CM'

-- fan-out
SELECT COUNT(*) AS records FROM condition_occurrence co JOIN concept_relationship cr ON cr.concept_id_1 = co.condition_source_concept_id AND cr.relationship_id = 'Maps to'

-- fan-out
SELECT SUM(de.days_supply) FROM drug_exposure de JOIN concept_ancestor ca ON ca.descendant_concept_id = de.drug_concept_id WHERE ca.ancestor_concept_id IN (1503297, 1545958, 1308216)

-- source-concept
SELECT COUNT(DISTINCT co.person_id) FROM condition_occurrence co JOIN concept c ON co.condition_source_concept_id = c.concept_id AND c.standard_concept = 'S' AND c.domain_id = 'Condition'

-- source-concept
SELECT COUNT(*) FROM procedure_occurrence WHERE procedure_source_concept_id IN (SELECT concept_id FROM concept WHERE standard_concept = 'S' AND vocabulary_id = 'SNOMED')

-- type-concept
SELECT COUNT(*) FROM drug_exposure de JOIN concept c ON c.concept_id = de.drug_type_concept_id WHERE c.domain_id = 'Drug' AND c.concept_class_id = 'Ingredient'

-- impossible-order
SELECT visit_concept_id, AVG(visit_start_date - visit_end_date) AS los FROM visit_occurrence WHERE visit_concept_id = 9201 GROUP BY visit_concept_id

-- impossible-order contradiction
SELECT COUNT(*) FROM measurement m JOIN visit_occurrence v ON v.visit_occurrence_id = m.visit_occurrence_id WHERE m.measurement_date BETWEEN v.visit_end_date AND v.visit_start_date

-- optional-join
SELECT COUNT(DISTINCT po.procedure_occurrence_id) AS procedures FROM procedure_occurrence po JOIN visit_occurrence vo ON po.visit_occurrence_id = vo.visit_occurrence_id WHERE po.procedure_concept_id = 4249893

-- optional-join
SELECT COUNT(DISTINCT p.person_id) FROM person p JOIN care_site cs ON cs.care_site_id = p.care_site_id JOIN condition_occurrence co ON co.person_id = p.person_id WHERE co.condition_concept_id = 201826

-- visit-detail-join
SELECT COUNT(*) FROM visit_occurrence v JOIN visit_detail vd ON v.person_id = vd.person_id WHERE v.visit_concept_id = 9201

-- concept-domain
SELECT COUNT(*) FROM measurement WHERE measurement_concept_id = 3004410 AND unit_concept_id = 201826 AND value_as_number > 6.5

-- concept-domain
SELECT COUNT(DISTINCT person_id) FROM drug_exposure WHERE drug_concept_id = 1503297 AND route_concept_id = 8554

-- concept-domain
SELECT COUNT(*) FROM death WHERE cause_concept_id = 1503297

-- concept-domain
SELECT COUNT(DISTINCT m.person_id) FROM measurement m JOIN concept c ON c.concept_id = m.measurement_concept_id WHERE c.vocabulary_id IN ('LOINC', 'RxNorm')

-- concept-domain non-standard-concept
SELECT COUNT(*) FROM drug_exposure WHERE drug_concept_id IN (SELECT concept_id FROM concept WHERE vocabulary_id = 'SNOMED' AND domain_id = 'Drug')

-- concept-domain
SELECT COUNT(DISTINCT co.person_id) FROM condition_occurrence co JOIN concept_ancestor ca ON ca.descendant_concept_id = co.condition_concept_id WHERE ca.ancestor_concept_id = 1503297

-- ancestor-levels
SELECT COUNT(DISTINCT co.person_id) FROM condition_occurrence co JOIN concept_ancestor ca ON ca.descendant_concept_id = co.condition_concept_id AND ca.ancestor_concept_id = 201820 AND ca.min_levels_of_separation >= 1

-- ancestor-direction
SELECT COUNT(DISTINCT person_id) FROM condition_occurrence WHERE condition_concept_id IN (SELECT ancestor_concept_id FROM concept_ancestor WHERE descendant_concept_id = 201820)

-- concept-code
SELECT COUNT(DISTINCT co.person_id) FROM condition_occurrence co JOIN source_to_concept_map stcm ON stcm.source_code = co.condition_source_value WHERE stcm.target_concept_id = 201826

-- dose-unit
SELECT COUNT(DISTINCT de.person_id) FROM drug_exposure de JOIN drug_strength ds ON ds.drug_concept_id = de.drug_concept_id AND ds.ingredient_concept_id = 1503297 WHERE ds.amount_value >= 500

-- procedure-quantity
SELECT SUM(po.quantity) AS n FROM procedure_occurrence po WHERE po.procedure_concept_id = 4249893

-- birth-fields
SELECT COUNT(DISTINCT v.person_id) FROM visit_occurrence v JOIN person p ON p.person_id = v.person_id WHERE v.visit_start_date < make_date(p.year_of_birth + 1, p.month_of_birth, p.day_of_birth)

-- negative-id
SELECT COUNT(*) FROM condition_occurrence WHERE condition_concept_id = -1 OR condition_concept_id IS NULL

-- value-threshold
WITH cut AS (SELECT quantile_cont(value_as_number, 0.95) AS p95 FROM measurement) SELECT COUNT(DISTINCT m.person_id) FROM measurement m, cut WHERE m.measurement_concept_id = 3004410 AND m.unit_concept_id = 8554 AND m.value_as_number > cut.p95

-- fact-domain
SELECT COUNT(*) FROM fact_relationship WHERE fact_id_1 = 12345 AND relationship_concept_id = 46233688

-- supply-null
SELECT person_id, drug_exposure_start_date, drug_exposure_start_date + INTERVAL '1 day' * days_supply AS end_date FROM drug_exposure WHERE drug_concept_id = 1503297

-- concept-as-text
SELECT COUNT(*) FROM measurement WHERE measurement_concept_id = 3004410 AND operator_concept_id = '>' AND unit_concept_id = 8554

-- concept-as-text
SELECT COUNT(DISTINCT person_id) FROM measurement WHERE measurement_concept_id = 37310255 AND value_as_concept_id = 'Positive'

-- ambiguous-column
SELECT COUNT(DISTINCT person_id) FROM condition_occurrence c JOIN person p ON c.person_id = p.person_id WHERE year_of_birth < 1960 AND condition_concept_id = 201826

-- missing-group-by
SELECT p.gender_concept_id, COUNT(DISTINCT c.person_id) FROM condition_occurrence c JOIN person p ON c.person_id = p.person_id WHERE c.condition_concept_id = 201826

-- unknown-column
SELECT COUNT(*) FROM person p JOIN visit_occurrence v ON patient_id = v.person_id

-- unknown-column
SELECT COUNT(*) FROM (SELECT person_id FROM drug_exposure WHERE start_date > '2010-01-01') WHERE person_id > 0

-- unknown-column
SELECT t.drug_concept_id, COUNT(*) FROM (SELECT person_id, drug_exposure_start_date FROM drug_exposure) AS t GROUP BY t.drug_concept_id

-- unknown-column
SELECT drug_concept_id, COUNT(*) AS n FROM (SELECT person_id, drug_exposure_start_date FROM drug_exposure) GROUP BY drug_concept_id

-- count-patients
SELECT p.gender_concept_id, COUNT(*) FROM person p JOIN condition_occurrence co ON co.person_id = p.person_id WHERE co.condition_concept_id = 201826 GROUP BY p.gender_concept_id

-- count-patients
SELECT COUNT(co.person_id) FROM condition_occurrence co WHERE co.condition_concept_id = 201826

-- negated-records
SELECT COUNT(DISTINCT pat.person_id) AS diabetics_without_insulin
FROM (SELECT DISTINCT person_id FROM condition_occurrence WHERE condition_concept_id IN (201826, 443238)) pat
JOIN drug_exposure rx USING (person_id)
JOIN concept_ancestor anc ON anc.descendant_concept_id = rx.drug_concept_id
WHERE anc.ancestor_concept_id <> 1596977

-- negated-records
WITH no_stroke AS (
  SELECT DISTINCT person_id FROM condition_occurrence WHERE condition_concept_id NOT IN (443454, 372924)
)
SELECT COUNT(*) FROM no_stroke JOIN drug_exposure d USING (person_id) WHERE d.drug_concept_id = 1310149

-- negated-records
SELECT gender_concept_id, COUNT(*) FROM person WHERE person_id IN (SELECT person_id FROM procedure_occurrence WHERE procedure_concept_id != 4336464) GROUP BY gender_concept_id

-- outer-join-filter
SELECT cs.care_site_name, COUNT(v.visit_occurrence_id) FROM care_site cs LEFT JOIN visit_occurrence v ON v.care_site_id = cs.care_site_id
WHERE EXTRACT(YEAR FROM v.visit_start_date) = 2010 GROUP BY cs.care_site_name

-- outer-join-filter
SELECT p.person_id, m.value_as_number FROM person p LEFT JOIN measurement m ON m.person_id = p.person_id AND m.measurement_concept_id = 3004410
JOIN concept u ON u.concept_id = m.unit_concept_id

-- count-patients
SELECT 100 * (SELECT COUNT(1) FROM procedure_occurrence WHERE procedure_concept_id = 4336464) / (SELECT COUNT(1) FROM person)::DOUBLE AS pct_with_cabg

-- count-patients
WITH a AS (SELECT COUNT(*) AS with_dx FROM condition_occurrence co WHERE co.condition_concept_id = 4329847),
     b AS (SELECT COUNT(DISTINCT op.person_id) AS observed FROM observation_period op)
SELECT CAST(a.with_dx AS FLOAT) / b.observed * 100 AS percent_mi FROM a CROSS JOIN b

-- and-or
SELECT COUNT(DISTINCT p.person_id) FROM person p INNER JOIN drug_exposure de ON p.person_id = de.person_id
WHERE p.year_of_birth < 1945 AND de.drug_concept_id = 1308216 OR de.drug_concept_id = 1335471 OR de.drug_concept_id = 1341927

-- index-of-any
SELECT COUNT(DISTINCT e.person_id)
FROM (SELECT person_id, MIN(procedure_date) AS index_date FROM procedure_occurrence GROUP BY person_id) e
JOIN procedure_occurrence po ON po.person_id = e.person_id AND po.procedure_concept_id = 4336464
JOIN death d ON d.person_id = e.person_id WHERE d.death_date - e.index_date <= 30

-- index-of-any
WITH idx AS (SELECT co.person_id, MIN(co.condition_start_date) AS dx FROM condition_occurrence co JOIN person p ON p.person_id = co.person_id GROUP BY co.person_id)
SELECT AVG(EXTRACT(YEAR FROM idx.dx) - p.year_of_birth) AS age_at_asthma FROM idx JOIN person p ON p.person_id = idx.person_id
WHERE EXISTS (SELECT 1 FROM condition_occurrence c WHERE c.person_id = idx.person_id AND c.condition_concept_id = 317009)

-- self-pair
SELECT COUNT(*) AS n_readmissions FROM visit_occurrence a, visit_occurrence b
WHERE a.person_id = b.person_id AND a.visit_concept_id = 9201 AND b.visit_concept_id = 9201
AND DATE_DIFF('day', a.visit_end_date, b.visit_start_date) >= 0 AND DATE_DIFF('day', a.visit_end_date, b.visit_start_date) <= 30

-- self-pair
SELECT a.person_id FROM condition_occurrence a INNER JOIN condition_occurrence b ON a.person_id = b.person_id AND a.condition_concept_id = 4329847 AND b.condition_concept_id = 4329847
WHERE b.condition_start_date <= a.condition_start_date + INTERVAL '365 days' AND b.condition_start_date >= a.condition_start_date

-- self-pair
SELECT COUNT(*) FROM visit_occurrence v WHERE v.visit_concept_id = 9203 AND NOT EXISTS (SELECT * FROM visit_occurrence o WHERE o.person_id = v.person_id AND o.visit_concept_id = 9203 AND o.visit_start_date >= v.visit_start_date)

-- other-denominator
SELECT ROUND(100.0 * a.n / b.n, 1) AS pct_men_with_asthma FROM
 (SELECT COUNT(DISTINCT co.person_id) AS n FROM condition_occurrence co JOIN person p ON p.person_id = co.person_id WHERE co.condition_concept_id = 317009 AND p.gender_concept_id = 8507) a,
 (SELECT COUNT(*) AS n FROM person WHERE gender_concept_id = 8532) b

-- other-denominator
WITH treated AS (SELECT DISTINCT person_id FROM drug_exposure WHERE drug_concept_id = 1310149), af AS (SELECT DISTINCT person_id FROM condition_occurrence WHERE condition_concept_id = 313217)
SELECT COUNT(*) * 100.0 / (SELECT COUNT(*) FROM af) AS percent_anticoagulated FROM treated

-- age-fixed-year
SELECT COUNT(DISTINCT d.person_id) FROM death d JOIN condition_occurrence c ON c.person_id = d.person_id JOIN person p ON p.person_id = d.person_id WHERE 2025 - p.year_of_birth < 50 AND c.condition_concept_id = 4329847

-- age-fixed-year
SELECT AVG(DATE '2020-01-01' - CAST(p.birth_datetime AS DATE)) / 365.25 AS mean_age FROM person p JOIN procedure_occurrence po ON po.person_id = p.person_id WHERE po.procedure_concept_id = 4336464

-- last-day
SELECT COUNT(*) FROM drug_exposure WHERE drug_concept_id = 1310149 AND drug_exposure_start_date >= CAST('2009-04-01' AS DATE) AND drug_exposure_start_date < CAST('2009-04-30' AS DATE)

-- last-day
SELECT COUNT(*) FROM procedure_occurrence po WHERE po.procedure_datetime BETWEEN DATE '2009-01-01' AND DATE '2009-01-31'

-- last-day
SELECT COUNT(*) FROM visit_occurrence WHERE '2009-12-31' > visit_start_date AND '2009-01-01' <= visit_start_date

-- new-users
WITH cand AS (SELECT person_id, condition_start_date AS d FROM condition_occurrence WHERE condition_concept_id = 201826)
SELECT COUNT(DISTINCT cand.person_id) AS incident FROM cand LEFT JOIN condition_occurrence prior ON prior.person_id = cand.person_id AND prior.condition_concept_id = 201826 AND prior.condition_start_date > cand.d
WHERE prior.person_id IS NULL

-- fan-out
SELECT g.concept_name, SUM(DATE_DIFF('day', op.observation_period_start_date, op.observation_period_end_date)) / 365.25 AS py FROM person p JOIN concept g ON g.concept_id = p.gender_concept_id
JOIN observation_period op ON op.person_id = p.person_id JOIN drug_exposure de ON de.person_id = p.person_id GROUP BY g.concept_name

-- period-dates
SELECT COUNT(DISTINCT op.person_id) FROM observation_period op WHERE EXISTS (SELECT 1 FROM procedure_occurrence po WHERE po.person_id = op.person_id AND po.procedure_concept_id = 4336464)

-- new-users
SELECT COUNT(DISTINCT de.person_id) AS warfarin_initiators FROM drug_exposure de JOIN concept_ancestor ca ON ca.descendant_concept_id = de.drug_concept_id WHERE ca.ancestor_concept_id = 1310149 AND de.drug_exposure_start_date >= '2009-01-01'

-- relationship-id
SELECT COUNT(DISTINCT de.person_id) FROM drug_exposure de WHERE de.drug_concept_id IN (SELECT r.concept_id_2 FROM concept_relationship r JOIN concept c ON c.concept_id = r.concept_id_1 WHERE c.vocabulary_id = 'ATC' AND c.concept_code = 'C10AA')

-- source-concept
SELECT COUNT(*) FROM measurement m LEFT JOIN concept c ON c.concept_id = m.measurement_source_concept_id WHERE c.standard_concept = 'S'

-- impossible-order
SELECT SUM(CASE WHEN drug_exposure_start_date - drug_exposure_end_date > 30 THEN 1 ELSE 0 END) AS long_exposures FROM drug_exposure

-- optional-join
SELECT m.measurement_concept_id, COUNT(*) AS n FROM measurement m INNER JOIN visit_occurrence v ON m.visit_occurrence_id = v.visit_occurrence_id GROUP BY m.measurement_concept_id

-- concept-domain
SELECT COUNT(*) FROM procedure_occurrence po JOIN concept c ON po.procedure_concept_id = c.concept_id AND c.vocabulary_id IN ('CPT4', 'RxNorm', 'LOINC')

-- concept-code
SELECT COUNT(*) FROM drug_exposure de WHERE de.drug_concept_id IN (SELECT target_concept_id FROM source_to_concept_map WHERE source_code IN ('A10BA02', '860975'))

-- dose-unit
SELECT SUM(ds.amount_value * de.quantity) AS total_mg FROM drug_exposure de JOIN drug_strength ds ON de.drug_concept_id = ds.drug_concept_id WHERE ds.ingredient_concept_id = 1503297

-- supply-null
SELECT COUNT(DISTINCT person_id) FROM drug_exposure WHERE drug_concept_id = 1310149 AND DATE '2009-06-30' BETWEEN drug_exposure_start_date AND drug_exposure_start_date + (days_supply - 1)

-- birth-fields
SELECT COUNT(*) FROM person WHERE make_date(year_of_birth, month_of_birth, day_of_birth) <= DATE '1950-06-30'

-- ambiguous-column
SELECT p.gender_concept_id, COUNT(*) FROM person p JOIN death d ON d.person_id = p.person_id JOIN observation_period op ON op.person_id = p.person_id WHERE person_id > 100 GROUP BY p.gender_concept_id

-- missing-group-by
WITH x AS (SELECT person_id, visit_concept_id, COUNT(*) AS n FROM visit_occurrence GROUP BY person_id) SELECT AVG(n) FROM x

-- unknown-column
WITH dx AS (SELECT person_id, MIN(condition_start_date) AS first_dx FROM condition_occurrence GROUP BY person_id) SELECT COUNT(*) FROM dx WHERE index_date > DATE '2010-01-01'

-- unknown-column
SELECT COUNT(*) FROM visit_occurrence v LEFT JOIN (SELECT provider_id, specialty FROM provider) pr ON pr.provider_id = v.provider_id

-- count-patients
SELECT COUNT(person_id) FROM measurement WHERE measurement_concept_id = 3004410 AND value_as_number > 7 AND unit_concept_id = 8554

-- person-key
SELECT COUNT(*) FROM cohort c JOIN person p ON p.person_id = c.cohort_definition_id

-- count-patients
SELECT COUNT(person_id) AS diabetes_patients FROM condition_occurrence WHERE condition_concept_id IN (SELECT descendant_concept_id FROM concept_ancestor WHERE ancestor_concept_id = 201826)

-- count-patients
SELECT COUNT(*) AS total_patients FROM person p JOIN drug_exposure de ON p.person_id = de.person_id WHERE de.drug_concept_id IN (SELECT descendant_concept_id FROM concept_ancestor WHERE ancestor_concept_id = 1503297)

-- fan-out
SELECT AVG(EXTRACT(YEAR FROM co.condition_start_date) - p.year_of_birth) AS avg_age FROM person p JOIN condition_occurrence co ON co.person_id = p.person_id JOIN drug_exposure de ON de.person_id = p.person_id WHERE co.condition_concept_id IN (SELECT descendant_concept_id FROM concept_ancestor WHERE ancestor_concept_id = 317009)

-- fan-out
SELECT COUNT(DISTINCT co.person_id) * 1000.0 / (SUM(op.observation_period_end_date - op.observation_period_start_date) / 365.25) AS rate
FROM observation_period op JOIN condition_occurrence co ON co.person_id = op.person_id
WHERE co.condition_concept_id IN (SELECT descendant_concept_id FROM concept_ancestor WHERE ancestor_concept_id = 255848)

-- fan-out
SELECT SUM(c.total_paid) AS total FROM visit_occurrence v JOIN cost c ON c.cost_event_id = v.visit_occurrence_id AND c.cost_domain_id = 'Visit' JOIN condition_occurrence co ON co.visit_occurrence_id = v.visit_occurrence_id WHERE c.currency_concept_id = 44818668

-- negated-records
SELECT COUNT(DISTINCT co.person_id) FROM condition_occurrence co JOIN drug_exposure de ON de.person_id = co.person_id
WHERE co.condition_concept_id IN (SELECT descendant_concept_id FROM concept_ancestor WHERE ancestor_concept_id = 313217)
AND de.drug_concept_id NOT IN (SELECT descendant_concept_id FROM concept_ancestor WHERE ancestor_concept_id = 1112807)

-- negated-records
SELECT COUNT(DISTINCT person_id) AS never_hospitalized FROM visit_occurrence WHERE visit_concept_id != 9201

-- negated-records
SELECT COUNT(DISTINCT p.person_id) FROM person p INNER JOIN condition_occurrence co ON p.person_id = co.person_id LEFT JOIN concept_ancestor ca ON ca.descendant_concept_id = co.condition_concept_id AND ca.ancestor_concept_id = 201820 WHERE ca.descendant_concept_id IS NULL

-- not-in-null
SELECT COUNT(*) FROM visit_occurrence WHERE visit_occurrence_id NOT IN (SELECT visit_occurrence_id FROM condition_occurrence)

-- not-in-null
SELECT provider_id FROM provider WHERE provider_id NOT IN (SELECT provider_id FROM drug_exposure)

-- outer-join-filter
SELECT p.gender_concept_id, COUNT(de.drug_exposure_id) AS n FROM person p LEFT JOIN drug_exposure de ON de.person_id = p.person_id WHERE de.days_supply > 30 GROUP BY p.gender_concept_id

-- outer-join-filter
SELECT COUNT(DISTINCT p.person_id) AS everyone, COUNT(DISTINCT m.person_id) AS tested FROM person p LEFT JOIN measurement m ON m.person_id = p.person_id JOIN concept c ON c.concept_id = m.measurement_concept_id AND c.concept_id = 3004410

-- and-or
SELECT COUNT(DISTINCT p.person_id) FROM person p JOIN condition_occurrence co ON co.person_id = p.person_id WHERE p.gender_concept_id = 8532 AND co.condition_concept_id = 440674 OR co.condition_concept_id = 4291025

-- and-or
SELECT COUNT(DISTINCT person_id) FROM condition_occurrence WHERE condition_concept_id = 255848 OR condition_concept_id = 4266367 AND condition_start_date >= DATE '2009-01-01'

-- index-of-any
SELECT co.person_id, MIN(co.condition_start_date) AS first_af FROM condition_occurrence co WHERE co.person_id IN (SELECT person_id FROM condition_occurrence WHERE condition_concept_id = 313217) GROUP BY co.person_id

-- self-pair
SELECT COUNT(DISTINCT a.visit_occurrence_id) FROM visit_occurrence a JOIN visit_occurrence b ON a.person_id = b.person_id WHERE a.visit_concept_id = 9201 AND b.visit_concept_id = 9201 AND b.visit_start_date BETWEEN a.visit_start_date AND a.visit_end_date + 30

-- self-pair
SELECT COUNT(DISTINCT d1.person_id) AS refilled FROM drug_exposure d1 JOIN drug_exposure d2 ON d2.person_id = d1.person_id AND d2.drug_concept_id = d1.drug_concept_id AND d2.drug_exposure_start_date >= d1.drug_exposure_start_date

-- other-denominator
SELECT COUNT(DISTINCT de.person_id) * 100.0 / (SELECT COUNT(DISTINCT person_id) FROM visit_occurrence WHERE visit_concept_id = 9203) AS pct_of_diabetics_on_metformin FROM drug_exposure de JOIN condition_occurrence co ON co.person_id = de.person_id WHERE de.drug_concept_id IN (SELECT descendant_concept_id FROM concept_ancestor WHERE ancestor_concept_id = 1503297) AND co.condition_concept_id IN (SELECT descendant_concept_id FROM concept_ancestor WHERE ancestor_concept_id = 201826)

-- count-patients
SELECT COUNT(*) * 1.0 / (SELECT COUNT(*) FROM person) AS prevalence FROM condition_occurrence WHERE condition_concept_id IN (SELECT descendant_concept_id FROM concept_ancestor WHERE ancestor_concept_id = 317009)

-- count-patients
WITH n AS (SELECT COUNT(*) AS c FROM drug_exposure WHERE drug_concept_id IN (SELECT descendant_concept_id FROM concept_ancestor WHERE ancestor_concept_id = 1545958)), d AS (SELECT COUNT(DISTINCT person_id) AS c FROM person) SELECT 100.0 * n.c / d.c AS pct_on_statin FROM n, d

-- age-fixed-year
SELECT COUNT(DISTINCT p.person_id) FROM person p JOIN condition_occurrence co ON co.person_id = p.person_id WHERE co.condition_concept_id IN (SELECT descendant_concept_id FROM concept_ancestor WHERE ancestor_concept_id = 312327) AND 2024 - p.year_of_birth >= 65

-- age-today
SELECT AVG(EXTRACT(YEAR FROM CURRENT_DATE) - p.year_of_birth) AS mean_age_at_diagnosis FROM person p JOIN condition_occurrence co ON co.person_id = p.person_id WHERE co.condition_concept_id IN (SELECT descendant_concept_id FROM concept_ancestor WHERE ancestor_concept_id = 80502)

-- last-day
SELECT COUNT(DISTINCT person_id) FROM visit_occurrence WHERE visit_concept_id = 9201 AND visit_start_date >= '2009-01-01' AND visit_start_date < '2009-12-31'

-- last-day
SELECT COUNT(DISTINCT person_id) FROM measurement WHERE measurement_concept_id = 3016723 AND measurement_datetime BETWEEN '2009-01-01' AND '2009-12-31'

-- new-users
SELECT COUNT(DISTINCT d1.person_id) AS new_users FROM drug_exposure d1 WHERE d1.drug_concept_id IN (SELECT descendant_concept_id FROM concept_ancestor WHERE ancestor_concept_id = 1308216) AND d1.drug_exposure_start_date >= DATE '2009-01-01' AND NOT EXISTS (SELECT 1 FROM drug_exposure d2 WHERE d2.person_id = d1.person_id AND d2.drug_concept_id IN (SELECT descendant_concept_id FROM concept_ancestor WHERE ancestor_concept_id = 1308216) AND d2.drug_exposure_start_date > d1.drug_exposure_start_date AND d2.drug_exposure_start_date <= d1.drug_exposure_start_date + 365)

-- new-users
WITH f AS (SELECT person_id, MIN(drug_exposure_start_date) AS first_use FROM drug_exposure WHERE drug_concept_id IN (SELECT descendant_concept_id FROM concept_ancestor WHERE ancestor_concept_id = 1310149) AND drug_exposure_start_date >= DATE '2009-01-01' GROUP BY person_id) SELECT COUNT(*) AS new_users FROM f

-- period-dates
SELECT COUNT(DISTINCT co.person_id) FROM condition_occurrence co JOIN observation_period op ON op.person_id = co.person_id WHERE co.condition_concept_id IN (SELECT descendant_concept_id FROM concept_ancestor WHERE ancestor_concept_id = 440383)

-- period-dates
SELECT ppp.payer_source_value, COUNT(DISTINCT de.person_id) FROM drug_exposure de JOIN payer_plan_period ppp ON ppp.person_id = de.person_id GROUP BY 1

-- no-observation-period
SELECT EXTRACT(YEAR FROM first_dx) AS yr, COUNT(*) AS incident_cases, COUNT(*) * 1000.0 / (SELECT COUNT(*) FROM person) AS incidence_rate FROM (SELECT person_id, MIN(condition_start_date) AS first_dx FROM condition_occurrence WHERE condition_concept_id IN (SELECT descendant_concept_id FROM concept_ancestor WHERE ancestor_concept_id = 201826) GROUP BY person_id) t GROUP BY 1

-- relationship-id
SELECT c2.concept_name, COUNT(*) FROM condition_occurrence co JOIN concept_relationship cr ON cr.concept_id_1 = co.condition_concept_id JOIN concept c2 ON c2.concept_id = cr.concept_id_2 GROUP BY 1

-- maps-to
SELECT cr.concept_id_1 AS standard_id FROM concept_relationship cr JOIN concept c ON c.concept_id = cr.concept_id_2 WHERE cr.relationship_id = 'Maps to' AND c.vocabulary_id = 'ICD9CM' AND c.concept_code = '250.00'

-- fan-out
SELECT COUNT(*) AS n FROM condition_occurrence co JOIN concept_relationship cr ON cr.concept_id_1 = co.condition_source_concept_id AND cr.relationship_id = 'Maps to' JOIN concept c ON c.concept_id = cr.concept_id_2 WHERE c.domain_id = 'Condition'

-- source-concept
SELECT COUNT(DISTINCT co.person_id) FROM condition_occurrence co JOIN concept c ON c.concept_id = co.condition_source_concept_id WHERE c.standard_concept = 'S' AND c.concept_name = 'Pneumonia'

-- source-concept
SELECT COUNT(DISTINCT person_id) FROM condition_occurrence WHERE condition_source_concept_id = 201826

-- type-concept
SELECT COUNT(DISTINCT person_id) FROM drug_exposure WHERE drug_type_concept_id = 1503297

-- type-concept
SELECT c.concept_name, COUNT(*) FROM condition_occurrence co JOIN concept c ON c.concept_id = co.condition_type_concept_id WHERE c.domain_id = 'Condition' GROUP BY 1

-- impossible-order
SELECT COUNT(*) FROM visit_occurrence WHERE visit_concept_id = 9201 AND visit_start_date - visit_end_date > 7

-- visit-detail-join
SELECT COUNT(DISTINCT v.visit_occurrence_id) FROM visit_occurrence v JOIN visit_detail vd ON vd.person_id = v.person_id WHERE vd.visit_detail_concept_id = 9201

-- concept-domain
SELECT COUNT(*) FROM death WHERE cause_concept_id = 1503297

-- concept-domain
SELECT COUNT(DISTINCT person_id) FROM condition_occurrence WHERE condition_concept_id IN (SELECT descendant_concept_id FROM concept_ancestor WHERE ancestor_concept_id = 1503297)

-- concept-domain
SELECT COUNT(DISTINCT co.person_id) FROM condition_occurrence co JOIN concept c ON c.concept_id = co.condition_concept_id WHERE c.vocabulary_id = 'RxNorm'

-- non-standard-concept
SELECT COUNT(DISTINCT co.person_id) FROM condition_occurrence co JOIN concept c ON c.concept_id = co.condition_concept_id WHERE c.vocabulary_id = 'ICD10CM' AND c.concept_code LIKE 'E11%'

-- ancestor-direction
SELECT COUNT(DISTINCT co.person_id) FROM condition_occurrence co JOIN concept_ancestor ca ON ca.ancestor_concept_id = co.condition_concept_id WHERE ca.descendant_concept_id = 201826

-- ancestor-direction
SELECT COUNT(DISTINCT person_id) FROM drug_exposure WHERE drug_concept_id IN (SELECT ancestor_concept_id FROM concept_ancestor WHERE descendant_concept_id = 1503297)

-- ancestor-levels
SELECT COUNT(DISTINCT co.person_id) FROM condition_occurrence co JOIN concept_ancestor ca ON ca.descendant_concept_id = co.condition_concept_id WHERE ca.ancestor_concept_id = 201820 AND ca.max_levels_of_separation = 1

-- concept-code
SELECT COUNT(DISTINCT co.person_id) FROM condition_occurrence co JOIN source_to_concept_map m ON m.source_code = co.condition_source_value

-- value-of-anything value-unit
SELECT AVG(value_as_number) AS avg_hba1c FROM measurement WHERE person_id IN (SELECT person_id FROM condition_occurrence WHERE condition_concept_id = 201826)

-- value-unit
SELECT COUNT(DISTINCT person_id) FROM measurement WHERE measurement_concept_id = 3016723 AND value_as_number > 1.5

-- value-as-string
SELECT COUNT(DISTINCT person_id) FROM observation WHERE observation_concept_id = 43054909 AND value_as_string > 10

-- dose-unit
SELECT SUM(de.quantity * ds.amount_value) AS total_dose FROM drug_exposure de JOIN drug_strength ds ON ds.drug_concept_id = de.drug_concept_id WHERE ds.ingredient_concept_id = 1503297

-- procedure-quantity
SELECT COUNT(DISTINCT person_id) FROM procedure_occurrence WHERE procedure_concept_id = 4249893 AND quantity = 1

-- birth-fields
SELECT COUNT(*) FROM person WHERE MAKE_DATE(year_of_birth, month_of_birth, day_of_birth) <= DATE '1950-01-01'

-- value-threshold
SELECT COUNT(DISTINCT person_id) AS high FROM measurement WHERE measurement_concept_id = 3016723 AND unit_concept_id = 8840 AND value_as_number > (SELECT PERCENTILE_CONT(0.95) WITHIN GROUP (ORDER BY value_as_number) FROM measurement)

-- fact-domain
SELECT COUNT(*) FROM fact_relationship fr JOIN measurement m ON m.measurement_id = fr.fact_id_1

-- supply-null
SELECT person_id, MAX(drug_exposure_start_date + CAST(days_supply AS INTEGER)) AS run_out FROM drug_exposure WHERE drug_concept_id IN (SELECT descendant_concept_id FROM concept_ancestor WHERE ancestor_concept_id = 1503297) GROUP BY person_id

-- quantity-as-days
SELECT AVG(quantity) AS mean_days_of_therapy FROM drug_exposure WHERE drug_concept_id IN (SELECT descendant_concept_id FROM concept_ancestor WHERE ancestor_concept_id = 1503297)

-- end-date-null
SELECT COUNT(DISTINCT person_id) AS prevalent FROM condition_occurrence WHERE condition_start_date <= DATE '2009-12-31' AND condition_end_date >= DATE '2009-01-01' AND condition_concept_id IN (SELECT descendant_concept_id FROM concept_ancestor WHERE ancestor_concept_id = 440383)

-- era-ingredient
SELECT COUNT(DISTINCT person_id) FROM drug_era WHERE drug_concept_id = 40164929

-- person-key
SELECT COUNT(*) FROM condition_occurrence co JOIN person p ON p.person_id = co.condition_occurrence_id

-- event-key
SELECT COUNT(DISTINCT c.person_id) FROM condition_occurrence c JOIN drug_exposure d ON d.drug_exposure_id = c.condition_occurrence_id

-- visit-join
SELECT COUNT(DISTINCT c.person_id) AS patients_with_both FROM condition_occurrence c JOIN drug_exposure d ON d.visit_occurrence_id = c.visit_occurrence_id WHERE c.condition_concept_id IN (SELECT descendant_concept_id FROM concept_ancestor WHERE ancestor_concept_id = 201826) AND d.drug_concept_id IN (SELECT descendant_concept_id FROM concept_ancestor WHERE ancestor_concept_id = 1503297)

-- cross-join
SELECT COUNT(DISTINCT c.person_id) FROM condition_occurrence c, drug_exposure d WHERE c.condition_concept_id = 201826 AND d.drug_concept_id = 1503297

-- concept-name
SELECT COUNT(DISTINCT co.person_id) FROM condition_occurrence co JOIN concept c ON c.concept_id = co.condition_concept_id WHERE c.concept_name LIKE '%diabetes%'

-- source-value
SELECT COUNT(DISTINCT person_id) FROM condition_occurrence WHERE condition_source_value LIKE '250%'

-- unknown-concept
SELECT COUNT(DISTINCT person_id) FROM condition_occurrence WHERE condition_concept_id = 999999999

-- integer-division
SELECT COUNT(DISTINCT d.person_id) // COUNT(DISTINCT p.person_id) AS mortality FROM person p LEFT JOIN death d ON d.person_id = p.person_id

-- union-events
SELECT COUNT(*) AS n_events FROM (SELECT person_id, condition_start_date AS d FROM condition_occurrence WHERE condition_concept_id = 255848 UNION SELECT person_id, condition_start_date FROM condition_occurrence WHERE condition_concept_id = 4266367) t

-- limit-order
SELECT c.concept_name, COUNT(*) AS n FROM condition_occurrence co JOIN concept c ON c.concept_id = co.condition_concept_id GROUP BY c.concept_name LIMIT 10

-- open-window
SELECT COUNT(DISTINCT de.person_id) FROM drug_exposure de JOIN condition_occurrence co ON co.person_id = de.person_id WHERE de.drug_concept_id IN (SELECT descendant_concept_id FROM concept_ancestor WHERE ancestor_concept_id = 1503297) AND co.condition_concept_id IN (SELECT descendant_concept_id FROM concept_ancestor WHERE ancestor_concept_id = 437312) AND co.condition_start_date - de.drug_exposure_start_date <= 30

-- outpatient-stay
SELECT AVG(visit_end_date - visit_start_date) AS mean_length_of_stay FROM visit_occurrence

-- contradiction
SELECT COUNT(DISTINCT person_id) FROM drug_era WHERE drug_concept_id = 1310149 AND drug_concept_id = 1112807

-- concept-alias
SELECT c.concept_name FROM condition_occurrence co JOIN drug_exposure de ON de.person_id = co.person_id JOIN concept c ON c.concept_id = co.condition_concept_id AND c.concept_id = de.drug_concept_id

-- null-comparison
SELECT COUNT(*) FROM person p LEFT JOIN death d ON d.person_id = p.person_id WHERE d.death_date = NULL

-- count-patients
WITH x AS (SELECT person_id FROM condition_occurrence WHERE condition_concept_id IN (SELECT descendant_concept_id FROM concept_ancestor WHERE ancestor_concept_id = 201826)) SELECT COUNT(person_id) AS patients FROM x

-- count-patients
SELECT COUNT(*) AS patients FROM (SELECT person_id FROM condition_occurrence WHERE condition_concept_id = 255848 UNION ALL SELECT person_id FROM condition_occurrence WHERE condition_concept_id = 4266367) u

-- count-patients
SELECT SUM(1) AS number_of_patients FROM drug_exposure WHERE drug_concept_id IN (SELECT descendant_concept_id FROM concept_ancestor WHERE ancestor_concept_id = 1308216)

-- count-patients
SELECT COUNT(*) AS n_patients FROM (SELECT DISTINCT person_id, condition_start_date FROM condition_occurrence WHERE condition_concept_id = 440674) t

-- count-patients
SELECT SUM(CASE WHEN co.condition_concept_id = 440674 THEN 1 ELSE 0 END) AS gout_patients FROM condition_occurrence co

-- count-patients
SELECT p.gender_concept_id, COUNT(*) AS patients FROM person p JOIN measurement m USING (person_id) WHERE m.measurement_concept_id = 3004410 GROUP BY 1

-- fan-out
SELECT AVG(age) FROM (SELECT 2009 - p.year_of_birth AS age FROM person p JOIN visit_occurrence v ON v.person_id = p.person_id WHERE v.visit_concept_id = 9201 AND EXTRACT(YEAR FROM v.visit_start_date) = 2009) q

-- fan-out
WITH r AS (SELECT op.person_id, op.observation_period_end_date - op.observation_period_start_date AS days, co.condition_start_date FROM observation_period op LEFT JOIN condition_occurrence co ON co.person_id = op.person_id AND co.condition_concept_id = 255848) SELECT COUNT(condition_start_date) * 365250.0 / SUM(days) AS per_1000_py FROM r

-- fan-out
SELECT SUM(total_paid) FROM cost JOIN procedure_occurrence ON procedure_occurrence_id = cost_event_id JOIN drug_exposure USING (person_id) WHERE cost_domain_id = 'Procedure' AND currency_concept_id = 44818668

-- negated-records
SELECT COUNT(DISTINCT person_id) AS without_htn FROM condition_occurrence WHERE NOT condition_concept_id IN (SELECT descendant_concept_id FROM concept_ancestor WHERE ancestor_concept_id = 316866)

-- negated-records
SELECT COUNT(DISTINCT CASE WHEN drug_concept_id <> 1112807 THEN person_id END) AS no_aspirin FROM drug_era

-- negated-records
SELECT COUNT(*) FROM person p WHERE EXISTS (SELECT 1 FROM condition_occurrence c WHERE c.person_id = p.person_id AND c.condition_concept_id NOT IN (SELECT descendant_concept_id FROM concept_ancestor WHERE ancestor_concept_id = 201820))

-- negated-records
SELECT COUNT(DISTINCT person_id) FILTER (WHERE visit_concept_id <> 9201) AS never_admitted FROM visit_occurrence

-- not-in-null
WITH v AS (SELECT visit_occurrence_id FROM procedure_occurrence) SELECT COUNT(*) FROM visit_occurrence WHERE visit_occurrence_id NOT IN (SELECT visit_occurrence_id FROM v)

-- not-in-null
SELECT COUNT(*) FROM care_site WHERE care_site_id <> ALL (SELECT care_site_id FROM visit_occurrence)

-- outer-join-filter
SELECT gender_concept_id, COUNT(*) FROM (SELECT p.gender_concept_id, d.death_date FROM person p LEFT JOIN death d ON d.person_id = p.person_id) x WHERE death_date < '2010-01-01' GROUP BY 1

-- outer-join-filter
SELECT COUNT(DISTINCT p.person_id) FROM condition_occurrence co RIGHT JOIN person p ON p.person_id = co.person_id WHERE co.condition_start_date >= '2009-01-01'

-- and-or
SELECT COUNT(DISTINCT a.person_id) FROM condition_occurrence a JOIN drug_exposure b ON a.person_id = b.person_id AND b.drug_concept_id = 1503297 OR b.drug_concept_id = 1560171

-- and-or
SELECT COUNT(DISTINCT CASE WHEN p.gender_concept_id = 8532 AND c.condition_concept_id = 255848 OR c.condition_concept_id = 4266367 THEN p.person_id END) FROM person p JOIN condition_occurrence c ON c.person_id = p.person_id

-- index-of-any
SELECT person_id, first_dx FROM (SELECT person_id, condition_concept_id, MIN(condition_start_date) OVER (PARTITION BY person_id) AS first_dx FROM condition_occurrence) t WHERE condition_concept_id = 313217

-- index-of-any
WITH f AS (SELECT person_id, MIN(drug_exposure_start_date) AS start_date FROM drug_exposure GROUP BY person_id) SELECT COUNT(*) FROM f JOIN drug_exposure d ON d.person_id = f.person_id WHERE d.drug_concept_id = 40164929 AND f.start_date >= '2009-01-01'

-- self-pair
SELECT COUNT(*) FROM visit_occurrence a WHERE a.visit_concept_id = 9201 AND EXISTS (SELECT 1 FROM visit_occurrence b WHERE b.person_id = a.person_id AND b.visit_concept_id = 9201 AND b.visit_start_date >= a.visit_start_date AND b.visit_start_date <= a.visit_end_date + 30)

-- self-pair
WITH s AS (SELECT visit_occurrence_id, person_id, visit_start_date, visit_end_date FROM visit_occurrence WHERE visit_concept_id = 9201) SELECT COUNT(DISTINCT a.visit_occurrence_id) AS readmitted FROM s a JOIN s b ON b.person_id = a.person_id AND b.visit_start_date BETWEEN a.visit_end_date - 30 AND a.visit_end_date + 30

-- count-patients
SELECT COUNT(co.condition_occurrence_id) * 100.0 / COUNT(DISTINCT p.person_id) AS prevalence_pct FROM person p LEFT JOIN condition_occurrence co ON co.person_id = p.person_id AND co.condition_concept_id = 440674

-- no-denominator
SELECT COUNT(DISTINCT person_id) * 100.0 / COUNT(DISTINCT person_id) AS prevalence FROM condition_occurrence WHERE condition_concept_id = 440674

-- age-fixed-year
SELECT COUNT(DISTINCT person_id) FROM person JOIN condition_occurrence USING (person_id) WHERE DATE_DIFF('year', birth_datetime, DATE '2023-12-31') >= 65 AND condition_concept_id = 255848

-- age-fixed-year
SELECT COUNT(DISTINCT co.person_id) AS elderly_patients FROM person p JOIN condition_occurrence co ON co.person_id = p.person_id WHERE p.year_of_birth <= 2024 - 65 AND co.condition_concept_id = 255848

-- age-today
SELECT COUNT(DISTINCT p.person_id) FROM person p JOIN drug_exposure d ON d.person_id = p.person_id WHERE DATE_PART('year', NOW()) - p.year_of_birth > 65 AND d.drug_concept_id = 1310149

-- age-today
SELECT AVG(DATE_PART('year', AGE(p.birth_datetime))) FROM person p JOIN death d ON d.person_id = p.person_id

-- last-day
SELECT COUNT(*) FROM drug_exposure WHERE drug_exposure_start_datetime >= TIMESTAMP '2009-01-01 00:00:00' AND drug_exposure_start_datetime <= TIMESTAMP '2009-12-31 00:00:00'

-- new-users
SELECT COUNT(*) AS incident_users FROM (SELECT person_id, ROW_NUMBER() OVER (PARTITION BY person_id ORDER BY drug_exposure_start_date, drug_exposure_id) AS rn FROM drug_exposure WHERE drug_concept_id IN (SELECT descendant_concept_id FROM concept_ancestor WHERE ancestor_concept_id = 1310149) AND drug_exposure_start_date BETWEEN '2009-01-01' AND '2009-12-31') t WHERE rn = 1

-- new-users
SELECT COUNT(DISTINCT a.person_id) AS new_users FROM drug_exposure a LEFT JOIN drug_exposure b ON b.person_id = a.person_id AND b.drug_concept_id = a.drug_concept_id AND b.drug_exposure_start_date BETWEEN a.drug_exposure_start_date + 1 AND a.drug_exposure_start_date + 365 WHERE a.drug_concept_id = 40164929 AND b.person_id IS NULL

-- period-dates
SELECT COUNT(DISTINCT person_id) FROM condition_occurrence WHERE condition_concept_id = 440674 AND person_id IN (SELECT person_id FROM observation_period)

-- period-dates
SELECT COUNT(DISTINCT person_id) FROM drug_exposure JOIN observation_period USING (person_id) WHERE drug_concept_id = 40164929

-- relationship-id
SELECT COUNT(DISTINCT person_id) FROM condition_occurrence WHERE condition_concept_id IN (SELECT concept_id_2 FROM concept_relationship WHERE concept_id_1 = 201826)

-- maps-to
SELECT s.concept_id FROM concept icd JOIN concept_relationship r ON r.concept_id_1 = icd.concept_id AND r.relationship_id = 'Mapped from' JOIN concept s ON s.concept_id = r.concept_id_2 WHERE icd.vocabulary_id = 'ICD9CM' AND s.standard_concept = 'S'

-- source-concept
SELECT COUNT(*) FROM drug_exposure d WHERE EXISTS (SELECT 1 FROM concept c WHERE c.concept_id = d.drug_source_concept_id AND c.standard_concept = 'S')

-- type-concept
SELECT COUNT(*) FROM person p WHERE EXISTS (SELECT 1 FROM visit_occurrence v WHERE v.person_id = p.person_id AND v.visit_type_concept_id = 9201)

-- concept-domain
SELECT COUNT(DISTINCT c.person_id) FROM condition_occurrence c JOIN (VALUES (1503297), (1560171)) AS v(id) ON v.id = c.condition_concept_id

-- concept-domain
SELECT COUNT(DISTINCT m.person_id) FROM measurement m JOIN concept c ON c.concept_id = m.measurement_concept_id WHERE c.vocabulary_id IN ('RxNorm', 'RxNorm Extension')

-- vocabulary-value
SELECT COUNT(*) FROM condition_occurrence co WHERE EXISTS (SELECT 1 FROM concept c WHERE c.concept_id = co.condition_concept_id AND c.domain_id = 'condition')

-- ancestor-direction
SELECT COUNT(DISTINCT co.person_id) FROM condition_occurrence co WHERE EXISTS (SELECT 1 FROM concept_ancestor ca WHERE ca.ancestor_concept_id = co.condition_concept_id AND ca.descendant_concept_id = 255848)

-- ancestor-direction
WITH set_of AS (SELECT ancestor_concept_id AS concept_id FROM concept_ancestor WHERE descendant_concept_id = 201826) SELECT COUNT(DISTINCT person_id) FROM condition_occurrence JOIN set_of ON concept_id = condition_concept_id

-- value-unit
SELECT COUNT(DISTINCT person_id) FROM (SELECT person_id, value_as_number AS v FROM measurement WHERE measurement_concept_id = 3016723) x WHERE v > 1.5

-- value-unit
WITH l AS (SELECT value_as_number AS glucose FROM measurement WHERE measurement_concept_id = 3004501) SELECT AVG(glucose), STDDEV(glucose) FROM l

-- end-date-null
SELECT AVG(condition_end_date - condition_start_date) AS mean_duration FROM condition_occurrence WHERE condition_concept_id = 255848

-- end-date-null
SELECT COUNT(DISTINCT a.person_id) FROM condition_occurrence a WHERE EXISTS (SELECT 1 FROM condition_occurrence b WHERE b.person_id = a.person_id AND b.condition_concept_id = 255848 AND a.condition_start_date BETWEEN b.condition_start_date AND b.condition_end_date) AND a.condition_concept_id = 132797

-- era-ingredient
SELECT COUNT(DISTINCT person_id) FROM drug_era JOIN concept c ON c.concept_id = drug_concept_id WHERE c.concept_class_id = 'Clinical Drug'

-- person-key
SELECT COUNT(*) FROM cohort c JOIN person p ON p.person_id = c.cohort_definition_id

-- event-key
SELECT COUNT(*) FROM condition_occurrence WHERE condition_occurrence_id IN (SELECT drug_exposure_id FROM drug_exposure WHERE drug_concept_id = 40164929)

-- cross-join
SELECT COUNT(DISTINCT c.person_id) FROM condition_occurrence c JOIN drug_exposure d ON TRUE WHERE c.condition_concept_id = 255848 AND d.drug_concept_id = 40164929

-- concept-name
SELECT COUNT(DISTINCT person_id) FROM condition_occurrence WHERE condition_concept_id IN (SELECT concept_id FROM concept WHERE LOWER(concept_name) LIKE '%heart failure%')

-- source-value
SELECT COUNT(*) FROM person p WHERE EXISTS (SELECT 1 FROM drug_exposure d WHERE d.person_id = p.person_id AND UPPER(d.drug_source_value) LIKE '%ASPIRIN%')

-- open-window
SELECT COUNT(DISTINCT c.person_id) FROM condition_occurrence c JOIN procedure_occurrence p ON p.person_id = c.person_id WHERE DATE_DIFF('day', p.procedure_date, c.condition_start_date) < 30 AND p.procedure_concept_id = 4249893 AND c.condition_concept_id = 437312

-- contradiction
SELECT COUNT(DISTINCT co.person_id) FROM condition_occurrence co JOIN concept c ON c.concept_id = co.condition_concept_id WHERE c.concept_name = 'Asthma' AND c.concept_name = 'Pneumonia'

-- count-patients
WITH c(n_patients) AS (SELECT COUNT(*) FROM drug_exposure WHERE drug_concept_id IN (SELECT descendant_concept_id FROM concept_ancestor WHERE ancestor_concept_id = 1503297)) SELECT n_patients FROM c

-- count-patients
SELECT DISTINCT condition_concept_id, COUNT(*) OVER (PARTITION BY condition_concept_id) AS patients FROM condition_occurrence

-- count-patients
SELECT p.gender_concept_id, COUNT(co.person_id) AS num_patients FROM person p JOIN condition_occurrence co ON co.person_id = p.person_id AND co.condition_concept_id IN (SELECT descendant_concept_id FROM concept_ancestor WHERE ancestor_concept_id = 316866) GROUP BY p.gender_concept_id

-- negated-records
WITH statins AS (SELECT descendant_concept_id AS id FROM concept_ancestor WHERE ancestor_concept_id = 1539403) SELECT COUNT(DISTINCT person_id) FROM drug_exposure WHERE drug_concept_id NOT IN (SELECT id FROM statins)

-- outer-join-filter
SELECT COUNT(DISTINCT person_id) FROM person LEFT JOIN condition_occurrence USING (person_id) WHERE condition_concept_id IN (SELECT descendant_concept_id FROM concept_ancestor WHERE ancestor_concept_id = 317009)

-- outer-join-filter
WITH a AS (SELECT p.person_id, m.value_as_number AS v, m.unit_concept_id AS u FROM person p LEFT JOIN measurement m ON m.person_id = p.person_id AND m.measurement_concept_id = 3004410), b AS (SELECT * FROM a WHERE v > 7 AND u = 8554) SELECT COUNT(DISTINCT person_id) FROM b

-- fan-out
SELECT (SELECT SUM(v.visit_end_date - v.visit_start_date) FROM visit_occurrence v JOIN condition_occurrence c ON c.visit_occurrence_id = v.visit_occurrence_id WHERE v.visit_concept_id = 9201) AS days

-- fan-out
SELECT vo.visit_concept_id, AVG(EXTRACT(YEAR FROM vo.visit_start_date) - p.year_of_birth) AS mean_age FROM visit_occurrence vo JOIN person p USING (person_id) JOIN drug_exposure de USING (person_id) GROUP BY 1

-- age-today
SELECT COUNT(*) FROM person p WHERE DATE_DIFF('year', p.birth_datetime, today()) >= 65 AND EXISTS (SELECT 1 FROM condition_occurrence c WHERE c.person_id = p.person_id AND c.condition_concept_id = 255848)

-- age-fixed-year
SELECT CASE WHEN 2020 - year_of_birth < 40 THEN 'young' ELSE 'old' END AS band, COUNT(DISTINCT co.person_id) FROM condition_occurrence co JOIN person p ON p.person_id = co.person_id GROUP BY 1

-- last-day
SELECT COUNT(*) FROM visit_occurrence WHERE visit_concept_id = 9203 AND NOT (visit_start_date < DATE '2009-01-01' OR visit_start_date >= DATE '2009-12-31')

-- last-day
SELECT COUNT(DISTINCT person_id) FROM drug_exposure WHERE drug_exposure_start_date >= DATE '2009-06-01' AND drug_exposure_start_date < DATE '2009-06-30'

-- period-dates
SELECT COUNT(DISTINCT c.person_id) FROM condition_occurrence c WHERE c.condition_concept_id = 255848 AND EXISTS (SELECT 1 FROM observation_period o WHERE o.person_id = c.person_id)

-- relationship-id
WITH m AS (SELECT concept_id_1 AS s, concept_id_2 AS t FROM concept_relationship) SELECT COUNT(*) FROM condition_occurrence c JOIN m ON m.s = c.condition_source_concept_id JOIN concept k ON k.concept_id = m.t WHERE k.concept_id = 201826

-- maps-to
WITH m AS (SELECT concept_id_1 AS src, concept_id_2 AS std FROM concept_relationship WHERE relationship_id = 'Maps to') SELECT COUNT(DISTINCT co.person_id) FROM condition_occurrence co JOIN m ON m.src = co.condition_concept_id JOIN concept icd ON icd.concept_id = m.std WHERE icd.vocabulary_id = 'ICD9CM'

-- ancestor-direction
WITH tree AS (SELECT ancestor_concept_id AS a, descendant_concept_id AS d FROM concept_ancestor) SELECT COUNT(DISTINCT co.person_id) FROM condition_occurrence co JOIN tree ON tree.a = co.condition_concept_id WHERE tree.d = 255848

-- type-concept
SELECT COUNT(DISTINCT CASE WHEN condition_type_concept_id = 201826 THEN person_id END) AS t2dm FROM condition_occurrence

-- concept-domain
SELECT COUNT(DISTINCT person_id) FILTER (WHERE condition_concept_id = 1503297) AS metformin_users FROM condition_occurrence

-- concept-domain
SELECT COUNT(DISTINCT person_id) FROM drug_exposure WHERE drug_concept_id IN (SELECT 201826 UNION SELECT 316866)

-- value-unit
SELECT person_id FROM measurement WHERE measurement_concept_id = 3016723 GROUP BY person_id HAVING MAX(value_as_number) > 2

-- value-unit
SELECT COUNT(*) FROM (SELECT value_as_number - LAG(value_as_number) OVER (PARTITION BY person_id ORDER BY measurement_date) AS change FROM measurement WHERE measurement_concept_id = 3016723) t WHERE change > 0.3

-- end-date-null
SELECT COUNT(*) FILTER (WHERE condition_end_date > condition_start_date + 30) AS long FROM condition_occurrence WHERE condition_concept_id = 255848

-- concept-name
WITH dm AS (SELECT concept_id FROM concept WHERE concept_name ILIKE '%diabetes%' AND standard_concept = 'S') SELECT COUNT(DISTINCT co.person_id) FROM condition_occurrence co JOIN dm ON dm.concept_id = co.condition_concept_id

-- source-value
SELECT COUNT(DISTINCT person_id) FROM condition_occurrence WHERE LEFT(condition_source_value, 3) = '250'

-- cross-join
WITH a AS (SELECT person_id FROM condition_occurrence WHERE condition_concept_id = 255848), b AS (SELECT person_id FROM drug_exposure WHERE drug_concept_id = 40164929) SELECT COUNT(DISTINCT a.person_id) FROM a, b

-- person-key
WITH v AS (SELECT visit_occurrence_id AS vid FROM visit_occurrence WHERE visit_concept_id = 9201) SELECT COUNT(*) FROM person p JOIN v ON v.vid = p.person_id

-- visit-detail-join
SELECT COUNT(DISTINCT visit_detail_id) FROM visit_occurrence v JOIN visit_detail d USING (person_id) WHERE v.visit_concept_id = 9201

-- other-denominator
WITH d AS (SELECT COUNT(DISTINCT person_id) AS n FROM person WHERE gender_concept_id = 8532), k AS (SELECT COUNT(DISTINCT person_id) AS n FROM condition_occurrence WHERE condition_concept_id IN (SELECT descendant_concept_id FROM concept_ancestor WHERE ancestor_concept_id = 440674)) SELECT 100.0 * k.n / d.n AS prevalence_of_gout FROM k CROSS JOIN d

-- integer-division
SELECT CAST(COUNT(DISTINCT d.person_id) AS INTEGER) // CAST(COUNT(DISTINCT p.person_id) AS INTEGER) * 100 AS pct FROM person p LEFT JOIN death d USING (person_id)

-- new-users
SELECT person_id AS new_user FROM drug_exposure WHERE drug_concept_id = 40164929 AND EXTRACT(YEAR FROM drug_exposure_start_date) = 2009 QUALIFY ROW_NUMBER() OVER (PARTITION BY person_id ORDER BY drug_exposure_start_date, drug_exposure_id) = 1

-- self-pair
WITH rx AS (SELECT * FROM drug_exposure WHERE drug_concept_id = 40164929) SELECT COUNT(DISTINCT a.person_id) AS refilled_within_60 FROM rx a JOIN rx b ON b.person_id = a.person_id AND b.drug_exposure_start_date BETWEEN a.drug_exposure_start_date AND a.drug_exposure_start_date + 60

-- unknown-concept
SELECT COUNT(DISTINCT CASE WHEN condition_concept_id IN (987654321) THEN person_id END) FROM condition_occurrence

-- dose-unit
SELECT AVG(amount_value) FROM drug_strength JOIN drug_exposure USING (drug_concept_id) WHERE ingredient_concept_id = 1503297

-- quantity-as-days
SELECT MAX(drug_exposure_start_date + CAST(quantity AS INTEGER)) FROM drug_exposure WHERE drug_concept_id = 40164929

-- no-observation-period
SELECT COUNT(DISTINCT c.person_id) AS incident_cases FROM condition_occurrence c WHERE c.condition_concept_id = 440674 AND c.condition_start_date >= DATE '2009-01-01' AND NOT EXISTS (SELECT 1 FROM condition_occurrence b WHERE b.person_id = c.person_id AND b.condition_concept_id = 440674 AND b.condition_start_date < c.condition_start_date AND b.condition_start_date >= c.condition_start_date - 365)

-- other-question
-- question: How many people were at least 65 in completed years on 1 July 2009?
SELECT COUNT(*) AS n FROM person WHERE DATE_DIFF('year', MAKE_DATE(year_of_birth, COALESCE(month_of_birth, 7), COALESCE(day_of_birth, 1)), DATE '2009-07-01') >= 65;

-- other-question
-- question: Which ingredient was the first one (earliest era) for how many?
WITH r AS (SELECT person_id, drug_concept_id, ROW_NUMBER() OVER (PARTITION BY person_id ORDER BY drug_era_start_date DESC, drug_concept_id) AS rn FROM drug_era)
SELECT drug_concept_id, COUNT(*) AS n FROM r WHERE rn = 1 GROUP BY drug_concept_id;

-- negated-records
SELECT COUNT(*) AS n FROM (SELECT person_id, condition_start_date FROM condition_occurrence WHERE condition_concept_id IN ([condition@asthma]) EXCEPT SELECT person_id, drug_exposure_start_date FROM drug_exposure WHERE drug_concept_id IN ([drug@albuterol])) x;

-- limit-order
SELECT condition_concept_id, COUNT(DISTINCT person_id) AS people FROM condition_occurrence WHERE condition_concept_id <> 0 GROUP BY condition_concept_id ORDER BY COUNT(*) DESC LIMIT 10;

-- last-day
WITH w AS (SELECT DATE '2009-01-01' AS lo, DATE '2009-12-31' AS hi)
SELECT COUNT(*) AS stays FROM visit_occurrence v, w WHERE v.visit_concept_id = 9201 AND v.visit_start_date >= w.lo AND v.visit_start_date < w.hi;

-- last-day
SELECT COUNT(*) AS stays FROM visit_occurrence v WHERE v.visit_concept_id = 9201 AND v.visit_start_datetime >= TIMESTAMP '2009-01-01 00:00:00' AND v.visit_start_datetime < TIMESTAMP '2009-12-31 00:00:00';
