-- id: age-standardised-prevalence-by-race
-- question: What is the age-standardised prevalence of hypertension in 2009, by race?
-- paraphrase: How prevalent is hypertension in 2009 by race, standardised by age?
-- paraphrase: For each race, what is the age-standardised percentage of observed patients with hypertension in 2009?
-- paraphrase: age-standardised prevalence of HTN in 2009 by race
-- topic: prevalence
-- note: directly standardised in ten-year age groups to everyone observed in the year; age is the year minus the year of birth; a race without anyone in an age group is weighted over its own groups
-- note: trap: crude percentages compare the ages of the groups rather than the groups; an average over age groups without weights gives a handful of people the weight of thousands
WITH population AS (
  SELECT DISTINCT p.person_id, p.race_concept_id,
         FLOOR((2009 - p.year_of_birth) / 10) AS age_group
  FROM person AS p
  JOIN observation_period AS op ON op.person_id = p.person_id
  WHERE EXTRACT(YEAR FROM op.observation_period_start_date) <= 2009
    AND EXTRACT(YEAR FROM op.observation_period_end_date) >= 2009
), outcome AS (
  SELECT DISTINCT co.person_id
  FROM condition_occurrence AS co
  WHERE co.condition_concept_id IN ([condition@hypertension])
    AND EXTRACT(YEAR FROM co.condition_start_date) = 2009
), weights AS (
  SELECT pop.age_group, COUNT(DISTINCT pop.person_id) AS weight
  FROM population AS pop
  GROUP BY pop.age_group
), strata AS (
  SELECT pop.race_concept_id, pop.age_group,
         COUNT(DISTINCT pop.person_id) AS patients,
         COUNT(DISTINCT oc.person_id) AS patients_with_condition
  FROM population AS pop
  LEFT JOIN outcome AS oc ON oc.person_id = pop.person_id
  GROUP BY pop.race_concept_id, pop.age_group
)
SELECT COALESCE(g.concept_name, CAST(s.race_concept_id AS VARCHAR)) AS race,
       ROUND(100.0 * SUM(1.0 * w.weight * s.patients_with_condition / s.patients) / NULLIF(SUM(w.weight), 0), 2) AS percentage,
       ROUND(100.0 * SUM(s.patients_with_condition) / NULLIF(SUM(s.patients), 0), 2) AS crude_percentage,
       SUM(s.patients) AS patients
FROM strata AS s
JOIN weights AS w ON w.age_group = s.age_group
LEFT JOIN concept AS g ON g.concept_id = s.race_concept_id
GROUP BY race
ORDER BY race;
