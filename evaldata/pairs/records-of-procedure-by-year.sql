-- id: records-of-procedure-by-year
-- question: How many times was hemodialysis performed, by year?
-- paraphrase: What is the number of hemodialysis procedures per year?
-- paraphrase: For each year, how often was hemodialysis done?
-- topic: records
-- note: records, not patients
SELECT EXTRACT(YEAR FROM po.procedure_date) AS year,
       COUNT(po.procedure_occurrence_id) AS procedures
FROM procedure_occurrence AS po
WHERE po.procedure_concept_id IN ([procedure@hemodialysis])
GROUP BY year
ORDER BY year;
