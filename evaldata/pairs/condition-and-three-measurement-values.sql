-- id: condition-and-three-measurement-values
-- question: How many patients with chronic kidney disease had a creatinine above 2 mg/dL, a hemoglobin below 10 g/dL and a potassium above 5 mmol/L?
-- paraphrase: Among patients with chronic kidney disease, how many had a creatinine above 2 mg/dL, a hemoglobin below 10 g/dL and a potassium above 5 mmol/L?
-- paraphrase: CKD pts with creatinine > 2 mg/dL, hemoglobin < 10 g/dL and potassium > 5 mmol/L, n?
-- topic: measurement-value
-- note: each at least once, at any time, not necessarily on one day; 8840 is the unit mg/dL, 8713 g/dL, 8753 mmol/L
-- note: trap: without the units, values in other units pass for high or low ones
SELECT COUNT(DISTINCT co.person_id) AS patients
FROM condition_occurrence AS co
WHERE co.condition_concept_id IN ([condition@chronic kidney disease])
  AND co.person_id IN (SELECT m1.person_id FROM measurement AS m1
                       WHERE m1.measurement_concept_id IN ([measurement@creatinine])
                         AND m1.value_as_number > 2
                         AND m1.unit_concept_id = 8840)
  AND co.person_id IN (SELECT m2.person_id FROM measurement AS m2
                       WHERE m2.measurement_concept_id IN ([measurement@hemoglobin])
                         AND m2.value_as_number < 10
                         AND m2.unit_concept_id = 8713)
  AND co.person_id IN (SELECT m3.person_id FROM measurement AS m3
                       WHERE m3.measurement_concept_id IN ([measurement@potassium])
                         AND m3.value_as_number > 5
                         AND m3.unit_concept_id = 8753);
