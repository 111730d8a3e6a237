-- id: all-patients-by-ethnicity
-- question: How many patients are there, by ethnicity?
-- paraphrase: Number of people in the database, broken down by ethnicity
-- paraphrase: For each ethnicity, how many patients are in the database?
-- topic: grouping
SELECT COALESCE(g.concept_name, CAST(p.ethnicity_concept_id AS VARCHAR)) AS ethnicity,
       COUNT(DISTINCT p.person_id) AS patients
FROM person AS p
LEFT JOIN concept AS g ON g.concept_id = p.ethnicity_concept_id
GROUP BY ethnicity
ORDER BY ethnicity;
