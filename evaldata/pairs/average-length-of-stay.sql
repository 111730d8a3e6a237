-- id: average-length-of-stay
-- question: What is the average length of stay of an inpatient visit?
-- paraphrase: How many days does an inpatient visit last on average?
-- paraphrase: What is the mean length of stay in days of inpatient visits?
-- paraphrase: How long is an inpatient visit on average, in days?
-- paraphrase: avg LOS, inpatient visits
-- topic: visit
-- note: days from start to end of the visit: 0 for a stay of one day
SELECT ROUND(AVG(vo.visit_end_date - vo.visit_start_date), 2) AS average_days,
       COUNT(vo.visit_occurrence_id) AS visits
FROM visit_occurrence AS vo
WHERE vo.visit_concept_id IN ([visit@inpatient visit])
  AND vo.visit_end_date IS NOT NULL;
