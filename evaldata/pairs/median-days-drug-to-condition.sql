-- id: median-days-drug-to-condition
-- question: What is the median number of days from the first clopidogrel to the first gastrointestinal hemorrhage?
-- paraphrase: What is the median time in days between the start of clopidogrel and a gastrointestinal hemorrhage?
-- paraphrase: median time from first clopidogrel prescription to first gastrointestinal hemorrhage
-- paraphrase: median days from first clopidogrel to first GI bleed
-- topic: average
-- note: from the first record of the one to the first record of the other; people whose second event comes first are left out
SELECT PERCENTILE_CONT(0.5) WITHIN GROUP (ORDER BY second_event.first_date - first_event.first_date) AS median_days,
       COUNT(DISTINCT first_event.person_id) AS patients
FROM (SELECT de.person_id, MIN(de.drug_exposure_start_date) AS first_date
      FROM drug_exposure AS de
      WHERE de.drug_concept_id IN ([drug@clopidogrel])
      GROUP BY de.person_id) AS first_event
JOIN (SELECT co.person_id, MIN(co.condition_start_date) AS first_date
      FROM condition_occurrence AS co
      WHERE co.condition_concept_id IN ([condition@gastrointestinal hemorrhage])
      GROUP BY co.person_id) AS second_event ON second_event.person_id = first_event.person_id
WHERE second_event.first_date >= first_event.first_date;
