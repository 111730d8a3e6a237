-- id: distribution-of-condition-records-per-patient
-- question: What is the distribution of the number of pneumonia diagnoses per patient?
-- paraphrase: For each number of pneumonia records, how many patients have that many?
-- paraphrase: How are patients with pneumonia distributed by their number of diagnoses?
-- topic: records
-- note: people with none are not shown
SELECT r.records,
       COUNT(DISTINCT r.person_id) AS patients
FROM (SELECT co.person_id, COUNT(co.condition_occurrence_id) AS records
      FROM condition_occurrence AS co
      WHERE co.condition_concept_id IN ([condition@pneumonia])
      GROUP BY co.person_id) AS r
GROUP BY r.records
ORDER BY r.records;
