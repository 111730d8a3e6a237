-- id: average-measurement-value-by-year
-- question: What is the average LDL cholesterol in mg/dL, by year?
-- paraphrase: For each year, what is the mean LDL cholesterol in mg/dL?
-- paraphrase: Mean LDL cholesterol value in mg/dL per year
-- topic: measurement-value
-- note: over all measurements with a value; 8840 is the unit mg/dL
SELECT EXTRACT(YEAR FROM me.measurement_date) AS year,
       ROUND(AVG(me.value_as_number), 2) AS average_value,
       COUNT(me.measurement_id) AS measurements,
       COUNT(DISTINCT me.person_id) AS patients
FROM measurement AS me
WHERE me.measurement_concept_id IN ([measurement@LDL cholesterol])
  AND me.value_as_number IS NOT NULL
  AND me.unit_concept_id = 8840
GROUP BY year
ORDER BY year;
