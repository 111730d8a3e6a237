-- id: records-of-all-procedures
-- question: How many procedures are there in the database?
-- paraphrase: What is the total number of procedure records?
-- paraphrase: Count all procedures of any kind.
-- paraphrase: # of procedures
-- topic: records
-- note: records, not patients
SELECT COUNT(po.procedure_occurrence_id) AS procedures
FROM procedure_occurrence AS po;
