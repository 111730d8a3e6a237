-- id: first-users-by-year
-- question: How many patients took metformin for the first time, by year?
-- paraphrase: What is the number of first exposures to metformin per year?
-- paraphrase: For each year, how many patients started metformin?
-- paraphrase: first-time metformn users by yr, n?
-- topic: drug-utilization
-- note: first record in the database, without a washout: the first years also hold old users
SELECT EXTRACT(YEAR FROM f.first_date) AS year,
       COUNT(DISTINCT f.person_id) AS patients
FROM (SELECT de.person_id, MIN(de.drug_exposure_start_date) AS first_date
      FROM drug_exposure AS de
      WHERE de.drug_concept_id IN ([drug@metformin])
      GROUP BY de.person_id) AS f
GROUP BY year
ORDER BY year;
