-- id: all-patients-by-race-and-sex
-- question: How many patients are there, by race and gender?
-- paraphrase: Number of people in the database, broken down by race and gender
-- paraphrase: For each race and gender, how many patients are in the database?
-- paraphrase: # of pts by race and sex
-- topic: grouping
-- note: unknown race or sex is a group of its own
SELECT COALESCE(r.concept_name, CAST(p.race_concept_id AS VARCHAR)) AS race,
       COALESCE(g.concept_name, CAST(p.gender_concept_id AS VARCHAR)) AS gender,
       COUNT(DISTINCT p.person_id) AS patients
FROM person AS p
LEFT JOIN concept AS r ON r.concept_id = p.race_concept_id
LEFT JOIN concept AS g ON g.concept_id = p.gender_concept_id
GROUP BY race, gender
ORDER BY race, gender;
