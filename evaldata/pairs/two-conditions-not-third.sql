-- id: two-conditions-not-third
-- question: How many patients have type 2 diabetes and hypertension but not chronic kidney disease?
-- paraphrase: What is the number of people diagnosed with both type 2 diabetes and hypertension without chronic kidney disease?
-- paraphrase: Among patients with type 2 diabetes and hypertension, how many do not have chronic kidney disease?
-- paraphrase: # of pts w/ T2DM and HTN but not CKD
-- topic: combination
-- note: no record of the third condition at any time
SELECT COUNT(DISTINCT co.person_id) AS patients
FROM condition_occurrence AS co
WHERE co.condition_concept_id IN ([condition@type 2 diabetes])
  AND co.person_id IN (SELECT second.person_id FROM condition_occurrence AS second
                       WHERE second.condition_concept_id IN ([condition@hypertension]))
  AND NOT EXISTS (SELECT 1 FROM condition_occurrence AS third
              WHERE third.person_id = co.person_id
                AND third.condition_concept_id IN ([condition@chronic kidney disease]));
