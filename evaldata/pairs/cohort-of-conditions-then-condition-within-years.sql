-- id: cohort-of-conditions-then-condition-within-years
-- question: Let high risk patients be those with at least 3 of obesity, hypertension, type 2 diabetes and hypertriglyceridemia: what percentage of high risk patients had a myocardial infarction within 2 years afterwards?
-- paraphrase: Define high risk patients as those with 3 or more of obesity, hypertension, type 2 diabetes and hypertriglyceridemia; what share of them had a myocardial infarction within 2 years?
-- paraphrase: Quick question: let's say high risk patients are those with at least 3 of obesity, HTN, T2DM and hypertriglyceridemia. What percentage of the high risk patients had an MI within 2 years afterwards?
-- topic: cohort
-- note: high risk from the day on which the third of the four was first recorded; of the people who had the outcome in the time after that day or were observed to its end; those with the outcome on that day or before are left out
-- note: trap: counting from the first of the conditions gives time at risk to people who were not yet in the cohort, in which they could not leave it either
WITH first_dates AS (
  SELECT co.person_id, MIN(co.condition_start_date) AS first_date
  FROM condition_occurrence AS co
  WHERE co.condition_concept_id IN ([condition@obesity])
  GROUP BY co.person_id
  UNION ALL
  SELECT co.person_id, MIN(co.condition_start_date) AS first_date
  FROM condition_occurrence AS co
  WHERE co.condition_concept_id IN ([condition@hypertension])
  GROUP BY co.person_id
  UNION ALL
  SELECT co.person_id, MIN(co.condition_start_date) AS first_date
  FROM condition_occurrence AS co
  WHERE co.condition_concept_id IN ([condition@type 2 diabetes])
  GROUP BY co.person_id
  UNION ALL
  SELECT co.person_id, MIN(co.condition_start_date) AS first_date
  FROM condition_occurrence AS co
  WHERE co.condition_concept_id IN ([condition@hypertriglyceridemia])
  GROUP BY co.person_id
), numbered AS (
  SELECT f.person_id, f.first_date, ROW_NUMBER() OVER (PARTITION BY f.person_id ORDER BY f.first_date) AS place
  FROM first_dates AS f
), index_event AS (
  SELECT n.person_id, n.first_date, n.first_date + INTERVAL '2' YEAR AS last_date
  FROM numbered AS n
  WHERE n.place = 3
), outcome AS (
  SELECT co.person_id, MIN(co.condition_start_date) AS outcome_date
  FROM condition_occurrence AS co
  WHERE co.condition_concept_id IN ([condition@myocardial infarction])
  GROUP BY co.person_id
), followed AS (
  SELECT i.person_id, o.outcome_date, i.last_date
  FROM index_event AS i
  LEFT JOIN outcome AS o ON o.person_id = i.person_id
  WHERE (o.outcome_date IS NULL OR o.outcome_date > i.first_date)
    AND (o.outcome_date <= i.last_date
         OR EXISTS (SELECT 1 FROM observation_period AS op
                    WHERE op.person_id = i.person_id
                      AND i.first_date >= op.observation_period_start_date
                      AND i.last_date <= op.observation_period_end_date))
)
SELECT ROUND(100.0 * COUNT(DISTINCT f.person_id) FILTER (WHERE f.outcome_date <= f.last_date)
             / NULLIF(COUNT(DISTINCT f.person_id), 0), 2) AS percentage,
       COUNT(DISTINCT f.person_id) FILTER (WHERE f.outcome_date <= f.last_date) AS with_outcome,
       COUNT(DISTINCT f.person_id) AS patients
FROM followed AS f;
