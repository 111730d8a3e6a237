-- id: average-condition-records-per-patient
-- question: What is the average number of pneumonia records per patient with pneumonia?
-- paraphrase: How many pneumonia records does a patient with pneumonia have on average?
-- paraphrase: What is the mean number of diagnoses of pneumonia per patient who has it?
-- paraphrase: avg # of pneumonia records per pt with pneumonia
-- topic: average
-- note: per patient who has at least one
SELECT ROUND(1.0 * COUNT(co.condition_occurrence_id) / NULLIF(COUNT(DISTINCT co.person_id), 0), 2) AS average_records,
       COUNT(co.condition_occurrence_id) AS records,
       COUNT(DISTINCT co.person_id) AS patients
FROM condition_occurrence AS co
WHERE co.condition_concept_id IN ([condition@pneumonia]);
