-- id: adherence-pdc-stockpiled
-- question: What is the average proportion of days covered by atorvastatin in the 365 days after the first exposure, early refills stockpiled?
-- paraphrase: What is the mean adherence to atorvastatin (PDC) over 365 days from the first exposure, with stockpiled refills?
-- paraphrase: How high is the proportion of days covered on average in the first 365 days of atorvastatin, refills being stockpiled?
-- paraphrase: avg PDC of atorvastatin in the 365 days after 1st exposure, early refills stockpiled
-- topic: drug-utilization
-- note: proportion of days covered (PDC): a refill begins when the supply before it is used up; only patients observed for the whole time
-- note: trap: counting an early refill from its own date loses the days that overlap with the supply before; adding up days of supply without moving them, and without the end of the time looked at, can give more than the whole time
WITH study AS (SELECT 365 AS days), first_use AS (
  SELECT de.person_id, MIN(de.drug_exposure_start_date) AS first_date
  FROM drug_exposure AS de
  WHERE de.drug_concept_id IN ([drug@atorvastatin])
  GROUP BY de.person_id
), follow_up AS (
  SELECT f.person_id, f.first_date, f.first_date + s.days - 1 AS last_date, s.days
  FROM first_use AS f
  CROSS JOIN study AS s
  JOIN observation_period AS op ON op.person_id = f.person_id
  WHERE f.first_date >= op.observation_period_start_date
    AND f.first_date + s.days - 1 <= op.observation_period_end_date
), supply AS (
  SELECT u.person_id, u.days, u.last_date, de.drug_exposure_id,
         de.drug_exposure_start_date - u.first_date AS begins,
         COALESCE(de.drug_exposure_end_date, de.drug_exposure_start_date + NULLIF(de.days_supply, 0) - 1, de.drug_exposure_start_date) - de.drug_exposure_start_date + 1 AS supplied
  FROM follow_up AS u
  JOIN drug_exposure AS de ON de.person_id = u.person_id
  WHERE de.drug_concept_id IN ([drug@atorvastatin])
    AND de.drug_exposure_start_date BETWEEN u.first_date AND u.last_date
), running AS (
  SELECT s.person_id, s.days, s.begins, s.supplied, s.drug_exposure_id,
         SUM(s.supplied) OVER (PARTITION BY s.person_id ORDER BY s.begins, s.drug_exposure_id
                               ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW) AS supplied_so_far
  FROM supply AS s
), moved AS (
  SELECT r.person_id, r.days, r.supplied,
         r.supplied_so_far + MAX(r.begins - r.supplied_so_far + r.supplied)
             OVER (PARTITION BY r.person_id ORDER BY r.begins, r.drug_exposure_id
                   ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW) AS ends
  FROM running AS r
), adherence AS (
  SELECT m.person_id,
         1.0 * SUM(GREATEST(0, LEAST(m.ends, m.days) - (m.ends - m.supplied))) / MAX(m.days) AS proportion
  FROM moved AS m
  GROUP BY m.person_id
)
SELECT ROUND(AVG(a.proportion), 4) AS average_proportion,
       COUNT(DISTINCT a.person_id) AS patients
FROM adherence AS a;
