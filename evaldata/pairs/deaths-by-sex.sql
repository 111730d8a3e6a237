-- id: deaths-by-sex
-- question: How many patients died, by gender?
-- paraphrase: What is the number of deaths per gender?
-- paraphrase: For each sex, how many patients died?
-- paraphrase: How many men and how many women died?
-- paraphrase: deaths by sex
-- topic: mortality
SELECT COALESCE(g.concept_name, CAST(p.gender_concept_id AS VARCHAR)) AS gender,
       COUNT(DISTINCT d.person_id) AS patients
FROM death AS d
JOIN person AS p ON p.person_id = d.person_id
LEFT JOIN concept AS g ON g.concept_id = p.gender_concept_id
GROUP BY gender
ORDER BY gender;
