-- id: share-of-sex-among-procedure
-- question: What percentage of patients who had a knee replacement are men?
-- paraphrase: What share of patients with a knee replacement is male?
-- paraphrase: Of the patients who underwent knee replacement, what percent are men?
-- topic: share
SELECT ROUND(100.0 * COUNT(DISTINCT po.person_id) FILTER (WHERE p.gender_concept_id = 8507)
             / NULLIF(COUNT(DISTINCT po.person_id), 0), 2) AS percentage,
       COUNT(DISTINCT po.person_id) FILTER (WHERE p.gender_concept_id = 8507) AS men,
       COUNT(DISTINCT po.person_id) AS patients
FROM procedure_occurrence AS po
JOIN person AS p ON p.person_id = po.person_id
WHERE po.procedure_concept_id IN ([procedure@knee replacement]);
