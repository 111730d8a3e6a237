-- id: patients-with-condition-by-month
-- question: How many patients had pneumonia in 2009, by month?
-- paraphrase: Number of patients diagnosed with pneumonia per month of 2009
-- paraphrase: For each month of 2009, how many patients had pneumonia?
-- paraphrase: pnuemonia pts in 2009 by month, n?
-- topic: grouping
-- note: a patient counts in each month with a record
SELECT EXTRACT(MONTH FROM co.condition_start_date) AS month,
       COUNT(DISTINCT co.person_id) AS patients
FROM condition_occurrence AS co
WHERE co.condition_concept_id IN ([condition@pneumonia])
  AND EXTRACT(YEAR FROM co.condition_start_date) = 2009
GROUP BY month
ORDER BY month;
