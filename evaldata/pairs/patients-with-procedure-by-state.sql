-- id: patients-with-procedure-by-state
-- question: How many patients had a colonoscopy, by state?
-- paraphrase: Number of patients who underwent colonoscopy, broken down by state of residence
-- paraphrase: For each state, how many patients had a colonoscopy?
-- topic: grouping
SELECT l.state AS state,
       COUNT(DISTINCT po.person_id) AS patients
FROM procedure_occurrence AS po
JOIN person AS p ON p.person_id = po.person_id
JOIN location AS l ON l.location_id = p.location_id
WHERE po.procedure_concept_id IN ([procedure@colonoscopy])
GROUP BY l.state
ORDER BY l.state;
