-- id: condition-in-days-before-drug
-- question: How many patients had a stroke in the 90 days before they started clopidogrel?
-- paraphrase: What is the number of people diagnosed with stroke within 90 days before their first clopidogrel?
-- paraphrase: In the 90 days before starting clopidogrel, how many patients had a stroke?
-- paraphrase: stroke in the 90 days before clopidogrl, n of pts?
-- topic: temporal
-- note: the day of the later event itself is not counted
SELECT COUNT(DISTINCT earlier.person_id) AS patients
FROM (SELECT de.person_id, MIN(de.drug_exposure_start_date) AS first_date
      FROM drug_exposure AS de
      WHERE de.drug_concept_id IN ([drug@clopidogrel])
      GROUP BY de.person_id) AS index_event
JOIN condition_occurrence AS earlier ON earlier.person_id = index_event.person_id
WHERE earlier.condition_concept_id IN ([condition@stroke])
  AND earlier.condition_start_date >= index_event.first_date - INTERVAL '90' DAY
  AND earlier.condition_start_date < index_event.first_date;
