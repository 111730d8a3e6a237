-- id: visit-costs-with-condition
-- question: What is the average amount paid per inpatient visit with a diagnosis of heart failure?
-- paraphrase: How much does an inpatient visit at which heart failure was recorded cost on average?
-- paraphrase: What is the mean cost of inpatient visits with heart failure?
-- topic: cost
-- note: amounts in the currency of the database; the condition is recorded at the same visit; visits without a cost record are left out
-- note: trap: a join to the diagnoses of the visit repeats its cost once for each; EXISTS does not
SELECT ROUND(SUM(ct.total_paid) / NULLIF(COUNT(DISTINCT vo.visit_occurrence_id), 0), 2) AS average_paid,
       COUNT(DISTINCT vo.visit_occurrence_id) AS visits
FROM visit_occurrence AS vo
JOIN cost AS ct ON ct.cost_event_id = vo.visit_occurrence_id
               AND ct.cost_domain_id = 'Visit'
WHERE vo.visit_concept_id IN ([visit@inpatient visit])
  AND vo.visit_occurrence_id IN (SELECT co.visit_occurrence_id FROM condition_occurrence AS co
                                 WHERE co.condition_concept_id IN ([condition@heart failure]));
