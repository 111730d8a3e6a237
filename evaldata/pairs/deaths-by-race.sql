-- id: deaths-by-race
-- question: How many patients died, by race?
-- paraphrase: What is the number of deaths per race?
-- paraphrase: For each race, how many patients died?
-- paraphrase: deaths by race
-- topic: mortality
SELECT COALESCE(g.concept_name, CAST(p.race_concept_id AS VARCHAR)) AS race,
       COUNT(DISTINCT d.person_id) AS patients
FROM death AS d
JOIN person AS p ON p.person_id = d.person_id
LEFT JOIN concept AS g ON g.concept_id = p.race_concept_id
GROUP BY race
ORDER BY race;
