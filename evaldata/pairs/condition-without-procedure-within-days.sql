-- id: condition-without-procedure-within-days
-- question: How many patients with myocardial infarction did not have a coronary angiography within 30 days of diagnosis?
-- paraphrase: What is the number of myocardial infarction patients with no coronary angiography in the 30 days after diagnosis?
-- paraphrase: In the 30 days after a diagnosis of myocardial infarction, how many patients had no coronary angiography?
-- topic: temporal
-- note: counted from the first record, that day included; people who leave observation earlier are counted as untreated
SELECT COUNT(DISTINCT index_event.person_id) AS patients
FROM (SELECT co.person_id, MIN(co.condition_start_date) AS first_date
      FROM condition_occurrence AS co
      WHERE co.condition_concept_id IN ([condition@myocardial infarction])
      GROUP BY co.person_id) AS index_event
WHERE NOT EXISTS (SELECT 1 FROM procedure_occurrence AS follow_up
                  WHERE follow_up.person_id = index_event.person_id
                    AND follow_up.procedure_concept_id IN ([procedure@coronary angiography])
                    AND follow_up.procedure_date BETWEEN index_event.first_date
                                         AND index_event.first_date + INTERVAL '30' DAY);
