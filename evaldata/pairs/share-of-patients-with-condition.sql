-- id: share-of-patients-with-condition
-- question: What percentage of patients have type 2 diabetes?
-- paraphrase: What share of all patients has type 2 diabetes?
-- paraphrase: What proportion of people have been diagnosed with type 2 diabetes?
-- paraphrase: Of all patients, what percent have type 2 diabetes?
-- paraphrase: Percentage of the population with a diagnosis of type 2 diabetes
-- paraphrase: How many percent of all patients have type 2 diabetes?
-- paraphrase: What percentage of the population has type 2 diabetes?
-- paraphrase: % of pts w/ T2DM
-- paraphrase: hello, can you tell me what percentage of people have type 2 diabetes?
-- topic: share
-- note: of everyone in the database; ever recorded
WITH population AS (
  SELECT p.person_id
  FROM person AS p
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
