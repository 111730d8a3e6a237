-- id: measurement-value-between
-- question: How many patients had a systolic blood pressure between 140 and 160 mmHg?
-- paraphrase: What is the number of people with a systolic blood pressure from 140 to 160 mmHg?
-- paraphrase: Count the patients whose systolic blood pressure was ever between 140 and 160 mmHg.
-- topic: measurement-value
-- note: at least one such value, bounds included; 8876 is the unit mmHg
SELECT COUNT(DISTINCT me.person_id) AS patients
FROM measurement AS me
WHERE me.measurement_concept_id IN ([measurement@systolic blood pressure])
  AND me.value_as_number BETWEEN 140 AND 160
  AND me.unit_concept_id = 8876;
