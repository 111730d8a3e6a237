-- id: recurrence-after-days
-- question: How many patients had another diagnosis of myocardial infarction more than 30 days after the first?
-- paraphrase: What is the number of people with a recurrent myocardial infarction more than 30 days after their first one?
-- paraphrase: Count the patients whose myocardial infarction was recorded again later than 30 days after the first record.
-- paraphrase: # of pts w/ another dx of MI more than 30 days after the 1st
-- topic: incidence
-- note: records up to that many days after the first are taken for the same event
SELECT COUNT(DISTINCT again.person_id) AS patients
FROM (SELECT co.person_id, MIN(co.condition_start_date) AS first_date
      FROM condition_occurrence AS co
      WHERE co.condition_concept_id IN ([condition@myocardial infarction])
      GROUP BY co.person_id) AS index_event
JOIN condition_occurrence AS again ON again.person_id = index_event.person_id
WHERE again.condition_concept_id IN ([condition@myocardial infarction])
  AND again.condition_start_date > index_event.first_date + INTERVAL '30' DAY;
