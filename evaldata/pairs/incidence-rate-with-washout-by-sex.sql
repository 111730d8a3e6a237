-- id: incidence-rate-with-washout-by-sex
-- question: What is the incidence rate of myocardial infarction per 1000 person-years with a washout of 365 days, by gender?
-- paraphrase: How many new cases of myocardial infarction are there per 1000 person-years after a washout of 365 days, for each sex?
-- paraphrase: For each gender, what is the incidence of myocardial infarction per 1000 person-years, leaving out the first 365 days of observation?
-- paraphrase: incidence rate of MI per 1000 PY, washout of 365d, by sex
-- topic: incidence
-- note: people without the condition are at risk from the end of the washout to the first record of the condition or the end of observation, both days included; the first records in that time are the new cases; people with a record before the end of the washout are left out
-- note: trap: a rate needs the person-time of its own group; over the person-time of everyone the rates only reflect the sizes of the groups
WITH first_diagnosis AS (
  SELECT co.person_id, MIN(co.condition_start_date) AS first_date
  FROM condition_occurrence AS co
  WHERE co.condition_concept_id IN ([condition@myocardial infarction])
  GROUP BY co.person_id
), observed AS (
  SELECT op.person_id, p.gender_concept_id, CAST(op.observation_period_start_date + INTERVAL '365' DAY AS DATE) AS risk_start,
         op.observation_period_end_date AS last_date
  FROM observation_period AS op
  JOIN person AS p ON p.person_id = op.person_id
), at_risk AS (
  SELECT t.person_id, t.gender_concept_id, f.first_date, t.risk_start,
         LEAST(t.last_date, COALESCE(f.first_date, t.last_date)) AS risk_end
  FROM observed AS t
  LEFT JOIN first_diagnosis AS f ON f.person_id = t.person_id
  WHERE t.risk_start <= t.last_date
    AND (f.first_date IS NULL OR f.first_date >= t.risk_start)
)
SELECT COALESCE(g.concept_name, CAST(r.gender_concept_id AS VARCHAR)) AS gender,
       ROUND(1000 * COUNT(DISTINCT r.person_id) FILTER (WHERE r.first_date = r.risk_end)
             / NULLIF(SUM(r.risk_end - r.risk_start + 1) / 365.25, 0), 2) AS rate,
       COUNT(DISTINCT r.person_id) FILTER (WHERE r.first_date = r.risk_end) AS new_patients,
       ROUND(SUM(r.risk_end - r.risk_start + 1) / 365.25, 1) AS person_years
FROM at_risk AS r
LEFT JOIN concept AS g ON g.concept_id = r.gender_concept_id
GROUP BY gender
ORDER BY gender;
