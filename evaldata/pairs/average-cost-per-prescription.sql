-- id: average-cost-per-prescription
-- question: What is the average amount paid per insulin glargine prescription?
-- paraphrase: How much does a prescription of insulin glargine cost on average?
-- paraphrase: What is the mean cost of insulin glargine prescriptions?
-- paraphrase: avg cost per insulin glargine rx
-- topic: cost
-- note: amounts in the currency of the database; prescriptions without a cost record are left out
SELECT ROUND(SUM(ct.total_paid) / NULLIF(COUNT(DISTINCT de.drug_exposure_id), 0), 2) AS average_paid,
       COUNT(DISTINCT de.drug_exposure_id) AS prescriptions
FROM drug_exposure AS de
JOIN cost AS ct ON ct.cost_event_id = de.drug_exposure_id
               AND ct.cost_domain_id = 'Drug'
WHERE de.drug_concept_id IN ([drug@insulin glargine]);
