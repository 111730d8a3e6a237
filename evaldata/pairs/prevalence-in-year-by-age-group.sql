-- id: prevalence-in-year-by-age-group
-- question: What was the prevalence of asthma in 2009 per 10-year age group, in percent?
-- paraphrase: In 2009, what percentage of patients had asthma in each 10-year age group?
-- paraphrase: What was the prevalence of asthma in 2009 by 10-year age group, as a percentage?
-- topic: prevalence
-- note: period prevalence: people with a record in the year, in percent of people observed at any time in the year; age: that year minus year of birth
-- note: trap: one denominator for all age groups makes the prevalence follow the size of the groups
WITH study AS (SELECT 2009 AS year), population AS (
  SELECT DISTINCT p.person_id, s.year - p.year_of_birth AS age
  FROM study AS s
  JOIN observation_period AS op ON s.year BETWEEN EXTRACT(YEAR FROM op.observation_period_start_date)
                                              AND EXTRACT(YEAR FROM op.observation_period_end_date)
  JOIN person AS p ON p.person_id = op.person_id
), outcome AS (
  SELECT DISTINCT co.person_id
  FROM study AS s
  JOIN condition_occurrence AS co ON EXTRACT(YEAR FROM co.condition_start_date) = s.year
  WHERE co.condition_concept_id IN ([condition@asthma])
), banded AS (
  SELECT pop.person_id, pop.age - pop.age % w.years AS from_age, pop.age - pop.age % w.years + w.years - 1 AS to_age
  FROM population AS pop
  CROSS JOIN (SELECT 10 AS years) AS w
)
SELECT CAST(b.from_age AS VARCHAR) || '-' || CAST(b.to_age AS VARCHAR) AS age_group,
       ROUND(100.0 * COUNT(DISTINCT oc.person_id) / NULLIF(COUNT(DISTINCT b.person_id), 0), 2) AS percentage,
       COUNT(DISTINCT oc.person_id) AS patients_with_condition,
       COUNT(DISTINCT b.person_id) AS patients
FROM banded AS b
LEFT JOIN outcome AS oc ON oc.person_id = b.person_id
GROUP BY b.from_age, b.to_age
ORDER BY b.from_age;
