-- id: patients-with-procedure-by-sex
-- question: How many patients had a colonoscopy, by gender?
-- paraphrase: Number of patients who underwent colonoscopy, broken down by sex
-- paraphrase: For each gender, how many patients had a colonoscopy?
-- paraphrase: Count the patients with a colonoscopy per sex.
-- paraphrase: colonoscopy by sex, n of pts?
-- topic: grouping
SELECT COALESCE(g.concept_name, CAST(p.gender_concept_id AS VARCHAR)) AS gender,
       COUNT(DISTINCT po.person_id) AS patients
FROM procedure_occurrence AS po
JOIN person AS p ON p.person_id = po.person_id
LEFT JOIN concept AS g ON g.concept_id = p.gender_concept_id
WHERE po.procedure_concept_id IN ([procedure@colonoscopy])
GROUP BY gender
ORDER BY gender;
