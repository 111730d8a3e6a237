-- id: patients-with-source-code-by-year
-- question: How many patients have the ICD-10-CM code I10, by year?
-- paraphrase: What is the number of people with ICD10CM code I10 per year?
-- paraphrase: For each year, how many patients have a diagnosis under the ICD-10-CM code I10?
-- topic: source-code
-- note: through the standard concepts that the code maps to; a patient counts in each year with a record
SELECT EXTRACT(YEAR FROM co.condition_start_date) AS year,
       COUNT(DISTINCT co.person_id) AS patients
FROM condition_occurrence AS co
WHERE co.condition_concept_id IN ([condition@ICD10CM:I10])
GROUP BY year
ORDER BY year;
