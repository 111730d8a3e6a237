-- id: average-measurement-value-any-unit
-- question: What is the average creatinine value?
-- paraphrase: What is the mean value of creatinine?
-- paraphrase: How high is creatinine on average?
-- paraphrase: avg creatinine
-- topic: measurement-value
-- note: no unit is named, so values are in the one in which most are recorded
SELECT ROUND(AVG(me.value_as_number), 2) AS average_value,
       COUNT(me.measurement_id) AS measurements,
       COUNT(DISTINCT me.person_id) AS patients
FROM measurement AS me
WHERE me.measurement_concept_id IN ([measurement@creatinine])
  AND me.value_as_number IS NOT NULL
  AND me.unit_concept_id = (
    SELECT every.unit_concept_id
    FROM measurement AS every
    JOIN concept AS u ON u.concept_id = every.unit_concept_id
                     AND u.vocabulary_id = 'UCUM'
    WHERE every.measurement_concept_id IN ([measurement@creatinine])
      AND every.value_as_number IS NOT NULL
    GROUP BY every.unit_concept_id
    ORDER BY COUNT(*) DESC, every.unit_concept_id
    LIMIT 1
  );
