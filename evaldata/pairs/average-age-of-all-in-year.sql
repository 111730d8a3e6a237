-- id: average-age-of-all-in-year
-- question: What is the average age of all patients in 2010?
-- paraphrase: How old are the patients on average in 2010?
-- paraphrase: What is the mean age of everyone in the database in 2010?
-- paraphrase: avg age of all pts in 2010
-- topic: average
-- note: the year minus the year of birth, everyone included; people who died earlier are not left out
SELECT ROUND(AVG(2010 - p.year_of_birth), 1) AS average_age,
       COUNT(DISTINCT p.person_id) AS patients
FROM person AS p;
