-- id: average-measurement-value-by-sex
-- question: What is the average HbA1c in percent, by gender?
-- paraphrase: For each sex, what is the mean HbA1c in percent?
-- paraphrase: Mean HbA1c value in percent per gender
-- paraphrase: mean HbA1c in % by sex
-- topic: measurement-value
-- note: over all measurements with a value; 8554 is the unit percent
SELECT COALESCE(g.concept_name, CAST(p.gender_concept_id AS VARCHAR)) AS gender,
       ROUND(AVG(me.value_as_number), 2) AS average_value,
       COUNT(me.measurement_id) AS measurements,
       COUNT(DISTINCT me.person_id) AS patients
FROM measurement AS me
JOIN person AS p ON p.person_id = me.person_id
LEFT JOIN concept AS g ON g.concept_id = p.gender_concept_id
WHERE me.measurement_concept_id IN ([measurement@HbA1c])
  AND me.value_as_number IS NOT NULL
  AND me.unit_concept_id = 8554
GROUP BY gender
ORDER BY gender;
