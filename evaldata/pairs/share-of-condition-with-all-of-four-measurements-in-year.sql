-- id: share-of-condition-with-all-of-four-measurements-in-year
-- question: What percentage of patients with type 2 diabetes had all of HbA1c, LDL cholesterol, creatinine and urine albumin creatinine ratio measured in 2009?
-- paraphrase: Of the patients with type 2 diabetes, what percent had all of the measurements HbA1c, LDL cholesterol, creatinine and urine albumin creatinine ratio in 2009?
-- paraphrase: % of T2DM pts with all of HbA1c, LDL cholesterol, creatinine and urine albumin creatinine ratio measured in 2009
-- topic: measurement-value
-- note: people diagnosed before the year, observed for all of it; each of the four at least once in it
-- note: trap: joining the measurements counts only people who had one; people not observed for the whole year had less time to be measured
WITH population AS (
  SELECT co.person_id
  FROM condition_occurrence AS co
  JOIN observation_period AS op ON op.person_id = co.person_id
                               AND op.observation_period_start_date <= DATE '2009-01-01'
                               AND op.observation_period_end_date >= DATE '2009-12-31'
  WHERE co.condition_concept_id IN ([condition@type 2 diabetes])
  GROUP BY co.person_id
  HAVING MIN(co.condition_start_date) < DATE '2009-01-01'
), measured AS (
  SELECT pop.person_id,
         MAX(CASE WHEN me.measurement_concept_id IN ([measurement@HbA1c]) THEN 1 ELSE 0 END)
         + MAX(CASE WHEN me.measurement_concept_id IN ([measurement@LDL cholesterol]) THEN 1 ELSE 0 END)
         + MAX(CASE WHEN me.measurement_concept_id IN ([measurement@creatinine]) THEN 1 ELSE 0 END)
         + MAX(CASE WHEN me.measurement_concept_id IN ([measurement@urine albumin creatinine ratio]) THEN 1 ELSE 0 END) AS measurements
  FROM population AS pop
  LEFT JOIN measurement AS me ON me.person_id = pop.person_id
                             AND EXTRACT(YEAR FROM me.measurement_date) = 2009
  GROUP BY pop.person_id
)
SELECT ROUND(100.0 * COUNT(DISTINCT m.person_id) FILTER (WHERE m.measurements = 4) / NULLIF(COUNT(DISTINCT m.person_id), 0), 2) AS percentage,
       COUNT(DISTINCT m.person_id) FILTER (WHERE m.measurements = 4) AS with_all,
       COUNT(DISTINCT m.person_id) AS patients
FROM measured AS m;
