-- id: condition-first-after-condition
-- question: How many patients were diagnosed with depression for the first time after a stroke?
-- paraphrase: What is the number of people with a first diagnosis of depression after stroke?
-- paraphrase: After a stroke, how many patients had their first depression?
-- topic: temporal
-- note: the first record ever of the later event comes after the first record of the earlier one
SELECT COUNT(DISTINCT later.person_id) AS patients
FROM (SELECT co.person_id, MIN(co.condition_start_date) AS first_date
      FROM condition_occurrence AS co
      WHERE co.condition_concept_id IN ([condition@stroke])
      GROUP BY co.person_id) AS index_event
JOIN (SELECT co.person_id, MIN(co.condition_start_date) AS first_date
      FROM condition_occurrence AS co
      WHERE co.condition_concept_id IN ([condition@depression])
      GROUP BY co.person_id) AS later ON later.person_id = index_event.person_id
WHERE later.first_date > index_event.first_date;
