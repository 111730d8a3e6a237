-- id: three-conditions
-- question: How many patients have heart failure, chronic kidney disease and type 2 diabetes?
-- paraphrase: What is the number of people diagnosed with all of heart failure, chronic kidney disease and type 2 diabetes?
-- paraphrase: Count the patients with heart failure who also have chronic kidney disease and type 2 diabetes.
-- paraphrase: pts w/ HF, CKD and T2DM, n?
-- topic: combination
-- note: in any order, at any time
SELECT COUNT(DISTINCT co.person_id) AS patients
FROM condition_occurrence AS co
WHERE co.condition_concept_id IN ([condition@heart failure])
  AND co.person_id IN (SELECT second.person_id FROM condition_occurrence AS second
                       WHERE second.condition_concept_id IN ([condition@chronic kidney disease]))
  AND co.person_id IN (SELECT third.person_id FROM condition_occurrence AS third
                       WHERE third.condition_concept_id IN ([condition@type 2 diabetes]));
