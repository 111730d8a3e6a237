-- id: incidence-rate-after-condition
-- question: What is the incidence rate of heart failure per 1000 person-years after a diagnosis of type 2 diabetes?
-- paraphrase: How many new cases of heart failure are there per 1000 person-years after the first diagnosis of type 2 diabetes?
-- paraphrase: What is the incidence rate of heart failure per 1000 person-years among patients with type 2 diabetes?
-- paraphrase: incidence of HF per 1000 PY after T2DM dx
-- topic: incidence
-- note: at risk: people without the event until then, from the first record to the first event, death or the end of observation; the event must come after the first record
-- note: trap: person-time before the first record is time in which nobody could be a case; people who had the event before are not at risk of having it for the first time
WITH index_event AS (
  SELECT f.person_id, f.first_date, LEAST(op.observation_period_end_date, COALESCE(d.death_date, op.observation_period_end_date)) AS last_date
  FROM (SELECT co.person_id, MIN(co.condition_start_date) AS first_date
        FROM condition_occurrence AS co
        WHERE co.condition_concept_id IN ([condition@type 2 diabetes])
        GROUP BY co.person_id) AS f
  JOIN observation_period AS op ON op.person_id = f.person_id
                               AND f.first_date BETWEEN op.observation_period_start_date AND op.observation_period_end_date
  LEFT JOIN death AS d ON d.person_id = f.person_id
), event AS (
  SELECT co.person_id, MIN(co.condition_start_date) AS event_date
  FROM condition_occurrence AS co
  WHERE co.condition_concept_id IN ([condition@heart failure])
  GROUP BY co.person_id
), at_risk AS (
  SELECT i.person_id, i.first_date, LEAST(i.last_date, COALESCE(e.event_date, i.last_date)) AS risk_end,
         COALESCE(e.event_date <= i.last_date, FALSE) AS happened
  FROM index_event AS i
  LEFT JOIN event AS e ON e.person_id = i.person_id
  WHERE e.event_date IS NULL OR e.event_date > i.first_date
)
SELECT ROUND(1000 * COUNT(DISTINCT r.person_id) FILTER (WHERE r.happened)
             / NULLIF(SUM(r.risk_end - r.first_date) / 365.25, 0), 2) AS rate,
       COUNT(DISTINCT r.person_id) FILTER (WHERE r.happened) AS new_patients,
       ROUND(SUM(r.risk_end - r.first_date) / 365.25, 1) AS person_years
FROM at_risk AS r;
