-- id: prevalent-and-new-cases-in-year
-- question: How many patients with type 2 diabetes in 2009 were newly diagnosed with a washout of 365 days, and how many were earlier cases?
-- paraphrase: Among patients with type 2 diabetes in 2009, how many are new cases with a washout of 365 days and how many are earlier cases?
-- paraphrase: What is the number of new cases and of earlier cases of type 2 diabetes in 2009, with a washout of 365 days?
-- topic: incidence
-- note: people with a record in the year; new: the first record ever is in the year, with that much observation before it; earlier: a record before the year; not known: a first record in the year without that much observation
-- note: trap: everyone with a record in the year is prevalent, not new; without observation before it, a first record may be of an old case; exactly as many days as the washout are enough
WITH first_diagnosis AS (
  SELECT co.person_id, MIN(co.condition_start_date) AS first_date
  FROM condition_occurrence AS co
  WHERE co.condition_concept_id IN ([condition@type 2 diabetes])
  GROUP BY co.person_id
  HAVING COUNT(co.condition_occurrence_id) FILTER (WHERE EXTRACT(YEAR FROM co.condition_start_date) = 2009) > 0
), placed AS (
  SELECT f.person_id,
         CASE WHEN EXTRACT(YEAR FROM f.first_date) < 2009 THEN 'earlier'
              WHEN EXISTS (SELECT 1 FROM observation_period AS op
                           WHERE op.person_id = f.person_id
                             AND f.first_date >= op.observation_period_start_date + INTERVAL '365' DAY
                             AND f.first_date <= op.observation_period_end_date) THEN 'new'
              ELSE 'not known' END AS kind
  FROM first_diagnosis AS f
)
SELECT COUNT(DISTINCT pl.person_id) FILTER (WHERE pl.kind = 'new') AS new_patients,
       COUNT(DISTINCT pl.person_id) FILTER (WHERE pl.kind = 'earlier') AS earlier_patients,
       COUNT(DISTINCT pl.person_id) FILTER (WHERE pl.kind = 'not known') AS patients_not_known
FROM placed AS pl;
