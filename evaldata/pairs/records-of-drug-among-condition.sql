-- id: records-of-drug-among-condition
-- question: How many prescriptions of metformin did patients with type 2 diabetes get?
-- paraphrase: What is the number of metformin prescriptions of people with type 2 diabetes?
-- paraphrase: Among patients with type 2 diabetes, how often was metformin prescribed?
-- paraphrase: # of metformin rx of T2DM pts
-- topic: records
-- note: prescriptions, not patients; before or after the diagnosis
SELECT COUNT(de.drug_exposure_id) AS prescriptions,
       COUNT(DISTINCT de.person_id) AS patients
FROM drug_exposure AS de
WHERE de.drug_concept_id IN ([drug@metformin])
  AND de.person_id IN (SELECT co.person_id FROM condition_occurrence AS co
                       WHERE co.condition_concept_id IN ([condition@type 2 diabetes]));
