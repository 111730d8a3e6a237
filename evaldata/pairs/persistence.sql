-- id: persistence
-- question: What percentage of patients who started atorvastatin still took it without interruption after 180 days?
-- paraphrase: What is the persistence with atorvastatin at 180 days in percent?
-- paraphrase: Of the patients who started atorvastatin, what percent was still on it 180 days later?
-- paraphrase: % of pts starting atorvastatin who still took it without interruption after 180 days
-- topic: drug-utilization
-- note: persistent: the first drug era (gaps of up to 30 days are bridged) reaches that day; only patients observed until then
WITH study AS (SELECT 180 AS days), first_era AS (
  SELECT er.person_id, er.drug_era_start_date, er.drug_era_end_date,
         ROW_NUMBER() OVER (PARTITION BY er.person_id ORDER BY er.drug_era_start_date, er.drug_era_id) AS era
  FROM drug_era AS er
  WHERE er.drug_concept_id IN ([drug@atorvastatin])
), population AS (
  SELECT e.person_id, e.drug_era_end_date, e.drug_era_start_date + s.days AS target_date
  FROM first_era AS e
  CROSS JOIN study AS s
  JOIN observation_period AS op ON op.person_id = e.person_id
  WHERE e.era = 1
    AND e.drug_era_start_date >= op.observation_period_start_date
    AND e.drug_era_start_date + s.days <= op.observation_period_end_date
)
SELECT ROUND(100.0 * COUNT(DISTINCT pop.person_id) FILTER (WHERE pop.drug_era_end_date >= pop.target_date)
             / NULLIF(COUNT(DISTINCT pop.person_id), 0), 2) AS percentage,
       COUNT(DISTINCT pop.person_id) FILTER (WHERE pop.drug_era_end_date >= pop.target_date) AS persistent_patients,
       COUNT(DISTINCT pop.person_id) AS patients
FROM population AS pop;
