-- id: measurement-value-at-least
-- question: How many patients had a body mass index of at least 30 kg/m2?
-- paraphrase: What is the number of people with a body mass index of 30 kg/m2 or more?
-- paraphrase: Count the patients whose body mass index was ever 30 kg/m2 or higher.
-- paraphrase: BMI >= 30 kg/m2, n of pts?
-- topic: measurement-value
-- note: at least one such value; 9531 is the unit kg/m2
SELECT COUNT(DISTINCT me.person_id) AS patients
FROM measurement AS me
WHERE me.measurement_concept_id IN ([measurement@body mass index])
  AND me.value_as_number >= 30
  AND me.unit_concept_id = 9531;
