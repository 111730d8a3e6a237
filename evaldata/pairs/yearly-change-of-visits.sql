-- id: yearly-change-of-visits
-- question: How did the number of emergency room visits change from year to year?
-- paraphrase: What is the yearly change in the number of emergency room visits?
-- paraphrase: By how much did the number of emergency room visits grow or fall each year?
-- topic: change
-- note: compared with the year before in the list; a first or last year that is not complete misleads
SELECT y.year,
       y.visits,
       y.visits - LAG(y.visits) OVER (ORDER BY y.year) AS change,
       ROUND(100.0 * (y.visits - LAG(y.visits) OVER (ORDER BY y.year))
             / NULLIF(LAG(y.visits) OVER (ORDER BY y.year), 0), 2) AS percentage_change
FROM (SELECT EXTRACT(YEAR FROM vo.visit_start_date) AS year, COUNT(vo.visit_occurrence_id) AS visits
      FROM visit_occurrence AS vo
      WHERE vo.visit_concept_id IN ([visit@emergency room visit])
      GROUP BY year) AS y
ORDER BY y.year;
