-- id: measurement-value-above-any-unit
-- question: How many patients had a creatinine above 2?
-- paraphrase: What is the number of people with a creatinine greater than 2?
-- paraphrase: Count the patients whose creatinine was ever higher than 2.
-- paraphrase: creatinine > 2, n of pts?
-- topic: measurement-value
-- note: the question names no unit, so values are compared as recorded: check that the database uses one unit for this measurement
SELECT COUNT(DISTINCT me.person_id) AS patients
FROM measurement AS me
WHERE me.measurement_concept_id IN ([measurement@creatinine])
  -- askomop:ignore value-unit the question names no unit
  AND me.value_as_number > 2;
