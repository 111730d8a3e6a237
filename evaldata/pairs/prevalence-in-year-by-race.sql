-- id: prevalence-in-year-by-race
-- question: What was the prevalence of chronic kidney disease in 2009, by race?
-- paraphrase: What was the period prevalence of chronic kidney disease in 2009 in percent, for each race?
-- paraphrase: For each race, how prevalent was chronic kidney disease among the patients observed in 2009?
-- paraphrase: CKD prevalence 2009 by race
-- topic: prevalence
-- note: period prevalence: people with a record in the year, in percent of people observed at any time in the year
WITH study AS (SELECT 2009 AS year), population AS (
  SELECT DISTINCT p.person_id, s.year
  FROM study AS s
  JOIN observation_period AS op ON s.year BETWEEN EXTRACT(YEAR FROM op.observation_period_start_date)
                                              AND EXTRACT(YEAR FROM op.observation_period_end_date)
  JOIN person AS p ON p.person_id = op.person_id
), outcome AS (
  SELECT DISTINCT co.person_id
  FROM study AS s
  JOIN condition_occurrence AS co ON EXTRACT(YEAR FROM co.condition_start_date) = s.year
  WHERE co.condition_concept_id IN ([condition@chronic kidney disease])
)
SELECT COALESCE(g.concept_name, CAST(p.race_concept_id AS VARCHAR)) AS race,
       ROUND(100.0 * COUNT(DISTINCT oc.person_id) / NULLIF(COUNT(DISTINCT pop.person_id), 0), 2) AS percentage,
       COUNT(DISTINCT oc.person_id) AS patients_with_condition,
       COUNT(DISTINCT pop.person_id) AS patients
FROM population AS pop
JOIN person AS p ON p.person_id = pop.person_id
LEFT JOIN concept AS g ON g.concept_id = p.race_concept_id
LEFT JOIN outcome AS oc ON oc.person_id = pop.person_id
GROUP BY race
ORDER BY race;
