-- id: recurrence-within-days
-- question: How many patients had a second diagnosis of pneumonia within 365 days of the first?
-- paraphrase: What is the number of people whose pneumonia was recorded again no later than 365 days after the first record?
-- paraphrase: Count the patients with a recurrence of pneumonia within 365 days after their first one.
-- paraphrase: # of pts w/ a 2nd dx of pnuemonia within 365 days of the first
-- topic: incidence
-- note: a record on a later day than the first; it may be of the same episode
SELECT COUNT(DISTINCT again.person_id) AS patients
FROM (SELECT co.person_id, MIN(co.condition_start_date) AS first_date
      FROM condition_occurrence AS co
      WHERE co.condition_concept_id IN ([condition@pneumonia])
      GROUP BY co.person_id) AS index_event
JOIN condition_occurrence AS again ON again.person_id = index_event.person_id
WHERE again.condition_concept_id IN ([condition@pneumonia])
  AND again.condition_start_date > index_event.first_date
  AND again.condition_start_date <= index_event.first_date + INTERVAL '365' DAY;
