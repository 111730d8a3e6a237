-- id: all-patients-by-decade-of-birth
-- question: How many patients are there, by decade of birth?
-- paraphrase: Number of people in the database, broken down by decade of birth
-- paraphrase: What is the number of people by decade of birth?
-- paraphrase: # of pts by decade of birth
-- topic: grouping
-- note: a decade by its first year: 1950 is 1950 to 1959
SELECT p.year_of_birth - p.year_of_birth % 10 AS decade_of_birth,
       COUNT(DISTINCT p.person_id) AS patients
FROM person AS p
GROUP BY decade_of_birth
ORDER BY decade_of_birth;
