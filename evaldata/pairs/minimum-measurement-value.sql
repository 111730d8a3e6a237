-- id: minimum-measurement-value
-- question: What is the minimum systolic blood pressure in mmHg?
-- paraphrase: What is the lowest systolic blood pressure ever measured in mmHg?
-- paraphrase: Lowest value of systolic blood pressure in mmHg
-- paraphrase: min systolic blood pressure in mmHg
-- topic: measurement-value
-- note: over all measurements with a value; 8876 is the unit mmHg
SELECT MIN(me.value_as_number) AS minimum_value,
       COUNT(me.measurement_id) AS measurements,
       COUNT(DISTINCT me.person_id) AS patients
FROM measurement AS me
WHERE me.measurement_concept_id IN ([measurement@systolic blood pressure])
  AND me.value_as_number IS NOT NULL
  AND me.unit_concept_id = 8876;
