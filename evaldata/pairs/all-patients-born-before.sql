-- id: all-patients-born-before
-- question: How many patients were born before 1930?
-- paraphrase: What is the number of people with a year of birth before 1930?
-- paraphrase: Count the persons born earlier than 1930.
-- paraphrase: pts born before 1930, n?
-- topic: count-demographic
SELECT COUNT(DISTINCT p.person_id) AS patients
FROM person AS p
WHERE p.year_of_birth < 1930;
