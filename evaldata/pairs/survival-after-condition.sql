-- id: survival-after-condition
-- question: What percentage of patients with stroke survived at least 1 year after diagnosis?
-- paraphrase: What share of the patients with stroke survived at least 1 year after diagnosis?
-- paraphrase: Of the patients with stroke, what percent were alive 1 year after diagnosis?
-- paraphrase: % of stroke pts who survived at least 1 year after dx
-- topic: mortality
-- note: of the people who died in that time or were observed to its end; those lost to follow-up earlier are left out
-- note: trap: everyone without a death record is not alive: taking people lost to follow-up for survivors makes survival too high
WITH index_event AS (
  SELECT co.person_id, MIN(co.condition_start_date) AS first_date, MIN(co.condition_start_date) + INTERVAL '1' YEAR AS last_date
  FROM condition_occurrence AS co
  WHERE co.condition_concept_id IN ([condition@stroke])
  GROUP BY co.person_id
), population AS (
  SELECT i.person_id, d.death_date
  FROM index_event AS i
  LEFT JOIN death AS d ON d.person_id = i.person_id
                      AND d.death_date BETWEEN i.first_date AND i.last_date
  WHERE d.person_id IS NOT NULL
     OR EXISTS (SELECT 1 FROM observation_period AS op
                WHERE op.person_id = i.person_id
                  AND i.first_date >= op.observation_period_start_date
                  AND i.last_date <= op.observation_period_end_date)
)
SELECT ROUND(100.0 * COUNT(DISTINCT pop.person_id) FILTER (WHERE pop.death_date IS NULL)
             / NULLIF(COUNT(DISTINCT pop.person_id), 0), 2) AS percentage,
       COUNT(DISTINCT pop.person_id) FILTER (WHERE pop.death_date IS NULL) AS survivors,
       COUNT(DISTINCT pop.person_id) AS patients
FROM population AS pop;
