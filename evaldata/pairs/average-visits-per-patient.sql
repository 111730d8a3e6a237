-- id: average-visits-per-patient
-- question: What is the average number of visits per patient?
-- paraphrase: How many visits does a patient have on average?
-- paraphrase: What is the mean number of visits of any type per person?
-- paraphrase: roughly how many visits does a patient have on average?
-- topic: average
-- note: everyone counts, also people without a visit
-- note: trap: averaging over people with a visit leaves out those without any, who count with 0
SELECT ROUND(1.0 * COUNT(vo.visit_occurrence_id) / NULLIF(COUNT(DISTINCT p.person_id), 0), 2) AS average_visits,
       COUNT(vo.visit_occurrence_id) AS visits,
       COUNT(DISTINCT p.person_id) AS patients
FROM person AS p
LEFT JOIN visit_occurrence AS vo ON vo.person_id = p.person_id;
