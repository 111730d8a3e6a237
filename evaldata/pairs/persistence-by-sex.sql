-- id: persistence-by-sex
-- question: What percentage of patients who started metformin still took it without interruption after 180 days, by gender?
-- paraphrase: Of the patients who started metformin, what percent was still on it 180 days later, by sex?
-- paraphrase: % of pts starting metformin who still took it without interruption after 180 days by sex
-- topic: drug-utilization
-- note: persistent: the first drug era (gaps of up to 30 days are bridged) reaches that day; only patients observed until then
-- note: trap: each sex has its own denominator; an era that ended with observation did not end with the treatment
WITH study AS (SELECT 180 AS days), first_era AS (
  SELECT er.person_id, er.drug_era_start_date, er.drug_era_end_date,
         ROW_NUMBER() OVER (PARTITION BY er.person_id ORDER BY er.drug_era_start_date, er.drug_era_id) AS era
  FROM drug_era AS er
  WHERE er.drug_concept_id IN ([drug@metformin])
), population AS (
  SELECT e.person_id, e.drug_era_end_date, e.drug_era_start_date + s.days AS target_date
  FROM first_era AS e
  CROSS JOIN study AS s
  JOIN observation_period AS op ON op.person_id = e.person_id
  WHERE e.era = 1
    AND e.drug_era_start_date >= op.observation_period_start_date
    AND e.drug_era_start_date + s.days <= op.observation_period_end_date
)
SELECT g.concept_name AS gender,
       ROUND(100.0 * COUNT(DISTINCT pop.person_id) FILTER (WHERE pop.drug_era_end_date >= pop.target_date)
             / NULLIF(COUNT(DISTINCT pop.person_id), 0), 2) AS percentage,
       COUNT(DISTINCT pop.person_id) FILTER (WHERE pop.drug_era_end_date >= pop.target_date) AS persistent_patients,
       COUNT(DISTINCT pop.person_id) AS patients
FROM population AS pop
JOIN person AS p ON p.person_id = pop.person_id
JOIN concept AS g ON g.concept_id = p.gender_concept_id
GROUP BY g.concept_name
ORDER BY gender;
