-- id: drug-then-condition-within-months
-- question: How many patients who took atorvastatin were diagnosed with type 2 diabetes within 12 months of starting it?
-- paraphrase: What is the number of people diagnosed with type 2 diabetes no later than 12 months after their first atorvastatin?
-- paraphrase: How many patients had type 2 diabetes within 12 months after starting atorvastatin?
-- topic: temporal
-- note: from the day of the first record, that day included, to the last day named
SELECT COUNT(DISTINCT later.person_id) AS patients
FROM (SELECT de.person_id, MIN(de.drug_exposure_start_date) AS first_date
      FROM drug_exposure AS de
      WHERE de.drug_concept_id IN ([drug@atorvastatin])
      GROUP BY de.person_id) AS index_event
JOIN condition_occurrence AS later ON later.person_id = index_event.person_id
WHERE later.condition_concept_id IN ([condition@type 2 diabetes])
  AND later.condition_start_date BETWEEN index_event.first_date AND index_event.first_date + INTERVAL '12' MONTH;
