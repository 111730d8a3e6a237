-- id: patients-with-condition-by-ethnicity
-- question: How many patients have hypertension, by ethnicity?
-- paraphrase: Number of patients diagnosed with hypertension, broken down by ethnicity
-- paraphrase: For each ethnicity, how many patients have hypertension?
-- paraphrase: HTN pts by ethnicity, n?
-- topic: grouping
SELECT COALESCE(g.concept_name, CAST(p.ethnicity_concept_id AS VARCHAR)) AS ethnicity,
       COUNT(DISTINCT co.person_id) AS patients
FROM condition_occurrence AS co
JOIN person AS p ON p.person_id = co.person_id
LEFT JOIN concept AS g ON g.concept_id = p.ethnicity_concept_id
WHERE co.condition_concept_id IN ([condition@hypertension])
GROUP BY ethnicity
ORDER BY ethnicity;
