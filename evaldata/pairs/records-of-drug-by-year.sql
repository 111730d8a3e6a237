-- id: records-of-drug-by-year
-- question: How many prescriptions of furosemide are there, by year?
-- paraphrase: What is the number of furosemide prescriptions per year?
-- paraphrase: For each year, how often was furosemide prescribed?
-- paraphrase: furosemide rx by yr, n?
-- topic: records
-- note: records, not patients
SELECT EXTRACT(YEAR FROM de.drug_exposure_start_date) AS year,
       COUNT(de.drug_exposure_id) AS prescriptions
FROM drug_exposure AS de
WHERE de.drug_concept_id IN ([drug@furosemide])
GROUP BY year
ORDER BY year;
