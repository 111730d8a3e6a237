-- id: share-with-condition-by-year
-- question: What percentage of patients under observation had a diagnosis of pneumonia, by year?
-- paraphrase: For each year, what share of the observed patients was diagnosed with pneumonia?
-- paraphrase: Percentage of patients under observation with pneumonia per year
-- topic: share-by-group
-- note: denominator: people with an observation period that touches the year
WITH years AS (
  SELECT DISTINCT EXTRACT(YEAR FROM co.condition_start_date) AS year
  FROM condition_occurrence AS co
), observed AS (
  SELECT DISTINCT y.year, op.person_id
  FROM years AS y
  JOIN observation_period AS op
    ON y.year BETWEEN EXTRACT(YEAR FROM op.observation_period_start_date)
                  AND EXTRACT(YEAR FROM op.observation_period_end_date)
), diagnosed AS (
  SELECT DISTINCT co.person_id, EXTRACT(YEAR FROM co.condition_start_date) AS year
  FROM condition_occurrence AS co
  WHERE co.condition_concept_id IN ([condition@pneumonia])
)
SELECT o.year,
       ROUND(100.0 * COUNT(DISTINCT d.person_id) / NULLIF(COUNT(DISTINCT o.person_id), 0), 2) AS percentage,
       COUNT(DISTINCT d.person_id) AS patients_with_condition,
       COUNT(DISTINCT o.person_id) AS patients
FROM observed AS o
LEFT JOIN diagnosed AS d ON d.person_id = o.person_id AND d.year = o.year
GROUP BY o.year
ORDER BY o.year;
