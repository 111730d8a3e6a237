-- id: median-duration-of-condition
-- question: What is the median duration of sepsis in days?
-- paraphrase: What is the median length in days of a sepsis record?
-- paraphrase: Median duration in days of a sepsis record
-- topic: average
-- note: days from start to end of a record; records without an end date are left out
SELECT PERCENTILE_CONT(0.5) WITHIN GROUP (ORDER BY co.condition_end_date - co.condition_start_date) AS median_days,
       COUNT(co.condition_occurrence_id) AS records
FROM condition_occurrence AS co
WHERE co.condition_concept_id IN ([condition@sepsis])
  AND co.condition_end_date IS NOT NULL;
