-- id: patients-on-drug-by-month
-- question: How many patients took furosemide in 2009, by month?
-- paraphrase: Number of patients prescribed furosemide per month of 2009
-- paraphrase: For each month of 2009, how many patients took furosemide?
-- paraphrase: furosemide users in 2009 by month, n?
-- topic: grouping
-- note: by the start of the exposure; a patient counts in each month with a start
SELECT EXTRACT(MONTH FROM de.drug_exposure_start_date) AS month,
       COUNT(DISTINCT de.person_id) AS patients
FROM drug_exposure AS de
WHERE de.drug_concept_id IN ([drug@furosemide])
  AND EXTRACT(YEAR FROM de.drug_exposure_start_date) = 2009
GROUP BY month
ORDER BY month;
