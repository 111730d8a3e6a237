-- id: average-measurement-value-on-drug
-- question: What is the average LDL cholesterol in mg/dL of patients who took atorvastatin?
-- paraphrase: Among patients who took atorvastatin, what is the mean LDL cholesterol in mg/dL?
-- paraphrase: How high is LDL cholesterol on average in patients on atorvastatin, in mg/dL?
-- paraphrase: avg LDL in mg/dL, pts on atorvastatin
-- topic: measurement-value
-- note: all their measurements with a value, at any time; 8840 is the unit mg/dL
SELECT ROUND(AVG(me.value_as_number), 2) AS average_value,
       COUNT(me.measurement_id) AS measurements,
       COUNT(DISTINCT me.person_id) AS patients
FROM measurement AS me
WHERE me.measurement_concept_id IN ([measurement@LDL cholesterol])
  AND me.value_as_number IS NOT NULL
  AND me.unit_concept_id = 8840
  AND me.person_id IN (SELECT de.person_id FROM drug_exposure AS de
                       WHERE de.drug_concept_id IN ([drug@atorvastatin]));
