-- id: all-patients-by-year-of-birth
-- question: How many patients are there, by year of birth?
-- paraphrase: Number of people in the database, broken down by birth year
-- paraphrase: For each year of birth, how many patients are in the database?
-- topic: grouping
SELECT p.year_of_birth AS year_of_birth,
       COUNT(DISTINCT p.person_id) AS patients
FROM person AS p
GROUP BY p.year_of_birth
ORDER BY p.year_of_birth;
