-- id: average-length-of-stay-by-sex
-- question: What is the average length of stay of an inpatient visit, by gender?
-- paraphrase: How many days does an inpatient visit of men and women last on average?
-- paraphrase: Mean length of stay in days of inpatient visits per gender
-- paraphrase: avg LOS of inpatient visits by sex
-- topic: visit
-- note: days from start to end of the visit: 0 for a stay of one day
SELECT COALESCE(g.concept_name, CAST(p.gender_concept_id AS VARCHAR)) AS gender,
       ROUND(AVG(vo.visit_end_date - vo.visit_start_date), 2) AS average_days,
       COUNT(vo.visit_occurrence_id) AS visits
FROM visit_occurrence AS vo
JOIN person AS p ON p.person_id = vo.person_id
LEFT JOIN concept AS g ON g.concept_id = p.gender_concept_id
WHERE vo.visit_concept_id IN ([visit@inpatient visit])
  AND vo.visit_end_date IS NOT NULL
GROUP BY gender
ORDER BY gender;
