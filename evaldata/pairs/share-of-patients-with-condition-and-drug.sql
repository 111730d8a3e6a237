-- id: share-of-patients-with-condition-and-drug
-- question: What percentage of patients had type 2 diabetes and took metformin?
-- paraphrase: What share of all patients has type 2 diabetes and takes metformin?
-- paraphrase: What percent of people were diagnosed with type 2 diabetes and took metformin?
-- paraphrase: What percentage of patients had type 2 diabtes and took metformin?
-- topic: share
-- note: the denominator is everyone in the database; of those with the condition, ask "of patients with …"
WITH population AS (
  SELECT p.person_id
  FROM person AS p
), outcome AS (
  SELECT DISTINCT co.person_id
  FROM condition_occurrence AS co
  WHERE co.condition_concept_id IN ([condition@type 2 diabetes])
    AND EXISTS (
      SELECT 1
      FROM drug_exposure AS de
      WHERE de.person_id = co.person_id
        AND de.drug_concept_id IN ([drug@metformin])
    )
)
SELECT ROUND(100.0 * COUNT(DISTINCT oc.person_id) / NULLIF(COUNT(DISTINCT pop.person_id), 0), 2) AS percentage,
       COUNT(DISTINCT oc.person_id) AS patients_with_both,
       COUNT(DISTINCT pop.person_id) AS patients
FROM population AS pop
LEFT JOIN outcome AS oc ON oc.person_id = pop.person_id;
