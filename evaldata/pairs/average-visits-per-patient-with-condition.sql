-- id: average-visits-per-patient-with-condition
-- question: What is the average number of visits of patients with chronic obstructive pulmonary disease?
-- paraphrase: How many visits does a patient with chronic obstructive pulmonary disease have on average?
-- paraphrase: What is the mean number of visits of any type per patient with COPD?
-- paraphrase: avg # of visits, COPD pts
-- topic: average
-- note: visits of any type and reason, at any time
SELECT ROUND(AVG(d.visits), 2) AS average_visits,
       COUNT(DISTINCT d.person_id) AS patients
FROM (SELECT co.person_id, COUNT(DISTINCT vo.visit_occurrence_id) AS visits
      FROM condition_occurrence AS co
      LEFT JOIN visit_occurrence AS vo ON vo.person_id = co.person_id
      WHERE co.condition_concept_id IN ([condition@chronic obstructive pulmonary disease])
      GROUP BY co.person_id) AS d;
