-- id: condition-in-days-before-condition
-- question: How many patients had pneumonia in the 180 days before they were diagnosed with heart failure?
-- paraphrase: What is the number of people with pneumonia within 180 days before their first diagnosis of heart failure?
-- paraphrase: In the 180 days before being diagnosed with heart failure, how many patients had pneumonia?
-- paraphrase: # of pts w/ pneumonia in the 180 days b4 HF
-- topic: temporal
-- note: the day of the later event itself is not counted
SELECT COUNT(DISTINCT earlier.person_id) AS patients
FROM (SELECT co.person_id, MIN(co.condition_start_date) AS first_date
      FROM condition_occurrence AS co
      WHERE co.condition_concept_id IN ([condition@heart failure])
      GROUP BY co.person_id) AS index_event
JOIN condition_occurrence AS earlier ON earlier.person_id = index_event.person_id
WHERE earlier.condition_concept_id IN ([condition@pneumonia])
  AND earlier.condition_start_date >= index_event.first_date - INTERVAL '180' DAY
  AND earlier.condition_start_date < index_event.first_date;
