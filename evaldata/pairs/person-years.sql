-- id: person-years
-- question: How many person-years of observation are there?
-- paraphrase: What is the total observation time in person-years?
-- paraphrase: How many years of follow-up do all patients have together?
-- paraphrase: PY of observation, total?
-- topic: observation-time
-- note: days from start to end of each observation period, both included, over 365.25
SELECT ROUND(SUM(op.observation_period_end_date - op.observation_period_start_date + 1) / 365.25, 1) AS person_years,
       COUNT(DISTINCT op.person_id) AS patients
FROM observation_period AS op
JOIN person AS p ON p.person_id = op.person_id;
