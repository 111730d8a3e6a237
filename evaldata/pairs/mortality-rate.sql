-- id: mortality-rate
-- question: How many deaths are there per 1000 person-years?
-- paraphrase: What is the mortality rate per 1000 person-years?
-- paraphrase: What is the number of deaths per 1000 person-years of observation?
-- paraphrase: deaths per 1000 PY
-- topic: mortality
-- note: deaths during observation over the whole observed time, first and last days included
WITH follow_up AS (
  SELECT SUM(op.observation_period_end_date - op.observation_period_start_date + 1) / 365.25 AS person_years
  FROM observation_period AS op
  JOIN person AS p ON p.person_id = op.person_id
), events AS (
  SELECT COUNT(DISTINCT d.person_id) AS deaths
  FROM death AS d
  JOIN observation_period AS op ON op.person_id = d.person_id
                               AND d.death_date BETWEEN op.observation_period_start_date
                                                    AND op.observation_period_end_date
)
SELECT ROUND(1000 * e.deaths / NULLIF(f.person_years, 0), 2) AS rate,
       e.deaths,
       ROUND(f.person_years, 1) AS person_years
FROM events AS e
CROSS JOIN follow_up AS f;
