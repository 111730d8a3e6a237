-- id: average-length-of-stay-with-condition
-- question: What is the average length of stay of an inpatient visit with pneumonia?
-- paraphrase: How many days does an inpatient visit with a diagnosis of pneumonia last on average?
-- paraphrase: What is the mean length of stay in days of inpatient visits at which pneumonia was recorded?
-- paraphrase: avg LOS of inpatient visits with pneumonia
-- topic: visit
-- note: days from start to end of the visit: 0 for a stay of one day; the condition is recorded at the same visit
SELECT ROUND(AVG(vo.visit_end_date - vo.visit_start_date), 2) AS average_days,
       COUNT(vo.visit_occurrence_id) AS visits
FROM visit_occurrence AS vo
WHERE vo.visit_concept_id IN ([visit@inpatient visit])
  AND vo.visit_end_date IS NOT NULL
  AND vo.visit_occurrence_id IN (SELECT co.visit_occurrence_id FROM condition_occurrence AS co
                                 WHERE co.condition_concept_id IN ([condition@pneumonia]));
