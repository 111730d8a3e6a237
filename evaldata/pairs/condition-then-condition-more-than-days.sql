-- id: condition-then-condition-more-than-days
-- question: How many patients had heart failure more than 180 days after a myocardial infarction?
-- paraphrase: What is the number of people diagnosed with heart failure later than 180 days after myocardial infarction?
-- paraphrase: More than 180 days after a myocardial infarction, how many patients had heart failure?
-- paraphrase: # of pts w/ HF more than 180 days after MI
-- topic: temporal
-- note: any record later than that; earlier ones are not ruled out
SELECT COUNT(DISTINCT later.person_id) AS patients
FROM (SELECT co.person_id, MIN(co.condition_start_date) AS first_date
      FROM condition_occurrence AS co
      WHERE co.condition_concept_id IN ([condition@myocardial infarction])
      GROUP BY co.person_id) AS index_event
JOIN condition_occurrence AS later ON later.person_id = index_event.person_id
WHERE later.condition_concept_id IN ([condition@heart failure])
  AND later.condition_start_date > index_event.first_date + INTERVAL '180' DAY;
