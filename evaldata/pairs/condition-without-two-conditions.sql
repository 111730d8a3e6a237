-- id: condition-without-two-conditions
-- question: How many patients have heart failure but neither type 2 diabetes nor hypertension?
-- paraphrase: What is the number of people with heart failure who have neither type 2 diabetes nor hypertension?
-- paraphrase: Among patients with heart failure, how many were never diagnosed with type 2 diabetes or hypertension?
-- paraphrase: # of pts with HF but neither T2DM nor HTN
-- topic: combination
-- note: no record of either at any time
SELECT COUNT(DISTINCT co.person_id) AS patients
FROM condition_occurrence AS co
WHERE co.condition_concept_id IN ([condition@heart failure])
  AND NOT EXISTS (SELECT 1 FROM condition_occurrence AS second
              WHERE second.person_id = co.person_id
                AND second.condition_concept_id IN ([condition@type 2 diabetes]))
  AND NOT EXISTS (SELECT 1 FROM condition_occurrence AS third
              WHERE third.person_id = co.person_id
                AND third.condition_concept_id IN ([condition@hypertension]));
