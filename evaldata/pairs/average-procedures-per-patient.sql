-- id: average-procedures-per-patient
-- question: What is the average number of hemodialysis procedures per patient who had one?
-- paraphrase: How many times does a patient who has hemodialysis undergo it on average?
-- paraphrase: What is the mean number of hemodialysis procedures per hemodialysis patient?
-- paraphrase: average number of hemodialysis procedures per patint who had one
-- topic: average
-- note: per patient who has at least one
SELECT ROUND(1.0 * COUNT(po.procedure_occurrence_id) / NULLIF(COUNT(DISTINCT po.person_id), 0), 2) AS average_procedures,
       COUNT(po.procedure_occurrence_id) AS procedures,
       COUNT(DISTINCT po.person_id) AS patients
FROM procedure_occurrence AS po
WHERE po.procedure_concept_id IN ([procedure@hemodialysis]);
