-- id: all-patients-born-between
-- question: How many patients were born between 1930 and 1939?
-- paraphrase: What is the number of people with a year of birth from 1930 to 1939?
-- paraphrase: Count the persons born between 1930 and 1939.
-- paraphrase: hi, do you know how many people were born between 1930 and 1939?
-- topic: count-demographic
SELECT COUNT(DISTINCT p.person_id) AS patients
FROM person AS p
WHERE p.year_of_birth BETWEEN 1930 AND 1939;
