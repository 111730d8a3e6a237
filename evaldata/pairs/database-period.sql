-- id: database-period
-- question: What period does the database cover?
-- paraphrase: From when to when are patients observed?
-- paraphrase: What are the first and the last day of observation in the database?
-- paraphrase: quick question: what period does the db cover?
-- topic: observation-time
SELECT MIN(op.observation_period_start_date) AS first_date,
       MAX(op.observation_period_end_date) AS last_date,
       COUNT(DISTINCT op.person_id) AS patients
FROM observation_period AS op;
