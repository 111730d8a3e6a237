-- id: median-measurement-value
-- question: What is the median LDL cholesterol in mg/dL?
-- paraphrase: What is the median value of LDL cholesterol in mg/dL?
-- paraphrase: Median LDL cholesterol measured in mg/dL
-- paraphrase: median LDL in mg/dL
-- topic: measurement-value
-- note: over all measurements with a value; 8840 is the unit mg/dL
SELECT PERCENTILE_CONT(0.5) WITHIN GROUP (ORDER BY me.value_as_number) AS median_value,
       COUNT(me.measurement_id) AS measurements,
       COUNT(DISTINCT me.person_id) AS patients
FROM measurement AS me
WHERE me.measurement_concept_id IN ([measurement@LDL cholesterol])
  AND me.value_as_number IS NOT NULL
  AND me.unit_concept_id = 8840;
