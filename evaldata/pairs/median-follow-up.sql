-- id: median-follow-up
-- question: What is the median length of observation in days?
-- paraphrase: What is the median follow-up of patients in days?
-- paraphrase: Median number of days that patients are observed
-- paraphrase: median length of observation in days
-- topic: observation-time
-- note: all observation periods of a person together, each from start to end
SELECT PERCENTILE_CONT(0.5) WITHIN GROUP (ORDER BY f.days) AS median_days,
       COUNT(DISTINCT f.person_id) AS patients
FROM (SELECT op.person_id, SUM(op.observation_period_end_date - op.observation_period_start_date) AS days
      FROM observation_period AS op
      JOIN person AS p ON p.person_id = op.person_id
      GROUP BY op.person_id) AS f;
