-- id: visit-after-condition
-- question: How many patients had an emergency room visit after they were diagnosed with asthma?
-- paraphrase: What is the number of people with an emergency room visit after a diagnosis of asthma?
-- paraphrase: After being diagnosed with asthma, how many patients had an emergency room visit?
-- paraphrase: ER visit after asthma dx, n of pts?
-- topic: temporal
-- note: strictly later than the first record of the earlier event; any such record counts, not only a first one
SELECT COUNT(DISTINCT later.person_id) AS patients
FROM (SELECT co.person_id, MIN(co.condition_start_date) AS first_date
      FROM condition_occurrence AS co
      WHERE co.condition_concept_id IN ([condition@asthma])
      GROUP BY co.person_id) AS index_event
JOIN visit_occurrence AS later ON later.person_id = index_event.person_id
WHERE later.visit_concept_id IN ([visit@emergency room visit])
  AND later.visit_start_date > index_event.first_date;
