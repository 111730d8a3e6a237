-- id: number-of-different-conditions
-- question: How many different conditions were recorded?
-- paraphrase: What is the number of distinct conditions in the database?
-- paraphrase: Count the distinct conditions that were ever recorded.
-- paraphrase: # of different conditions recorded
-- topic: records
-- note: distinct concepts as recorded; unmapped records (concept 0) are left out
SELECT COUNT(DISTINCT co.condition_concept_id) AS conditions
FROM condition_occurrence AS co
WHERE co.condition_concept_id <> 0;
