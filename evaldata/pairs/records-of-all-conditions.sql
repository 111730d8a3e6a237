-- id: records-of-all-conditions
-- question: How many condition records are there in the database?
-- paraphrase: What is the total number of diagnosis records?
-- paraphrase: Count all condition occurrences.
-- topic: records
-- note: records, not patients
SELECT COUNT(co.condition_occurrence_id) AS records
FROM condition_occurrence AS co;
