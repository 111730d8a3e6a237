-- id: procedure-and-death
-- question: How many patients who had an echocardiography died?
-- paraphrase: What is the number of people who underwent echocardiography and have died?
-- paraphrase: Count the deaths among patients with an echocardiography.
-- paraphrase: echocardiography pts who died, n?
-- topic: mortality
-- note: death of any cause, at any time
SELECT COUNT(DISTINCT po.person_id) AS patients
FROM procedure_occurrence AS po
JOIN death AS d ON d.person_id = po.person_id
WHERE po.procedure_concept_id IN ([procedure@echocardiography]);
