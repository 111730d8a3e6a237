-- id: deaths
-- question: How many patients died?
-- paraphrase: What is the number of deaths?
-- paraphrase: Count the people with a record of death.
-- paraphrase: How many patients are deceased?
-- paraphrase: Number of patients who have died
-- paraphrase: How many deaths are there?
-- paraphrase: Count the deaths in the database.
-- paraphrase: # of deaths
-- paraphrase: hi, how many patients died, roughly?
-- topic: mortality
SELECT COUNT(DISTINCT d.person_id) AS patients
FROM death AS d;
