-- id: first-and-last-record-of-condition
-- question: When were the first and the last diagnosis of pneumonia recorded?
-- paraphrase: What are the earliest and the latest date of a pneumonia record?
-- paraphrase: From when to when is pneumonia recorded in the database?
-- topic: records
SELECT MIN(co.condition_start_date) AS first_date,
       MAX(co.condition_start_date) AS last_date,
       COUNT(co.condition_occurrence_id) AS records
FROM condition_occurrence AS co
WHERE co.condition_concept_id IN ([condition@pneumonia]);
