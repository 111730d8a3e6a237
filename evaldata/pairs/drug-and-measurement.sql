-- id: drug-and-measurement
-- question: How many patients who took atorvastatin had an LDL cholesterol measurement?
-- paraphrase: What is the number of people on atorvastatin whose LDL cholesterol was measured?
-- paraphrase: Among patients who took atorvastatin, how many were tested for LDL cholesterol?
-- topic: combination
-- note: in any order, at any time
SELECT COUNT(DISTINCT de.person_id) AS patients
FROM drug_exposure AS de
WHERE de.drug_concept_id IN ([drug@atorvastatin])
  AND de.person_id IN (SELECT me.person_id FROM measurement AS me
                       WHERE me.measurement_concept_id IN ([measurement@LDL cholesterol]));
