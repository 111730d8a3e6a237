-- id: maximum-measurement-value
-- question: What is the maximum systolic blood pressure in mmHg?
-- paraphrase: What is the highest systolic blood pressure ever measured in mmHg?
-- paraphrase: Highest value of systolic blood pressure in mmHg
-- paraphrase: max systolic blood pressure in mmHg
-- paraphrase: just curious, what's the maximum systolic blood pressure in mmHg that we have?
-- topic: measurement-value
-- note: over all measurements with a value; 8876 is the unit mmHg
SELECT MAX(me.value_as_number) AS maximum_value,
       COUNT(me.measurement_id) AS measurements,
       COUNT(DISTINCT me.person_id) AS patients
FROM measurement AS me
WHERE me.measurement_concept_id IN ([measurement@systolic blood pressure])
  AND me.value_as_number IS NOT NULL
  AND me.unit_concept_id = 8876;
