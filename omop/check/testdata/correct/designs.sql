-- Studies in one statement: designs of pharmacoepidemiology, worded without sight of the rules.

WITH t2dm AS (
  SELECT co.person_id, MIN(co.condition_start_date) AS dx
  FROM condition_occurrence co
  WHERE co.condition_concept_id IN (SELECT descendant_concept_id FROM concept_ancestor WHERE ancestor_concept_id = 201826)
  GROUP BY 1
), met AS (
  SELECT de.person_id, de.drug_exposure_start_date
  FROM drug_exposure de
  WHERE de.drug_concept_id IN (SELECT descendant_concept_id FROM concept_ancestor WHERE ancestor_concept_id = 1503297)
)
SELECT COUNT(DISTINCT t.person_id) AS diagnosed,
       COUNT(DISTINCT m.person_id) AS started_within_90d
FROM t2dm t
LEFT JOIN met m ON m.person_id = t.person_id AND m.drug_exposure_start_date >= t.dx AND m.drug_exposure_start_date <= t.dx + 90

WITH exposure AS (
  SELECT person_id, drug_exposure_start_date AS s, drug_exposure_end_date AS e,
         LAG(drug_exposure_end_date) OVER (PARTITION BY person_id ORDER BY drug_exposure_start_date, drug_exposure_id) AS prev_end
  FROM drug_exposure
  WHERE drug_concept_id IN (SELECT descendant_concept_id FROM concept_ancestor WHERE ancestor_concept_id = 1545958)
), flagged AS (
  SELECT *, CASE WHEN prev_end IS NULL OR s > prev_end + 30 THEN 1 ELSE 0 END AS new_era FROM exposure
), eras AS (
  SELECT person_id, s, e, SUM(new_era) OVER (PARTITION BY person_id ORDER BY s ROWS UNBOUNDED PRECEDING) AS era_no FROM flagged
)
SELECT person_id, era_no, MIN(s) AS era_start, MAX(e) AS era_end FROM eras GROUP BY person_id, era_no

WITH first_statin AS (
  SELECT person_id, drug_concept_id, drug_exposure_start_date,
         ROW_NUMBER() OVER (PARTITION BY person_id ORDER BY drug_exposure_start_date, drug_exposure_id) AS rn
  FROM drug_exposure
  WHERE drug_concept_id IN (SELECT descendant_concept_id FROM concept_ancestor WHERE ancestor_concept_id IN (1545958, 1539403))
)
SELECT ing.concept_name, COUNT(*) AS initiators
FROM first_statin f
JOIN concept_ancestor ca ON ca.descendant_concept_id = f.drug_concept_id AND ca.ancestor_concept_id IN (1545958, 1539403)
JOIN concept ing ON ing.concept_id = ca.ancestor_concept_id
WHERE f.rn = 1
GROUP BY ing.concept_name

WITH af AS (
  SELECT person_id, MIN(condition_start_date) AS dx FROM condition_occurrence
  WHERE condition_concept_id IN (SELECT descendant_concept_id FROM concept_ancestor WHERE ancestor_concept_id = 313217)
  GROUP BY person_id
), score AS (
  SELECT a.person_id,
    CASE WHEN EXTRACT(YEAR FROM a.dx) - p.year_of_birth >= 75 THEN 2 WHEN EXTRACT(YEAR FROM a.dx) - p.year_of_birth >= 65 THEN 1 ELSE 0 END
    + CASE WHEN p.gender_concept_id = 8532 THEN 1 ELSE 0 END
    + CASE WHEN EXISTS (SELECT 1 FROM condition_occurrence h JOIN concept_ancestor x ON x.descendant_concept_id = h.condition_concept_id AND x.ancestor_concept_id = 316866
                        WHERE h.person_id = a.person_id AND h.condition_start_date <= a.dx) THEN 1 ELSE 0 END
    + CASE WHEN EXISTS (SELECT 1 FROM condition_occurrence h JOIN concept_ancestor x ON x.descendant_concept_id = h.condition_concept_id AND x.ancestor_concept_id = 201820
                        WHERE h.person_id = a.person_id AND h.condition_start_date <= a.dx) THEN 1 ELSE 0 END AS points
  FROM af a JOIN person p ON p.person_id = a.person_id
)
SELECT points, COUNT(*) AS patients FROM score GROUP BY points ORDER BY points

WITH users AS (
  SELECT person_id, MIN(drug_era_start_date) AS start_date FROM drug_era WHERE drug_concept_id = 1308216 GROUP BY person_id
)
SELECT COUNT(*) AS new_users
FROM users u
JOIN observation_period op ON op.person_id = u.person_id
 AND u.start_date BETWEEN op.observation_period_start_date + INTERVAL 365 DAY AND op.observation_period_end_date

WITH cases AS (
  SELECT person_id, MIN(condition_start_date) AS index_date FROM condition_occurrence
  WHERE condition_concept_id IN (SELECT descendant_concept_id FROM concept_ancestor WHERE ancestor_concept_id = 312327)
  GROUP BY person_id
), controls AS (
  SELECT c.person_id AS case_id, p2.person_id AS control_id, c.index_date,
         ROW_NUMBER() OVER (PARTITION BY c.person_id ORDER BY HASH(p2.person_id)) AS k
  FROM cases c
  JOIN person p1 ON p1.person_id = c.person_id
  JOIN person p2 ON p2.gender_concept_id = p1.gender_concept_id AND p2.year_of_birth = p1.year_of_birth AND p2.person_id <> p1.person_id
  JOIN observation_period op ON op.person_id = p2.person_id AND c.index_date BETWEEN op.observation_period_start_date AND op.observation_period_end_date
  WHERE NOT EXISTS (SELECT 1 FROM cases x WHERE x.person_id = p2.person_id AND x.index_date <= c.index_date)
)
SELECT case_id, control_id, index_date FROM controls WHERE k <= 4

WITH nsaid AS (
  SELECT de.person_id, de.drug_exposure_start_date AS d FROM drug_exposure de
  WHERE de.drug_concept_id IN (SELECT descendant_concept_id FROM concept_ancestor WHERE ancestor_concept_id IN (1177480, 1115008, 1118084))
), gib AS (
  SELECT co.person_id, co.condition_start_date AS d FROM condition_occurrence co
  JOIN concept_ancestor ca ON ca.descendant_concept_id = co.condition_concept_id AND ca.ancestor_concept_id = 437312
)
SELECT SUM(CASE WHEN n.d BETWEEN g.d - 30 AND g.d - 1 THEN 1 ELSE 0 END) AS hazard_window,
       SUM(CASE WHEN n.d BETWEEN g.d - 60 AND g.d - 31 THEN 1 ELSE 0 END) AS control_window
FROM gib g JOIN nsaid n ON n.person_id = g.person_id

WITH yearly AS (SELECT UNNEST(GENERATE_SERIES(2008, 2010)) AS yr),
denom AS (
  SELECT y.yr, COUNT(DISTINCT op.person_id) AS n
  FROM yearly y JOIN observation_period op
    ON op.observation_period_start_date <= MAKE_DATE(CAST(y.yr AS INTEGER), 12, 31) AND op.observation_period_end_date >= MAKE_DATE(CAST(y.yr AS INTEGER), 1, 1)
  GROUP BY y.yr
), num AS (
  SELECT EXTRACT(YEAR FROM de.drug_exposure_start_date) AS yr, COUNT(DISTINCT de.person_id) AS n
  FROM drug_exposure de JOIN concept_ancestor ca ON ca.descendant_concept_id = de.drug_concept_id AND ca.ancestor_concept_id = 1201620
  GROUP BY 1
)
SELECT d.yr, d.n AS observed, COALESCE(num.n, 0) AS users, 100.0 * COALESCE(num.n, 0) / d.n AS pct
FROM denom d LEFT JOIN num ON num.yr = d.yr
ORDER BY d.yr

WITH hf AS (
  SELECT person_id, MIN(condition_start_date) AS hf_date FROM condition_occurrence
  WHERE condition_concept_id IN (SELECT descendant_concept_id FROM concept_ancestor WHERE ancestor_concept_id = 316139) GROUP BY person_id
)
SELECT b.concept_name AS baseline_condition, COUNT(DISTINCT hf.person_id) AS patients
FROM hf
JOIN condition_occurrence co ON co.person_id = hf.person_id AND co.condition_start_date BETWEEN hf.hf_date - 365 AND hf.hf_date - 1
JOIN concept b ON b.concept_id = co.condition_concept_id
GROUP BY b.concept_name
ORDER BY patients DESC, b.concept_name
LIMIT 30

WITH dx AS (
  SELECT person_id, condition_start_date, COUNT(*) OVER (PARTITION BY person_id) AS n_codes
  FROM condition_occurrence
  WHERE condition_concept_id IN (SELECT descendant_concept_id FROM concept_ancestor WHERE ancestor_concept_id = 80502)
)
SELECT COUNT(DISTINCT person_id) AS at_least_two_codes FROM dx WHERE n_codes >= 2

SELECT person_id, COUNT(DISTINCT condition_start_date) AS days_with_code
FROM condition_occurrence
WHERE condition_concept_id IN (SELECT descendant_concept_id FROM concept_ancestor WHERE ancestor_concept_id = 140168)
GROUP BY person_id
HAVING COUNT(DISTINCT condition_start_date) >= 2

WITH scripts AS (
  SELECT person_id, drug_exposure_start_date AS d, COALESCE(days_supply, 30) AS ds
  FROM drug_exposure
  WHERE drug_concept_id IN (SELECT descendant_concept_id FROM concept_ancestor WHERE ancestor_concept_id = 1332418)
    AND drug_exposure_start_date BETWEEN '2009-01-01' AND '2009-12-31'
)
SELECT person_id, LEAST(1.0, SUM(ds) / 365.0) AS mpr FROM scripts GROUP BY person_id

WITH cov AS (
  SELECT person_id, drug_exposure_start_date + CAST(i AS INTEGER) AS day
  FROM (SELECT person_id, drug_exposure_start_date, UNNEST(RANGE(0, CAST(days_supply AS BIGINT))) AS i
        FROM drug_exposure
        WHERE days_supply BETWEEN 1 AND 365
          AND drug_concept_id IN (SELECT descendant_concept_id FROM concept_ancestor WHERE ancestor_concept_id = 1307046)) x
)
SELECT person_id, COUNT(DISTINCT day) / 365.0 AS pdc
FROM cov WHERE day BETWEEN DATE '2009-01-01' AND DATE '2009-12-31'
GROUP BY person_id

WITH preg AS (
  SELECT co.person_id, co.condition_start_date FROM condition_occurrence co
  JOIN concept_ancestor ca ON ca.descendant_concept_id = co.condition_concept_id
  WHERE ca.ancestor_concept_id = 4274025
)
SELECT COUNT(DISTINCT preg.person_id) FROM preg
JOIN person p ON p.person_id = preg.person_id
WHERE p.gender_concept_id = 8532
  AND EXTRACT(YEAR FROM preg.condition_start_date) - p.year_of_birth BETWEEN 15 AND 49

WITH surgery AS (
  SELECT po.person_id, po.procedure_date, po.visit_occurrence_id
  FROM procedure_occurrence po
  WHERE po.procedure_concept_id IN (SELECT descendant_concept_id FROM concept_ancestor WHERE ancestor_concept_id = 4078547)
)
SELECT COUNT(*) AS stays,
       COUNT(DISTINCT v.person_id) AS patients,
       AVG(DATE_DIFF('day', v.visit_start_date, v.visit_end_date)) AS mean_stay
FROM visit_occurrence v
WHERE v.visit_concept_id = 9201 AND v.visit_occurrence_id IN (SELECT s.visit_occurrence_id FROM surgery s)

WITH proc AS (
  SELECT person_id, MIN(procedure_date) AS d FROM procedure_occurrence
  WHERE procedure_concept_id IN (SELECT descendant_concept_id FROM concept_ancestor WHERE ancestor_concept_id = 4249893)
  GROUP BY person_id
)
SELECT EXTRACT(YEAR FROM d) - year_of_birth AS age, COUNT(*) AS n
FROM proc JOIN person USING (person_id)
GROUP BY age ORDER BY age

SELECT COUNT(DISTINCT co.person_id)
FROM condition_occurrence co
JOIN visit_occurrence vo USING (visit_occurrence_id)
WHERE vo.visit_concept_id IN (9201, 262)
  AND co.condition_concept_id IN (SELECT descendant_concept_id FROM concept_ancestor WHERE ancestor_concept_id = 255848)

WITH steps AS (
  SELECT person_id, drug_concept_id, drug_era_start_date,
         DENSE_RANK() OVER (PARTITION BY person_id ORDER BY drug_era_start_date) AS line
  FROM drug_era WHERE drug_concept_id IN (1503297, 1560171, 1559684)
)
SELECT s1.drug_concept_id AS first_line, s2.drug_concept_id AS second_line, COUNT(DISTINCT s1.person_id) AS patients
FROM steps s1 LEFT JOIN steps s2 ON s2.person_id = s1.person_id AND s2.line = 2
WHERE s1.line = 1
GROUP BY 1, 2 ORDER BY 3 DESC

SELECT COUNT(DISTINCT a.person_id) AS concomitant
FROM drug_era a JOIN drug_era b ON b.person_id = a.person_id
WHERE a.drug_concept_id = 1310149 AND b.drug_concept_id = 1112807
  AND a.drug_era_start_date <= b.drug_era_end_date AND b.drug_era_start_date <= a.drug_era_end_date

WITH base AS (SELECT COUNT(*) AS n FROM person),
c AS (
  SELECT COUNT(DISTINCT person_id) AS n FROM condition_occurrence
  WHERE condition_concept_id IN (SELECT descendant_concept_id FROM concept_ancestor WHERE ancestor_concept_id = 4182210)
)
SELECT c.n AS cases, base.n AS population, c.n / base.n::DOUBLE AS prevalence FROM c CROSS JOIN base

SELECT p.race_concept_id, COUNT(DISTINCT p.person_id) AS population, COUNT(DISTINCT co.person_id) AS with_dementia
FROM person p
LEFT JOIN (
  SELECT person_id FROM condition_occurrence
  WHERE condition_concept_id IN (SELECT descendant_concept_id FROM concept_ancestor WHERE ancestor_concept_id = 4182210)
) co ON co.person_id = p.person_id
GROUP BY p.race_concept_id

WITH v AS (
  SELECT person_id, COUNT(*) AS n FROM visit_occurrence WHERE visit_concept_id = 9202 AND EXTRACT(YEAR FROM visit_start_date) = 2009 GROUP BY person_id
)
SELECT AVG(COALESCE(v.n, 0)) AS mean_visits_per_person
FROM person p LEFT JOIN v ON v.person_id = p.person_id

SELECT COUNT(*) AS frequent_attenders FROM (
  SELECT person_id FROM visit_occurrence WHERE visit_concept_id = 9203 GROUP BY person_id HAVING COUNT(*) >= 4
)

WITH labs AS (
  SELECT person_id, measurement_date, value_as_number,
         LAG(value_as_number) OVER (PARTITION BY person_id ORDER BY measurement_date, measurement_id) AS prev
  FROM measurement WHERE measurement_concept_id = 3016723 AND unit_concept_id = 8840 AND value_as_number IS NOT NULL
)
SELECT COUNT(DISTINCT person_id) AS aki FROM labs WHERE prev > 0 AND value_as_number >= 1.5 * prev

SELECT COUNT(DISTINCT person_id) AS high FROM measurement
WHERE measurement_concept_id = 3028437 AND range_high IS NOT NULL AND value_as_number > range_high

SELECT COUNT(*) FILTER (WHERE value_as_number IS NULL) * 100.0 / COUNT(*) AS pct_missing FROM measurement WHERE measurement_concept_id = 3027114

SELECT YEAR(measurement_date) AS y, AVG(value_as_number) AS mean_sbp FROM measurement
WHERE measurement_concept_id = 3004249 AND unit_concept_id = 8876 AND value_as_number BETWEEN 50 AND 300
GROUP BY y ORDER BY y

WITH t AS (
  SELECT person_id, FIRST_VALUE(value_as_number) OVER w AS first_bmi, LAST_VALUE(value_as_number) OVER w AS last_bmi
  FROM measurement WHERE measurement_concept_id = 3038553 AND unit_concept_id = 9531
  WINDOW w AS (PARTITION BY person_id ORDER BY measurement_date, measurement_id ROWS BETWEEN UNBOUNDED PRECEDING AND UNBOUNDED FOLLOWING)
)
SELECT AVG(last_bmi - first_bmi) AS mean_change FROM (SELECT DISTINCT person_id, first_bmi, last_bmi FROM t) u

SELECT d.person_id, d.death_date, c.concept_name AS cause
FROM death d LEFT JOIN concept c ON c.concept_id = d.cause_concept_id

SELECT COUNT(*) AS died_in_hospital
FROM death d
WHERE EXISTS (SELECT 1 FROM visit_occurrence v WHERE v.person_id = d.person_id AND v.visit_concept_id = 9201
              AND d.death_date BETWEEN v.visit_start_date AND v.visit_end_date)

SELECT EXTRACT(YEAR FROM d.death_date) - p.year_of_birth AS age_at_death, COUNT(*) AS n
FROM death d JOIN person p ON p.person_id = d.person_id
GROUP BY 1 ORDER BY 1

WITH cohort_entry AS (
  SELECT person_id, MIN(condition_start_date) AS start_date FROM condition_occurrence
  WHERE condition_concept_id IN (SELECT descendant_concept_id FROM concept_ancestor WHERE ancestor_concept_id = 255573) GROUP BY person_id
), follow_up AS (
  SELECT e.person_id, e.start_date, LEAST(op.observation_period_end_date, COALESCE(d.death_date, op.observation_period_end_date)) AS stop_date,
         CASE WHEN d.death_date <= op.observation_period_end_date THEN 1 ELSE 0 END AS died
  FROM cohort_entry e
  JOIN observation_period op ON op.person_id = e.person_id AND e.start_date BETWEEN op.observation_period_start_date AND op.observation_period_end_date
  LEFT JOIN death d ON d.person_id = e.person_id
)
SELECT SUM(died) AS deaths, SUM(DATE_DIFF('day', start_date, stop_date)) / 365.25 AS py FROM follow_up

SELECT EXISTS (SELECT 1 FROM drug_exposure WHERE drug_concept_id IN (SELECT descendant_concept_id FROM concept_ancestor WHERE ancestor_concept_id = 789578)) AS any_levodopa

SELECT (SELECT COUNT(DISTINCT person_id) FROM death) AS dead, (SELECT COUNT(*) FROM person) AS everybody

PIVOT (SELECT EXTRACT(YEAR FROM visit_start_date) AS yr, visit_concept_id FROM visit_occurrence) ON visit_concept_id IN (9201, 9202, 9203) USING COUNT(*) GROUP BY yr

SELECT person_id, LIST(DISTINCT drug_concept_id ORDER BY drug_concept_id) AS drugs FROM drug_era GROUP BY person_id

SELECT STRING_AGG(DISTINCT c.concept_name, ', ' ORDER BY c.concept_name) AS allergies, o.person_id
FROM observation o JOIN concept c ON c.concept_id = o.observation_concept_id
WHERE o.observation_concept_id IN (439224, 4102123)
GROUP BY o.person_id

SELECT gender_concept_id, race_concept_id, COUNT(*) FROM person GROUP BY GROUPING SETS ((gender_concept_id), (race_concept_id), ())

SELECT COALESCE(CAST(gender_concept_id AS VARCHAR), 'all') AS sex, COUNT(*) AS n FROM person GROUP BY ROLLUP (gender_concept_id)

SELECT NTILE(4) OVER (ORDER BY n) AS quartile, person_id, n FROM (SELECT person_id, COUNT(*) AS n FROM drug_exposure GROUP BY person_id)

SELECT yr, n, SUM(n) OVER (ORDER BY yr) AS cumulative FROM (SELECT EXTRACT(YEAR FROM death_date) AS yr, COUNT(*) AS n FROM death GROUP BY 1) t ORDER BY yr

SELECT person_id, visit_start_date FROM visit_occurrence WHERE visit_concept_id = 9201 QUALIFY ROW_NUMBER() OVER (PARTITION BY person_id ORDER BY visit_start_date, visit_occurrence_id) = 1

SELECT DISTINCT ON (person_id) person_id, condition_start_date, condition_concept_id FROM condition_occurrence ORDER BY person_id, condition_start_date, condition_occurrence_id

SELECT DATE_TRUNC('month', procedure_date) AS m, COUNT(*) AS colonoscopies FROM procedure_occurrence
WHERE procedure_concept_id IN (SELECT descendant_concept_id FROM concept_ancestor WHERE ancestor_concept_id = 4249893) GROUP BY m ORDER BY m

SELECT CORR(h.value_as_number, w.value_as_number) FROM measurement h JOIN measurement w USING (person_id, measurement_date)
WHERE h.measurement_concept_id = 3036277 AND w.measurement_concept_id = 3025315 AND h.unit_concept_id = 8582 AND w.unit_concept_id = 9529

WITH RECURSIVE kids AS (
  SELECT concept_id_2 AS concept_id, 1 AS depth FROM concept_relationship WHERE concept_id_1 = 316866 AND relationship_id = 'Subsumes'
  UNION
  SELECT cr.concept_id_2, k.depth + 1 FROM kids k JOIN concept_relationship cr ON cr.concept_id_1 = k.concept_id AND cr.relationship_id = 'Subsumes'
  WHERE k.depth < 10
)
SELECT COUNT(DISTINCT concept_id) FROM kids

SELECT COUNT(DISTINCT person_id) FROM condition_occurrence WHERE condition_concept_id IN ([condition@type 2 diabetes])

SELECT COUNT(DISTINCT d.person_id) AS n FROM drug_exposure d JOIN condition_occurrence c ON c.person_id = d.person_id
WHERE d.drug_concept_id IN ([drug@lisinopril]) AND c.condition_concept_id IN ([condition@cough]) AND c.condition_start_date > d.drug_exposure_start_date

SELECT AVG(value_as_number) FROM measurement WHERE measurement_concept_id IN ([measurement@HbA1c]) AND unit_concept_id = 8554
