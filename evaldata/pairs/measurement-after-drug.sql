-- id: measurement-after-drug
-- question: How many patients had an LDL cholesterol measurement after they started atorvastatin?
-- paraphrase: What is the number of people whose LDL cholesterol was measured after taking atorvastatin?
-- paraphrase: After starting atorvastatin, how many patients were tested for LDL cholesterol?
-- paraphrase: LDL cholesterol after starting atorvastatn, n of pts?
-- topic: temporal
-- note: strictly later than the first record of the earlier event; any such record counts, not only a first one
SELECT COUNT(DISTINCT later.person_id) AS patients
FROM (SELECT de.person_id, MIN(de.drug_exposure_start_date) AS first_date
      FROM drug_exposure AS de
      WHERE de.drug_concept_id IN ([drug@atorvastatin])
      GROUP BY de.person_id) AS index_event
JOIN measurement AS later ON later.person_id = index_event.person_id
WHERE later.measurement_concept_id IN ([measurement@LDL cholesterol])
  AND later.measurement_date > index_event.first_date;
