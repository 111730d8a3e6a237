-- id: deaths-by-age-group
-- question: How many patients died, by 10-year age group?
-- paraphrase: What is the number of deaths per 10-year age group?
-- paraphrase: For each 10-year age group, how many patients died?
-- topic: mortality
-- note: age at death: year of death minus year of birth
SELECT CAST(b.from_age AS VARCHAR) || '-' || CAST(b.to_age AS VARCHAR) AS age_group,
       COUNT(DISTINCT b.person_id) AS patients
FROM (SELECT a.person_id, a.age - a.age % w.years AS from_age, a.age - a.age % w.years + w.years - 1 AS to_age
      FROM (SELECT d.person_id, EXTRACT(YEAR FROM d.death_date) - p.year_of_birth AS age
            FROM death AS d
            JOIN person AS p ON p.person_id = d.person_id) AS a
      CROSS JOIN (SELECT 10 AS years) AS w) AS b
GROUP BY b.from_age, b.to_age
ORDER BY b.from_age;
