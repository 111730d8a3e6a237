-- id: new-users-with-washout
-- question: How many new users of warfarin are there with a washout of 180 days?
-- paraphrase: What is the number of people whose first warfarin comes after at least 180 days of prior observation?
-- paraphrase: Count the patients newly started on warfarin after 180 days of observation without it.
-- paraphrase: new users of warfarn with a washout of 180 days, n?
-- topic: drug-utilization
-- note: first exposure ever, preceded by that much observation without the drug
SELECT COUNT(DISTINCT f.person_id) AS patients
FROM (SELECT de.person_id, MIN(de.drug_exposure_start_date) AS first_date
      FROM drug_exposure AS de
      WHERE de.drug_concept_id IN ([drug@warfarin])
      GROUP BY de.person_id) AS f
JOIN observation_period AS op ON op.person_id = f.person_id
WHERE f.first_date >= op.observation_period_start_date + INTERVAL '180' DAY
  AND f.first_date <= op.observation_period_end_date;
