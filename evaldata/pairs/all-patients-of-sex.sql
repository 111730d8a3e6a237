-- id: all-patients-of-sex
-- question: How many women are in the database?
-- paraphrase: What is the number of female patients?
-- paraphrase: Count all persons who are female.
-- paraphrase: How many people in the population are women?
-- paraphrase: just curious, how many women do we have?
-- topic: count-demographic
SELECT COUNT(DISTINCT p.person_id) AS patients
FROM person AS p
WHERE p.gender_concept_id = 8532;
