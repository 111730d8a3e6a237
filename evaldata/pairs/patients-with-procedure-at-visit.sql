-- id: patients-with-procedure-at-visit
-- question: How many patients had a knee replacement during an inpatient visit?
-- paraphrase: What is the number of people in whom a knee replacement was performed at an inpatient visit?
-- paraphrase: How many patients underwent knee replacement at an inpatient visit?
-- topic: visit
-- note: the procedure is recorded at the same visit
SELECT COUNT(DISTINCT vo.person_id) AS patients
FROM visit_occurrence AS vo
WHERE vo.visit_concept_id IN ([visit@inpatient visit])
  AND vo.visit_occurrence_id IN (SELECT po.visit_occurrence_id FROM procedure_occurrence AS po
                                 WHERE po.procedure_concept_id IN ([procedure@knee replacement]));
