-- id: incidence-rate-after-drug-without-history
-- question: What is the incidence rate of gastrointestinal hemorrhage per 1000 person-years among new users of warfarin with a washout of 180 days and without gastrointestinal hemorrhage, peptic ulcer, cirrhosis of liver or colon cancer before?
-- paraphrase: How many cases of gastrointestinal hemorrhage are there per 1000 person-years among new users of warfarin with a washout of 180 days who had no gastrointestinal hemorrhage, peptic ulcer, cirrhosis of liver or colon cancer before?
-- paraphrase: incidence rate of GI bleed per 1000 PY among new users of warfarin, washout 180d, w/o GI bleed, peptic ulcer, cirrhosis of liver or colon cancer before
-- topic: incidence
-- note: new users: the first exposure ever, preceded by that much observation; at risk from the day after it to the first such event, death or the end of observation
-- note: trap: time before the first exposure is no time at risk; events before it make prevalent cases of new ones; without the washout, old users pass for new
WITH index_event AS (
  SELECT f.person_id, f.first_date, LEAST(op.observation_period_end_date, COALESCE(d.death_date, op.observation_period_end_date)) AS last_date
  FROM (SELECT de.person_id, MIN(de.drug_exposure_start_date) AS first_date
        FROM drug_exposure AS de
        WHERE de.drug_concept_id IN ([drug@warfarin])
        GROUP BY de.person_id) AS f
  JOIN observation_period AS op ON op.person_id = f.person_id
                               AND f.first_date >= op.observation_period_start_date + INTERVAL '180' DAY
                               AND f.first_date <= op.observation_period_end_date
  LEFT JOIN death AS d ON d.person_id = f.person_id
), population AS (
  SELECT i.person_id, i.first_date, i.last_date
  FROM index_event AS i
  WHERE NOT EXISTS (SELECT 1 FROM condition_occurrence AS co
                    WHERE co.person_id = i.person_id
                      AND co.condition_start_date <= i.first_date
                      AND co.condition_concept_id IN ([condition@gastrointestinal hemorrhage], [condition@peptic ulcer],
                                                      [condition@cirrhosis of liver], [condition@colon cancer]))
), event AS (
  SELECT co.person_id, MIN(co.condition_start_date) AS event_date
  FROM condition_occurrence AS co
  WHERE co.condition_concept_id IN ([condition@gastrointestinal hemorrhage])
  GROUP BY co.person_id
), at_risk AS (
  SELECT pop.person_id, pop.first_date, LEAST(pop.last_date, COALESCE(e.event_date, pop.last_date)) AS risk_end,
         COALESCE(e.event_date <= pop.last_date, FALSE) AS happened
  FROM population AS pop
  LEFT JOIN event AS e ON e.person_id = pop.person_id
)
SELECT ROUND(1000 * COUNT(DISTINCT r.person_id) FILTER (WHERE r.happened)
             / NULLIF(SUM(r.risk_end - r.first_date) / 365.25, 0), 2) AS rate,
       COUNT(DISTINCT r.person_id) FILTER (WHERE r.happened) AS new_patients,
       ROUND(SUM(r.risk_end - r.first_date) / 365.25, 1) AS person_years
FROM at_risk AS r;
