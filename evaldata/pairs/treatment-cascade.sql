-- id: treatment-cascade
-- question: Of the patients with type 2 diabetes, how many took metformin, how many of these took glipizide later, and how many of these took insulin glargine later still?
-- paraphrase: Count the patients with type 2 diabetes, those of them who took metformin, those of these who took glipizide later and those of these who took insulin glargine later still.
-- paraphrase: T2DM pts: how many took metformin, how many of these took glipizide later, how many of these took insulin glargine later still?
-- topic: drug-utilization
-- note: four numbers, each a part of the one before: diagnosed, first exposure to the first drug on or after the diagnosis, then each next drug strictly later than the one before
-- note: trap: counting each drug among all patients gives numbers that are no parts of one another
WITH diagnosed AS (
  SELECT co.person_id, MIN(co.condition_start_date) AS first_date
  FROM condition_occurrence AS co
  WHERE co.condition_concept_id IN ([condition@type 2 diabetes])
  GROUP BY co.person_id
), first_step AS (
  SELECT de.person_id, MIN(de.drug_exposure_start_date) AS first_date
  FROM diagnosed AS d
  JOIN drug_exposure AS de ON de.person_id = d.person_id
  WHERE de.drug_concept_id IN ([drug@metformin])
    AND de.drug_exposure_start_date >= d.first_date
  GROUP BY de.person_id
), second_step AS (
  SELECT de.person_id, MIN(de.drug_exposure_start_date) AS first_date
  FROM first_step AS step
  JOIN drug_exposure AS de ON de.person_id = step.person_id
  WHERE de.drug_concept_id IN ([drug@glipizide])
    AND de.drug_exposure_start_date > step.first_date
  GROUP BY de.person_id
), third_step AS (
  SELECT de.person_id, MIN(de.drug_exposure_start_date) AS first_date
  FROM second_step AS step
  JOIN drug_exposure AS de ON de.person_id = step.person_id
  WHERE de.drug_concept_id IN ([drug@insulin glargine])
    AND de.drug_exposure_start_date > step.first_date
  GROUP BY de.person_id
)
SELECT COUNT(DISTINCT d.person_id) AS patients,
       COUNT(DISTINCT s1.person_id) AS on_first_drug,
       COUNT(DISTINCT s2.person_id) AS on_second_drug,
       COUNT(DISTINCT s3.person_id) AS on_third_drug
FROM diagnosed AS d
LEFT JOIN first_step AS s1 ON s1.person_id = d.person_id
LEFT JOIN second_step AS s2 ON s2.person_id = d.person_id
LEFT JOIN third_step AS s3 ON s3.person_id = d.person_id;
