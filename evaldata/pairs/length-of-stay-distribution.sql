-- id: length-of-stay-distribution
-- question: What is the distribution of the length of stay of inpatient visits?
-- paraphrase: For each length of stay in days, how many inpatient visits are there?
-- paraphrase: How are inpatient visits distributed by their length of stay?
-- paraphrase: distribution of LOS of inpatient visits
-- topic: visit
-- note: days from start to end of the visit: 0 for a stay of one day
SELECT vo.visit_end_date - vo.visit_start_date AS days,
       COUNT(vo.visit_occurrence_id) AS visits
FROM visit_occurrence AS vo
WHERE vo.visit_concept_id IN ([visit@inpatient visit])
  AND vo.visit_end_date IS NOT NULL
GROUP BY days
ORDER BY days;
