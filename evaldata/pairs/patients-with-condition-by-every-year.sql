-- id: patients-with-condition-by-every-year
-- question: How many patients have rheumatoid arthritis, by year, with 0 for years without any?
-- paraphrase: What is the number of people with rheumatoid arthritis per year, with 0 in years without any?
-- paraphrase: Count the patients with rheumatoid arthritis by year and show years without any as 0.
-- paraphrase: RA pts by yr, with 0 for years without any, n?
-- topic: grouping
-- note: a patient counts in each year with a record; every year in which anyone is observed
-- note: trap: grouping the records alone leaves out the years with none, which then pass for unobserved and distort means and trends
WITH years AS (
  SELECT CAST(s.year AS INTEGER) AS year
  FROM (SELECT MIN(EXTRACT(YEAR FROM op.observation_period_start_date)) AS first_year,
               MAX(EXTRACT(YEAR FROM op.observation_period_end_date)) AS last_year
        FROM observation_period AS op) AS b
  CROSS JOIN LATERAL GENERATE_SERIES(b.first_year, b.last_year) AS s(year)
)
SELECT y.year,
       COUNT(DISTINCT co.person_id) AS patients
FROM years AS y
LEFT JOIN condition_occurrence AS co ON EXTRACT(YEAR FROM co.condition_start_date) = y.year
                                    AND co.condition_concept_id IN ([condition@rheumatoid arthritis])
GROUP BY y.year
ORDER BY y.year;
