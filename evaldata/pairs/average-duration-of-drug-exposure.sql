-- id: average-duration-of-drug-exposure
-- question: What is the average duration of a metformin exposure in days?
-- paraphrase: How many days does an exposure to metformin last on average?
-- paraphrase: What is the mean length in days of metformin exposures?
-- topic: drug-utilization
-- note: days from start to end; exposures without an end date are left out
SELECT ROUND(AVG(de.drug_exposure_end_date - de.drug_exposure_start_date), 2) AS average_days,
       COUNT(de.drug_exposure_id) AS prescriptions
FROM drug_exposure AS de
WHERE de.drug_concept_id IN ([drug@metformin])
  AND de.drug_exposure_end_date IS NOT NULL;
