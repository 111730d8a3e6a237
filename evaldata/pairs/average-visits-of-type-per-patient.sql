-- id: average-visits-of-type-per-patient
-- question: What is the average number of inpatient visits per patient who had one?
-- paraphrase: How many inpatient visits does a patient who has any have on average?
-- paraphrase: What is the mean number of inpatient visits per patient with an inpatient visit?
-- paraphrase: avg # of inpatient visits per pt who had one
-- topic: average
-- note: per patient who has at least one
SELECT ROUND(1.0 * COUNT(vo.visit_occurrence_id) / NULLIF(COUNT(DISTINCT vo.person_id), 0), 2) AS average_visits,
       COUNT(vo.visit_occurrence_id) AS visits,
       COUNT(DISTINCT vo.person_id) AS patients
FROM visit_occurrence AS vo
WHERE vo.visit_concept_id IN ([visit@inpatient visit]);
