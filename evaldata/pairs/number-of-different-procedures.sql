-- id: number-of-different-procedures
-- question: How many different procedures were performed?
-- paraphrase: What is the number of distinct procedures in the database?
-- paraphrase: Count the distinct procedures that were ever performed.
-- topic: records
-- note: distinct concepts as recorded; unmapped records (concept 0) are left out
SELECT COUNT(DISTINCT po.procedure_concept_id) AS procedures
FROM procedure_occurrence AS po
WHERE po.procedure_concept_id <> 0;
