-- id: all-patients-by-sex
-- question: How many patients are there, by gender?
-- paraphrase: Number of people in the database, broken down by sex
-- paraphrase: For each gender, how many patients are in the database?
-- paraphrase: What is the gender distribution of the population?
-- paraphrase: pts by sex, n?
-- topic: grouping
SELECT COALESCE(g.concept_name, CAST(p.gender_concept_id AS VARCHAR)) AS gender,
       COUNT(DISTINCT p.person_id) AS patients
FROM person AS p
LEFT JOIN concept AS g ON g.concept_id = p.gender_concept_id
GROUP BY gender
ORDER BY gender;
