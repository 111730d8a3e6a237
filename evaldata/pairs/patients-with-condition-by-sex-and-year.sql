-- id: patients-with-condition-by-sex-and-year
-- question: How many patients have pneumonia, by year and gender?
-- paraphrase: Number of patients diagnosed with pneumonia per year and sex
-- paraphrase: For each year and gender, how many patients have pneumonia?
-- topic: grouping
-- note: a patient counts in each year with a record
SELECT EXTRACT(YEAR FROM co.condition_start_date) AS year,
       COALESCE(g.concept_name, CAST(p.gender_concept_id AS VARCHAR)) AS gender,
       COUNT(DISTINCT co.person_id) AS patients
FROM condition_occurrence AS co
JOIN person AS p ON p.person_id = co.person_id
LEFT JOIN concept AS g ON g.concept_id = p.gender_concept_id
WHERE co.condition_concept_id IN ([condition@pneumonia])
GROUP BY year, gender
ORDER BY year, gender;
