-- id: share-adherent
-- question: What percentage of patients on lisinopril has a proportion of days covered of at least 0.8 in the 365 days after the first exposure?
-- paraphrase: What share of patients who took lisinopril is adherent (PDC of 0.8 or more) over 365 days from the first exposure?
-- paraphrase: Of the patients on lisinopril, what percent has at least 0.8 of the first 365 days covered?
-- paraphrase: % of pts on lisinopril w/ a PDC of at least 0.8 in the 365 days after 1st exposure
-- topic: drug-utilization
-- note: proportion of days covered (PDC): days with supply among the days from the first exposure on, that day included; a day covered twice counts once; only patients observed for the whole time
WITH study AS (SELECT 365 AS days), first_use AS (
  SELECT de.person_id, MIN(de.drug_exposure_start_date) AS first_date
  FROM drug_exposure AS de
  WHERE de.drug_concept_id IN ([drug@lisinopril])
  GROUP BY de.person_id
), follow_up AS (
  SELECT f.person_id, f.first_date, f.first_date + s.days - 1 AS last_date, s.days
  FROM first_use AS f
  CROSS JOIN study AS s
  JOIN observation_period AS op ON op.person_id = f.person_id
  WHERE f.first_date >= op.observation_period_start_date
    AND f.first_date + s.days - 1 <= op.observation_period_end_date
), supply AS (
  SELECT u.person_id, u.days, de.drug_exposure_id,
         de.drug_exposure_start_date AS supply_start,
         LEAST(COALESCE(de.drug_exposure_end_date, de.drug_exposure_start_date + NULLIF(de.days_supply, 0) - 1, de.drug_exposure_start_date), u.last_date) AS supply_end
  FROM follow_up AS u
  JOIN drug_exposure AS de ON de.person_id = u.person_id
  WHERE de.drug_concept_id IN ([drug@lisinopril])
    AND de.drug_exposure_start_date BETWEEN u.first_date AND u.last_date
), covered AS (
  SELECT s.person_id, s.days, s.supply_start, s.supply_end,
         MAX(s.supply_end) OVER (PARTITION BY s.person_id
                                 ORDER BY s.supply_start, s.drug_exposure_id
                                 ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING) AS covered_until
  FROM supply AS s
), adherence AS (
  SELECT c.person_id,
         1.0 * SUM(GREATEST(0, c.supply_end - GREATEST(c.supply_start - 1, COALESCE(c.covered_until, c.supply_start - 1))))
             / MAX(c.days) AS proportion
  FROM covered AS c
  GROUP BY c.person_id
)
SELECT ROUND(100.0 * COUNT(DISTINCT a.person_id) FILTER (WHERE a.proportion >= 0.8)
             / NULLIF(COUNT(DISTINCT a.person_id), 0), 2) AS percentage,
       COUNT(DISTINCT a.person_id) FILTER (WHERE a.proportion >= 0.8) AS adherent_patients,
       COUNT(DISTINCT a.person_id) AS patients
FROM adherence AS a;
