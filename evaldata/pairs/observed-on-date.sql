-- id: observed-on-date
-- question: How many patients were under observation on 2009-07-01?
-- paraphrase: What is the number of people observed on 2009-07-01?
-- paraphrase: Count the patients whose observation period includes 2009-07-01.
-- paraphrase: pts under observation on 2009-07-01, n?
-- topic: observation-time
SELECT COUNT(DISTINCT op.person_id) AS patients
FROM observation_period AS op
JOIN person AS p ON p.person_id = op.person_id
WHERE DATE '2009-07-01' BETWEEN op.observation_period_start_date AND op.observation_period_end_date;
