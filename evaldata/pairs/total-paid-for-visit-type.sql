-- id: total-paid-for-visit-type
-- question: How much was paid for inpatient visits in total?
-- paraphrase: What is the total amount paid for inpatient visits?
-- paraphrase: What are the total costs of the inpatient visits?
-- topic: cost
-- note: amounts in the currency of the database
SELECT ROUND(SUM(ct.total_paid), 2) AS total_paid,
       COUNT(DISTINCT vo.visit_occurrence_id) AS visits
FROM visit_occurrence AS vo
JOIN cost AS ct ON ct.cost_event_id = vo.visit_occurrence_id
               AND ct.cost_domain_id = 'Visit'
WHERE vo.visit_concept_id IN ([visit@inpatient visit]);
