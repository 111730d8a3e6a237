-- id: condition-and-drug-same-day
-- question: How many patients took azithromycin on the same day as a diagnosis of pneumonia?
-- paraphrase: What is the number of people diagnosed with pneumonia and prescribed azithromycin on the same day?
-- paraphrase: Count the patients with pneumonia and azithromycin recorded on the same date.
-- topic: temporal
-- note: on any day on which both are recorded
SELECT COUNT(DISTINCT co.person_id) AS patients
FROM condition_occurrence AS co
JOIN drug_exposure AS de ON de.person_id = co.person_id
                    AND de.drug_exposure_start_date = co.condition_start_date
WHERE co.condition_concept_id IN ([condition@pneumonia])
  AND de.drug_concept_id IN ([drug@azithromycin]);
