-- id: patients-with-condition-by-year
-- question: How many patients have hypertension, by year?
-- paraphrase: Number of patients diagnosed with hypertension per year
-- paraphrase: For each year, how many patients have hypertension?
-- paraphrase: How many patients have hypertension in each year?
-- paraphrase: How did the number of patients with hypertension develop over the years?
-- paraphrase: What is the yearly number of patients with hypertension?
-- paraphrase: HTN pts per yr, n?
-- topic: grouping
-- note: a patient counts in each year with a record
SELECT EXTRACT(YEAR FROM co.condition_start_date) AS year,
       COUNT(DISTINCT co.person_id) AS patients
FROM condition_occurrence AS co
WHERE co.condition_concept_id IN ([condition@hypertension])
GROUP BY year
ORDER BY year;
