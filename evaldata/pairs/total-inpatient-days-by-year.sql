-- id: total-inpatient-days-by-year
-- question: How many days did patients spend in inpatient visits, by year?
-- paraphrase: What is the total length of stay in days of inpatient visits per year?
-- paraphrase: For each year, how many days did inpatient visits last in all?
-- topic: visit
-- note: days from start to end, counted in the year in which the visit began
SELECT EXTRACT(YEAR FROM vo.visit_start_date) AS year,
       SUM(vo.visit_end_date - vo.visit_start_date) AS days,
       COUNT(vo.visit_occurrence_id) AS visits
FROM visit_occurrence AS vo
WHERE vo.visit_concept_id IN ([visit@inpatient visit])
  AND vo.visit_end_date IS NOT NULL
GROUP BY year
ORDER BY year;
