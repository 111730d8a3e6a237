-- id: average-age-at-death-by-sex
-- question: What is the average age at death, by gender?
-- paraphrase: For each sex, how old are patients on average when they die?
-- paraphrase: What is the mean age at death of men and women?
-- paraphrase: avg age at death by sex
-- topic: mortality
-- note: year of death minus year of birth
SELECT COALESCE(g.concept_name, CAST(p.gender_concept_id AS VARCHAR)) AS gender,
       ROUND(AVG(EXTRACT(YEAR FROM d.death_date) - p.year_of_birth), 1) AS average_age,
       COUNT(DISTINCT d.person_id) AS patients
FROM death AS d
JOIN person AS p ON p.person_id = d.person_id
LEFT JOIN concept AS g ON g.concept_id = p.gender_concept_id
GROUP BY gender
ORDER BY gender;
