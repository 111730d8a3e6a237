-- id: total-paid-for-procedure
-- question: How much was paid for colonoscopy in total?
-- paraphrase: What is the total amount paid for colonoscopy?
-- paraphrase: What are the total costs of the colonoscopy procedures?
-- paraphrase: How much was paid for colonoscpy in total?
-- topic: cost
-- note: amounts in the currency of the database
SELECT ROUND(SUM(ct.total_paid), 2) AS total_paid,
       COUNT(DISTINCT po.procedure_occurrence_id) AS procedures
FROM procedure_occurrence AS po
JOIN cost AS ct ON ct.cost_event_id = po.procedure_occurrence_id
               AND ct.cost_domain_id = 'Procedure'
WHERE po.procedure_concept_id IN ([procedure@colonoscopy]);
