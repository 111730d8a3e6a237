-- id: measurement-value-above
-- question: How many patients had an HbA1c above 8 percent?
-- paraphrase: What is the number of people with an HbA1c greater than 8 percent?
-- paraphrase: Count the patients whose HbA1c was ever higher than 8 percent.
-- paraphrase: In how many patients did HbA1c exceed 8 percent?
-- paraphrase: pts w/ HbA1c > 8 %, n?
-- paraphrase: hello, do you know how many people had an HbA1c above 8 percent?
-- topic: measurement-value
-- note: at least one such value; 8554 is the unit percent
SELECT COUNT(DISTINCT me.person_id) AS patients
FROM measurement AS me
WHERE me.measurement_concept_id IN ([measurement@HbA1c])
  AND me.value_as_number > 8
  AND me.unit_concept_id = 8554;
