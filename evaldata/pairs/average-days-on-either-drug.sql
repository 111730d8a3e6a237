-- id: average-days-on-either-drug
-- question: How many days on average are covered by either lisinopril or furosemide per patient?
-- paraphrase: What is the average number of days per patient covered by either lisinopril or furosemide?
-- paraphrase: On average, how many days does a supply of either lisinopril or furosemide cover per patient?
-- topic: drug-utilization
-- note: per patient who took at least one of the two; from the start to the end of each exposure, both days included; a day on which both are taken counts once
-- note: trap: summing the lengths of exposures or eras counts overlapping days twice
WITH exposure AS (
  SELECT de.person_id, de.drug_exposure_id, de.drug_exposure_start_date AS start_date,
         COALESCE(de.drug_exposure_end_date, de.drug_exposure_start_date + NULLIF(de.days_supply, 0) - 1, de.drug_exposure_start_date) AS end_date
  FROM drug_exposure AS de
  WHERE de.drug_concept_id IN ([drug@lisinopril], [drug@furosemide])
), placed AS (
  SELECT e.person_id, e.start_date, e.end_date,
         MAX(e.end_date) OVER (PARTITION BY e.person_id
                               ORDER BY e.start_date, e.drug_exposure_id
                               ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING) AS covered_until
  FROM exposure AS e
), covered AS (
  SELECT p.person_id,
         SUM(GREATEST(0, p.end_date - GREATEST(p.start_date - 1, COALESCE(p.covered_until, p.start_date - 1)))) AS days
  FROM placed AS p
  GROUP BY p.person_id
)
SELECT ROUND(AVG(c.days), 2) AS average_days,
       COUNT(DISTINCT c.person_id) AS patients
FROM covered AS c;
