-- id: mortality-rate-by-number-of-conditions
-- question: How many deaths are there per 1000 person-years by number of the conditions hypertension, type 2 diabetes, heart failure, atrial fibrillation, stroke, myocardial infarction, chronic obstructive pulmonary disease, asthma, chronic kidney disease, depression, dementia, osteoporosis, rheumatoid arthritis and cancer recorded before 2009?
-- paraphrase: By number of the conditions hypertension, type 2 diabetes, heart failure, atrial fibrillation, stroke, myocardial infarction, chronic obstructive pulmonary disease, asthma, chronic kidney disease, depression, dementia, osteoporosis, rheumatoid arthritis and cancer recorded before 2009, what is the number of deaths per 1000 person-years?
-- paraphrase: deaths per 1000 PY by number of the conditions HTN, T2DM, HF, afib, stroke, MI, COPD, asthma, CKD, depression, dementia, osteoporosis, RA and cancer recorded before 2009
-- topic: mortality
-- note: different conditions before the year; person-time and deaths from its first day to death or the end of observation, both days included, of the people observed on that day
-- note: trap: conditions recorded during the follow-up are only known of those who lived long enough to get them; person-time before the count is known is time in which nobody could die
WITH counted AS (
  SELECT co.person_id,
         MAX(CASE WHEN co.condition_concept_id IN ([condition@hypertension]) THEN 1 ELSE 0 END)
         + MAX(CASE WHEN co.condition_concept_id IN ([condition@type 2 diabetes]) THEN 1 ELSE 0 END)
         + MAX(CASE WHEN co.condition_concept_id IN ([condition@heart failure]) THEN 1 ELSE 0 END)
         + MAX(CASE WHEN co.condition_concept_id IN ([condition@atrial fibrillation]) THEN 1 ELSE 0 END)
         + MAX(CASE WHEN co.condition_concept_id IN ([condition@stroke]) THEN 1 ELSE 0 END)
         + MAX(CASE WHEN co.condition_concept_id IN ([condition@myocardial infarction]) THEN 1 ELSE 0 END)
         + MAX(CASE WHEN co.condition_concept_id IN ([condition@chronic obstructive pulmonary disease]) THEN 1 ELSE 0 END)
         + MAX(CASE WHEN co.condition_concept_id IN ([condition@asthma]) THEN 1 ELSE 0 END)
         + MAX(CASE WHEN co.condition_concept_id IN ([condition@chronic kidney disease]) THEN 1 ELSE 0 END)
         + MAX(CASE WHEN co.condition_concept_id IN ([condition@depression]) THEN 1 ELSE 0 END)
         + MAX(CASE WHEN co.condition_concept_id IN ([condition@dementia]) THEN 1 ELSE 0 END)
         + MAX(CASE WHEN co.condition_concept_id IN ([condition@osteoporosis]) THEN 1 ELSE 0 END)
         + MAX(CASE WHEN co.condition_concept_id IN ([condition@rheumatoid arthritis]) THEN 1 ELSE 0 END)
         + MAX(CASE WHEN co.condition_concept_id IN ([condition@cancer]) THEN 1 ELSE 0 END) AS conditions
  FROM condition_occurrence AS co
  WHERE EXTRACT(YEAR FROM co.condition_start_date) < 2009
  GROUP BY co.person_id
), followed AS (
  SELECT op.person_id, COALESCE(n.conditions, 0) AS conditions,
         LEAST(op.observation_period_end_date, COALESCE(d.death_date, op.observation_period_end_date)) - DATE '2009-01-01' + 1 AS days,
         COALESCE(d.death_date <= op.observation_period_end_date, FALSE) AS died
  FROM observation_period AS op
  LEFT JOIN counted AS n ON n.person_id = op.person_id
  LEFT JOIN (SELECT person_id, MIN(death_date) AS death_date FROM death GROUP BY person_id) AS d ON d.person_id = op.person_id
  WHERE DATE '2009-01-01' BETWEEN op.observation_period_start_date AND op.observation_period_end_date
    AND (d.death_date IS NULL OR d.death_date >= DATE '2009-01-01')
)
SELECT f.conditions,
       ROUND(1000 * COUNT(DISTINCT f.person_id) FILTER (WHERE f.died) / NULLIF(SUM(f.days) / 365.25, 0), 2) AS rate,
       COUNT(DISTINCT f.person_id) FILTER (WHERE f.died) AS deaths,
       ROUND(SUM(f.days) / 365.25, 1) AS person_years
FROM followed AS f
GROUP BY f.conditions
ORDER BY f.conditions;
