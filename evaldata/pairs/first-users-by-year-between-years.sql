-- id: first-users-by-year-between-years
-- question: How many patients took metformin for the first time in each year between 2008 and 2010?
-- paraphrase: Number of new metformin users per year between 2008 and 2010
-- paraphrase: For each year from 2008 to 2010, how many patients started metformin?
-- paraphrase: first-time metformin users per year from 2008 to 2010, n?
-- topic: drug-utilization
-- note: first record in the whole database, without a washout; both years included
-- note: trap: taking the first record within the period makes new cases of old ones
SELECT EXTRACT(YEAR FROM f.first_date) AS year,
       COUNT(DISTINCT f.person_id) AS patients
FROM (SELECT de.person_id, MIN(de.drug_exposure_start_date) AS first_date
      FROM drug_exposure AS de
      WHERE de.drug_concept_id IN ([drug@metformin])
      GROUP BY de.person_id) AS f
WHERE EXTRACT(YEAR FROM f.first_date) BETWEEN 2008 AND 2010
GROUP BY year
ORDER BY year;
