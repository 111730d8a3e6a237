-- id: total-paid-for-drug
-- question: How much was paid for metformin in total?
-- paraphrase: What is the total amount paid for metformin?
-- paraphrase: What are the total costs of the metformin prescriptions?
-- paraphrase: total paid for metformn
-- topic: cost
-- note: amounts in the currency of the database
SELECT ROUND(SUM(ct.total_paid), 2) AS total_paid,
       COUNT(DISTINCT de.drug_exposure_id) AS prescriptions
FROM drug_exposure AS de
JOIN cost AS ct ON ct.cost_event_id = de.drug_exposure_id
               AND ct.cost_domain_id = 'Drug'
WHERE de.drug_concept_id IN ([drug@metformin]);
