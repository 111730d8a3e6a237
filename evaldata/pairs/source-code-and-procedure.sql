-- id: source-code-and-procedure
-- question: How many patients with the ICD-10-CM code N18.6 had hemodialysis?
-- paraphrase: What is the number of people with ICD10CM code N18.6 who underwent hemodialysis?
-- paraphrase: Among patients with a diagnosis under the ICD-10-CM code N18.6, how many had hemodialysis?
-- topic: source-code
-- note: through the standard concepts that the code maps to; in any order, at any time
SELECT COUNT(DISTINCT co.person_id) AS patients
FROM condition_occurrence AS co
WHERE co.condition_concept_id IN ([condition@ICD10CM:N18.6])
  AND EXISTS (SELECT 1 FROM procedure_occurrence AS po
              WHERE po.person_id = co.person_id
                AND po.procedure_concept_id IN ([procedure@hemodialysis]));
