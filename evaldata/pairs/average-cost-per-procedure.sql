-- id: average-cost-per-procedure
-- question: What is the average amount paid per knee replacement?
-- paraphrase: How much does a knee replacement cost on average?
-- paraphrase: What is the mean cost of knee replacement procedures?
-- paraphrase: do you know how much a knee replacement costs on average?
-- topic: cost
-- note: amounts in the currency of the database; procedures without a cost record are left out
SELECT ROUND(SUM(ct.total_paid) / NULLIF(COUNT(DISTINCT po.procedure_occurrence_id), 0), 2) AS average_paid,
       COUNT(DISTINCT po.procedure_occurrence_id) AS procedures
FROM procedure_occurrence AS po
JOIN cost AS ct ON ct.cost_event_id = po.procedure_occurrence_id
               AND ct.cost_domain_id = 'Procedure'
WHERE po.procedure_concept_id IN ([procedure@knee replacement]);
