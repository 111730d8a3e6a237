-- id: condition-then-condition-within-days
-- question: How many patients with atrial fibrillation had a stroke within 365 days of diagnosis?
-- paraphrase: What is the number of atrial fibrillation patients with a stroke no later than 365 days after being diagnosed?
-- paraphrase: Count the people diagnosed with atrial fibrillation who had a stroke in the 365 days that followed.
-- paraphrase: How many patients had a stroke within 365 days after being diagnosed with atrial fibrillation?
-- paraphrase: afib pts with stroke w/in 365d of dx, n?
-- topic: temporal
-- note: from the day of the first record, that day included, to the last day named
SELECT COUNT(DISTINCT later.person_id) AS patients
FROM (SELECT co.person_id, MIN(co.condition_start_date) AS first_date
      FROM condition_occurrence AS co
      WHERE co.condition_concept_id IN ([condition@atrial fibrillation])
      GROUP BY co.person_id) AS index_event
JOIN condition_occurrence AS later ON later.person_id = index_event.person_id
WHERE later.condition_concept_id IN ([condition@stroke])
  AND later.condition_start_date BETWEEN index_event.first_date AND index_event.first_date + INTERVAL '365' DAY;
