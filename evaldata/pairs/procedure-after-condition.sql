-- id: procedure-after-condition
-- question: How many patients had hemodialysis after they were diagnosed with chronic kidney disease?
-- paraphrase: What is the number of people who underwent hemodialysis after a diagnosis of chronic kidney disease?
-- paraphrase: After being diagnosed with chronic kidney disease, how many patients had hemodialysis?
-- paraphrase: Among patients with chronic kidney disease, how many later had hemodialysis?
-- paraphrase: How many patients with chronic kidney disease had hemodialysis afterwards?
-- paraphrase: # of pts w/ hemodialyis after CKD dx
-- topic: temporal
-- note: strictly later than the first record of the earlier event; any such record counts, not only a first one
SELECT COUNT(DISTINCT later.person_id) AS patients
FROM (SELECT co.person_id, MIN(co.condition_start_date) AS first_date
      FROM condition_occurrence AS co
      WHERE co.condition_concept_id IN ([condition@chronic kidney disease])
      GROUP BY co.person_id) AS index_event
JOIN procedure_occurrence AS later ON later.person_id = index_event.person_id
WHERE later.procedure_concept_id IN ([procedure@hemodialysis])
  AND later.procedure_date > index_event.first_date;
