-- id: condition-and-procedure-same-visit
-- question: How many patients had a coronary angiography at the same visit as a diagnosis of myocardial infarction?
-- paraphrase: What is the number of people with myocardial infarction and coronary angiography at the same visit?
-- paraphrase: Count the patients whose myocardial infarction and coronary angiography were recorded during the same visit.
-- topic: visit
-- note: both recorded at the same visit; records without a visit do not count
SELECT COUNT(DISTINCT co.person_id) AS patients
FROM condition_occurrence AS co
JOIN procedure_occurrence AS po ON po.person_id = co.person_id
                     AND po.visit_occurrence_id = co.visit_occurrence_id
WHERE co.condition_concept_id IN ([condition@myocardial infarction])
  AND po.procedure_concept_id IN ([procedure@coronary angiography]);
