-- id: all-patients-by-age-group-in-year
-- question: How many patients are there in 2010, by 10-year age group?
-- paraphrase: Number of people in the database in 10-year age groups, as of 2010
-- paraphrase: What is the distribution of the population over 10-year age groups in 2010?
-- topic: grouping
-- note: the year minus the year of birth, everyone included; people who died earlier are not left out
SELECT CAST(b.from_age AS VARCHAR) || '-' || CAST(b.to_age AS VARCHAR) AS age_group,
       COUNT(DISTINCT b.person_id) AS patients
FROM (SELECT a.person_id, a.age - a.age % w.years AS from_age, a.age - a.age % w.years + w.years - 1 AS to_age
      FROM (SELECT p.person_id, 2010 - p.year_of_birth AS age FROM person AS p) AS a
      CROSS JOIN (SELECT 10 AS years) AS w) AS b
GROUP BY b.from_age, b.to_age
ORDER BY b.from_age;
