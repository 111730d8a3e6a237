-- id: combination-of-drugs-then-condition-within-days
-- question: How many patients who took lisinopril, hydrochlorothiazide and any of ibuprofen, naproxen or meloxicam at the same time had heart failure within 365 days afterwards?
-- paraphrase: Among patients who took lisinopril, hydrochlorothiazide and any of ibuprofen, naproxen or meloxicam at the same time, how many had heart failure within 365 days afterwards?
-- paraphrase: pts on lisinopril, HCTZ and any of ibuprofen, naproxen or meloxicam at the same time: # w/ HF w/in 365d afterwards
-- topic: drug-utilization
-- note: from the first day on which drug eras of the first two and of one of the others overlap, to the last day named; strictly after that day
-- note: trap: from the start of the first drug, months or years before the others, almost any event lies outside of the time looked at, and events before the combination count as its outcome
WITH third_drug AS (
  SELECT er.person_id, er.drug_era_start_date, er.drug_era_end_date
  FROM drug_era AS er
  WHERE er.drug_concept_id IN ([drug@ibuprofen], [drug@naproxen], [drug@meloxicam])
), index_event AS (
  SELECT e1.person_id, MIN(GREATEST(e1.drug_era_start_date, e2.drug_era_start_date, e3.drug_era_start_date)) AS first_date
  FROM drug_era AS e1
  JOIN drug_era AS e2 ON e2.person_id = e1.person_id
  JOIN third_drug AS e3 ON e3.person_id = e1.person_id
  WHERE e1.drug_concept_id IN ([drug@lisinopril])
    AND e2.drug_concept_id IN ([drug@hydrochlorothiazide])
    AND GREATEST(e1.drug_era_start_date, e2.drug_era_start_date, e3.drug_era_start_date)
        <= LEAST(e1.drug_era_end_date, e2.drug_era_end_date, e3.drug_era_end_date)
  GROUP BY e1.person_id
)
SELECT COUNT(DISTINCT co.person_id) AS patients
FROM index_event AS i
JOIN condition_occurrence AS co ON co.person_id = i.person_id
WHERE co.condition_concept_id IN ([condition@heart failure])
  AND co.condition_start_date > i.first_date
  AND co.condition_start_date <= i.first_date + INTERVAL '365' DAY;
