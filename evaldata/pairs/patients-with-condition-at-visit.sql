-- id: patients-with-condition-at-visit
-- question: How many patients were diagnosed with stroke at an inpatient visit?
-- paraphrase: What is the number of people for whom stroke was recorded during an inpatient visit?
-- paraphrase: How many patients had a diagnosis of stroke at an inpatient visit?
-- paraphrase: # of pts dx'd with stroke at an inpatient visit
-- topic: visit
-- note: the condition is recorded at the same visit
SELECT COUNT(DISTINCT vo.person_id) AS patients
FROM visit_occurrence AS vo
WHERE vo.visit_concept_id IN ([visit@inpatient visit])
  AND vo.visit_occurrence_id IN (SELECT co.visit_occurrence_id FROM condition_occurrence AS co
                                 WHERE co.condition_concept_id IN ([condition@stroke]));
