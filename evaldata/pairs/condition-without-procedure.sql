-- id: condition-without-procedure
-- question: How many patients with heart failure never had an echocardiography?
-- paraphrase: What is the number of people with heart failure without an echocardiography?
-- paraphrase: Count the patients with heart failure who did not undergo an echocardiography.
-- paraphrase: Among patients with heart failure, how many have no echocardiography on record?
-- paraphrase: How many pts with HF never had an echocardiogrphy?
-- topic: combination
-- note: no such procedure at any time
SELECT COUNT(DISTINCT co.person_id) AS patients
FROM condition_occurrence AS co
WHERE co.condition_concept_id IN ([condition@heart failure])
  AND NOT EXISTS (SELECT 1 FROM procedure_occurrence AS po
              WHERE po.person_id = co.person_id
                AND po.procedure_concept_id IN ([procedure@echocardiography]));
