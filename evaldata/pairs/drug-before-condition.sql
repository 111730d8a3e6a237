-- id: drug-before-condition
-- question: How many patients took atorvastatin before they had a stroke?
-- paraphrase: What is the number of people prescribed atorvastatin before a diagnosis of stroke?
-- paraphrase: Before a stroke, how many patients received atorvastatin?
-- paraphrase: Count the patients who took atorvastatin prior to their first stroke.
-- paraphrase: atorvastatn before stroke, n of pts?
-- topic: temporal
-- note: strictly earlier than the first record of the later event
SELECT COUNT(DISTINCT earlier.person_id) AS patients
FROM (SELECT co.person_id, MIN(co.condition_start_date) AS first_date
      FROM condition_occurrence AS co
      WHERE co.condition_concept_id IN ([condition@stroke])
      GROUP BY co.person_id) AS index_event
JOIN drug_exposure AS earlier ON earlier.person_id = index_event.person_id
WHERE earlier.drug_concept_id IN ([drug@atorvastatin])
  AND earlier.drug_exposure_start_date < index_event.first_date;
