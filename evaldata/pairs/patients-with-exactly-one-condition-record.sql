-- id: patients-with-exactly-one-condition-record
-- question: How many patients have exactly 1 diagnosis of stroke?
-- paraphrase: What is the number of people with only 1 record of stroke?
-- paraphrase: Count the patients for whom stroke was recorded exactly 1 time.
-- topic: records
SELECT COUNT(DISTINCT r.person_id) AS patients
FROM (SELECT co.person_id
      FROM condition_occurrence AS co
      WHERE co.condition_concept_id IN ([condition@stroke])
      GROUP BY co.person_id
      HAVING COUNT(co.condition_occurrence_id) = 1) AS r;
