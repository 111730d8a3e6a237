-- id: share-of-drug-with-condition
-- question: What percentage of patients who took metformin have type 2 diabetes?
-- paraphrase: What share of patients on metformin has type 2 diabetes?
-- paraphrase: Of the patients who took metformin, what percent were diagnosed with type 2 diabetes?
-- paraphrase: Among metformin users, what proportion has type 2 diabetes?
-- paraphrase: How many percent of the patients on metformin have type 2 diabetes?
-- paraphrase: % of metformin pts with T2DM
-- topic: share
-- note: in any order, at any time
WITH population AS (
  SELECT DISTINCT de.person_id
  FROM drug_exposure AS de
  WHERE de.drug_concept_id IN ([drug@metformin])
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
