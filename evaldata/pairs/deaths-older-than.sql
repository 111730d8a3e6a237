-- id: deaths-older-than
-- question: How many patients died when they were older than 80?
-- paraphrase: What is the number of deaths over the age of 80?
-- paraphrase: Count the people who died aged more than 80.
-- paraphrase: deaths > 80 yo, n?
-- topic: mortality
-- note: year of death minus year of birth
SELECT COUNT(DISTINCT d.person_id) AS patients
FROM death AS d
JOIN person AS p ON p.person_id = d.person_id
WHERE EXTRACT(YEAR FROM d.death_date) - p.year_of_birth > 80;
