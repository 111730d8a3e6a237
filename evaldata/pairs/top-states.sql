-- id: top-states
-- question: Which 10 states have the most patients?
-- paraphrase: What are the 10 states with the highest number of patients?
-- paraphrase: List the top 10 states by number of people living there.
-- topic: top-n
-- note: state of residence
SELECT l.state,
       COUNT(DISTINCT p.person_id) AS patients
FROM person AS p
JOIN location AS l ON l.location_id = p.location_id
GROUP BY l.state
ORDER BY patients DESC, l.state
LIMIT 10;
