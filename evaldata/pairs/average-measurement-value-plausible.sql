-- id: average-measurement-value-plausible
-- question: What is the average LDL cholesterol in mg/dL, among values between 10 and 500?
-- paraphrase: What is the mean LDL cholesterol in mg/dL of values between 10 and 500?
-- paraphrase: Among results between 10 and 500, what is the average LDL cholesterol in mg/dL?
-- topic: measurement-value
-- note: over all measurements with a value in this unit and these bounds; 8840 is the unit mg/dL
-- note: trap: one impossible value (9999 for missing) or one in another unit moves an average at will
SELECT ROUND(AVG(me.value_as_number), 2) AS average_value,
       COUNT(me.measurement_id) AS measurements,
       COUNT(DISTINCT me.person_id) AS patients
FROM measurement AS me
WHERE me.measurement_concept_id IN ([measurement@LDL cholesterol])
  AND me.unit_concept_id = 8840
  AND me.value_as_number BETWEEN 10 AND 500;
