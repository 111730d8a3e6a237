-- id: patients-with-at-least-n-measurements
-- question: How many patients have at least 3 HbA1c measurements?
-- paraphrase: What is the number of people with 3 or more HbA1c measurements?
-- paraphrase: Count the patients in whom HbA1c was measured at least 3 times.
-- paraphrase: pts w/ at least 3 HbA1c measurements, n?
-- topic: records
SELECT COUNT(DISTINCT r.person_id) AS patients
FROM (SELECT me.person_id
      FROM measurement AS me
      WHERE me.measurement_concept_id IN ([measurement@HbA1c])
      GROUP BY me.person_id
      HAVING COUNT(me.measurement_id) >= 3) AS r;
