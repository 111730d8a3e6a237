-- id: records-of-condition-by-year
-- question: How many diagnoses of pneumonia are there, by year?
-- paraphrase: What is the number of records of pneumonia per year?
-- paraphrase: For each year, how often was pneumonia recorded?
-- paraphrase: # of pneumonia diagnoses by yr
-- topic: records
-- note: records, not patients
SELECT EXTRACT(YEAR FROM co.condition_start_date) AS year,
       COUNT(co.condition_occurrence_id) AS records
FROM condition_occurrence AS co
WHERE co.condition_concept_id IN ([condition@pneumonia])
GROUP BY year
ORDER BY year;
