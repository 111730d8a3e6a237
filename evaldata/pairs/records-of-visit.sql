-- id: records-of-visit
-- question: How many inpatient visits are there?
-- paraphrase: What is the number of inpatient visits?
-- paraphrase: Count all inpatient visits.
-- paraphrase: How many inpatient visits took place?
-- paraphrase: How many inpatient visits were there in total?
-- paraphrase: # of inpatient visits
-- paraphrase: hi, how many inpatient visits are there, actually?
-- topic: records
-- note: visits, not patients
SELECT COUNT(vo.visit_occurrence_id) AS visits
FROM visit_occurrence AS vo
WHERE vo.visit_concept_id IN ([visit@inpatient visit]);
