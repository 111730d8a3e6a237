-- id: point-prevalence
-- question: What was the prevalence of rheumatoid arthritis on 2009-07-01?
-- paraphrase: What was the point prevalence of rheumatoid arthritis on 2009-07-01 in percent?
-- paraphrase: How prevalent was rheumatoid arthritis among the patients observed on 2009-07-01?
-- paraphrase: prevalence of RA on 2009-07-01
-- topic: prevalence
-- note: people with a record on or before the day, in percent of people observed on the day: for lasting conditions
WITH study AS (SELECT DATE '2009-07-01' AS day), population AS (
  SELECT DISTINCT p.person_id
  FROM study AS s
  JOIN observation_period AS op ON s.day BETWEEN op.observation_period_start_date
                                             AND op.observation_period_end_date
  JOIN person AS p ON p.person_id = op.person_id
), outcome AS (
  SELECT DISTINCT co.person_id
  FROM study AS s
  JOIN condition_occurrence AS co ON co.condition_start_date <= s.day
  WHERE co.condition_concept_id IN ([condition@rheumatoid arthritis])
)
SELECT ROUND(100.0 * COUNT(DISTINCT oc.person_id) / NULLIF(COUNT(DISTINCT pop.person_id), 0), 2) AS percentage,
       COUNT(DISTINCT oc.person_id) AS patients_with_condition,
       COUNT(DISTINCT pop.person_id) AS patients
FROM population AS pop
LEFT JOIN outcome AS oc ON oc.person_id = pop.person_id;
