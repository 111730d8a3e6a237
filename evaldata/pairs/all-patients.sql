-- id: all-patients
-- question: How many patients are in the database?
-- paraphrase: What is the total number of people?
-- paraphrase: Count all persons.
-- paraphrase: How large is the population of this database?
-- paraphrase: Number of patients overall
-- paraphrase: How many people are in this database?
-- paraphrase: How many persons are there in all?
-- paraphrase: hey, quick question, how many patients do we have in the db?
-- paraphrase: # of pts
-- topic: count
SELECT COUNT(DISTINCT p.person_id) AS patients
FROM person AS p;
