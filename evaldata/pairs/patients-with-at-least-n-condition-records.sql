-- id: patients-with-at-least-n-condition-records
-- question: How many patients have at least 2 diagnoses of pneumonia?
-- paraphrase: What is the number of people with 2 or more records of pneumonia?
-- paraphrase: Count the patients for whom pneumonia was recorded at least 2 times.
-- paraphrase: pts with at least 2 pneumonia diagnoses, n?
-- topic: records
-- note: records may fall on the same day
SELECT COUNT(DISTINCT r.person_id) AS patients
FROM (SELECT co.person_id
      FROM condition_occurrence AS co
      WHERE co.condition_concept_id IN ([condition@pneumonia])
      GROUP BY co.person_id
      HAVING COUNT(co.condition_occurrence_id) >= 2) AS r;
