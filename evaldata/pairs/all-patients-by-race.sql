-- id: all-patients-by-race
-- question: How many patients are there, by race?
-- paraphrase: Number of people in the database, broken down by race
-- paraphrase: For each race, how many patients are in the database?
-- paraphrase: What is the race distribution of the population?
-- paraphrase: # of pts by race
-- topic: grouping
SELECT COALESCE(g.concept_name, CAST(p.race_concept_id AS VARCHAR)) AS race,
       COUNT(DISTINCT p.person_id) AS patients
FROM person AS p
LEFT JOIN concept AS g ON g.concept_id = p.race_concept_id
GROUP BY race
ORDER BY race;
