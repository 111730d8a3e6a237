-- Cohorts, studies and long statements.

WITH primary_events AS (
  SELECT e.person_id, e.start_date, e.end_date, op.observation_period_start_date AS op_start_date, op.observation_period_end_date AS op_end_date,
         ROW_NUMBER() OVER (PARTITION BY e.person_id ORDER BY e.start_date ASC) AS ordinal
  FROM (
    SELECT co.person_id, co.condition_start_date AS start_date, COALESCE(co.condition_end_date, co.condition_start_date + INTERVAL 1 DAY) AS end_date
    FROM condition_occurrence co JOIN (SELECT descendant_concept_id AS concept_id FROM concept_ancestor WHERE ancestor_concept_id IN (201826)) cs ON co.condition_concept_id = cs.concept_id
  ) e
  JOIN observation_period op ON e.person_id = op.person_id AND e.start_date >= op.observation_period_start_date AND e.start_date <= op.observation_period_end_date
  WHERE op.observation_period_start_date + INTERVAL 365 DAY <= e.start_date
), qualified AS (
  SELECT * FROM primary_events WHERE ordinal = 1
), inclusion AS (
  SELECT q.person_id FROM qualified q WHERE EXISTS (
    SELECT 1 FROM drug_exposure d WHERE d.person_id = q.person_id AND d.drug_concept_id IN ([drug@metformin]) AND d.drug_exposure_start_date >= q.start_date AND d.drug_exposure_start_date <= q.start_date + INTERVAL 180 DAY)
)
SELECT COUNT(DISTINCT q.person_id) AS entered, COUNT(DISTINCT i.person_id) AS included FROM qualified q LEFT JOIN inclusion i ON i.person_id = q.person_id

WITH exposed AS (SELECT DISTINCT person_id FROM drug_exposure WHERE drug_concept_id IN ([drug@prednisone])),
 outcome AS (SELECT DISTINCT person_id FROM condition_occurrence WHERE condition_concept_id IN ([condition@osteoporosis])),
 tbl AS (SELECT p.person_id, CASE WHEN e.person_id IS NULL THEN 0 ELSE 1 END AS exposed, CASE WHEN o.person_id IS NULL THEN 0 ELSE 1 END AS outcome FROM person p LEFT JOIN exposed e ON e.person_id = p.person_id LEFT JOIN outcome o ON o.person_id = p.person_id)
SELECT SUM(exposed * outcome) AS a, SUM(exposed * (1 - outcome)) AS b, SUM((1 - exposed) * outcome) AS c, SUM((1 - exposed) * (1 - outcome)) AS d,
  (SUM(exposed * outcome)::DOUBLE / NULLIF(SUM(exposed), 0)) / NULLIF(SUM((1 - exposed) * outcome)::DOUBLE / NULLIF(SUM(1 - exposed), 0), 0) AS risk_ratio
FROM tbl

WITH cohort_a AS (SELECT person_id, MIN(drug_exposure_start_date) AS t0 FROM drug_exposure WHERE drug_concept_id IN ([drug@lisinopril]) GROUP BY person_id),
 fu AS (
  SELECT a.person_id, a.t0, LEAST(op.observation_period_end_date, a.t0 + 365) AS t1, MIN(co.condition_start_date) AS evt
  FROM cohort_a a JOIN observation_period op ON op.person_id = a.person_id AND a.t0 BETWEEN op.observation_period_start_date AND op.observation_period_end_date
  LEFT JOIN condition_occurrence co ON co.person_id = a.person_id AND co.condition_concept_id IN ([condition@angioedema]) AND co.condition_start_date > a.t0 AND co.condition_start_date <= LEAST(op.observation_period_end_date, a.t0 + 365)
  GROUP BY a.person_id, a.t0, op.observation_period_end_date
 )
SELECT COUNT(evt) AS cases, SUM(COALESCE(evt, t1) - t0) / 365.25 AS person_years, 1000.0 * COUNT(evt) / NULLIF(SUM(COALESCE(evt, t1) - t0) / 365.25, 0) AS rate_per_1000 FROM fu

SELECT age_band, sex, COUNT(*) AS patients, SUM(dead) AS deaths FROM (
  SELECT p.person_id, g.concept_name AS sex, CASE WHEN EXTRACT(YEAR FROM i.dt) - p.year_of_birth < 65 THEN '<65' ELSE '65+' END AS age_band,
    MAX(CASE WHEN d.death_date BETWEEN i.dt AND i.dt + INTERVAL '365' DAY THEN 1 ELSE 0 END) AS dead
  FROM (SELECT person_id, MIN(procedure_date) AS dt FROM procedure_occurrence WHERE procedure_concept_id IN ([procedure@coronary artery bypass graft]) GROUP BY person_id) i
  JOIN person p ON p.person_id = i.person_id JOIN concept g ON g.concept_id = p.gender_concept_id LEFT JOIN death d ON d.person_id = i.person_id
  GROUP BY p.person_id, g.concept_name, age_band
) x GROUP BY age_band, sex

WITH RECURSIVE days(d) AS (SELECT DATE '2009-01-01' UNION ALL SELECT CAST(d + INTERVAL 1 DAY AS DATE) FROM days WHERE d < DATE '2009-12-31')
SELECT days.d, COUNT(DISTINCT v.person_id) AS inpatients FROM days LEFT JOIN visit_occurrence v ON v.visit_concept_id = 9201 AND days.d BETWEEN v.visit_start_date AND COALESCE(v.visit_end_date, v.visit_start_date) GROUP BY days.d ORDER BY days.d

SELECT DISTINCT p.person_id FROM person p WHERE p.person_id IN (SELECT person_id FROM condition_occurrence WHERE condition_concept_id IN ([condition@asthma])) AND p.person_id NOT IN (SELECT person_id FROM drug_exposure WHERE drug_concept_id IN ([drug@albuterol])) AND EXISTS (SELECT 1 FROM observation_period op WHERE op.person_id = p.person_id AND op.observation_period_end_date - op.observation_period_start_date >= 365) ORDER BY p.person_id

SELECT c2.concept_name AS comorbidity, COUNT(DISTINCT co2.person_id) AS patients, 100.0 * COUNT(DISTINCT co2.person_id) / (SELECT COUNT(DISTINCT person_id) FROM condition_occurrence WHERE condition_concept_id IN ([condition@COPD])) AS percentage
FROM condition_occurrence co2 JOIN concept c2 ON c2.concept_id = co2.condition_concept_id
WHERE co2.person_id IN (SELECT person_id FROM condition_occurrence WHERE condition_concept_id IN ([condition@COPD])) AND co2.condition_concept_id NOT IN ([condition@COPD])
GROUP BY c2.concept_name ORDER BY patients DESC, comorbidity LIMIT 10

WITH m AS (SELECT person_id, measurement_date, value_as_number, LAG(value_as_number) OVER (PARTITION BY person_id ORDER BY measurement_date) AS prev FROM measurement WHERE measurement_concept_id IN ([measurement@creatinine]) AND unit_concept_id = 8840)
SELECT COUNT(DISTINCT person_id) AS aki FROM m WHERE value_as_number >= 1.5 * prev

SELECT bucket, COUNT(*) AS persons FROM (SELECT person_id, CASE WHEN COUNT(*) = 1 THEN '1' WHEN COUNT(*) <= 5 THEN '2-5' ELSE '6+' END AS bucket FROM visit_occurrence GROUP BY person_id) b GROUP BY bucket ORDER BY bucket

WITH tte AS (SELECT dx.person_id, MIN(rx.drug_exposure_start_date - dx.d) AS days FROM (SELECT person_id, MIN(condition_start_date) AS d FROM condition_occurrence WHERE condition_concept_id IN ([condition@depression]) GROUP BY person_id) dx JOIN drug_exposure rx ON rx.person_id = dx.person_id AND rx.drug_concept_id IN ([drug@sertraline]) AND rx.drug_exposure_start_date >= dx.d GROUP BY dx.person_id)
SELECT MEDIAN(days) AS median_days, AVG(days) AS mean_days, COUNT(*) AS patients FROM tte

WITH charlson AS (
  SELECT person_id, MAX(CASE WHEN condition_concept_id IN ([condition@myocardial infarction]) THEN 1 ELSE 0 END) + MAX(CASE WHEN condition_concept_id IN ([condition@heart failure]) THEN 1 ELSE 0 END) + 2 * MAX(CASE WHEN condition_concept_id IN ([condition@chronic kidney disease]) THEN 1 ELSE 0 END) AS score
  FROM condition_occurrence GROUP BY person_id
)
SELECT COALESCE(ch.score, 0) AS score, COUNT(*) AS patients FROM person p LEFT JOIN charlson ch ON ch.person_id = p.person_id GROUP BY COALESCE(ch.score, 0) ORDER BY score

SELECT mother.person_id AS mother, child.person_id AS child FROM fact_relationship fr JOIN person mother ON mother.person_id = fr.fact_id_1 AND fr.domain_concept_id_1 = 1147314 JOIN person child ON child.person_id = fr.fact_id_2 AND fr.domain_concept_id_2 = 1147314 WHERE child.year_of_birth > mother.year_of_birth ORDER BY 1, 2

SELECT YEAR(v.visit_start_date) AS yr, COUNT(DISTINCT v.person_id) AS seen, (SELECT COUNT(DISTINCT op.person_id) FROM observation_period op WHERE YEAR(op.observation_period_start_date) <= YEAR(MIN(v.visit_start_date)) AND YEAR(op.observation_period_end_date) >= YEAR(MIN(v.visit_start_date))) AS observed FROM visit_occurrence v GROUP BY YEAR(v.visit_start_date) ORDER BY yr

SELECT COUNT(DISTINCT er.person_id) AS bounce_backs FROM visit_occurrence er, visit_occurrence ip WHERE er.person_id = ip.person_id AND er.visit_concept_id = 9203 AND ip.visit_concept_id = 9201 AND er.visit_start_date > COALESCE(ip.visit_end_date, ip.visit_start_date) AND er.visit_start_date - COALESCE(ip.visit_end_date, ip.visit_start_date) <= 7

SELECT TRIM(UPPER(l.state)) AS state, COUNT(DISTINCT p.person_id) AS patients, ROUND(COUNT(DISTINCT p.person_id) * 100.0 / SUM(COUNT(DISTINCT p.person_id)) OVER (), 2) AS pct FROM person p INNER JOIN location l ON l.location_id = p.location_id INNER JOIN condition_occurrence co ON co.person_id = p.person_id AND co.condition_concept_id IN ([condition@diabetes mellitus]) GROUP BY TRIM(UPPER(l.state)) ORDER BY patients DESC, state
