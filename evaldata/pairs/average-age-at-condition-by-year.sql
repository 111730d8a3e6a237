-- id: average-age-at-condition-by-year
-- question: What is the average age at first diagnosis of heart failure, by year of diagnosis?
-- paraphrase: For each year, what is the mean age of patients at their first diagnosis of heart failure?
-- paraphrase: How does the average age at first diagnosis of heart failure change by year?
-- paraphrase: mean age at first HF dx by yr
-- topic: average
-- note: age at the first record: year of the event minus year of birth; each person counts in one year, that of the first record
SELECT EXTRACT(YEAR FROM f.first_date) AS year,
       ROUND(AVG(EXTRACT(YEAR FROM f.first_date) - p.year_of_birth), 2) AS average_age,
       COUNT(DISTINCT f.person_id) AS patients
FROM (SELECT co.person_id, MIN(co.condition_start_date) AS first_date
      FROM condition_occurrence AS co
      WHERE co.condition_concept_id IN ([condition@heart failure])
      GROUP BY co.person_id) AS f
JOIN person AS p ON p.person_id = f.person_id
GROUP BY year
ORDER BY year;
