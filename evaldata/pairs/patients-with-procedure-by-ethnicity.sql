-- id: patients-with-procedure-by-ethnicity
-- question: How many patients had a colonoscopy, by ethnicity?
-- paraphrase: Number of patients who underwent colonoscopy, broken down by ethnicity
-- paraphrase: For each ethnicity, how many patients had a colonoscopy?
-- topic: grouping
SELECT COALESCE(g.concept_name, CAST(p.ethnicity_concept_id AS VARCHAR)) AS ethnicity,
       COUNT(DISTINCT po.person_id) AS patients
FROM procedure_occurrence AS po
JOIN person AS p ON p.person_id = po.person_id
LEFT JOIN concept AS g ON g.concept_id = p.ethnicity_concept_id
WHERE po.procedure_concept_id IN ([procedure@colonoscopy])
GROUP BY ethnicity
ORDER BY ethnicity;
