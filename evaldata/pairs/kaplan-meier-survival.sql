-- id: kaplan-meier-survival
-- question: What is the Kaplan-Meier survival of patients with heart failure 365 days after diagnosis?
-- paraphrase: How high is survival by Kaplan-Meier 365 days after a diagnosis of heart failure?
-- paraphrase: Estimate by Kaplan-Meier the share of patients with heart failure still alive 365 days after diagnosis.
-- paraphrase: Kaplan-Meier survival of HF pts 365d after dx
-- topic: mortality
-- note: in percent; time runs from the first record to death or the end of observation; the product over the days with a death of 1 minus deaths over the people still followed that day
-- note: trap: dividing survivors by everyone counts people lost to follow-up as survivors; leaving them out altogether throws away the time they were followed; a death on the last day of observation is a death, not a loss
WITH index_event AS (
  SELECT co.person_id, MIN(co.condition_start_date) AS first_date
  FROM condition_occurrence AS co
  WHERE co.condition_concept_id IN ([condition@heart failure])
  GROUP BY co.person_id
), follow_up AS (
  SELECT i.person_id,
         LEAST(op.observation_period_end_date, COALESCE(d.death_date, op.observation_period_end_date)) - i.first_date AS days,
         COALESCE(d.death_date <= op.observation_period_end_date, FALSE) AS died
  FROM index_event AS i
  JOIN observation_period AS op ON op.person_id = i.person_id
                               AND i.first_date BETWEEN op.observation_period_start_date AND op.observation_period_end_date
  LEFT JOIN (SELECT person_id, MIN(death_date) AS death_date FROM death GROUP BY person_id) AS d ON d.person_id = i.person_id
  WHERE d.death_date IS NULL OR d.death_date >= i.first_date
), by_day AS (
  SELECT u.days,
         COUNT(DISTINCT u.person_id) FILTER (WHERE u.died) AS deaths,
         SUM(COUNT(DISTINCT u.person_id)) OVER (ORDER BY u.days DESC) AS followed
  FROM follow_up AS u
  GROUP BY u.days
)
SELECT ROUND(100.0 * CASE WHEN MIN(b.followed - b.deaths) = 0 THEN 0
                          ELSE EXP(SUM(LN(NULLIF(1.0 * (b.followed - b.deaths) / b.followed, 0)))) END, 2) AS percentage,
       SUM(b.deaths) AS deaths,
       MAX(b.followed) AS patients
FROM by_day AS b
WHERE b.days <= 365;
