-- id: treatment-ladder
-- question: How many patients had type 2 diabetes, then took metformin, then glipizide and then insulin glargine?
-- paraphrase: Count the patients with type 2 diabetes followed by metformin followed by glipizide followed by insulin glargine.
-- paraphrase: What is the number of people with type 2 diabetes, then metformin, then glipizide, then insulin glargine?
-- topic: temporal
-- note: each step strictly later than the step before
-- note: trap: comparing every step with the diagnosis alone lets the drugs come in any order
WITH diagnosed AS (
  SELECT co.person_id, MIN(co.condition_start_date) AS first_date
  FROM condition_occurrence AS co
  WHERE co.condition_concept_id IN ([condition@type 2 diabetes])
  GROUP BY co.person_id
), second_step AS (
  SELECT de.person_id, MIN(de.drug_exposure_start_date) AS first_date
  FROM diagnosed AS step
  JOIN drug_exposure AS de ON de.person_id = step.person_id
  WHERE de.drug_concept_id IN ([drug@metformin])
    AND de.drug_exposure_start_date > step.first_date
  GROUP BY de.person_id
), third_step AS (
  SELECT de.person_id, MIN(de.drug_exposure_start_date) AS first_date
  FROM second_step AS step
  JOIN drug_exposure AS de ON de.person_id = step.person_id
  WHERE de.drug_concept_id IN ([drug@glipizide])
    AND de.drug_exposure_start_date > step.first_date
  GROUP BY de.person_id
)
SELECT COUNT(DISTINCT de.person_id) AS patients
FROM third_step AS step
JOIN drug_exposure AS de ON de.person_id = step.person_id
WHERE de.drug_concept_id IN ([drug@insulin glargine])
  AND de.drug_exposure_start_date > step.first_date;
