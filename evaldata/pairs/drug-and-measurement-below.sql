-- id: drug-and-measurement-below
-- question: How many patients who took atorvastatin had an LDL cholesterol below 100 mg/dL?
-- paraphrase: What is the number of people on atorvastatin whose LDL cholesterol was lower than 100 mg/dL?
-- paraphrase: Among patients who took atorvastatin, how many ever had an LDL cholesterol under 100 mg/dL?
-- paraphrase: pts on atorvastatin with LDL < 100 mg/dL, n?
-- topic: measurement-value
-- note: at least one such value at any time; 8840 is the unit mg/dL
SELECT COUNT(DISTINCT de.person_id) AS patients
FROM drug_exposure AS de
WHERE de.drug_concept_id IN ([drug@atorvastatin])
  AND de.person_id IN (SELECT me.person_id FROM measurement AS me
                       WHERE me.measurement_concept_id IN ([measurement@LDL cholesterol])
                         AND me.value_as_number < 100
                         AND me.unit_concept_id = 8840);
