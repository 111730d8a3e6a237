-- id: condition-then-drug-more-than-days
-- question: How many patients with type 2 diabetes took insulin glargine more than 365 days after diagnosis?
-- paraphrase: What is the number of type 2 diabetes patients who received insulin glargine later than 365 days after being diagnosed?
-- paraphrase: More than 365 days after a diagnosis of type 2 diabetes, how many patients took insulin glargine?
-- paraphrase: T2DM pts on insulin glargine more than 365 days after dx, n?
-- topic: temporal
-- note: any exposure later than that; earlier ones are not ruled out
SELECT COUNT(DISTINCT later.person_id) AS patients
FROM (SELECT co.person_id, MIN(co.condition_start_date) AS first_date
      FROM condition_occurrence AS co
      WHERE co.condition_concept_id IN ([condition@type 2 diabetes])
      GROUP BY co.person_id) AS index_event
JOIN drug_exposure AS later ON later.person_id = index_event.person_id
WHERE later.drug_concept_id IN ([drug@insulin glargine])
  AND later.drug_exposure_start_date > index_event.first_date + INTERVAL '365' DAY;
