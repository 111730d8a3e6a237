-- id: condition-without-measurement-within-days
-- question: How many patients with type 2 diabetes had no HbA1c measurement within 180 days of diagnosis?
-- paraphrase: What is the number of type 2 diabetes patients who were not tested for HbA1c in the 180 days after diagnosis?
-- paraphrase: In the 180 days after a diagnosis of type 2 diabetes, how many patients had no HbA1c measurement?
-- topic: temporal
-- note: counted from the first record, that day included; people who leave observation earlier are counted as not measured
SELECT COUNT(DISTINCT index_event.person_id) AS patients
FROM (SELECT co.person_id, MIN(co.condition_start_date) AS first_date
      FROM condition_occurrence AS co
      WHERE co.condition_concept_id IN ([condition@type 2 diabetes])
      GROUP BY co.person_id) AS index_event
WHERE NOT EXISTS (SELECT 1 FROM measurement AS follow_up
                  WHERE follow_up.person_id = index_event.person_id
                    AND follow_up.measurement_concept_id IN ([measurement@HbA1c])
                    AND follow_up.measurement_date BETWEEN index_event.first_date
                                         AND index_event.first_date + INTERVAL '180' DAY);
