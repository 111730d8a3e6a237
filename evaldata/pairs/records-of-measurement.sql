-- id: records-of-measurement
-- question: How many HbA1c measurements are there?
-- paraphrase: What is the number of HbA1c measurements?
-- paraphrase: Count the measurement records of HbA1c.
-- paraphrase: How often was HbA1c measured?
-- paraphrase: # of HbA1c measurements
-- topic: records
-- note: records, not patients
SELECT COUNT(me.measurement_id) AS measurements
FROM measurement AS me
WHERE me.measurement_concept_id IN ([measurement@HbA1c]);
