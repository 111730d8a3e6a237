-- id: average-measurement-value
-- question: What is the average HbA1c in percent?
-- paraphrase: What is the mean HbA1c value in percent?
-- paraphrase: How high is HbA1c on average, in percent?
-- paraphrase: avg HbA1c in %
-- topic: measurement-value
-- note: over all measurements with a value; 8554 is the unit percent
-- note: trap: without the unit, values in percent and in mmol/mol are averaged together
SELECT ROUND(AVG(me.value_as_number), 2) AS average_value,
       COUNT(me.measurement_id) AS measurements,
       COUNT(DISTINCT me.person_id) AS patients
FROM measurement AS me
WHERE me.measurement_concept_id IN ([measurement@HbA1c])
  AND me.value_as_number IS NOT NULL
  AND me.unit_concept_id = 8554;
