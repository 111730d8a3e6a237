-- id: incidence-rate-by-year
-- question: What is the incidence rate of heart failure per 1000 person-years with a washout of 365 days, by year?
-- paraphrase: How many new cases of heart failure are there per 1000 person-years after a washout of 365 days, for each year?
-- paraphrase: For each year, what is the incidence of heart failure per 1000 person-years, leaving out the first 365 days of observation?
-- paraphrase: incidence rate of HF per 1000 PY with a washout of 365d, by yr
-- topic: incidence
-- note: at risk from the end of the washout to the first record of the condition, death or the end of observation, whichever comes first, both days included; the time is divided at the turn of each year; people with a record before the end of the washout are left out
-- note: trap: giving a person's whole time to the year in which it began, or a full year for each year touched, makes rates wrong in every year; time after death or after the event is no time at risk
WITH first_diagnosis AS (
  SELECT co.person_id, MIN(co.condition_start_date) AS first_date
  FROM condition_occurrence AS co
  WHERE co.condition_concept_id IN ([condition@heart failure])
  GROUP BY co.person_id
), observed AS (
  SELECT op.person_id, CAST(op.observation_period_start_date + INTERVAL '365' DAY AS DATE) AS risk_start,
         LEAST(op.observation_period_end_date, COALESCE(d.death_date, op.observation_period_end_date)) AS last_date
  FROM observation_period AS op
  JOIN person AS p ON p.person_id = op.person_id
  LEFT JOIN (SELECT person_id, MIN(death_date) AS death_date FROM death GROUP BY person_id) AS d ON d.person_id = op.person_id
), at_risk AS (
  SELECT t.person_id, f.first_date, t.risk_start,
         LEAST(t.last_date, COALESCE(f.first_date, t.last_date)) AS risk_end
  FROM observed AS t
  LEFT JOIN first_diagnosis AS f ON f.person_id = t.person_id
  WHERE t.risk_start <= t.last_date
    AND (f.first_date IS NULL OR f.first_date >= t.risk_start)
), years AS (
  SELECT DISTINCT EXTRACT(YEAR FROM r.risk_start) AS year FROM at_risk AS r
  UNION
  SELECT DISTINCT EXTRACT(YEAR FROM r.risk_end) AS year FROM at_risk AS r
), pieces AS (
  SELECT y.year, r.person_id,
         LEAST(r.risk_end, MAKE_DATE(CAST(y.year AS INTEGER), 12, 31))
           - GREATEST(r.risk_start, MAKE_DATE(CAST(y.year AS INTEGER), 1, 1)) + 1 AS days,
         CASE WHEN r.first_date = r.risk_end AND EXTRACT(YEAR FROM r.first_date) = y.year THEN r.person_id END AS new_person_id
  FROM years AS y
  JOIN at_risk AS r ON y.year BETWEEN EXTRACT(YEAR FROM r.risk_start) AND EXTRACT(YEAR FROM r.risk_end)
)
SELECT q.year,
       ROUND(1000 * COUNT(DISTINCT q.new_person_id) / NULLIF(SUM(q.days) / 365.25, 0), 2) AS rate,
       COUNT(DISTINCT q.new_person_id) AS new_patients,
       ROUND(SUM(q.days) / 365.25, 1) AS person_years
FROM pieces AS q
GROUP BY q.year
ORDER BY q.year;
