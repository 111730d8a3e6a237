-- id: procedure-and-measurement
-- question: How many patients who had hemodialysis had a creatinine measurement?
-- paraphrase: What is the number of people who underwent hemodialysis and whose creatinine was measured?
-- paraphrase: Among patients with hemodialysis, how many were tested for creatinine?
-- topic: combination
-- note: in any order, at any time
SELECT COUNT(DISTINCT po.person_id) AS patients
FROM procedure_occurrence AS po
WHERE po.procedure_concept_id IN ([procedure@hemodialysis])
  AND po.person_id IN (SELECT me.person_id FROM measurement AS me
                       WHERE me.measurement_concept_id IN ([measurement@creatinine]));
