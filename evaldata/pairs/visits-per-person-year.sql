-- id: visits-per-person-year
-- question: How many emergency room visits are there per 1000 person-years?
-- paraphrase: What is the rate of emergency room visits per 1000 person-years?
-- paraphrase: What is the number of emergency room visits per 1000 person-years of observation?
-- topic: visit
-- note: visits during observation over the whole observed time, first and last days included, repeated visits of a person included
WITH follow_up AS (
  SELECT SUM(op.observation_period_end_date - op.observation_period_start_date + 1) / 365.25 AS person_years
  FROM observation_period AS op
  JOIN person AS p ON p.person_id = op.person_id
), events AS (
  SELECT COUNT(DISTINCT vo.visit_occurrence_id) AS visits
  FROM visit_occurrence AS vo
  JOIN observation_period AS op ON op.person_id = vo.person_id
                               AND vo.visit_start_date BETWEEN op.observation_period_start_date
                                                           AND op.observation_period_end_date
  WHERE vo.visit_concept_id IN ([visit@emergency room visit])
)
SELECT ROUND(1000 * e.visits / NULLIF(f.person_years, 0), 2) AS rate,
       e.visits,
       ROUND(f.person_years, 1) AS person_years
FROM events AS e
CROSS JOIN follow_up AS f;
