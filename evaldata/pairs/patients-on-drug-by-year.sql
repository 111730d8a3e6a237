-- id: patients-on-drug-by-year
-- question: How many patients took lisinopril, by year?
-- paraphrase: Number of patients prescribed lisinopril per year
-- paraphrase: For each year, how many patients took lisinopril?
-- paraphrase: How many patients took lisinopril in each year?
-- paraphrase: lisinopril users per yr, n?
-- topic: grouping
-- note: a patient counts in each year with a record
SELECT EXTRACT(YEAR FROM de.drug_exposure_start_date) AS year,
       COUNT(DISTINCT de.person_id) AS patients
FROM drug_exposure AS de
WHERE de.drug_concept_id IN ([drug@lisinopril])
GROUP BY year
ORDER BY year;
