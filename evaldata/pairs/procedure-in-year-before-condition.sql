-- id: procedure-in-year-before-condition
-- question: How many patients had an echocardiography in the year before they were diagnosed with heart failure?
-- paraphrase: What is the number of people who underwent echocardiography within 1 year before their first diagnosis of heart failure?
-- paraphrase: In the 1 year before being diagnosed with heart failure, how many patients had an echocardiography?
-- topic: temporal
-- note: the day of the later event itself is not counted
SELECT COUNT(DISTINCT earlier.person_id) AS patients
FROM (SELECT co.person_id, MIN(co.condition_start_date) AS first_date
      FROM condition_occurrence AS co
      WHERE co.condition_concept_id IN ([condition@heart failure])
      GROUP BY co.person_id) AS index_event
JOIN procedure_occurrence AS earlier ON earlier.person_id = index_event.person_id
WHERE earlier.procedure_concept_id IN ([procedure@echocardiography])
  AND earlier.procedure_date >= index_event.first_date - INTERVAL '1' YEAR
  AND earlier.procedure_date < index_event.first_date;
