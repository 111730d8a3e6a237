-- id: average-length-of-stay-by-year
-- question: What is the average length of stay of an inpatient visit, by year?
-- paraphrase: How many days does an inpatient visit last on average in each year?
-- paraphrase: Mean length of stay in days of inpatient visits per year
-- topic: visit
-- note: days from start to end of the visit: 0 for a stay of one day; the year in which the visit began
SELECT EXTRACT(YEAR FROM vo.visit_start_date) AS year,
       ROUND(AVG(vo.visit_end_date - vo.visit_start_date), 2) AS average_days,
       COUNT(vo.visit_occurrence_id) AS visits
FROM visit_occurrence AS vo
WHERE vo.visit_concept_id IN ([visit@inpatient visit])
  AND vo.visit_end_date IS NOT NULL
GROUP BY year
ORDER BY year;
