-- id: four-conditions
-- question: How many patients have heart failure, chronic kidney disease, type 2 diabetes and hypertension?
-- paraphrase: What is the number of people diagnosed with all of heart failure, chronic kidney disease, type 2 diabetes and hypertension?
-- paraphrase: Count the patients with heart failure, chronic kidney disease, type 2 diabetes and hypertension.
-- paraphrase: # of pts w/ HF, CKD, T2DM and HTN
-- topic: combination
-- note: all four, in any order, at any time
-- note: trap: joining the four sets of records multiplies them by each other before they are counted; EXISTS does not
SELECT COUNT(DISTINCT co.person_id) AS patients
FROM condition_occurrence AS co
WHERE co.condition_concept_id IN ([condition@heart failure])
  AND co.person_id IN (SELECT second.person_id FROM condition_occurrence AS second
                       WHERE second.condition_concept_id IN ([condition@chronic kidney disease]))
  AND co.person_id IN (SELECT third.person_id FROM condition_occurrence AS third
                       WHERE third.condition_concept_id IN ([condition@type 2 diabetes]))
  AND co.person_id IN (SELECT fourth.person_id FROM condition_occurrence AS fourth
                       WHERE fourth.condition_concept_id IN ([condition@hypertension]));
