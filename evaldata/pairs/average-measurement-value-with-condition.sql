-- id: average-measurement-value-with-condition
-- question: What is the average HbA1c in percent of patients with type 2 diabetes?
-- paraphrase: Among patients with type 2 diabetes, what is the mean HbA1c in percent?
-- paraphrase: How high is HbA1c on average in patients with type 2 diabetes, in percent?
-- paraphrase: avg HbA1c in % of T2DM pts
-- topic: measurement-value
-- note: all their measurements with a value, at any time; 8554 is the unit percent
SELECT ROUND(AVG(me.value_as_number), 2) AS average_value,
       COUNT(me.measurement_id) AS measurements,
       COUNT(DISTINCT me.person_id) AS patients
FROM measurement AS me
WHERE me.measurement_concept_id IN ([measurement@HbA1c])
  AND me.value_as_number IS NOT NULL
  AND me.unit_concept_id = 8554
  AND me.person_id IN (SELECT co.person_id FROM condition_occurrence AS co
                       WHERE co.condition_concept_id IN ([condition@type 2 diabetes]));
