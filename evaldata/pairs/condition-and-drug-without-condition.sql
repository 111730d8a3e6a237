-- id: condition-and-drug-without-condition
-- question: How many patients with type 2 diabetes took metformin but do not have chronic kidney disease?
-- paraphrase: What is the number of people with type 2 diabetes who were prescribed metformin without chronic kidney disease?
-- paraphrase: Among patients with type 2 diabetes, how many received metformin and were never diagnosed with chronic kidney disease?
-- paraphrase: # of T2DM pts on metformin w/o CKD
-- topic: combination
-- note: no record of the second condition at any time
SELECT COUNT(DISTINCT co.person_id) AS patients
FROM condition_occurrence AS co
WHERE co.condition_concept_id IN ([condition@type 2 diabetes])
  AND co.person_id IN (SELECT de.person_id FROM drug_exposure AS de
                       WHERE de.drug_concept_id IN ([drug@metformin]))
  AND NOT EXISTS (SELECT 1 FROM condition_occurrence AS other
              WHERE other.person_id = co.person_id
                AND other.condition_concept_id IN ([condition@chronic kidney disease]));
