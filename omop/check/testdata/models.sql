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

-- cost-currency
SELECT SUM(total_cost) FROM cost WHERE cost_domain_id = 'Visit'

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
