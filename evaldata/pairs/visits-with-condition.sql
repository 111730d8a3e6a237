-- id: visits-with-condition
-- question: How many inpatient visits are there with a diagnosis of pneumonia?
-- paraphrase: What is the number of inpatient visits at which pneumonia was recorded?
-- paraphrase: At how many inpatient visits was pneumonia recorded?
-- paraphrase: # of inpatient visits with a dx of pneumonia
-- topic: visit
-- note: visits, not patients; the condition is recorded at the same visit
SELECT COUNT(DISTINCT vo.visit_occurrence_id) AS visits,
       COUNT(DISTINCT vo.person_id) AS patients
FROM visit_occurrence AS vo
WHERE vo.visit_concept_id IN ([visit@inpatient visit])
  AND vo.visit_occurrence_id IN (SELECT co.visit_occurrence_id FROM condition_occurrence AS co
                                 WHERE co.condition_concept_id IN ([condition@pneumonia]));
