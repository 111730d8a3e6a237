-- id: condition-without-drug-within-days
-- question: How many patients with atrial fibrillation did not take warfarin within 90 days of diagnosis?
-- paraphrase: What is the number of atrial fibrillation patients with no warfarin in the 90 days after diagnosis?
-- paraphrase: In the 90 days after a diagnosis of atrial fibrillation, how many patients received no warfarin?
-- paraphrase: # of afib pts not on warfarin w/in 90d of dx
-- topic: temporal
-- note: counted from the first record, that day included; people who leave observation earlier are counted as untreated
-- note: trap: no record is not no treatment: people out of observation have none either; where that matters, ask for those observed for the whole time
SELECT COUNT(DISTINCT index_event.person_id) AS patients
FROM (SELECT co.person_id, MIN(co.condition_start_date) AS first_date
      FROM condition_occurrence AS co
      WHERE co.condition_concept_id IN ([condition@atrial fibrillation])
      GROUP BY co.person_id) AS index_event
WHERE NOT EXISTS (SELECT 1 FROM drug_exposure AS follow_up
                  WHERE follow_up.person_id = index_event.person_id
                    AND follow_up.drug_concept_id IN ([drug@warfarin])
                    AND follow_up.drug_exposure_start_date BETWEEN index_event.first_date
                                         AND index_event.first_date + INTERVAL '90' DAY);
