-- id: cumulative-incidence-in-year
-- question: What percentage of patients at risk were newly diagnosed with chronic kidney disease in 2009?
-- paraphrase: What is the cumulative incidence of chronic kidney disease in 2009 in percent?
-- paraphrase: Of the patients observed at the start of 2009 without chronic kidney disease, what percent were diagnosed with it in that year?
-- paraphrase: what % of pts at risk were newly dx'd with CKD in 2009?
-- topic: incidence
-- note: at risk: observed on the first of January and no record of the condition before; people who leave observation during the year stay in the denominator
-- note: trap: people with the disease before the year are not at risk and do not belong into the denominator
WITH study AS (SELECT 2009 AS year), first_diagnosis AS (
  SELECT co.person_id, MIN(co.condition_start_date) AS first_date
  FROM condition_occurrence AS co
  WHERE co.condition_concept_id IN ([condition@chronic kidney disease])
  GROUP BY co.person_id
), population AS (
  SELECT DISTINCT p.person_id, f.first_date, s.year
  FROM study AS s
  CROSS JOIN person AS p
  JOIN observation_period AS op ON op.person_id = p.person_id
                               AND MAKE_DATE(s.year, 1, 1) BETWEEN op.observation_period_start_date
                                                               AND op.observation_period_end_date
  LEFT JOIN first_diagnosis AS f ON f.person_id = p.person_id
  WHERE f.first_date IS NULL
     OR f.first_date >= MAKE_DATE(s.year, 1, 1)
)
SELECT ROUND(100.0 * COUNT(DISTINCT pop.person_id) FILTER (WHERE EXTRACT(YEAR FROM pop.first_date) = pop.year)
             / NULLIF(COUNT(DISTINCT pop.person_id), 0), 2) AS percentage,
       COUNT(DISTINCT pop.person_id) FILTER (WHERE EXTRACT(YEAR FROM pop.first_date) = pop.year) AS new_patients,
       COUNT(DISTINCT pop.person_id) AS patients
FROM population AS pop;
