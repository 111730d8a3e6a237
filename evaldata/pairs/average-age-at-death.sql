-- id: average-age-at-death
-- question: What is the average age at death?
-- paraphrase: How old are patients on average when they die?
-- paraphrase: What is the mean age of patients who died at their death?
-- paraphrase: At what age do patients die on average?
-- paraphrase: What is the mean age at death?
-- paraphrase: so, at what age do our patients die on average?
-- paraphrase: avg age at death
-- topic: mortality
-- note: year of death minus year of birth
SELECT ROUND(AVG(EXTRACT(YEAR FROM d.death_date) - p.year_of_birth), 1) AS average_age,
       COUNT(DISTINCT d.person_id) AS patients
FROM death AS d
JOIN person AS p ON p.person_id = d.person_id;
