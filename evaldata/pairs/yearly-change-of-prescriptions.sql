-- id: yearly-change-of-prescriptions
-- question: How did the number of prescriptions of atorvastatin change from year to year?
-- paraphrase: What is the yearly change in the number of atorvastatin prescriptions?
-- paraphrase: By how much did the number of atorvastatin prescriptions grow or fall each year?
-- topic: change
-- note: compared with the year before in the list; a first or last year that is not complete misleads
SELECT y.year,
       y.prescriptions,
       y.prescriptions - LAG(y.prescriptions) OVER (ORDER BY y.year) AS change,
       ROUND(100.0 * (y.prescriptions - LAG(y.prescriptions) OVER (ORDER BY y.year))
             / NULLIF(LAG(y.prescriptions) OVER (ORDER BY y.year), 0), 2) AS percentage_change
FROM (SELECT EXTRACT(YEAR FROM de.drug_exposure_start_date) AS year, COUNT(de.drug_exposure_id) AS prescriptions
      FROM drug_exposure AS de
      WHERE de.drug_concept_id IN ([drug@atorvastatin])
      GROUP BY year) AS y
ORDER BY y.year;
