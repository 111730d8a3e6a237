-- Correct SQL of studies, long and in many CTEs.

-- new users with a washout of a year
WITH first_use AS (
  SELECT person_id, MIN(drug_exposure_start_date) AS index_date FROM drug_exposure WHERE drug_concept_id IN ([drug@celecoxib]) GROUP BY person_id
), observed AS (
  SELECT f.person_id, f.index_date FROM first_use f
  JOIN observation_period op ON op.person_id = f.person_id AND f.index_date BETWEEN op.observation_period_start_date + INTERVAL '365' DAY AND op.observation_period_end_date
)
SELECT COUNT(*) AS new_users FROM observed

-- incidence of bleeding among new users, by person-time at risk
WITH t AS (
  SELECT d.person_id, MIN(d.drug_exposure_start_date) AS start_date FROM drug_exposure d WHERE d.drug_concept_id IN ([drug@diclofenac]) GROUP BY d.person_id
), risk AS (
  SELECT t.person_id, t.start_date, LEAST(op.observation_period_end_date, t.start_date + INTERVAL '180' DAY) AS stop_date
  FROM t JOIN observation_period op ON op.person_id = t.person_id AND t.start_date BETWEEN op.observation_period_start_date AND op.observation_period_end_date
), bleed AS (
  SELECT r.person_id, MIN(c.condition_start_date) AS bleed_date
  FROM risk r JOIN condition_occurrence c ON c.person_id = r.person_id AND c.condition_start_date > r.start_date AND c.condition_start_date <= r.stop_date
  WHERE c.condition_concept_id IN ([condition@gastrointestinal hemorrhage]) GROUP BY r.person_id
)
SELECT COUNT(b.person_id) AS cases, SUM(DATE_DIFF('day', r.start_date, COALESCE(b.bleed_date, r.stop_date))) / 365.25 AS person_years,
       1000.0 * COUNT(b.person_id) / NULLIF(SUM(DATE_DIFF('day', r.start_date, COALESCE(b.bleed_date, r.stop_date))) / 365.25, 0) AS rate_per_1000
FROM risk r LEFT JOIN bleed b ON b.person_id = r.person_id

-- point prevalence at mid-year among those observed on the day
SELECT y.mid AS on_day, COUNT(DISTINCT op.person_id) AS observed, COUNT(DISTINCT c.person_id) AS with_asthma,
       COUNT(DISTINCT c.person_id) * 1.0 / NULLIF(COUNT(DISTINCT op.person_id), 0) AS prevalence
FROM (VALUES (DATE '2008-07-01'), (DATE '2009-07-01'), (DATE '2010-07-01')) AS y(mid)
JOIN observation_period op ON y.mid BETWEEN op.observation_period_start_date AND op.observation_period_end_date
LEFT JOIN condition_occurrence c ON c.person_id = op.person_id AND c.condition_start_date <= y.mid AND c.condition_concept_id IN ([condition@asthma])
GROUP BY y.mid ORDER BY y.mid

-- readmission within 30 days of discharge
WITH stays AS (
  SELECT person_id, visit_start_date, visit_end_date,
         LEAD(visit_start_date) OVER (PARTITION BY person_id ORDER BY visit_start_date, visit_occurrence_id) AS next_start
  FROM visit_occurrence WHERE visit_concept_id = 9201 AND visit_end_date IS NOT NULL
)
SELECT COUNT(*) AS discharges, SUM(CASE WHEN next_start > visit_end_date AND next_start <= visit_end_date + INTERVAL '30' DAY THEN 1 ELSE 0 END) AS readmitted
FROM stays

-- sequence of first and second line
WITH lines AS (
  SELECT person_id, drug_concept_id, MIN(drug_era_start_date) AS d,
         ROW_NUMBER() OVER (PARTITION BY person_id ORDER BY MIN(drug_era_start_date)) AS line
  FROM drug_era WHERE drug_concept_id IN ([drug@metformin], [drug@glipizide], [drug@insulin glargine]) GROUP BY person_id, drug_concept_id
)
SELECT f.concept_name AS first_line, s.concept_name AS second_line, COUNT(*) AS persons
FROM lines a JOIN lines b ON b.person_id = a.person_id AND b.line = 2
JOIN concept f ON f.concept_id = a.drug_concept_id
JOIN concept s ON s.concept_id = b.drug_concept_id
WHERE a.line = 1
GROUP BY 1, 2 ORDER BY persons DESC

-- discontinuation: no exposure for 90 days after the last supply
WITH supply AS (
  SELECT person_id, drug_exposure_start_date AS s, COALESCE(drug_exposure_end_date, drug_exposure_start_date + CAST(COALESCE(days_supply, 30) AS INTEGER)) AS e
  FROM drug_exposure WHERE drug_concept_id IN ([drug@atorvastatin])
), gaps AS (
  SELECT person_id, s, MAX(e) OVER (PARTITION BY person_id ORDER BY s ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING) AS covered_to FROM supply
)
SELECT COUNT(DISTINCT person_id) AS stopped FROM gaps WHERE s > covered_to + INTERVAL '90' DAY

-- cases and controls matched on sex and year of birth
WITH cases AS (SELECT DISTINCT person_id FROM condition_occurrence WHERE condition_concept_id IN ([condition@myocardial infarction])),
controls AS (
  SELECT c.person_id AS case_id, p2.person_id AS control_id, ROW_NUMBER() OVER (PARTITION BY c.person_id ORDER BY p2.person_id) AS n
  FROM cases c JOIN person p1 ON p1.person_id = c.person_id
  JOIN person p2 ON p2.gender_concept_id = p1.gender_concept_id AND p2.year_of_birth = p1.year_of_birth
  WHERE NOT EXISTS (SELECT 1 FROM cases x WHERE x.person_id = p2.person_id)
)
SELECT COUNT(DISTINCT case_id) AS cases, COUNT(*) AS controls FROM controls WHERE n <= 4

-- Charlson-like score by person
WITH weights(condition_group, weight) AS (VALUES ('mi', 1), ('chf', 1), ('renal', 2)),
hits AS (
  SELECT DISTINCT person_id, 'mi' AS condition_group FROM condition_occurrence WHERE condition_concept_id IN ([condition@myocardial infarction])
  UNION ALL SELECT DISTINCT person_id, 'chf' FROM condition_occurrence WHERE condition_concept_id IN ([condition@heart failure])
  UNION ALL SELECT DISTINCT person_id, 'renal' FROM condition_occurrence WHERE condition_concept_id IN ([condition@chronic kidney disease])
), scores AS (
  SELECT p.person_id, COALESCE(SUM(w.weight), 0) AS score
  FROM person p LEFT JOIN hits h ON h.person_id = p.person_id LEFT JOIN weights w ON w.condition_group = h.condition_group GROUP BY p.person_id
)
SELECT score, COUNT(*) AS persons FROM scores GROUP BY score ORDER BY score

-- exposure overlapping pregnancy as an interval
WITH pregnancy AS (
  SELECT person_id, condition_start_date - INTERVAL '280' DAY AS s, condition_start_date AS e FROM condition_occurrence WHERE condition_concept_id IN ([condition@delivery])
)
SELECT COUNT(DISTINCT p.person_id) AS exposed
FROM pregnancy p JOIN drug_exposure d ON d.person_id = p.person_id AND d.drug_exposure_start_date <= p.e AND COALESCE(d.drug_exposure_end_date, d.drug_exposure_start_date) >= p.s
WHERE d.drug_concept_id IN ([drug@valproate])

-- survival at one year after diagnosis, among those observed as long or dead
WITH dx AS (SELECT person_id, MIN(condition_start_date) AS d FROM condition_occurrence WHERE condition_concept_id IN ([condition@lung cancer]) GROUP BY person_id)
SELECT COUNT(*) AS persons, COUNT(*) FILTER (WHERE x.death_date IS NULL OR x.death_date > dx.d + INTERVAL '365' DAY) AS alive
FROM dx JOIN observation_period op ON op.person_id = dx.person_id AND dx.d BETWEEN op.observation_period_start_date AND op.observation_period_end_date
LEFT JOIN death x ON x.person_id = dx.person_id
WHERE op.observation_period_end_date >= dx.d + INTERVAL '365' DAY OR x.death_date <= dx.d + INTERVAL '365' DAY

-- first value after and last before
WITH ix AS (SELECT person_id, MIN(drug_exposure_start_date) AS d FROM drug_exposure WHERE drug_concept_id IN ([drug@metformin]) GROUP BY person_id),
m AS (SELECT person_id, measurement_date, value_as_number FROM measurement WHERE measurement_concept_id IN ([measurement@hemoglobin a1c]) AND unit_concept_id = 8554 AND value_as_number IS NOT NULL),
base AS (SELECT ix.person_id, ARG_MAX(m.value_as_number, m.measurement_date) AS v FROM ix JOIN m ON m.person_id = ix.person_id AND m.measurement_date <= ix.d GROUP BY ix.person_id),
follow AS (SELECT ix.person_id, ARG_MIN(m.value_as_number, m.measurement_date) AS v FROM ix JOIN m ON m.person_id = ix.person_id AND m.measurement_date > ix.d + INTERVAL '90' DAY GROUP BY ix.person_id)
SELECT COUNT(*) AS persons, AVG(follow.v - base.v) AS change FROM base JOIN follow USING (person_id)

-- attrition
WITH s1 AS (SELECT DISTINCT person_id FROM condition_occurrence WHERE condition_concept_id IN ([condition@atrial fibrillation])),
s2 AS (SELECT s1.person_id FROM s1 JOIN person p ON p.person_id = s1.person_id WHERE p.year_of_birth <= 1950),
s3 AS (SELECT s2.person_id FROM s2 WHERE EXISTS (SELECT 1 FROM drug_exposure d WHERE d.person_id = s2.person_id AND d.drug_concept_id IN ([drug@warfarin])))
SELECT 1 AS step, 'atrial fibrillation' AS what, COUNT(*) AS persons FROM s1
UNION ALL SELECT 2, 'born by 1950', COUNT(*) FROM s2
UNION ALL SELECT 3, 'on warfarin', COUNT(*) FROM s3
ORDER BY step

-- gaps and islands of visits
WITH v AS (
  SELECT person_id, visit_start_date AS s, COALESCE(visit_end_date, visit_start_date) AS e FROM visit_occurrence
), marked AS (
  SELECT person_id, s, e, CASE WHEN s <= MAX(e) OVER (PARTITION BY person_id ORDER BY s, e ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING) + INTERVAL '1' DAY THEN 0 ELSE 1 END AS is_new FROM v
), grouped AS (
  SELECT person_id, s, e, SUM(is_new) OVER (PARTITION BY person_id ORDER BY s, e ROWS UNBOUNDED PRECEDING) AS episode FROM marked
)
SELECT COUNT(*) AS episodes FROM (SELECT person_id, episode FROM grouped GROUP BY person_id, episode) x

-- a condition confirmed by two records at least 30 days apart
SELECT COUNT(*) AS confirmed
FROM (SELECT person_id FROM condition_occurrence WHERE condition_concept_id IN ([condition@rheumatoid arthritis])
      GROUP BY person_id HAVING MAX(condition_start_date) >= MIN(condition_start_date) + INTERVAL '30' DAY) AS x

-- standardisation by age band with weights of one's own
WITH std(band, w) AS (VALUES ('0-17', 0.25), ('18-64', 0.6), ('65+', 0.15)),
people AS (
  SELECT op.person_id, CASE WHEN 2010 - p.year_of_birth < 18 THEN '0-17' WHEN 2010 - p.year_of_birth < 65 THEN '18-64' ELSE '65+' END AS band
  FROM observation_period op JOIN person p ON p.person_id = op.person_id
  WHERE DATE '2010-07-01' BETWEEN op.observation_period_start_date AND op.observation_period_end_date
), rates AS (
  SELECT pe.band, COUNT(DISTINCT c.person_id) * 1.0 / COUNT(DISTINCT pe.person_id) AS prevalence
  FROM people pe LEFT JOIN condition_occurrence c ON c.person_id = pe.person_id AND c.condition_concept_id IN ([condition@hypertension]) AND c.condition_start_date <= DATE '2010-07-01'
  GROUP BY pe.band
)
SELECT SUM(r.prevalence * s.w) AS standardised FROM rates r JOIN std s ON s.band = r.band

-- co-medication: pairs of ingredients of one person, each pair once
SELECT a.drug_concept_id AS drug_a, b.drug_concept_id AS drug_b, COUNT(DISTINCT a.person_id) AS persons
FROM drug_era a JOIN drug_era b ON b.person_id = a.person_id AND b.drug_concept_id > a.drug_concept_id
  AND b.drug_era_start_date <= a.drug_era_end_date AND b.drug_era_end_date >= a.drug_era_start_date
GROUP BY a.drug_concept_id, b.drug_concept_id ORDER BY persons DESC LIMIT 25

-- the interval between successive measurements
SELECT MEDIAN(gap) AS days FROM (
  SELECT DATE_DIFF('day', LAG(measurement_date) OVER w, measurement_date) AS gap
  FROM measurement WHERE measurement_concept_id IN ([measurement@prothrombin time]) WINDOW w AS (PARTITION BY person_id ORDER BY measurement_date)) AS x
WHERE gap IS NOT NULL

-- immortal time is left out: exposure is looked for before the index date only
WITH ix AS (SELECT person_id, MIN(visit_start_date) AS d FROM visit_occurrence WHERE visit_concept_id IN (9201, 262) GROUP BY person_id)
SELECT COUNT(*) AS persons FROM ix
WHERE EXISTS (SELECT 1 FROM drug_exposure d WHERE d.person_id = ix.person_id AND d.drug_concept_id IN ([drug@aspirin])
              AND d.drug_exposure_start_date >= ix.d - INTERVAL '30' DAY AND d.drug_exposure_start_date < ix.d)
