-- id: patients-with-procedure-by-year
-- question: How many patients had a colonoscopy, by year?
-- paraphrase: Number of patients who underwent colonoscopy per year
-- paraphrase: For each year, how many patients had a colonoscopy?
-- paraphrase: How many patients had a colonoscopy in each year?
-- paraphrase: colonoscopy pts per yr, n?
-- topic: grouping
-- note: a patient counts in each year with a record
SELECT EXTRACT(YEAR FROM po.procedure_date) AS year,
       COUNT(DISTINCT po.person_id) AS patients
FROM procedure_occurrence AS po
WHERE po.procedure_concept_id IN ([procedure@colonoscopy])
GROUP BY year
ORDER BY year;
