-- id: average-measurements-per-patient
-- question: What is the average number of HbA1c measurements per patient who had one?
-- paraphrase: How many HbA1c measurements does a patient who was tested have on average?
-- paraphrase: What is the mean number of HbA1c tests per tested patient?
-- paraphrase: avg # of HbA1c measurements per pt who had one
-- topic: average
-- note: per patient who has at least one
SELECT ROUND(1.0 * COUNT(me.measurement_id) / NULLIF(COUNT(DISTINCT me.person_id), 0), 2) AS average_measurements,
       COUNT(me.measurement_id) AS measurements,
       COUNT(DISTINCT me.person_id) AS patients
FROM measurement AS me
WHERE me.measurement_concept_id IN ([measurement@HbA1c]);
