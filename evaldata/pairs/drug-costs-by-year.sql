-- id: drug-costs-by-year
-- question: How much was paid for insulin glargine, by year?
-- paraphrase: What is the total amount paid for insulin glargine per year?
-- paraphrase: For each year, what are the total costs of insulin glargine?
-- paraphrase: cost of insulin glargine per yr
-- topic: cost
-- note: amounts in the currency of the database
SELECT EXTRACT(YEAR FROM de.drug_exposure_start_date) AS year,
       ROUND(SUM(ct.total_paid), 2) AS total_paid,
       COUNT(DISTINCT de.drug_exposure_id) AS prescriptions
FROM drug_exposure AS de
JOIN cost AS ct ON ct.cost_event_id = de.drug_exposure_id
               AND ct.cost_domain_id = 'Drug'
WHERE de.drug_concept_id IN ([drug@insulin glargine])
GROUP BY year
ORDER BY year;
