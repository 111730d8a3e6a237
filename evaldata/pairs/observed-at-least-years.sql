-- id: observed-at-least-years
-- question: How many patients were observed for at least 2 years?
-- paraphrase: What is the number of people with 2 or more years of observation?
-- paraphrase: How many patients were followed for at least 2 years?
-- paraphrase: pts observed for at least 2 years, n?
-- topic: observation-time
-- note: in one observation period, without a gap; years by the calendar: from a day to the same day of the year, both in the period
SELECT COUNT(DISTINCT op.person_id) AS patients
FROM observation_period AS op
JOIN person AS p ON p.person_id = op.person_id
WHERE op.observation_period_end_date >= op.observation_period_start_date + INTERVAL '2' YEAR;
