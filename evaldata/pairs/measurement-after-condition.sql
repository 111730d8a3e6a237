-- id: measurement-after-condition
-- question: How many patients had an HbA1c measurement after they were diagnosed with type 2 diabetes?
-- paraphrase: What is the number of people whose HbA1c was measured after a diagnosis of type 2 diabetes?
-- paraphrase: After being diagnosed with type 2 diabetes, how many patients were tested for HbA1c?
-- paraphrase: HbA1c after T2DM dx, n of pts?
-- topic: temporal
-- note: strictly later than the first record of the earlier event; any such record counts, not only a first one
SELECT COUNT(DISTINCT later.person_id) AS patients
FROM (SELECT co.person_id, MIN(co.condition_start_date) AS first_date
      FROM condition_occurrence AS co
      WHERE co.condition_concept_id IN ([condition@type 2 diabetes])
      GROUP BY co.person_id) AS index_event
JOIN measurement AS later ON later.person_id = index_event.person_id
WHERE later.measurement_concept_id IN ([measurement@HbA1c])
  AND later.measurement_date > index_event.first_date;
