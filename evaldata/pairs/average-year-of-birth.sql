-- id: average-year-of-birth
-- question: What is the average year of birth of all patients?
-- paraphrase: In what year were the patients born on average?
-- paraphrase: What is the mean year of birth in the database?
-- topic: average
SELECT ROUND(AVG(p.year_of_birth), 1) AS average_year_of_birth,
       COUNT(DISTINCT p.person_id) AS patients
FROM person AS p;
