-- id: average-measurement-value-any-unit
-- question: What is the average creatinine value?
-- paraphrase: What is the mean value of creatinine?
-- paraphrase: How high is creatinine on average?
-- paraphrase: avg creatinine
-- topic: measurement-value
-- note: values of different units are not averaged together: one row a unit, the most common first
SELECT ROUND(AVG(me.value_as_number), 2) AS average_value,
       COALESCE(u.concept_name, 'no unit') AS unit,
       COUNT(me.measurement_id) AS measurements,
       COUNT(DISTINCT me.person_id) AS patients
FROM measurement AS me
LEFT JOIN concept AS u ON u.concept_id = me.unit_concept_id
                      AND u.concept_id <> 0
WHERE me.measurement_concept_id IN ([measurement@creatinine])
  AND me.value_as_number IS NOT NULL
GROUP BY u.concept_name
ORDER BY measurements DESC, unit;
