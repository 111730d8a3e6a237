-- id: condition-before-condition
-- question: How many patients had type 2 diabetes before they were diagnosed with chronic kidney disease?
-- paraphrase: What is the number of people with type 2 diabetes before a diagnosis of chronic kidney disease?
-- paraphrase: Before being diagnosed with chronic kidney disease, how many patients had type 2 diabetes?
-- paraphrase: Count the patients in whom type 2 diabetes preceded chronic kidney disease.
-- paraphrase: # of pts w/ T2DM b4 CKD
-- topic: temporal
-- note: strictly earlier than the first record of the later event
SELECT COUNT(DISTINCT earlier.person_id) AS patients
FROM (SELECT co.person_id, MIN(co.condition_start_date) AS first_date
      FROM condition_occurrence AS co
      WHERE co.condition_concept_id IN ([condition@chronic kidney disease])
      GROUP BY co.person_id) AS index_event
JOIN condition_occurrence AS earlier ON earlier.person_id = index_event.person_id
WHERE earlier.condition_concept_id IN ([condition@type 2 diabetes])
  AND earlier.condition_start_date < index_event.first_date;
