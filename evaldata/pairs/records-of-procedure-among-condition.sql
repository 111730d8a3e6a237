-- id: records-of-procedure-among-condition
-- question: How many times was an echocardiography performed in patients with heart failure?
-- paraphrase: What is the number of echocardiography procedures of people with heart failure?
-- paraphrase: Among patients with heart failure, how often was an echocardiography done?
-- topic: records
-- note: procedures, not patients; before or after the diagnosis
SELECT COUNT(po.procedure_occurrence_id) AS procedures,
       COUNT(DISTINCT po.person_id) AS patients
FROM procedure_occurrence AS po
WHERE po.procedure_concept_id IN ([procedure@echocardiography])
  AND po.person_id IN (SELECT co.person_id FROM condition_occurrence AS co
                       WHERE co.condition_concept_id IN ([condition@heart failure]));
