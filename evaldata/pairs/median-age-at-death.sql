-- id: median-age-at-death
-- question: What is the median age at death?
-- paraphrase: What is the median age of patients when they die?
-- paraphrase: Median age of the deceased at their death
-- paraphrase: so what's the median age at death, by any chance?
-- topic: mortality
-- note: year of death minus year of birth
SELECT PERCENTILE_CONT(0.5) WITHIN GROUP (ORDER BY EXTRACT(YEAR FROM d.death_date) - p.year_of_birth) AS median_age,
       COUNT(DISTINCT d.person_id) AS patients
FROM death AS d
JOIN person AS p ON p.person_id = d.person_id;
