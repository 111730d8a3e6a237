-- id: records-of-visit-among-condition
-- question: How many inpatient visits did patients with heart failure have?
-- paraphrase: What is the number of inpatient visits of people with heart failure?
-- paraphrase: Among patients with heart failure, how many inpatient visits took place?
-- paraphrase: # of inpatient visits of HF pts
-- topic: records
-- note: visits, not patients; for any reason, before or after the diagnosis
SELECT COUNT(vo.visit_occurrence_id) AS visits,
       COUNT(DISTINCT vo.person_id) AS patients
FROM visit_occurrence AS vo
WHERE vo.visit_concept_id IN ([visit@inpatient visit])
  AND vo.person_id IN (SELECT co.person_id FROM condition_occurrence AS co
                       WHERE co.condition_concept_id IN ([condition@heart failure]));
