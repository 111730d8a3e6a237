-- id: condition-then-condition-within-years
-- question: How many patients with osteoporosis had a hip fracture within 2 years of diagnosis?
-- paraphrase: What is the number of osteoporosis patients with a hip fracture no later than 2 years after being diagnosed?
-- paraphrase: How many patients had a hip fracture within 2 years after being diagnosed with osteoporosis?
-- paraphrase: osteoporosis pts with hip fracture within 2 yrs of dx, n?
-- topic: temporal
-- note: from the day of the first record, that day included, to the last day named
SELECT COUNT(DISTINCT later.person_id) AS patients
FROM (SELECT co.person_id, MIN(co.condition_start_date) AS first_date
      FROM condition_occurrence AS co
      WHERE co.condition_concept_id IN ([condition@osteoporosis])
      GROUP BY co.person_id) AS index_event
JOIN condition_occurrence AS later ON later.person_id = index_event.person_id
WHERE later.condition_concept_id IN ([condition@hip fracture])
  AND later.condition_start_date BETWEEN index_event.first_date AND index_event.first_date + INTERVAL '2' YEAR;
