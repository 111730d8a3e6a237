-- id: prevalence
-- question: What is the prevalence of type 2 diabetes?
-- paraphrase: What is the prevalence of type 2 diabetes in percent of all observed patients?
-- paraphrase: How prevalent is type 2 diabetes among observed patients?
-- paraphrase: T2DM prevalence
-- paraphrase: What is the prevalence of type 2 diabtes?
-- topic: prevalence
-- note: over the whole time of the database: ever recorded, in percent of everyone with an observation period
WITH population AS (
  SELECT DISTINCT p.person_id
  FROM person AS p
  JOIN observation_period AS op ON op.person_id = p.person_id
), outcome AS (
  SELECT DISTINCT co.person_id
  FROM condition_occurrence AS co
  WHERE co.condition_concept_id IN ([condition@type 2 diabetes])
)
SELECT ROUND(100.0 * COUNT(DISTINCT oc.person_id) / NULLIF(COUNT(DISTINCT pop.person_id), 0), 2) AS percentage,
       COUNT(DISTINCT oc.person_id) AS patients_with_condition,
       COUNT(DISTINCT pop.person_id) AS patients
FROM population AS pop
LEFT JOIN outcome AS oc ON oc.person_id = pop.person_id;
