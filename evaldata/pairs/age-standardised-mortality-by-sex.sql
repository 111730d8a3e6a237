-- id: age-standardised-mortality-by-sex
-- question: What is the age-standardised mortality per 1000 person-years in 2009, by gender?
-- paraphrase: For each sex, how high is the age-standardised mortality per 1000 person-years in 2009?
-- paraphrase: age-standardised mortality per 1000 PY in 2009 by sex
-- topic: mortality
-- note: directly standardised in ten-year age groups to the person-years of both sexes; person-time from the start of the year or of observation to the end of either or death, both days included; age is the year minus the year of birth
-- note: trap: women outlive men, so that their crude mortality is that of older people; deaths outside of observation have no person-time to be divided by
WITH followed AS (
  SELECT p.person_id, p.gender_concept_id, FLOOR((2009 - p.year_of_birth) / 10) AS age_group,
         GREATEST(op.observation_period_start_date, DATE '2009-01-01') AS risk_start,
         LEAST(op.observation_period_end_date, DATE '2009-12-31', COALESCE(d.death_date, op.observation_period_end_date)) AS risk_end,
         d.death_date
  FROM person AS p
  JOIN observation_period AS op ON op.person_id = p.person_id
  LEFT JOIN (SELECT person_id, MIN(death_date) AS death_date FROM death GROUP BY person_id) AS d ON d.person_id = p.person_id
), strata AS (
  SELECT f.gender_concept_id, f.age_group,
         SUM(f.risk_end - f.risk_start + 1) / 365.25 AS person_years,
         COUNT(DISTINCT f.person_id) FILTER (WHERE f.death_date = f.risk_end) AS deaths
  FROM followed AS f
  WHERE f.risk_start <= f.risk_end
  GROUP BY f.gender_concept_id, f.age_group
), weights AS (
  SELECT s.age_group, SUM(s.person_years) AS weight
  FROM strata AS s
  GROUP BY s.age_group
)
SELECT g.concept_name AS gender,
       ROUND(1000 * SUM(w.weight * s.deaths / s.person_years) / NULLIF(SUM(w.weight), 0), 2) AS rate,
       ROUND(1000 * SUM(s.deaths) / NULLIF(SUM(s.person_years), 0), 2) AS crude_rate,
       SUM(s.deaths) AS deaths,
       ROUND(SUM(s.person_years), 1) AS person_years
FROM strata AS s
JOIN weights AS w ON w.age_group = s.age_group
JOIN concept AS g ON g.concept_id = s.gender_concept_id
GROUP BY g.concept_name
ORDER BY gender;
