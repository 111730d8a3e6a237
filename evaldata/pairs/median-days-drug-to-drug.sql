-- id: median-days-drug-to-drug
-- question: What is the median number of days from the first metformin to the first insulin glargine?
-- paraphrase: What is the median time in days between the start of metformin and the start of insulin glargine?
-- paraphrase: Median days between first exposure to metformin and first exposure to insulin glargine
-- paraphrase: median days from 1st metformin to 1st insulin glargine
-- topic: average
-- note: from the first record of the one to the first record of the other; people whose second event comes first are left out
SELECT PERCENTILE_CONT(0.5) WITHIN GROUP (ORDER BY second_event.first_date - first_event.first_date) AS median_days,
       COUNT(DISTINCT first_event.person_id) AS patients
FROM (SELECT de.person_id, MIN(de.drug_exposure_start_date) AS first_date
      FROM drug_exposure AS de
      WHERE de.drug_concept_id IN ([drug@metformin])
      GROUP BY de.person_id) AS first_event
JOIN (SELECT de.person_id, MIN(de.drug_exposure_start_date) AS first_date
      FROM drug_exposure AS de
      WHERE de.drug_concept_id IN ([drug@insulin glargine])
      GROUP BY de.person_id) AS second_event ON second_event.person_id = first_event.person_id
WHERE second_event.first_date >= first_event.first_date;
