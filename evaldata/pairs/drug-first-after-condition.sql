-- id: drug-first-after-condition
-- question: How many patients took warfarin for the first time after they were diagnosed with atrial fibrillation?
-- paraphrase: What is the number of people with a first exposure to warfarin after a diagnosis of atrial fibrillation?
-- paraphrase: After being diagnosed with atrial fibrillation, how many patients took their first warfarin?
-- paraphrase: warfarin for the first time after afib dx, n of pts?
-- topic: temporal
-- note: the first record ever of the later event comes after the first record of the earlier one
SELECT COUNT(DISTINCT later.person_id) AS patients
FROM (SELECT co.person_id, MIN(co.condition_start_date) AS first_date
      FROM condition_occurrence AS co
      WHERE co.condition_concept_id IN ([condition@atrial fibrillation])
      GROUP BY co.person_id) AS index_event
JOIN (SELECT de.person_id, MIN(de.drug_exposure_start_date) AS first_date
      FROM drug_exposure AS de
      WHERE de.drug_concept_id IN ([drug@warfarin])
      GROUP BY de.person_id) AS later ON later.person_id = index_event.person_id
WHERE later.first_date > index_event.first_date;
