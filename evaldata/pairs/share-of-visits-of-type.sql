-- id: share-of-visits-of-type
-- question: What percentage of visits are inpatient visits?
-- paraphrase: What share of all visits is inpatient visits?
-- paraphrase: Of all visits, what percent are inpatient visits?
-- paraphrase: % of visits that are inpatient visits
-- topic: visit
-- note: visits, not patients
SELECT ROUND(100.0 * COUNT(vo.visit_occurrence_id) FILTER (WHERE vo.visit_concept_id IN ([visit@inpatient visit]))
             / NULLIF(COUNT(vo.visit_occurrence_id), 0), 2) AS percentage,
       COUNT(vo.visit_occurrence_id) FILTER (WHERE vo.visit_concept_id IN ([visit@inpatient visit])) AS visits_of_type,
       COUNT(vo.visit_occurrence_id) AS visits
FROM visit_occurrence AS vo;
