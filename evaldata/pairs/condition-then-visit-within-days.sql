-- id: condition-then-visit-within-days
-- question: How many patients with heart failure had an inpatient visit within 30 days of diagnosis?
-- paraphrase: What is the number of heart failure patients with an inpatient visit no later than 30 days after being diagnosed?
-- paraphrase: How many patients had an inpatient visit within 30 days after their first diagnosis of heart failure?
-- paraphrase: HF pts with inpatient visit w/in 30d of dx, n?
-- topic: temporal
-- note: from the day of the first record, that day included, to the last day named
SELECT COUNT(DISTINCT later.person_id) AS patients
FROM (SELECT co.person_id, MIN(co.condition_start_date) AS first_date
      FROM condition_occurrence AS co
      WHERE co.condition_concept_id IN ([condition@heart failure])
      GROUP BY co.person_id) AS index_event
JOIN visit_occurrence AS later ON later.person_id = index_event.person_id
WHERE later.visit_concept_id IN ([visit@inpatient visit])
  AND later.visit_start_date BETWEEN index_event.first_date AND index_event.first_date + INTERVAL '30' DAY;
