-- id: condition-then-measurement-within-days
-- question: How many patients with type 2 diabetes had an HbA1c measurement within 90 days of diagnosis?
-- paraphrase: What is the number of type 2 diabetes patients whose HbA1c was measured no later than 90 days after being diagnosed?
-- paraphrase: How many patients were tested for HbA1c within 90 days after their first diagnosis of type 2 diabetes?
-- paraphrase: T2DM pts with HbA1c w/in 90d of dx, n?
-- topic: temporal
-- note: from the day of the first record, that day included, to the last day named
SELECT COUNT(DISTINCT later.person_id) AS patients
FROM (SELECT co.person_id, MIN(co.condition_start_date) AS first_date
      FROM condition_occurrence AS co
      WHERE co.condition_concept_id IN ([condition@type 2 diabetes])
      GROUP BY co.person_id) AS index_event
JOIN measurement AS later ON later.person_id = index_event.person_id
WHERE later.measurement_concept_id IN ([measurement@HbA1c])
  AND later.measurement_date BETWEEN index_event.first_date AND index_event.first_date + INTERVAL '90' DAY;
