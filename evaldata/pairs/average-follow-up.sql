-- id: average-follow-up
-- question: What is the average length of observation in days?
-- paraphrase: How many days are patients observed on average?
-- paraphrase: What is the mean follow-up of patients in days?
-- paraphrase: avg length of observation in days
-- topic: observation-time
-- note: all observation periods of a person together, each from start to end
SELECT ROUND(AVG(f.days), 2) AS average_days,
       COUNT(DISTINCT f.person_id) AS patients
FROM (SELECT op.person_id, SUM(op.observation_period_end_date - op.observation_period_start_date) AS days
      FROM observation_period AS op
      JOIN person AS p ON p.person_id = op.person_id
      GROUP BY op.person_id) AS f;
