-- id: composite-outcome-within-years
-- question: What percentage of patients with type 2 diabetes had a myocardial infarction, a stroke or heart failure or died within 1 year of diagnosis?
-- paraphrase: Of the patients with type 2 diabetes, what percent had a myocardial infarction, a stroke or heart failure or died in the 1 year after diagnosis?
-- paraphrase: % of T2DM pts w/ MI, stroke or HF or died w/in 1 yr of dx
-- topic: mortality
-- note: whichever comes first, strictly after the first diagnosis; people with one of the three on that day or before are left out, and so are those lost to follow-up before the end without an event
-- note: trap: adding up the shares of the four counts people with several events more than once; leaving death out takes the dead for free of events
WITH index_event AS (
  SELECT co.person_id, MIN(co.condition_start_date) AS first_date, MIN(co.condition_start_date) + INTERVAL '1' YEAR AS last_date
  FROM condition_occurrence AS co
  WHERE co.condition_concept_id IN ([condition@type 2 diabetes])
  GROUP BY co.person_id
), outcome AS (
  SELECT co.person_id, MIN(co.condition_start_date) AS outcome_date
  FROM condition_occurrence AS co
  WHERE co.condition_concept_id IN ([condition@myocardial infarction], [condition@stroke], [condition@heart failure])
  GROUP BY co.person_id
), followed AS (
  SELECT i.person_id, i.first_date, i.last_date,
         LEAST(COALESCE(o.outcome_date, d.death_date), COALESCE(d.death_date, o.outcome_date)) AS event_date
  FROM index_event AS i
  LEFT JOIN outcome AS o ON o.person_id = i.person_id
  LEFT JOIN (SELECT person_id, MIN(death_date) AS death_date FROM death GROUP BY person_id) AS d ON d.person_id = i.person_id
  WHERE o.outcome_date IS NULL OR o.outcome_date > i.first_date
)
SELECT ROUND(100.0 * COUNT(DISTINCT f.person_id) FILTER (WHERE f.event_date <= f.last_date)
             / NULLIF(COUNT(DISTINCT f.person_id), 0), 2) AS percentage,
       COUNT(DISTINCT f.person_id) FILTER (WHERE f.event_date <= f.last_date) AS with_event,
       COUNT(DISTINCT f.person_id) AS patients
FROM followed AS f
WHERE f.event_date <= f.last_date
   OR EXISTS (SELECT 1 FROM observation_period AS op
              WHERE op.person_id = f.person_id
                AND f.first_date >= op.observation_period_start_date
                AND f.last_date <= op.observation_period_end_date);
