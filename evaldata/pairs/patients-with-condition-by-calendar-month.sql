-- id: patients-with-condition-by-calendar-month
-- question: How many patients have pneumonia, by calendar month?
-- paraphrase: Number of patients diagnosed with pneumonia per month
-- paraphrase: For each month of each year, how many patients had pneumonia?
-- topic: grouping
-- note: a patient counts in each month with a record
SELECT EXTRACT(YEAR FROM co.condition_start_date) AS year,
       EXTRACT(MONTH FROM co.condition_start_date) AS month,
       COUNT(DISTINCT co.person_id) AS patients
FROM condition_occurrence AS co
WHERE co.condition_concept_id IN ([condition@pneumonia])
GROUP BY year, month
ORDER BY year, month;
