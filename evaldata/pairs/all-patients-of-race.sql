-- id: all-patients-of-race
-- question: How many Black patients are in the database?
-- paraphrase: What is the number of African American people?
-- paraphrase: Count all persons whose race is Black.
-- paraphrase: # of black pts
-- topic: count-demographic
SELECT COUNT(DISTINCT p.person_id) AS patients
FROM person AS p
WHERE p.race_concept_id = 8516;
