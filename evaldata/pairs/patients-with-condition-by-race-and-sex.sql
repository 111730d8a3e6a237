-- id: patients-with-condition-by-race-and-sex
-- question: How many patients have chronic kidney disease, by race and gender?
-- paraphrase: Number of patients diagnosed with chronic kidney disease per race and sex
-- paraphrase: For each race and gender, how many patients have chronic kidney disease?
-- paraphrase: CKD pts by race and sex, n?
-- topic: grouping
SELECT COALESCE(r.concept_name, CAST(p.race_concept_id AS VARCHAR)) AS race,
       COALESCE(g.concept_name, CAST(p.gender_concept_id AS VARCHAR)) AS gender,
       COUNT(DISTINCT co.person_id) AS patients
FROM condition_occurrence AS co
JOIN person AS p ON p.person_id = co.person_id
LEFT JOIN concept AS r ON r.concept_id = p.race_concept_id
LEFT JOIN concept AS g ON g.concept_id = p.gender_concept_id
WHERE co.condition_concept_id IN ([condition@chronic kidney disease])
GROUP BY race, gender
ORDER BY race, gender;
