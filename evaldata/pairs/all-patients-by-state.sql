-- id: all-patients-by-state
-- question: How many patients are there, by state?
-- paraphrase: Number of people in the database, broken down by state of residence
-- paraphrase: For each state, how many patients are in the database?
-- paraphrase: how many pateints are there, by state?
-- topic: grouping
SELECT l.state AS state,
       COUNT(DISTINCT p.person_id) AS patients
FROM person AS p
JOIN location AS l ON l.location_id = p.location_id
GROUP BY l.state
ORDER BY l.state;
