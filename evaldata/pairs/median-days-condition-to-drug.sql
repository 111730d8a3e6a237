-- id: median-days-condition-to-drug
-- question: What is the median number of days from the first diagnosis of atrial fibrillation to the first warfarin?
-- paraphrase: What is the median time in days between the first diagnosis of atrial fibrillation and the start of warfarin?
-- paraphrase: Median days between atrial fibrillation and first exposure to warfarin
-- paraphrase: median days from first afib dx to first warfarin
-- topic: average
-- note: from the first record of the one to the first record of the other; people whose second event comes first are left out
SELECT PERCENTILE_CONT(0.5) WITHIN GROUP (ORDER BY second_event.first_date - first_event.first_date) AS median_days,
       COUNT(DISTINCT first_event.person_id) AS patients
FROM (SELECT co.person_id, MIN(co.condition_start_date) AS first_date
      FROM condition_occurrence AS co
      WHERE co.condition_concept_id IN ([condition@atrial fibrillation])
      GROUP BY co.person_id) AS first_event
JOIN (SELECT de.person_id, MIN(de.drug_exposure_start_date) AS first_date
      FROM drug_exposure AS de
      WHERE de.drug_concept_id IN ([drug@warfarin])
      GROUP BY de.person_id) AS second_event ON second_event.person_id = first_event.person_id
WHERE second_event.first_date >= first_event.first_date;
