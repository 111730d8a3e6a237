-- id: drug-discontinuation
-- question: How many patients stopped alendronate within 180 days of starting it?
-- paraphrase: What is the number of people whose first alendronate era ended no later than 180 days after it began?
-- paraphrase: Count the patients who discontinued alendronate within 180 days.
-- paraphrase: How many patients stopped alendronte within 180 days of starting it?
-- topic: drug-utilization
-- note: the first drug era (gaps of up to 30 days are bridged) ends before that day; only patients observed until then
WITH study AS (SELECT 180 AS days), first_era AS (
  SELECT er.person_id, er.drug_era_start_date, er.drug_era_end_date,
         ROW_NUMBER() OVER (PARTITION BY er.person_id ORDER BY er.drug_era_start_date, er.drug_era_id) AS era
  FROM drug_era AS er
  WHERE er.drug_concept_id IN ([drug@alendronate])
)
SELECT COUNT(DISTINCT e.person_id) AS patients
FROM first_era AS e
CROSS JOIN study AS s
JOIN observation_period AS op ON op.person_id = e.person_id
WHERE e.era = 1
  AND e.drug_era_start_date >= op.observation_period_start_date
  AND e.drug_era_start_date + s.days <= op.observation_period_end_date
  AND e.drug_era_end_date < e.drug_era_start_date + s.days;
