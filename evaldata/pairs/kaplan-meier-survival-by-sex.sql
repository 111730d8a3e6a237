-- id: kaplan-meier-survival-by-sex
-- question: What is the Kaplan-Meier survival of patients with heart failure 365 days after diagnosis, by gender?
-- paraphrase: By Kaplan-Meier, how high is survival 365 days after a diagnosis of heart failure for each sex?
-- paraphrase: Kaplan-Meier survival of HF pts 365d after dx by sex
-- topic: mortality
-- note: in percent; time runs from the first record to death or the end of observation; the product over the days with a death of 1 minus deaths over the people of that sex still followed that day
-- note: trap: the people still followed have to be counted within each group; counted over all, the product belongs to neither
WITH index_event AS (
  SELECT co.person_id, MIN(co.condition_start_date) AS first_date
  FROM condition_occurrence AS co
  WHERE co.condition_concept_id IN ([condition@heart failure])
  GROUP BY co.person_id
), follow_up AS (
  SELECT i.person_id, p.gender_concept_id,
         LEAST(op.observation_period_end_date, COALESCE(d.death_date, op.observation_period_end_date)) - i.first_date AS days,
         COALESCE(d.death_date <= op.observation_period_end_date, FALSE) AS died
  FROM index_event AS i
  JOIN person AS p ON p.person_id = i.person_id
  JOIN observation_period AS op ON op.person_id = i.person_id
                               AND i.first_date BETWEEN op.observation_period_start_date AND op.observation_period_end_date
  LEFT JOIN (SELECT person_id, MIN(death_date) AS death_date FROM death GROUP BY person_id) AS d ON d.person_id = i.person_id
  WHERE d.death_date IS NULL OR d.death_date >= i.first_date
), by_day AS (
  SELECT u.gender_concept_id, u.days,
         COUNT(DISTINCT u.person_id) FILTER (WHERE u.died) AS deaths,
         SUM(COUNT(DISTINCT u.person_id)) OVER (PARTITION BY u.gender_concept_id ORDER BY u.days DESC) AS followed
  FROM follow_up AS u
  GROUP BY u.gender_concept_id, u.days
)
SELECT g.concept_name AS gender,
       ROUND(100.0 * CASE WHEN MIN(b.followed - b.deaths) = 0 THEN 0
                          ELSE EXP(SUM(LN(NULLIF(1.0 * (b.followed - b.deaths) / b.followed, 0)))) END, 2) AS percentage,
       SUM(b.deaths) AS deaths,
       MAX(b.followed) AS patients
FROM by_day AS b
JOIN concept AS g ON g.concept_id = b.gender_concept_id
WHERE b.days <= 365
GROUP BY g.concept_name
ORDER BY gender;
