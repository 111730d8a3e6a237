-- id: observed-at-least-days
-- question: How many patients were observed for at least 730 days?
-- paraphrase: What is the number of people with 730 or more days of observation?
-- paraphrase: Count the patients with at least 730 days of continuous observation.
-- paraphrase: pts observed for at least 730d, n?
-- topic: observation-time
-- note: in one observation period, without a gap
SELECT COUNT(DISTINCT op.person_id) AS patients
FROM observation_period AS op
JOIN person AS p ON p.person_id = op.person_id
WHERE op.observation_period_end_date - op.observation_period_start_date >= 730;
