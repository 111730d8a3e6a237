-- id: multimorbidity-by-age-group
-- question: Let multimorbidity be at least 3 of hypertension, type 2 diabetes, heart failure, coronary artery disease, atrial fibrillation, stroke, chronic obstructive pulmonary disease, asthma, chronic kidney disease, depression, dementia and osteoporosis: what percentage of patients had multimorbidity before 2010, by 10-year age group?
-- paraphrase: Define multimorbidity as 3 or more of hypertension, type 2 diabetes, heart failure, coronary artery disease, atrial fibrillation, stroke, chronic obstructive pulmonary disease, asthma, chronic kidney disease, depression, dementia and osteoporosis; what share of patients had multimorbidity before 2010, by 10-year age group?
-- paraphrase: multimorbidity = at least 3 of HTN, T2DM, HF, CAD, afib, stroke, COPD, asthma, CKD, depression, dementia and osteoporosis. % of pts with multimorbidity before 2010 by 10-year age group?
-- topic: cohort
-- note: conditions recorded before the year; people observed on its first day, by their age in it, the year minus the year of birth
-- note: trap: one denominator for all age groups; people who died or left before the year, and conditions found later
WITH counted AS (
  SELECT co.person_id,
         MAX(CASE WHEN co.condition_concept_id IN ([condition@hypertension]) THEN 1 ELSE 0 END)
         + MAX(CASE WHEN co.condition_concept_id IN ([condition@type 2 diabetes]) THEN 1 ELSE 0 END)
         + MAX(CASE WHEN co.condition_concept_id IN ([condition@heart failure]) THEN 1 ELSE 0 END)
         + MAX(CASE WHEN co.condition_concept_id IN ([condition@coronary artery disease]) THEN 1 ELSE 0 END)
         + MAX(CASE WHEN co.condition_concept_id IN ([condition@atrial fibrillation]) THEN 1 ELSE 0 END)
         + MAX(CASE WHEN co.condition_concept_id IN ([condition@stroke]) THEN 1 ELSE 0 END)
         + MAX(CASE WHEN co.condition_concept_id IN ([condition@chronic obstructive pulmonary disease]) THEN 1 ELSE 0 END)
         + MAX(CASE WHEN co.condition_concept_id IN ([condition@asthma]) THEN 1 ELSE 0 END)
         + MAX(CASE WHEN co.condition_concept_id IN ([condition@chronic kidney disease]) THEN 1 ELSE 0 END)
         + MAX(CASE WHEN co.condition_concept_id IN ([condition@depression]) THEN 1 ELSE 0 END)
         + MAX(CASE WHEN co.condition_concept_id IN ([condition@dementia]) THEN 1 ELSE 0 END)
         + MAX(CASE WHEN co.condition_concept_id IN ([condition@osteoporosis]) THEN 1 ELSE 0 END) AS conditions
  FROM condition_occurrence AS co
  WHERE EXTRACT(YEAR FROM co.condition_start_date) < 2010
  GROUP BY co.person_id
), population AS (
  SELECT p.person_id, 2010 - p.year_of_birth AS age, COALESCE(n.conditions, 0) AS conditions
  FROM person AS p
  JOIN observation_period AS op ON op.person_id = p.person_id
                               AND DATE '2010-01-01' BETWEEN op.observation_period_start_date AND op.observation_period_end_date
  LEFT JOIN counted AS n ON n.person_id = p.person_id
), banded AS (
  SELECT pop.person_id, pop.conditions,
         pop.age - pop.age % w.years AS from_age, pop.age - pop.age % w.years + w.years - 1 AS to_age
  FROM population AS pop
  CROSS JOIN (SELECT 10 AS years) AS w
)
SELECT CAST(b.from_age AS VARCHAR) || '-' || CAST(b.to_age AS VARCHAR) AS age_group,
       ROUND(100.0 * COUNT(DISTINCT b.person_id) FILTER (WHERE b.conditions >= 3) / NULLIF(COUNT(DISTINCT b.person_id), 0), 2) AS percentage,
       COUNT(DISTINCT b.person_id) FILTER (WHERE b.conditions >= 3) AS multimorbid,
       COUNT(DISTINCT b.person_id) AS patients
FROM banded AS b
GROUP BY b.from_age, b.to_age
ORDER BY b.from_age;
