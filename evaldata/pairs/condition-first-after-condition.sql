-- id: condition-first-after-condition
-- question: How many patients were diagnosed with chronic kidney disease for the first time after a diagnosis of type 2 diabetes?
-- paraphrase: What is the number of people with a first diagnosis of chronic kidney disease after type 2 diabetes?
-- paraphrase: After a diagnosis of type 2 diabetes, how many patients had their first chronic kidney disease?
-- paraphrase: # of pts dx'd with CKD for the first time after a dx of T2DM
-- topic: temporal
-- note: the first record ever of the later event comes after the first record of the earlier one
SELECT COUNT(DISTINCT later.person_id) AS patients
FROM (SELECT co.person_id, MIN(co.condition_start_date) AS first_date
      FROM condition_occurrence AS co
      WHERE co.condition_concept_id IN ([condition@type 2 diabetes])
      GROUP BY co.person_id) AS index_event
JOIN (SELECT co.person_id, MIN(co.condition_start_date) AS first_date
      FROM condition_occurrence AS co
      WHERE co.condition_concept_id IN ([condition@chronic kidney disease])
      GROUP BY co.person_id) AS later ON later.person_id = index_event.person_id
WHERE later.first_date > index_event.first_date;
