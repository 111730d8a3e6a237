-- id: two-conditions-and-procedure
-- question: How many patients with type 2 diabetes and chronic kidney disease had hemodialysis?
-- paraphrase: What is the number of people diagnosed with both type 2 diabetes and chronic kidney disease who underwent hemodialysis?
-- paraphrase: Among patients with type 2 diabetes and chronic kidney disease, how many received hemodialysis?
-- topic: combination
-- note: in any order, at any time
SELECT COUNT(DISTINCT co.person_id) AS patients
FROM condition_occurrence AS co
WHERE co.condition_concept_id IN ([condition@type 2 diabetes])
  AND co.person_id IN (SELECT other.person_id FROM condition_occurrence AS other
                       WHERE other.condition_concept_id IN ([condition@chronic kidney disease]))
  AND co.person_id IN (SELECT po.person_id FROM procedure_occurrence AS po
                       WHERE po.procedure_concept_id IN ([procedure@hemodialysis]));
