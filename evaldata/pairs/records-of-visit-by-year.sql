-- id: records-of-visit-by-year
-- question: How many emergency room visits are there, by year?
-- paraphrase: What is the number of emergency room visits per year?
-- paraphrase: For each year, how many emergency room visits took place?
-- paraphrase: # of ER visits by yr
-- topic: records
-- note: visits, not patients; the year in which the visit began
SELECT EXTRACT(YEAR FROM vo.visit_start_date) AS year,
       COUNT(vo.visit_occurrence_id) AS visits
FROM visit_occurrence AS vo
WHERE vo.visit_concept_id IN ([visit@emergency room visit])
GROUP BY year
ORDER BY year;
