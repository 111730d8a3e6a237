-- id: condition-without-drug-within-days-observed
-- question: How many patients with atrial fibrillation who were observed for at least 90 days after diagnosis did not take warfarin within 90 days of diagnosis?
-- paraphrase: Among patients with atrial fibrillation who were under observation for at least 90 days after diagnosis, how many received no warfarin within 90 days of diagnosis?
-- paraphrase: What is the number of atrial fibrillation patients with at least 90 days of observation after diagnosis and no warfarin within 90 days of diagnosis?
-- topic: temporal
-- note: counted from the first record, that day included; only people observed over all of that time
-- note: trap: without the condition on the observation period, people who left observation early are taken for untreated
SELECT COUNT(DISTINCT index_event.person_id) AS patients
FROM (SELECT co.person_id, MIN(co.condition_start_date) AS first_date
      FROM condition_occurrence AS co
      WHERE co.condition_concept_id IN ([condition@atrial fibrillation])
      GROUP BY co.person_id) AS index_event
WHERE EXISTS (SELECT 1 FROM observation_period AS op
              WHERE op.person_id = index_event.person_id
                AND op.observation_period_start_date <= index_event.first_date
                AND op.observation_period_end_date >= index_event.first_date + INTERVAL '90' DAY)
  AND NOT EXISTS (SELECT 1 FROM drug_exposure AS follow_up
                  WHERE follow_up.person_id = index_event.person_id
                    AND follow_up.drug_concept_id IN ([drug@warfarin])
                    AND follow_up.drug_exposure_start_date BETWEEN index_event.first_date
                                         AND index_event.first_date + INTERVAL '90' DAY);
