-- id: prevalence-by-year
-- question: What is the prevalence of atrial fibrillation, by year?
-- paraphrase: What is the period prevalence of atrial fibrillation in percent per year?
-- paraphrase: For each year, how prevalent is atrial fibrillation among the observed patients?
-- paraphrase: What percentage of patients under observation had a diagnosis of atrial fibrillation, by year?
-- paraphrase: afib prevalence by yr
-- topic: prevalence
-- note: period prevalence: people with a record in the year, in percent of people observed at any time in the year
-- note: trap: one denominator for all years, or everyone in the database, makes prevalence follow the number of people observed instead of the disease
WITH years AS (
  SELECT DISTINCT EXTRACT(YEAR FROM co.condition_start_date) AS year
  FROM condition_occurrence AS co
), population AS (
  SELECT DISTINCT y.year, p.person_id
  FROM years AS y
  JOIN observation_period AS op ON y.year BETWEEN EXTRACT(YEAR FROM op.observation_period_start_date)
                                              AND EXTRACT(YEAR FROM op.observation_period_end_date)
  JOIN person AS p ON p.person_id = op.person_id
), outcome AS (
  SELECT DISTINCT co.person_id, EXTRACT(YEAR FROM co.condition_start_date) AS year
  FROM condition_occurrence AS co
  WHERE co.condition_concept_id IN ([condition@atrial fibrillation])
)
SELECT pop.year,
       ROUND(100.0 * COUNT(DISTINCT oc.person_id) / NULLIF(COUNT(DISTINCT pop.person_id), 0), 2) AS percentage,
       COUNT(DISTINCT oc.person_id) AS patients_with_condition,
       COUNT(DISTINCT pop.person_id) AS patients
FROM population AS pop
LEFT JOIN outcome AS oc ON oc.person_id = pop.person_id AND oc.year = pop.year
GROUP BY pop.year
ORDER BY pop.year;
