-- id: age-standardised-prevalence-by-year
-- question: What is the age-standardised prevalence of heart failure, by year?
-- paraphrase: For each year, how prevalent is heart failure, standardised by age?
-- paraphrase: age-standardised prevalence of HF by yr
-- topic: prevalence
-- note: directly standardised in ten-year age groups to all person-years observed in the years together; age is the year minus the year of birth; a year without anyone in an age group is weighted over its own groups
-- note: trap: the people observed grow older from year to year, and a crude prevalence grows with them
WITH years AS (
  SELECT DISTINCT EXTRACT(YEAR FROM co.condition_start_date) AS year
  FROM condition_occurrence AS co
), population AS (
  SELECT DISTINCT y.year, p.person_id, FLOOR((y.year - p.year_of_birth) / 10) AS age_group
  FROM years AS y
  JOIN observation_period AS op ON EXTRACT(YEAR FROM op.observation_period_start_date) <= y.year
                               AND EXTRACT(YEAR FROM op.observation_period_end_date) >= y.year
  JOIN person AS p ON p.person_id = op.person_id
), outcome AS (
  SELECT DISTINCT EXTRACT(YEAR FROM co.condition_start_date) AS year, co.person_id
  FROM condition_occurrence AS co
  WHERE co.condition_concept_id IN ([condition@heart failure])
), weights AS (
  SELECT pop.age_group, COUNT(*) AS weight
  FROM population AS pop
  GROUP BY pop.age_group
), strata AS (
  SELECT pop.year, pop.age_group,
         COUNT(DISTINCT pop.person_id) AS patients,
         COUNT(DISTINCT oc.person_id) AS patients_with_condition
  FROM population AS pop
  LEFT JOIN outcome AS oc ON oc.person_id = pop.person_id AND oc.year = pop.year
  GROUP BY pop.year, pop.age_group
)
SELECT s.year,
       ROUND(100.0 * SUM(1.0 * w.weight * s.patients_with_condition / s.patients) / NULLIF(SUM(w.weight), 0), 2) AS percentage,
       ROUND(100.0 * SUM(s.patients_with_condition) / NULLIF(SUM(s.patients), 0), 2) AS crude_percentage,
       SUM(s.patients) AS patients
FROM strata AS s
JOIN weights AS w ON w.age_group = s.age_group
GROUP BY s.year
ORDER BY s.year;
