-- id: condition-without-procedure
-- question: How many patients with end-stage renal disease never had hemodialysis?
-- paraphrase: What is the number of people with end-stage renal disease without hemodialysis?
-- paraphrase: Count the patients with end-stage renal disease who did not undergo hemodialysis.
-- paraphrase: Among patients with ESRD, how many have no hemodialysis on record?
-- topic: combination
-- note: no such procedure at any time
SELECT COUNT(DISTINCT co.person_id) AS patients
FROM condition_occurrence AS co
WHERE co.condition_concept_id IN ([condition@end-stage renal disease])
  AND NOT EXISTS (SELECT 1 FROM procedure_occurrence AS po
              WHERE po.person_id = co.person_id
                AND po.procedure_concept_id IN ([procedure@hemodialysis]));
