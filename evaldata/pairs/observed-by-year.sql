-- id: observed-by-year
-- question: How many patients were under observation, by year?
-- paraphrase: What is the number of people observed in each year?
-- paraphrase: For each year, how many patients were observed?
-- paraphrase: # of pts under observation by yr
-- topic: observation-time
-- note: on at least one day of the year; the years are those with a visit
WITH years AS (
  SELECT DISTINCT EXTRACT(YEAR FROM vo.visit_start_date) AS year
  FROM visit_occurrence AS vo
)
SELECT y.year,
       COUNT(DISTINCT op.person_id) AS patients
FROM years AS y
JOIN observation_period AS op ON y.year BETWEEN EXTRACT(YEAR FROM op.observation_period_start_date)
                                            AND EXTRACT(YEAR FROM op.observation_period_end_date)
JOIN person AS p ON p.person_id = op.person_id
GROUP BY y.year
ORDER BY y.year;
