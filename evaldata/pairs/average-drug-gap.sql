-- id: average-drug-gap
-- question: What is the average gap in days between prescriptions of metformin?
-- paraphrase: How many days lie on average between the end of a metformin prescription and the next one?
-- paraphrase: What is the mean number of days without metformin between two prescriptions?
-- topic: drug-utilization
-- note: over the gaps only: uncovered days between the end of all supply so far and the next start, prescriptions that follow without a gap left out
SELECT ROUND(AVG(c.supply_start - c.covered_until - 1), 2) AS average_days,
       COUNT(DISTINCT c.person_id) AS patients
FROM (SELECT de.person_id, de.drug_exposure_start_date AS supply_start,
             MAX(COALESCE(de.drug_exposure_end_date, de.drug_exposure_start_date + NULLIF(de.days_supply, 0) - 1, de.drug_exposure_start_date)) OVER (
               PARTITION BY de.person_id
               ORDER BY de.drug_exposure_start_date, de.drug_exposure_id
               ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING) AS covered_until
      FROM drug_exposure AS de
      WHERE de.drug_concept_id IN ([drug@metformin])) AS c
WHERE c.supply_start > c.covered_until + 1;
