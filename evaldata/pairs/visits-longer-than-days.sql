-- id: visits-longer-than-days
-- question: How many inpatient visits lasted longer than 7 days?
-- paraphrase: What is the number of inpatient visits with a length of stay of more than 7 days?
-- paraphrase: Count the inpatient visits of over 7 days.
-- paraphrase: # of inpatient visits longer than 7 days
-- topic: visit
-- note: visits, not patients; days from start to end of the visit
SELECT COUNT(vo.visit_occurrence_id) AS visits,
       COUNT(DISTINCT vo.person_id) AS patients
FROM visit_occurrence AS vo
WHERE vo.visit_concept_id IN ([visit@inpatient visit])
  AND vo.visit_end_date - vo.visit_start_date > 7
  AND vo.visit_end_date IS NOT NULL;
