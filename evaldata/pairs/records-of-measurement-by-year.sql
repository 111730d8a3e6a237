-- id: records-of-measurement-by-year
-- question: How many LDL cholesterol measurements are there, by year?
-- paraphrase: What is the number of LDL cholesterol measurements per year?
-- paraphrase: For each year, how often was LDL cholesterol measured?
-- paraphrase: # of LDL measurements by yr
-- topic: records
-- note: records, not patients
SELECT EXTRACT(YEAR FROM me.measurement_date) AS year,
       COUNT(me.measurement_id) AS measurements
FROM measurement AS me
WHERE me.measurement_concept_id IN ([measurement@LDL cholesterol])
GROUP BY year
ORDER BY year;
