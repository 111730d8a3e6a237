-- id: average-drug-cost-per-patient
-- question: What is the average amount paid for atorvastatin per patient who took it?
-- paraphrase: How much does atorvastatin cost on average per patient?
-- paraphrase: What are the mean costs of atorvastatin per atorvastatin user?
-- topic: cost
-- note: amounts in the currency of the database; over the whole time of the database; patients without a cost record are left out
SELECT ROUND(SUM(ct.total_paid) / NULLIF(COUNT(DISTINCT de.person_id), 0), 2) AS average_paid,
       COUNT(DISTINCT de.person_id) AS patients
FROM drug_exposure AS de
JOIN cost AS ct ON ct.cost_event_id = de.drug_exposure_id
               AND ct.cost_domain_id = 'Drug'
WHERE de.drug_concept_id IN ([drug@atorvastatin]);
