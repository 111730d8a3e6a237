-- id: share-that-switched-drug-within-days
-- question: What percentage of patients who started simvastatin switched to atorvastatin within 180 days?
-- paraphrase: Of the patients who started simvastatin, what percent switched to atorvastatin in the 180 days after?
-- paraphrase: % of pts starting simvastatin who switched to atorvastatin w/in 180d
-- topic: drug-utilization
-- note: switched: the first exposure to the second drug comes after the last start of the first drug and within the days named of its first; of the people observed for that whole time, without the second drug before
-- note: trap: everyone who took both also holds those who added the second drug; people who left observation early had no time to switch
WITH started AS (
  SELECT de.person_id, MIN(de.drug_exposure_start_date) AS first_date, MAX(de.drug_exposure_start_date) AS last_start,
         MIN(de.drug_exposure_start_date) + INTERVAL '180' DAY AS last_date
  FROM drug_exposure AS de
  WHERE de.drug_concept_id IN ([drug@simvastatin])
  GROUP BY de.person_id
), latter AS (
  SELECT de.person_id, MIN(de.drug_exposure_start_date) AS first_date
  FROM drug_exposure AS de
  WHERE de.drug_concept_id IN ([drug@atorvastatin])
  GROUP BY de.person_id
), population AS (
  SELECT s.person_id, s.last_start, s.last_date, t.first_date AS switch_date
  FROM started AS s
  JOIN observation_period AS op ON op.person_id = s.person_id
                               AND s.first_date >= op.observation_period_start_date
                               AND s.last_date <= op.observation_period_end_date
  LEFT JOIN latter AS t ON t.person_id = s.person_id
  WHERE t.first_date IS NULL OR t.first_date > s.first_date
)
SELECT ROUND(100.0 * COUNT(DISTINCT pop.person_id) FILTER (WHERE pop.switch_date > pop.last_start AND pop.switch_date <= pop.last_date)
             / NULLIF(COUNT(DISTINCT pop.person_id), 0), 2) AS percentage,
       COUNT(DISTINCT pop.person_id) FILTER (WHERE pop.switch_date > pop.last_start AND pop.switch_date <= pop.last_date) AS switched,
       COUNT(DISTINCT pop.person_id) AS patients
FROM population AS pop;
