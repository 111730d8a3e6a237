-- id: yearly-change-of-condition
-- question: How did the number of patients with chronic kidney disease change from year to year?
-- paraphrase: What is the yearly change in the number of patients diagnosed with chronic kidney disease?
-- paraphrase: By how much did the number of chronic kidney disease patients grow or fall each year?
-- paraphrase: hey, how did the number of patients with chronic kidney disease change from year to year?
-- topic: change
-- note: compared with the year before in the list; a first or last year that is not complete misleads
SELECT y.year,
       y.patients,
       y.patients - LAG(y.patients) OVER (ORDER BY y.year) AS change,
       ROUND(100.0 * (y.patients - LAG(y.patients) OVER (ORDER BY y.year))
             / NULLIF(LAG(y.patients) OVER (ORDER BY y.year), 0), 2) AS percentage_change
FROM (SELECT EXTRACT(YEAR FROM co.condition_start_date) AS year, COUNT(DISTINCT co.person_id) AS patients
      FROM condition_occurrence AS co
      WHERE co.condition_concept_id IN ([condition@chronic kidney disease])
      GROUP BY year) AS y
ORDER BY y.year;
