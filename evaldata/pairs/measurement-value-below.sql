-- id: measurement-value-below
-- question: How many patients had an LDL cholesterol below 70 mg/dL?
-- paraphrase: What is the number of people with an LDL cholesterol lower than 70 mg/dL?
-- paraphrase: Count the patients whose LDL cholesterol was ever under 70 mg/dL.
-- paraphrase: LDL < 70 mg/dL, n of pts?
-- topic: measurement-value
-- note: at least one such value; 8840 is the unit mg/dL
SELECT COUNT(DISTINCT me.person_id) AS patients
FROM measurement AS me
WHERE me.measurement_concept_id IN ([measurement@LDL cholesterol])
  AND me.value_as_number < 70
  AND me.unit_concept_id = 8840;
