-- id: average-cost-per-visit
-- question: What is the average amount paid per inpatient visit?
-- paraphrase: How much does an inpatient visit cost on average?
-- paraphrase: What is the mean cost of inpatient visits?
-- paraphrase: avg cost per inpatient visit
-- topic: cost
-- note: amounts in the currency of the database; visits without a cost record are left out
SELECT ROUND(SUM(ct.total_paid) / NULLIF(COUNT(DISTINCT vo.visit_occurrence_id), 0), 2) AS average_paid,
       COUNT(DISTINCT vo.visit_occurrence_id) AS visits
FROM visit_occurrence AS vo
JOIN cost AS ct ON ct.cost_event_id = vo.visit_occurrence_id
               AND ct.cost_domain_id = 'Visit'
WHERE vo.visit_concept_id IN ([visit@inpatient visit]);
