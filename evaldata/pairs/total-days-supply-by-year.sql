-- id: total-days-supply-by-year
-- question: How many days of supply of furosemide were prescribed, by year?
-- paraphrase: What is the total days supply of furosemide prescriptions per year?
-- paraphrase: For each year, how many days supply of furosemide was prescribed in all?
-- topic: drug-utilization
-- note: a days supply outside 1 to 365 is taken for an error and left out
SELECT EXTRACT(YEAR FROM de.drug_exposure_start_date) AS year,
       SUM(de.days_supply) AS days,
       COUNT(de.drug_exposure_id) AS prescriptions
FROM drug_exposure AS de
WHERE de.drug_concept_id IN ([drug@furosemide])
  AND de.days_supply BETWEEN 1 AND 365
GROUP BY year
ORDER BY year;
