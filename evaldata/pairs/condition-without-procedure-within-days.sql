-- id: condition-without-procedure-within-days
-- question: How many patients with end-stage renal disease did not have hemodialysis within 180 days of diagnosis?
-- paraphrase: What is the number of end-stage renal disease patients with no hemodialysis in the 180 days after diagnosis?
-- paraphrase: In the 180 days after a diagnosis of end-stage renal disease, how many patients had no hemodialysis?
-- topic: temporal
-- note: counted from the first record, that day included; people who leave observation earlier are counted as untreated
SELECT COUNT(DISTINCT index_event.person_id) AS patients
FROM (SELECT co.person_id, MIN(co.condition_start_date) AS first_date
      FROM condition_occurrence AS co
      WHERE co.condition_concept_id IN ([condition@end-stage renal disease])
      GROUP BY co.person_id) AS index_event
WHERE NOT EXISTS (SELECT 1 FROM procedure_occurrence AS follow_up
                  WHERE follow_up.person_id = index_event.person_id
                    AND follow_up.procedure_concept_id IN ([procedure@hemodialysis])
                    AND follow_up.procedure_date BETWEEN index_event.first_date
                                         AND index_event.first_date + INTERVAL '180' DAY);
