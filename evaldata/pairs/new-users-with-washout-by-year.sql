-- id: new-users-with-washout-by-year
-- question: How many new users of atorvastatin are there with a washout of 365 days, by year?
-- paraphrase: What is the number of people per year whose first atorvastatin comes after at least 365 days of prior observation?
-- paraphrase: For each year, how many patients were newly started on atorvastatin after 365 days of observation without it?
-- paraphrase: new atorvastatin users with a washout of 365d by yr, n?
-- topic: drug-utilization
-- note: first exposure ever, preceded by that much observation without the drug
SELECT EXTRACT(YEAR FROM f.first_date) AS year,
       COUNT(DISTINCT f.person_id) AS patients
FROM (SELECT de.person_id, MIN(de.drug_exposure_start_date) AS first_date
      FROM drug_exposure AS de
      WHERE de.drug_concept_id IN ([drug@atorvastatin])
      GROUP BY de.person_id) AS f
JOIN observation_period AS op ON op.person_id = f.person_id
WHERE f.first_date >= op.observation_period_start_date + INTERVAL '365' DAY
  AND f.first_date <= op.observation_period_end_date
GROUP BY year
ORDER BY year;
