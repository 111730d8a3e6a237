-- id: median-length-of-stay
-- question: What is the median length of stay of an inpatient visit?
-- paraphrase: What is the median duration in days of inpatient visits?
-- paraphrase: Median length of stay in days of an inpatient visit
-- paraphrase: median LOS, inpatient visits
-- topic: visit
-- note: days from start to end of the visit: 0 for a stay of one day
SELECT PERCENTILE_CONT(0.5) WITHIN GROUP (ORDER BY vo.visit_end_date - vo.visit_start_date) AS median_days,
       COUNT(vo.visit_occurrence_id) AS visits
FROM visit_occurrence AS vo
WHERE vo.visit_concept_id IN ([visit@inpatient visit])
  AND vo.visit_end_date IS NOT NULL;
