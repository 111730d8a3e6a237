-- id: observed-in-year
-- question: How many patients were under observation in 2009?
-- paraphrase: What is the number of people observed at any time in 2009?
-- paraphrase: Count the patients whose observation period touches 2009.
-- paraphrase: just wondering, how many patients were under observation in 2009?
-- topic: observation-time
-- note: on at least one day of the year
SELECT COUNT(DISTINCT op.person_id) AS patients
FROM observation_period AS op
JOIN person AS p ON p.person_id = op.person_id
WHERE 2009 BETWEEN EXTRACT(YEAR FROM op.observation_period_start_date)
               AND EXTRACT(YEAR FROM op.observation_period_end_date);
