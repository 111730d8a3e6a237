-- id: condition-and-procedure-same-day
-- question: How many patients had hemodialysis on the same day as a diagnosis of end-stage renal disease?
-- paraphrase: What is the number of people diagnosed with end-stage renal disease and receiving hemodialysis on the same day?
-- paraphrase: Count the patients with end-stage renal disease and hemodialysis recorded on the same date.
-- topic: temporal
-- note: on any day on which both are recorded
SELECT COUNT(DISTINCT co.person_id) AS patients
FROM condition_occurrence AS co
JOIN procedure_occurrence AS po ON po.person_id = co.person_id
                    AND po.procedure_date = co.condition_start_date
WHERE co.condition_concept_id IN ([condition@end-stage renal disease])
  AND po.procedure_concept_id IN ([procedure@hemodialysis]);
