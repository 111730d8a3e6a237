-- id: records-of-visit-in-year
-- question: How many inpatient visits were there in 2009?
-- paraphrase: What is the number of inpatient visits in 2009?
-- paraphrase: In 2009, how many inpatient visits took place?
-- paraphrase: # of inpatient visits in 2009
-- topic: records
-- note: visits, not patients; the year in which the visit began
SELECT COUNT(vo.visit_occurrence_id) AS visits
FROM visit_occurrence AS vo
WHERE vo.visit_concept_id IN ([visit@inpatient visit])
  AND EXTRACT(YEAR FROM vo.visit_start_date) = 2009;
