-- Questions as analysts write them, worded without sight of the rules.

SELECT COUNT(*) AS n_patients FROM person

SELECT gender_concept_id, COUNT(*) AS n FROM person GROUP BY gender_concept_id ORDER BY n DESC

SELECT c.concept_name AS sex, COUNT(*) AS n FROM person p LEFT JOIN concept c ON c.concept_id = p.gender_concept_id GROUP BY 1 ORDER BY 2 DESC

SELECT year_of_birth / 10 * 10 AS decade, COUNT(*) FROM person GROUP BY 1 ORDER BY 1

SELECT (year_of_birth // 10) * 10 AS decade, COUNT(*) AS people FROM person GROUP BY ALL ORDER BY decade

WITH t2dm AS (
  SELECT DISTINCT co.person_id
  FROM condition_occurrence co
  JOIN concept_ancestor ca ON ca.descendant_concept_id = co.condition_concept_id
  WHERE ca.ancestor_concept_id = 201826)
SELECT COUNT(*) AS patients_with_t2dm FROM t2dm

WITH dx AS (
  SELECT co.person_id, MIN(co.condition_start_date) AS index_date
  FROM condition_occurrence co
  JOIN concept_ancestor ca ON ca.descendant_concept_id = co.condition_concept_id AND ca.ancestor_concept_id = 201826
  GROUP BY co.person_id),
rx AS (
  SELECT de.person_id, MIN(de.drug_exposure_start_date) AS first_rx
  FROM drug_exposure de
  JOIN concept_ancestor ca ON ca.descendant_concept_id = de.drug_concept_id AND ca.ancestor_concept_id = 1503297
  GROUP BY de.person_id)
SELECT COUNT(*) AS started_within_90_days
FROM dx JOIN rx USING (person_id)
WHERE rx.first_rx BETWEEN dx.index_date AND dx.index_date + INTERVAL 90 DAY

SELECT EXTRACT(YEAR FROM vo.visit_start_date) AS yr, COUNT(*) AS admissions, COUNT(DISTINCT vo.person_id) AS people
FROM visit_occurrence vo
WHERE vo.visit_concept_id = 9201
GROUP BY yr
ORDER BY yr

SELECT AVG(DATE_DIFF('day', visit_start_date, visit_end_date)) AS mean_los_days
FROM visit_occurrence
WHERE visit_concept_id IN (9201, 262)

SELECT MEDIAN(DATE_DIFF('day', visit_start_date, visit_end_date)) AS median_los
FROM visit_occurrence WHERE visit_concept_id = 9201 AND visit_start_date >= DATE '2009-01-01' AND visit_start_date < DATE '2010-01-01'

WITH inpatient AS (
  SELECT person_id, visit_occurrence_id, visit_start_date, visit_end_date,
         LEAD(visit_start_date) OVER (PARTITION BY person_id ORDER BY visit_start_date, visit_end_date) AS next_start
  FROM visit_occurrence
  WHERE visit_concept_id = 9201)
SELECT COUNT(*) AS discharges,
       COUNT(*) FILTER (WHERE next_start > visit_end_date AND next_start <= visit_end_date + 30) AS readmissions,
       1.0 * COUNT(*) FILTER (WHERE next_start > visit_end_date AND next_start <= visit_end_date + 30) / COUNT(*) AS readmission_rate
FROM inpatient

SELECT p.person_id
FROM person p
WHERE EXISTS (SELECT 1 FROM condition_occurrence c WHERE c.person_id = p.person_id AND c.condition_concept_id IN (SELECT descendant_concept_id FROM concept_ancestor WHERE ancestor_concept_id = 313217))
  AND NOT EXISTS (SELECT 1 FROM drug_exposure d WHERE d.person_id = p.person_id AND d.drug_concept_id IN (SELECT descendant_concept_id FROM concept_ancestor WHERE ancestor_concept_id = 1310149))

SELECT COUNT(DISTINCT co.person_id) AS af_no_warfarin
FROM condition_occurrence co
JOIN concept_ancestor a ON a.descendant_concept_id = co.condition_concept_id AND a.ancestor_concept_id = 313217
LEFT JOIN (
  SELECT DISTINCT d.person_id FROM drug_exposure d
  JOIN concept_ancestor b ON b.descendant_concept_id = d.drug_concept_id WHERE b.ancestor_concept_id = 1310149) w
  ON w.person_id = co.person_id
WHERE w.person_id IS NULL

SELECT CASE WHEN age < 18 THEN '0-17' WHEN age < 45 THEN '18-44' WHEN age < 65 THEN '45-64' ELSE '65+' END AS age_band, COUNT(*) AS n
FROM (
  SELECT co.person_id, EXTRACT(YEAR FROM MIN(co.condition_start_date)) - MIN(p.year_of_birth) AS age
  FROM condition_occurrence co JOIN person p ON p.person_id = co.person_id
  JOIN concept_ancestor ca ON ca.descendant_concept_id = co.condition_concept_id AND ca.ancestor_concept_id = 317009
  GROUP BY co.person_id) x
GROUP BY 1

SELECT COUNT(*) AS deaths, EXTRACT(YEAR FROM death_date) AS y FROM death GROUP BY y ORDER BY y

SELECT 100.0 * COUNT(d.person_id) / COUNT(*) AS pct_dead FROM person p LEFT JOIN death d ON d.person_id = p.person_id

SELECT c.concept_name, COUNT(DISTINCT co.person_id) AS people
FROM condition_occurrence co JOIN concept c ON c.concept_id = co.condition_concept_id
WHERE co.condition_concept_id <> 0
GROUP BY c.concept_id, c.concept_name
ORDER BY people DESC, c.concept_name
LIMIT 20

SELECT ing.concept_name AS ingredient, COUNT(DISTINCT de.person_id) AS users
FROM drug_exposure de
JOIN concept_ancestor ca ON ca.descendant_concept_id = de.drug_concept_id
JOIN concept ing ON ing.concept_id = ca.ancestor_concept_id AND ing.concept_class_id = 'Ingredient' AND ing.vocabulary_id = 'RxNorm' AND ing.standard_concept = 'S'
GROUP BY ing.concept_id, ing.concept_name
ORDER BY users DESC LIMIT 10

SELECT COUNT(DISTINCT person_id) FROM drug_era WHERE drug_concept_id = 1503297

SELECT AVG(DATE_DIFF('day', drug_era_start_date, drug_era_end_date) + 1) AS mean_era_days FROM drug_era WHERE drug_concept_id = 1308216

WITH first_era AS (
  SELECT person_id, drug_era_start_date, drug_era_end_date, ROW_NUMBER() OVER (PARTITION BY person_id ORDER BY drug_era_start_date) AS rn
  FROM drug_era WHERE drug_concept_id = 1545958)
SELECT QUANTILE_CONT(drug_era_end_date - drug_era_start_date + 1, 0.5) AS median_days FROM first_era WHERE rn = 1

SELECT m.person_id, MAX(m.value_as_number) AS peak
FROM measurement m
WHERE m.measurement_concept_id IN (SELECT descendant_concept_id FROM concept_ancestor WHERE ancestor_concept_id = 3004410)
  AND m.unit_concept_id = 8554
GROUP BY m.person_id
HAVING MAX(m.value_as_number) > 9

SELECT COUNT(*) AS people FROM (
  SELECT m.person_id FROM measurement m
  WHERE m.measurement_concept_id = 3004410 AND m.unit_concept_id = 8554 AND m.value_as_number > 9
  GROUP BY m.person_id HAVING COUNT(*) >= 2) q

SELECT unit.concept_name AS unit, COUNT(*) AS n, AVG(m.value_as_number) AS mean, STDDEV_SAMP(m.value_as_number) AS sd
FROM measurement m LEFT JOIN concept unit ON unit.concept_id = m.unit_concept_id
WHERE m.measurement_concept_id = 3016723 AND m.value_as_number IS NOT NULL
GROUP BY unit.concept_name

WITH last_value AS (
  SELECT person_id, value_as_number, ROW_NUMBER() OVER (PARTITION BY person_id ORDER BY measurement_date DESC, measurement_id DESC) AS rn
  FROM measurement WHERE measurement_concept_id = 3004410 AND unit_concept_id = 8554 AND value_as_number IS NOT NULL)
SELECT COUNT(*) FILTER (WHERE value_as_number < 7) * 100.0 / COUNT(*) AS pct_controlled FROM last_value WHERE rn = 1

WITH hf AS (
  SELECT c.person_id, MIN(c.condition_start_date) AS onset
  FROM condition_occurrence c JOIN concept_ancestor ca ON ca.descendant_concept_id = c.condition_concept_id
  WHERE ca.ancestor_concept_id = 316139 GROUP BY c.person_id),
atrisk AS (
  SELECT op.person_id, op.observation_period_start_date AS s, LEAST(op.observation_period_end_date, COALESCE(hf.onset, op.observation_period_end_date)) AS e, hf.onset
  FROM observation_period op LEFT JOIN hf ON hf.person_id = op.person_id
  WHERE hf.onset IS NULL OR hf.onset >= op.observation_period_start_date)
SELECT COUNT(*) FILTER (WHERE onset BETWEEN s AND e) AS events, SUM(e - s + 1) / 365.25 AS person_years,
       1000.0 * COUNT(*) FILTER (WHERE onset BETWEEN s AND e) / (SUM(e - s + 1) / 365.25) AS rate_per_1000
FROM atrisk

SELECT COUNT(DISTINCT op.person_id) AS observed_on_day
FROM observation_period op
WHERE DATE '2009-07-01' BETWEEN op.observation_period_start_date AND op.observation_period_end_date

WITH den AS (
  SELECT DISTINCT person_id FROM observation_period WHERE DATE '2010-01-01' BETWEEN observation_period_start_date AND observation_period_end_date),
num AS (
  SELECT DISTINCT d.person_id FROM den d JOIN condition_occurrence co ON co.person_id = d.person_id
  JOIN concept_ancestor ca ON ca.descendant_concept_id = co.condition_concept_id
  WHERE ca.ancestor_concept_id = 320128 AND co.condition_start_date <= DATE '2010-01-01')
SELECT (SELECT COUNT(*) FROM num) * 1.0 / NULLIF((SELECT COUNT(*) FROM den), 0) AS point_prevalence

SELECT EXTRACT(YEAR FROM first_dx) AS year, COUNT(*) AS new_cases
FROM (SELECT person_id, MIN(condition_start_date) AS first_dx FROM condition_occurrence
      WHERE condition_concept_id IN (SELECT descendant_concept_id FROM concept_ancestor WHERE ancestor_concept_id = 381591)
      GROUP BY person_id) f
GROUP BY 1 ORDER BY 1

SELECT SUM(c.total_paid) AS paid FROM cost c JOIN visit_occurrence v ON v.visit_occurrence_id = c.cost_event_id WHERE c.cost_domain_id = 'Visit' AND c.currency_concept_id = 44818668 AND v.visit_concept_id = 9201

SELECT l.state, COUNT(*) AS people FROM person p JOIN location l ON l.location_id = p.location_id GROUP BY l.state ORDER BY people DESC

SELECT sp.concept_name AS specialty, COUNT(*) AS visits
FROM visit_occurrence v JOIN provider pr ON pr.provider_id = v.provider_id
LEFT JOIN concept sp ON sp.concept_id = pr.specialty_concept_id
GROUP BY sp.concept_name ORDER BY visits DESC

SELECT COUNT(DISTINCT a.person_id) AS both_drugs
FROM drug_era a JOIN drug_era b ON b.person_id = a.person_id
WHERE a.drug_concept_id = 1503297 AND b.drug_concept_id = 1545958
  AND a.drug_era_start_date <= b.drug_era_end_date AND b.drug_era_start_date <= a.drug_era_end_date

SELECT COUNT(DISTINCT person_id) FROM (
  SELECT person_id FROM condition_occurrence WHERE condition_concept_id IN (SELECT descendant_concept_id FROM concept_ancestor WHERE ancestor_concept_id = 201826)
  INTERSECT
  SELECT person_id FROM condition_occurrence WHERE condition_concept_id IN (SELECT descendant_concept_id FROM concept_ancestor WHERE ancestor_concept_id = 320128)) t

SELECT COUNT(*) FROM (
  SELECT person_id FROM condition_occurrence WHERE condition_concept_id IN (SELECT descendant_concept_id FROM concept_ancestor WHERE ancestor_concept_id = 201826)
  EXCEPT
  SELECT person_id FROM drug_exposure WHERE drug_concept_id IN (SELECT descendant_concept_id FROM concept_ancestor WHERE ancestor_concept_id = 1503297)) t

SELECT c2.concept_id, c2.concept_name
FROM concept c1
JOIN concept_relationship cr ON cr.concept_id_1 = c1.concept_id AND cr.relationship_id = 'Maps to' AND cr.invalid_reason IS NULL
JOIN concept c2 ON c2.concept_id = cr.concept_id_2 AND c2.standard_concept = 'S'
WHERE c1.vocabulary_id = 'ICD10CM' AND c1.concept_code LIKE 'E11%'

SELECT COUNT(DISTINCT person_id) FROM condition_occurrence
WHERE condition_source_concept_id IN (SELECT concept_id FROM concept WHERE vocabulary_id = 'ICD9CM' AND concept_code LIKE '250%')

SELECT concept_id, concept_name, concept_code FROM concept WHERE domain_id = 'Drug' AND vocabulary_id = 'RxNorm' AND concept_class_id = 'Ingredient' AND standard_concept = 'S' AND lower(concept_name) LIKE '%statin%'

WITH rx AS (
  SELECT person_id, drug_exposure_start_date AS s, drug_exposure_start_date + COALESCE(days_supply, 30) AS e
  FROM drug_exposure WHERE drug_concept_id IN (SELECT descendant_concept_id FROM concept_ancestor WHERE ancestor_concept_id = 1308216)),
g AS (SELECT *, CASE WHEN s <= MAX(e) OVER (PARTITION BY person_id ORDER BY s, e ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING) + 30 THEN 0 ELSE 1 END AS new_grp FROM rx),
episodes AS (SELECT person_id, s, e, SUM(new_grp) OVER (PARTITION BY person_id ORDER BY s, e) AS ep FROM g)
SELECT COUNT(*) AS n_episodes, COUNT(DISTINCT person_id) AS n_people FROM (SELECT person_id, ep FROM episodes GROUP BY person_id, ep) z

SELECT DATE_TRUNC('month', procedure_date) AS month, COUNT(*) AS procedures FROM procedure_occurrence GROUP BY 1 ORDER BY 1

SELECT QUARTER(condition_start_date) AS q, COUNT(DISTINCT person_id) AS people FROM condition_occurrence WHERE YEAR(condition_start_date) = 2009 AND condition_concept_id IN (SELECT descendant_concept_id FROM concept_ancestor WHERE ancestor_concept_id = 255848) GROUP BY q

SELECT COUNT(*) FROM visit_occurrence v WHERE v.visit_concept_id = 9203 AND EXISTS (
  SELECT 1 FROM visit_occurrence n WHERE n.person_id = v.person_id AND n.visit_concept_id = 9203 AND n.visit_occurrence_id <> v.visit_occurrence_id AND n.visit_start_date > v.visit_end_date AND n.visit_start_date <= v.visit_end_date + INTERVAL '7' DAY)

SELECT COUNT(DISTINCT v.visit_occurrence_id) AS pneumonia_stays FROM visit_occurrence v JOIN condition_occurrence co ON co.visit_occurrence_id = v.visit_occurrence_id
WHERE v.visit_concept_id = 9201 AND co.condition_concept_id IN (SELECT descendant_concept_id FROM concept_ancestor WHERE ancestor_concept_id = 255848)

WITH obs AS (SELECT person_id, MIN(observation_period_start_date) s, MAX(observation_period_end_date) e FROM observation_period GROUP BY person_id)
SELECT AVG(e - s) / 365.25 AS mean_years FROM obs

SELECT person_id, string_agg(DISTINCT c.concept_name, '; ') FROM drug_era JOIN concept c ON c.concept_id = drug_concept_id GROUP BY person_id

SELECT p.race_concept_id, p.ethnicity_concept_id, COUNT(*) AS n FROM person p GROUP BY GROUPING SETS ((p.race_concept_id, p.ethnicity_concept_id), (p.race_concept_id), ())

SELECT YEAR(d.death_date) - p.year_of_birth AS age_at_death, COUNT(*) AS n FROM death d JOIN person p USING (person_id) GROUP BY 1 ORDER BY 1

SELECT AVG(n) AS mean_rx_per_person FROM (SELECT p.person_id, COUNT(d.drug_exposure_id) AS n FROM person p LEFT JOIN drug_exposure d ON d.person_id = p.person_id GROUP BY p.person_id) t

SELECT COUNT(*) AS zero_visits FROM person p WHERE p.person_id NOT IN (SELECT v.person_id FROM visit_occurrence v WHERE v.person_id IS NOT NULL)

SELECT COUNT(*) AS zero_visits FROM person p ANTI JOIN visit_occurrence v ON v.person_id = p.person_id

SELECT condition_status_concept_id, COUNT(*) FROM condition_occurrence GROUP BY 1

WITH mi AS (SELECT co.person_id, MIN(co.condition_start_date) AS d FROM condition_occurrence co WHERE co.condition_concept_id IN (SELECT descendant_concept_id FROM concept_ancestor WHERE ancestor_concept_id = 4329847) GROUP BY 1)
SELECT COUNT(*) AS mi_patients, SUM(CASE WHEN de.death_date <= mi.d + INTERVAL 30 DAY THEN 1 ELSE 0 END) AS dead_30d
FROM mi LEFT JOIN death de ON de.person_id = mi.person_id AND de.death_date >= mi.d

SELECT floor((YEAR(v.visit_start_date) - p.year_of_birth) / 10) * 10 AS age10, c.concept_name AS sex, COUNT(DISTINCT v.person_id) AS people
FROM visit_occurrence v JOIN person p ON p.person_id = v.person_id JOIN concept c ON c.concept_id = p.gender_concept_id
WHERE v.visit_concept_id = 9202 GROUP BY 1, 2 ORDER BY 1, 2

SELECT COUNT(DISTINCT x.person_id) FROM drug_exposure x WHERE x.drug_concept_id IN (SELECT descendant_concept_id FROM concept_ancestor WHERE ancestor_concept_id IN (1545958)) AND x.drug_exposure_start_date >= '2009-01-01' AND x.drug_exposure_start_date <= '2009-12-31'

SELECT COUNT(DISTINCT x.person_id) FROM drug_exposure x WHERE x.drug_concept_id IN (SELECT descendant_concept_id FROM concept_ancestor WHERE ancestor_concept_id = 1545958) AND x.drug_exposure_start_date BETWEEN '2009-01-01'::DATE AND '2009-12-31'::DATE

SELECT plan.payer_source_value, COUNT(DISTINCT plan.person_id) FROM payer_plan_period plan WHERE plan.payer_plan_period_start_date <= DATE '2009-06-30' AND plan.payer_plan_period_end_date >= DATE '2009-06-30' GROUP BY 1

SELECT COUNT(*) AS women_over_50 FROM (
 SELECT p.person_id FROM person p JOIN condition_occurrence co ON co.person_id = p.person_id
 WHERE p.gender_concept_id = 8532 AND co.condition_concept_id IN (SELECT descendant_concept_id FROM concept_ancestor WHERE ancestor_concept_id = 80502)
 GROUP BY p.person_id, p.year_of_birth
 HAVING EXTRACT(YEAR FROM MIN(co.condition_start_date)) - p.year_of_birth >= 50) s

SELECT ds.amount_value, u.concept_code, COUNT(*) FROM drug_strength ds JOIN concept u ON u.concept_id = ds.amount_unit_concept_id WHERE ds.ingredient_concept_id = 1503297 AND ds.invalid_reason IS NULL GROUP BY 1, 2

SELECT DISTINCT ON (person_id) person_id, condition_concept_id, condition_start_date FROM condition_occurrence ORDER BY person_id, condition_start_date

SELECT person_id, condition_start_date FROM condition_occurrence QUALIFY ROW_NUMBER() OVER (PARTITION BY person_id ORDER BY condition_start_date) = 1

SELECT y.year, COUNT(DISTINCT op.person_id) AS observed
FROM generate_series(2008, 2010) AS y(year)
JOIN observation_period op ON YEAR(op.observation_period_start_date) <= y.year AND YEAR(op.observation_period_end_date) >= y.year
GROUP BY y.year ORDER BY y.year;

-- question: What fraction of women aged 65 or over in 2010 has asthma?
SELECT AVG(CASE WHEN p.person_id IN (SELECT person_id FROM condition_occurrence WHERE condition_concept_id IN ([condition@asthma])) THEN 1.0 ELSE 0.0 END) AS fraction
FROM person p WHERE p.gender_concept_id = 8532 AND 2010 - p.year_of_birth >= 65;

-- question: What is the number of inpatient stays per 100 persons in 2010?
WITH stays AS (SELECT COUNT(*) AS n FROM visit_occurrence WHERE visit_concept_id = 9201 AND EXTRACT(YEAR FROM visit_start_date) = 2010),
     pop AS (SELECT COUNT(*) AS n FROM person)
SELECT 100.0 * stays.n / NULLIF(pop.n, 0) AS stays_per_100 FROM stays CROSS JOIN pop;

-- question: What is the mean HbA1c in percent?
SELECT AVG(value_as_number) AS mean FROM measurement WHERE measurement_concept_id IN ([measurement@HbA1c]) AND unit_concept_id = 8554;
