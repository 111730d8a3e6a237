-- id: procedure-before-condition
-- question: How many patients had a mammography before they were diagnosed with breast cancer?
-- paraphrase: What is the number of people who underwent mammography before a diagnosis of breast cancer?
-- paraphrase: Before being diagnosed with breast cancer, how many patients had a mammography?
-- paraphrase: mammogrphy before breast cancer, n of pts?
-- topic: temporal
-- note: strictly earlier than the first record of the later event
SELECT COUNT(DISTINCT earlier.person_id) AS patients
FROM (SELECT co.person_id, MIN(co.condition_start_date) AS first_date
      FROM condition_occurrence AS co
      WHERE co.condition_concept_id IN ([condition@breast cancer])
      GROUP BY co.person_id) AS index_event
JOIN procedure_occurrence AS earlier ON earlier.person_id = index_event.person_id
WHERE earlier.procedure_concept_id IN ([procedure@mammography])
  AND earlier.procedure_date < index_event.first_date;
