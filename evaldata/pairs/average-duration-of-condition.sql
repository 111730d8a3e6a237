-- id: average-duration-of-condition
-- question: What is the average duration of pneumonia in days?
-- paraphrase: How many days does pneumonia last on average?
-- paraphrase: What is the mean length in days of a pneumonia record?
-- topic: average
-- note: days from start to end of a record; records without an end date are left out
SELECT ROUND(AVG(co.condition_end_date - co.condition_start_date), 2) AS average_days,
       COUNT(co.condition_occurrence_id) AS records
FROM condition_occurrence AS co
WHERE co.condition_concept_id IN ([condition@pneumonia])
  AND co.condition_end_date IS NOT NULL;
