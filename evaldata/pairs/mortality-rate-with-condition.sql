-- id: mortality-rate-with-condition
-- question: How many deaths are there per 1000 person-years after a diagnosis of chronic obstructive pulmonary disease?
-- paraphrase: What is the mortality rate of patients with chronic obstructive pulmonary disease per 1000 person-years?
-- paraphrase: What is the number of deaths per 1000 person-years of follow-up among patients with COPD?
-- paraphrase: deaths per 1000 PY after COPD dx
-- topic: mortality
-- note: from the first record of the condition to the end of observation, both days included
-- note: trap: person-time from the start of observation, before the diagnosis, is time in which nobody of this group could die and makes the rate too low
WITH follow_up AS (
  SELECT f.person_id, f.first_date, op.observation_period_end_date AS last_date, d.death_date
  FROM (SELECT co.person_id, MIN(co.condition_start_date) AS first_date
        FROM condition_occurrence AS co
        WHERE co.condition_concept_id IN ([condition@chronic obstructive pulmonary disease])
        GROUP BY co.person_id) AS f
  JOIN observation_period AS op ON op.person_id = f.person_id
                               AND f.first_date BETWEEN op.observation_period_start_date
                                                    AND op.observation_period_end_date
  LEFT JOIN death AS d ON d.person_id = f.person_id
                      AND d.death_date BETWEEN f.first_date AND op.observation_period_end_date
)
SELECT ROUND(1000 * COUNT(DISTINCT u.person_id) FILTER (WHERE u.death_date IS NOT NULL)
             / NULLIF(SUM(u.last_date - u.first_date + 1) / 365.25, 0), 2) AS rate,
       COUNT(DISTINCT u.person_id) FILTER (WHERE u.death_date IS NOT NULL) AS deaths,
       ROUND(SUM(u.last_date - u.first_date + 1) / 365.25, 1) AS person_years
FROM follow_up AS u;
