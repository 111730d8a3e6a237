-- id: condition-then-drug-not-other-drug
-- question: How many patients with type 2 diabetes started metformin within 90 days of diagnosis but never took insulin glargine?
-- paraphrase: What is the number of type 2 diabetes patients who began metformin no later than 90 days after being diagnosed and have no record of insulin glargine?
-- paraphrase: Count the people diagnosed with type 2 diabetes who started metformin in the 90 days that followed and who did not take insulin glargine.
-- topic: temporal
-- note: the second drug is ruled out at any time
-- note: started: the first record of the drug ever lies in that time; from the day of the first diagnosis, that day included, to the last day named
SELECT COUNT(DISTINCT started.person_id) AS patients
FROM (SELECT co.person_id, MIN(co.condition_start_date) AS first_date
      FROM condition_occurrence AS co
      WHERE co.condition_concept_id IN ([condition@type 2 diabetes])
      GROUP BY co.person_id) AS index_event
JOIN (SELECT de.person_id, MIN(de.drug_exposure_start_date) AS first_date
      FROM drug_exposure AS de
      WHERE de.drug_concept_id IN ([drug@metformin])
      GROUP BY de.person_id) AS started ON started.person_id = index_event.person_id
WHERE started.first_date BETWEEN index_event.first_date AND index_event.first_date + INTERVAL '90' DAY
  AND NOT EXISTS (SELECT 1 FROM drug_exposure AS de
                  WHERE de.person_id = index_event.person_id
                    AND de.drug_concept_id IN ([drug@insulin glargine]));
