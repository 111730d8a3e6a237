-- id: condition-then-drug-then-condition
-- question: How many patients had type 2 diabetes, then took metformin and then had chronic kidney disease?
-- paraphrase: What is the number of people diagnosed with type 2 diabetes who later took metformin and after that had chronic kidney disease?
-- paraphrase: Count the patients with type 2 diabetes followed by metformin followed by chronic kidney disease.
-- topic: temporal
-- note: each step strictly later than the step before
-- note: trap: comparing every step with the first instead of the step before lets the third come before the second
WITH first_condition AS (
  SELECT co.person_id, MIN(co.condition_start_date) AS first_date
  FROM condition_occurrence AS co
  WHERE co.condition_concept_id IN ([condition@type 2 diabetes])
  GROUP BY co.person_id
), then_drug AS (
  SELECT de.person_id, MIN(de.drug_exposure_start_date) AS first_date
  FROM first_condition AS f
  JOIN drug_exposure AS de ON de.person_id = f.person_id
  WHERE de.drug_concept_id IN ([drug@metformin])
    AND de.drug_exposure_start_date > f.first_date
  GROUP BY de.person_id
)
SELECT COUNT(DISTINCT later.person_id) AS patients
FROM then_drug AS t
JOIN condition_occurrence AS later ON later.person_id = t.person_id
WHERE later.condition_concept_id IN ([condition@chronic kidney disease])
  AND later.condition_start_date > t.first_date;
